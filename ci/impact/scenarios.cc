#include "ci/impact/scenarios.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/error.h"
#include "simulator/program/expanded_program.h"

namespace mpigauge {
namespace {

constexpr std::size_t kLanes = 8;

Curve Scaled(const Curve& curve, double factor) {
  std::vector<Piece> pieces = curve.pieces();
  for (Piece& piece : pieces) {
    piece.seconds *= factor;
    piece.seconds_per_byte *= factor;
  }
  return {std::move(pieces), "scaled"};
}

NetworkModel Scaled(NetworkModel model, double factor) {
  if (factor == 1) return model;
  model.link = Scaled(model.link, factor);
  model.hop_seconds *= factor;
  model.send_overhead = Scaled(model.send_overhead, factor);
  model.receive_overhead = Scaled(model.receive_overhead, factor);
  model.gap = Scaled(model.gap, factor);
  return model;
}

const NetworkModel& First(const LibraryCosts& costs, std::initializer_list<const char*> distances) {
  for (const char* distance : distances) {
    const auto found = costs.networks.find(distance);
    if (found != costs.networks.end()) return found->second;
  }
  if (costs.networks.empty()) throw UsageError("the cost of messages is not known");
  return costs.networks.begin()->second;
}

// Why a collective is not costed as measured; empty where it is.
std::string WhyNot(CollectiveKind kind, const std::set<int>& ranks, const std::vector<const LibraryCosts*>& libraries) {
  for (const LibraryCosts* costs : libraries) {
    if (!costs->collectives.Has(kind)) return fmt::format("{} was not measured", NameOf(kind));
    for (const int count : ranks) {
      if (!costs->collectives.Measured(kind, count)) {
        return fmt::format("{} was not measured with {} ranks", NameOf(kind), count);
      }
    }
  }
  return "";
}

}  // namespace

Scenarios::Scenarios(const ImpactProgram& program, const std::vector<const LibraryCosts*>& libraries)
    : use_(UseOf(*program.program, *program.communicators)) {
  FindHosts(program);
  FindCosted(libraries);
  classes_ = ClassesOf(use_, costed_);
  if (apart_) {
    const bool known = std::all_of(libraries.begin(), libraries.end(),
                                   [](const LibraryCosts* costs) { return costs->networks.contains("other-host"); });
    if (!known)
      notes_.push_back("messages between hosts were not measured: the cost of messages within a host is taken");
  }
}

// Ranks of one host have a model of their own where there are several hosts.
void Scenarios::FindHosts(const ImpactProgram& program) {
  const int ranks = program.program->ranks();
  const std::set<std::string> names(program.hosts.begin(), program.hosts.end());
  hosts_ = ranks;
  if (names.size() < 2) return;
  apart_ = true;
  if (names.size() == program.hosts.size()) return;
  together_ = true;
  std::map<std::string, int> numbers;
  for (const std::string& host : program.hosts) {
    options_.hosts.push_back(numbers.emplace(host, static_cast<int>(numbers.size())).first->second);
  }
  hosts_ = static_cast<int>(numbers.size());
}

void Scenarios::FindCosted(const std::vector<const LibraryCosts*>& libraries) {
  std::map<CollectiveKind, std::set<int>> ranks;
  for (const auto& [one, calls] : use_.collectives) ranks[one.kind].insert(one.ranks);
  for (const auto& [kind, counts] : ranks) {
    const std::string why = WhyNot(kind, counts, libraries);
    if (why.empty()) {
      costed_.insert(kind);
    } else {
      notes_.push_back(why + ": it costs the messages of its usual algorithm");
    }
  }
}

const NetworkModel& Scenarios::Far(const LibraryCosts& costs) const {
  return apart_ ? First(costs, {"other-host", "ping-pong", "same-host"}) : Near(costs);
}

const NetworkModel& Scenarios::Near(const LibraryCosts& costs) const {
  return First(costs, {"same-host", "same-core-complex", "ping-pong"});
}

MessageClass Scenarios::Messages(const LibraryCosts& costs, const SizeClass& one, double factor) const {
  MessageClass messages{one.from_bytes, one.to_bytes, Scaled(Far(costs), factor), {}};
  if (together_) messages.same_host = Scaled(Near(costs), factor);
  return messages;
}

// A point for each collective of the program, so that a part of them can be another library's.
void Scenarios::SetCollectives(const LibraryCosts& costs, const SizeClass* one, const LibraryCosts& other,
                               double factor, Scenario& scenario) const {
  if (costed_.empty()) return;
  auto points = std::make_shared<CollectiveCosts>();
  for (const auto& [use, calls] : use_.collectives) {
    if (!costed_.contains(use.kind)) continue;
    const bool taken = one != nullptr && one->collective == use.kind && one->Holds(use.bytes);
    const CollectiveCosts& from = (taken ? other : costs).collectives;
    points->Add(use.kind, use.ranks, use.bytes, from.Seconds(use.kind, use.ranks, use.bytes) * (taken ? factor : 1));
  }
  scenario.collectives = std::move(points);
}

Scenario Scenarios::Of(const LibraryCosts& costs) const {
  Scenario scenario;
  scenario.model = Far(costs);
  if (together_) scenario.same_host = Near(costs);
  SetCollectives(costs, nullptr, costs, 1, scenario);
  return scenario;
}

Scenario Scenarios::With(const LibraryCosts& costs, const SizeClass& one, const LibraryCosts& other) const {
  Scenario scenario = Of(costs);
  if (one.collective) {
    SetCollectives(costs, &one, other, 1, scenario);
  } else {
    scenario.classes.push_back(Messages(other, one, 1));
  }
  return scenario;
}

Scenario Scenarios::Slowed(const LibraryCosts& costs, const SizeClass& one, double factor) const {
  Scenario scenario = Of(costs);
  if (one.collective) {
    SetCollectives(costs, &one, costs, factor, scenario);
  } else {
    scenario.classes.push_back(Messages(costs, one, factor));
  }
  return scenario;
}

std::vector<double> ParallelSeconds(const ImpactProgram& program, const Scenarios& scenarios, std::size_t count,
                                    const std::function<Scenario(std::size_t)>& make) {
  const ExpandedProgram expanded(*program.program, *program.communicators);
  const std::unique_ptr<Topology> complete = program.topology == nullptr ? CompleteNetwork(scenarios.hosts()) : nullptr;
  const Topology& topology = program.topology == nullptr ? *complete : *program.topology;
  std::vector<double> seconds;
  for (std::size_t first = 0; first < count; first += kLanes) {
    std::vector<Scenario> lanes;
    for (std::size_t i = first; i < std::min(count, first + kLanes); ++i) lanes.push_back(make(i));
    for (const ReplayResult& result : ReplayOrderFree(expanded, topology, lanes, scenarios.options())) {
      seconds.push_back(result.parallel_seconds);
    }
  }
  return seconds;
}

std::optional<BothTimelines> ReplayBoth(const ImpactProgram& program, const LibraryCosts& baseline,
                                        const LibraryCosts& candidate, std::int64_t most_calls) {
  const Scenarios scenarios(program, {&baseline, &candidate});
  std::int64_t calls = 0;
  for (const SizeClass& one : scenarios.classes()) calls += one.calls;
  if (calls > most_calls) return std::nullopt;
  const ExpandedProgram expanded(*program.program, *program.communicators);
  const std::unique_ptr<Topology> complete = CompleteNetwork(scenarios.hosts());
  const Topology& topology = program.topology == nullptr ? *complete : *program.topology;
  const auto replay = [&](const LibraryCosts& costs) {
    Timeline timeline(expanded.ranks());
    ReplayInTime(expanded, topology, scenarios.Of(costs), scenarios.options(), &timeline);
    return timeline;
  };
  BothTimelines both{replay(baseline), std::nullopt};
  try {
    both.candidate = replay(candidate);
  } catch (const Error&) {
    both.candidate.reset();  // a deadlock, which the impact tells
  }
  return both;
}

}  // namespace mpigauge
