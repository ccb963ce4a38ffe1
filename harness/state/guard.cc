#include "harness/state/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/plural.h"
#include "harness/state/difference.h"

namespace mpigauge {
namespace {

constexpr std::byte kGuardValue{0xa7};

// In the order in which they were made.
std::vector<Guard*>& LivingGuards() {
  static std::vector<Guard*> guards;
  return guards;
}

bool IsWritten(std::byte byte) { return byte != kGuardValue; }

}  // namespace

Guard::Guard(std::byte* data, std::size_t bytes, std::string name)
    : data_(data), bytes_(bytes), name_(std::move(name)) {
  std::ranges::fill(before(), kGuardValue);
  std::ranges::fill(behind(), kGuardValue);
  LivingGuards().push_back(this);
}

Guard::~Guard() { std::erase(LivingGuards(), this); }

std::optional<std::string> Guard::TakeOverrun() {
  std::optional<std::string> text;
  const std::span<std::byte> front = before();
  const std::span<std::byte> back = behind();
  const auto last = std::find_if(back.rbegin(), back.rend(), IsWritten);
  if (last != back.rend()) {
    const std::span<std::byte> written = back.first(static_cast<std::size_t>(back.rend() - last));
    text = fmt::format("{} of {} was overrun: {} behind its end, the last one written is {}", name_,
                       Counted(bytes_, "byte"), Counted(written.size(), "byte"), HexOf(written.last(1)));
  }
  const auto first = std::ranges::find_if(front, IsWritten);
  if (!text && first != front.end()) {
    const std::span<std::byte> written = front.subspan(static_cast<std::size_t>(first - front.begin()));
    text = fmt::format("{} of {} was overrun: {} before its begin, the first one written is {}", name_,
                       Counted(bytes_, "byte"), Counted(written.size(), "byte"), HexOf(written.first(1)));
  }
  std::ranges::fill(front, kGuardValue);
  std::ranges::fill(back, kGuardValue);
  return text;
}

std::optional<std::string> TakeOverrunOfAny() {
  std::optional<std::string> text;
  for (Guard* guard : LivingGuards()) {
    std::optional<std::string> one = guard->TakeOverrun();
    if (!text) text = std::move(one);
  }
  return text;
}

}  // namespace mpigauge
