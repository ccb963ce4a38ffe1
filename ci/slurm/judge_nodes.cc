#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "ci/launch/launcher.h"
#include "ci/slurm/bad_nodes.h"
#include "ci/slurm/collect.h"
#include "record/checked_values.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

Json ToJson(const BadAllocation& bad) {
  return {{"task", bad.task}, {"attempt", bad.restart}, {"exclude", bad.exclude}, {"text", bad.text}};
}

std::filesystem::path AnswerPath(const JobFolder& folder) { return folder.path() / "bad_nodes.json"; }

bool IsBad(const std::vector<BadAllocation>& all, int task, int restart) {
  return std::any_of(all.begin(), all.end(),
                     [&](const BadAllocation& bad) { return bad.task == task && bad.restart == restart; });
}

// Everything that was measured, by where.
class Evidence {
 public:
  struct Place {
    std::size_t job;
    std::string nodes;
    std::vector<std::pair<int, int>> attempts;  // task and restart
  };

  void Take(const JobFolder& folder, std::size_t job) {
    const auto bad = JudgedNodes(folder);
    for (int task = 0; task < folder.job().TaskCount(); ++task) {
      for (const Attempt& attempt : folder.Attempts(task)) {
        const std::string& nodes = attempt.status.nodes.empty() ? attempt.status.host : attempt.status.nodes;
        if (nodes.empty() || attempt.complete.empty() || IsBad(bad, task, attempt.restart)) continue;
        const std::size_t place = PlaceOf(job, nodes);
        places[place].attempts.emplace_back(task, attempt.restart);
        for (const JobLaunch& launch : attempt.complete) TakeLaunch(attempt, launch, place);
      }
    }
  }

  std::vector<Place> places;
  std::vector<NodeLaunch> launches;

 private:
  std::size_t PlaceOf(std::size_t job, const std::string& nodes) {
    const auto [found, is_new] = numbers_.try_emplace({job, nodes}, places.size());
    if (is_new) places.push_back({job, nodes, {}});
    return found->second;
  }

  void TakeLaunch(const Attempt& attempt, const JobLaunch& launch, std::size_t place) {
    const LaunchRecord record = ReadLaunchRecord(RecordPath(ArmPath(attempt.path, launch.arm), launch.index));
    NodeLaunch one{place, static_cast<std::size_t>(launch.arm)};
    for (const SeriesRecord& series : record.series) {
      if (series.fault || !(series.summary.median > 0)) continue;
      (series.family == "control" ? one.controls : one.series)[series.name] = std::log(series.summary.median);
    }
    launches.push_back(one);
  }

  std::map<std::pair<std::size_t, std::string>, std::size_t> numbers_;
};

std::string Text(const Evidence::Place& place, const SlowPlace& slow) {
  const std::string by = slow.ratio < 2 ? fmt::format("{:.0f}% slower than", (slow.ratio - 1) * 100)
                                        : fmt::format("{:.1f} times slower than", slow.ratio);
  return fmt::format("bad node: {} was {} the other nodes ({}), by {:.0f} robust deviations", place.nodes, by,
                     slow.controls ? "work without MPI" : "MPI, both libraries", slow.deviations);
}

// A node that did well in another allocation of the job is not to blame.
std::vector<std::string> ToBlame(const Evidence& evidence, const SlowPlace& slow, const std::set<std::size_t>& bad,
                                 std::size_t job) {
  std::vector<std::string> nodes = ExpandNodes(evidence.places[slow.place].nodes);
  for (std::size_t i = 0; i < evidence.places.size(); ++i) {
    if (evidence.places[i].job != job || bad.contains(i)) continue;
    for (const std::string& good : ExpandNodes(evidence.places[i].nodes)) std::erase(nodes, good);
  }
  return nodes;
}

}  // namespace

std::vector<BadAllocation> JudgeNodes(const JobFolder& folder, const std::vector<JobFolder>& earlier) {
  if (std::filesystem::exists(AnswerPath(folder))) return JudgedNodes(folder);
  Evidence evidence;
  for (std::size_t i = 0; i < earlier.size(); ++i) evidence.Take(earlier[i], i);
  evidence.Take(folder, earlier.size());
  std::set<std::size_t> judged;
  for (std::size_t i = 0; i < evidence.places.size(); ++i) {
    if (evidence.places[i].job == earlier.size()) judged.insert(i);
  }
  const std::vector<SlowPlace> slow = SlowPlaces(evidence.launches, judged);
  std::set<std::size_t> bad;
  for (const SlowPlace& place : slow) bad.insert(place.place);

  std::vector<BadAllocation> answer;
  Json json = Json::array();
  for (const SlowPlace& place : slow) {
    const auto exclude = ToBlame(evidence, place, bad, earlier.size());
    for (const auto& [task, restart] : evidence.places[place.place].attempts) {
      answer.push_back({task, restart, exclude, Text(evidence.places[place.place], place)});
      json.push_back(ToJson(answer.back()));
    }
  }
  WriteFileAtomically(AnswerPath(folder), JsonText(json));
  return answer;
}

std::vector<BadAllocation> JudgedNodes(const JobFolder& folder) {
  if (!std::filesystem::exists(AnswerPath(folder))) return {};
  const Json json = ReadJson(AnswerPath(folder));
  return ReadingValues(AnswerPath(folder).string(), [&] {
    if (!json.is_array()) throw UsageError("is not a list of allocations");
    std::vector<BadAllocation> answer;
    for (const Json& bad : json) {
      answer.push_back({SmallCountAt(bad, "task"), SmallCountAt(bad, "attempt"),
                        bad.at("exclude").get<std::vector<std::string>>(), bad.at("text")});
    }
    return answer;
  });
}

}  // namespace mpigauge
