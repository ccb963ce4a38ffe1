#include "dashboards/server/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mpigauge {

void CheckParameters(const HttpRequest& request, const std::set<std::string>& known) {
  for (const auto& [name, value] : request.query) {
    if (known.contains(name)) continue;
    throw HttpError(400, known.empty() ? "no parameter is known here"
                                       : fmt::format("'{}' is no parameter; known: {}", name, fmt::join(known, ", ")));
  }
}

std::string OneOf(const HttpRequest& request, const std::string& name) { return SomeOf(request, name, 1)[0]; }

std::vector<std::string> SomeOf(const HttpRequest& request, const std::string& name, std::size_t most) {
  std::vector<std::string> values;
  const auto [begin, end] = request.query.equal_range(name);
  for (auto one = begin; one != end; ++one) values.push_back(one->second);
  if (values.empty()) throw HttpError(400, fmt::format("{}=... is missing", name));
  if (values.size() > most) throw HttpError(400, fmt::format("{}=... is there more than {} time(s)", name, most));
  return values;
}

}  // namespace mpigauge
