#include "harness/inject/flip.h"

#include <charconv>

#include "base/error.h"

namespace mpigauge {
namespace {

constexpr std::string_view kForm = "write FUNCTION[:call=N][:bytes=N][:byte=N][:bit=N][:rank=N]";

std::string_view TakeUntil(char separator, std::string_view& text) {
  const auto end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return part;
}

std::int64_t Number(std::string_view text, std::string_view entry) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= 0) return number;
  throw UsageError("MPIGAUGE_FLIP: '{}': '{}' is not a whole number; {}", entry, text, kForm);
}

void Set(std::string_view part, std::string_view entry, Flip& flip) {
  std::string_view value = part;
  const std::string_view name = TakeUntil('=', value);
  const std::int64_t number = Number(value, entry);
  if (name == "call" && number > 0) {
    flip.call = number;
  } else if (name == "bytes") {
    flip.bytes = number;
  } else if (name == "byte") {
    flip.byte = number;
  } else if (name == "bit" && number < 8) {
    flip.bit = static_cast<int>(number);
  } else if (name == "rank") {
    flip.rank = static_cast<int>(number);
  } else {
    throw UsageError("MPIGAUGE_FLIP: '{}': '{}' has no meaning; {}", entry, part, kForm);
  }
}

}  // namespace

std::vector<Flip> ParseFlips(std::string_view text) {
  std::vector<Flip> flips;
  while (!text.empty()) {
    const std::string_view entry = TakeUntil(';', text);
    std::string_view rest = entry;
    Flip flip;
    flip.function = TakeUntil(':', rest);
    while (!rest.empty()) Set(TakeUntil(':', rest), entry, flip);
    if (flip.bytes >= 0 && flip.byte >= flip.bytes) {
      throw UsageError("MPIGAUGE_FLIP: '{}': no byte {} in a message of {}", entry, flip.byte, flip.bytes);
    }
    flips.push_back(flip);
  }
  return flips;
}

const Flip* FlipCounter::CountCall(std::string_view function, std::int64_t bytes, int rank) {
  const Flip* due = nullptr;
  for (std::size_t i = 0; i < flips_.size(); ++i) {
    const Flip& flip = flips_[i];
    if (flip.function != function || flip.rank != rank || flip.byte >= bytes) continue;
    if (flip.bytes >= 0 && flip.bytes != bytes) continue;
    if (++seen_[i] == flip.call) due = &flip;
  }
  return due;
}

}  // namespace mpigauge
