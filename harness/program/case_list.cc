#include "harness/program/case_list.h"

#include <algorithm>

#include "harness/state/case.h"

namespace mpigauge {
namespace {

CaseInfo InfoOf(const Case& one) {
  CaseInfo info{one.family(),      one.name(),    one.parameters(), {"us"},
                one.least_ranks(), one.version(), one.description()};
  const bool has_bytes = std::any_of(info.parameters.begin(), info.parameters.end(),
                                     [](const auto& parameter) { return parameter.first == "bytes"; });
  if (one.loop() && !one.control() && !one.parts() && has_bytes) info.units.emplace_back("MB/s");
  return info;
}

// A case may be registered several times, with other values of its parameters.
void AddValues(const CaseInfo& from, CaseInfo& to) {
  for (std::size_t i = 0; i < std::min(from.parameters.size(), to.parameters.size()); ++i) {
    auto& values = to.parameters[i].second;
    for (const std::int64_t value : from.parameters[i].second) {
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
  }
}

}  // namespace

int FamilyOrder(const std::string& family) {
  static const std::vector<std::string> kOrder = {
      "point-to-point", "network",     "bandwidth",  "bisection",    "commtest",     "master-worker",
      "collective",     "nonblocking", "persistent", "neighborhood", "communicator", "one-sided",
      "datatype",       "threads",     "overlap",    "io",           "simple",       "start-up",
      "stress",         "adopted",     "control",    "self-test"};
  return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), family) - kOrder.begin());
}

std::vector<CaseInfo> CaseList() {
  std::vector<CaseInfo> list;
  for (const auto& one : RegisteredCases()) {
    CaseInfo info = InfoOf(*one);
    const auto same = std::find_if(list.begin(), list.end(), [&](const CaseInfo& other) {
      return other.family == info.family && other.name == info.name;
    });
    if (same == list.end()) {
      list.push_back(std::move(info));
    } else {
      AddValues(info, *same);
    }
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const CaseInfo& a, const CaseInfo& b) { return FamilyOrder(a.family) < FamilyOrder(b.family); });
  return list;
}

}  // namespace mpigauge
