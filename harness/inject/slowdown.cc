#include "harness/inject/slowdown.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {
namespace {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Error BadEntry(std::string_view entry, const char* why) {
  return UsageError("MPIGAUGE_SLOW: '{}': {}; write FUNCTION:+TIME or FUNCTION:*FACTOR, such as MPI_Allreduce:*1.20",
                    entry, why);
}

// "1.20" or "120%".
double ParseFactor(std::string_view text) {
  double factor = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
  const bool plain = error == std::errc() && end == text.data() + text.size() && std::isfinite(factor);
  return plain ? factor : ParseShare(text, "MPIGAUGE_SLOW");
}

void ParseChange(std::string_view change, std::string_view entry, Slowdown& slowdown) {
  const auto plus = change.find('+');
  if (plus != std::string_view::npos) {
    slowdown.addition_ns = std::llround(ParseSeconds(change.substr(plus + 1), "MPIGAUGE_SLOW") * 1e9);
    change = change.substr(0, plus);
  }
  if (change.starts_with('*')) {
    slowdown.factor = ParseFactor(change.substr(1));
    if (slowdown.factor < 1) throw BadEntry(entry, "a factor below 1 would make the function faster");
  } else if (!change.empty() || plus == std::string_view::npos) {
    throw BadEntry(entry, "neither +TIME nor *FACTOR");
  }
}

}  // namespace

std::map<std::string, Slowdown> ParseSlowdowns(std::string_view text) {
  std::map<std::string, Slowdown> slowdowns;
  if (text.empty()) return slowdowns;
  for (const std::string_view entry : Split(text, ';')) {
    const auto parts = Split(entry, ':');
    if (parts.size() < 2) throw BadEntry(entry, "no ':'");
    Slowdown slowdown;
    ParseChange(parts[1], entry, slowdown);
    for (std::size_t i = 2; i < parts.size(); ++i) {
      if (parts[i].starts_with("rank=")) {
        slowdown.rank = static_cast<int>(ParseBytes(parts[i].substr(5), "MPIGAUGE_SLOW: rank"));
      } else if (parts[i].starts_with("from=")) {
        slowdown.from_bytes = ParseBytes(parts[i].substr(5), "MPIGAUGE_SLOW: from");
      } else if (parts[i].starts_with("every=")) {
        slowdown.every = ParseBytes(parts[i].substr(6), "MPIGAUGE_SLOW: every");
        if (slowdown.every < 1) throw BadEntry(entry, "every=N has an N of at least 1");
      } else if (parts[i] == "sleep") {
        slowdown.sleeps = true;
      } else if (parts[i] == "clock=extra") {
        slowdown.clock_is_extra = true;
      } else {
        throw BadEntry(entry, "only rank=R, from=BYTES, every=N, sleep and clock=extra may follow the change");
      }
    }
    slowdowns[std::string(parts[0])] = slowdown;
  }
  return slowdowns;
}

std::int64_t ExtraNs(const Slowdown& slowdown, std::int64_t start_ns, std::int64_t end_ns, std::int64_t clock_cost_ns) {
  const auto own = static_cast<double>(end_ns - start_ns - clock_cost_ns);
  const double extra = own * (slowdown.factor - 1) + static_cast<double>(slowdown.addition_ns);
  const std::int64_t spent_ns = slowdown.clock_is_extra ? clock_cost_ns / 2 : 2 * clock_cost_ns;
  return std::max<std::int64_t>(0, std::llround(extra) - spent_ns);
}

}  // namespace mpigauge
