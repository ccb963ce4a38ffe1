#include "harness/program/suites.h"

#include <fmt/ranges.h>

#include "base/error.h"

namespace mpigauge {
namespace {

std::vector<Suite>& Registered() {
  static std::vector<Suite> suites;
  return suites;
}

}  // namespace

bool RegisterSuites(std::vector<Suite> suites) {
  Registered() = std::move(suites);
  return true;
}

const std::vector<Suite>& Suites() { return Registered(); }

const Suite& FindSuite(const std::string& name) {
  std::vector<std::string> names;
  for (const Suite& suite : Suites()) {
    if (suite.name == name) return suite;
    names.push_back(suite.name);
  }
  if (names.empty()) throw UsageError("--suite: '{}' is unknown; this program has no suites", name);
  throw UsageError("--suite: '{}' is unknown; {}, or a file of your own by --config", name, fmt::join(names, ", "));
}

}  // namespace mpigauge
