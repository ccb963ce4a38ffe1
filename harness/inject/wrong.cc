#include "harness/inject/wrong.h"

#include <charconv>
#include <map>

#include "base/error.h"

namespace mpigauge {
namespace {

WrongFunction ParseWrongFunction(std::string_view entry) {
  static const std::map<std::string_view, WrongKind> kinds = {{"nothing", WrongKind::kNothing},
                                                              {"stale", WrongKind::kStale},
                                                              {"wrong", WrongKind::kWrong},
                                                              {"overrun", WrongKind::kOverrun},
                                                              {"code", WrongKind::kCode}};
  const auto first = entry.find(':');
  const auto second = first == std::string_view::npos ? first : entry.find(':', first + 1);
  if (second != std::string_view::npos) {
    const auto kind = kinds.find(entry.substr(first + 1, second - first - 1));
    const std::string_view digits = entry.substr(second + 1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool is_number = error == std::errc() && end == digits.data() + digits.size() && number > 0;
    if (kind != kinds.end() && is_number) return {std::string(entry.substr(0, first)), kind->second, number};
  }
  throw UsageError(
      "MPIGAUGE_WRONG: '{}': write FUNCTION:KIND:N with a KIND of nothing, stale, wrong, overrun or code, such as "
      "MPI_Allreduce:nothing:5",
      entry);
}

}  // namespace

std::vector<WrongFunction> ParseWrongFunctions(std::string_view text) {
  std::vector<WrongFunction> functions;
  while (!text.empty()) {
    const auto end = text.find(';');
    functions.push_back(ParseWrongFunction(text.substr(0, end)));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return functions;
}

}  // namespace mpigauge
