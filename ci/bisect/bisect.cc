#include "ci/bisect/bisect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <set>

#include "base/error.h"
#include "base/plural.h"
#include "base/units.h"
#include "ci/launch/progress.h"

namespace mpigauge {
namespace {

// Replays the pairs that were measured before.
void Replay(const BisectWorld& world, const BisectState& state, BisectSearch& search) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t commit = 0; commit <= world.suspects(); ++commit) numbers[world.hash(commit)] = commit;
  for (const BisectPair& pair : state.pairs()) search.Add(numbers.at(pair.commit), pair.Difference());
}

std::string NameOf(const BisectWorld& world, std::size_t commit) {
  const std::string what = commit == 0                  ? "the good end"
                           : commit == world.suspects() ? "the bad end"
                                                        : fmt::format("commit {}", commit);
  return fmt::format("{} of {}, {}", what, world.suspects(), world.hash(commit).substr(0, 10));
}

// Builds those that are not yet built, and says so: it takes minutes.
void Build(BisectWorld& world, const std::vector<std::size_t>& commits, ProgressLine& progress) {
  for (const std::size_t commit : commits) {
    if (!world.Built(commit)) progress.Note("building " + NameOf(world, commit));
  }
  world.Build(commits);
}

// Leaves commits out that cannot be measured, and says why, each once.
void SkipFailures(const BisectWorld& world, BisectSearch& search, std::set<std::size_t>& skipped,
                  ProgressLine& progress) {
  for (const auto& [commit, why] : world.Failures()) {
    search.Skip(commit);
    if (skipped.insert(commit).second) progress.Note(fmt::format("skipped {}: {}", NameOf(world, commit), why));
  }
}

void BuildEnds(BisectWorld& world, ProgressLine& progress) {
  Build(world, {0, world.suspects()}, progress);
  for (const auto& [commit, why] : world.Failures()) {
    if (commit != 0 && commit != world.suspects()) continue;
    throw NotMeasured("the {} commit, {}, cannot be measured: {}", commit == 0 ? "good" : "bad", world.hash(commit),
                      why);
  }
}

// The smallest number of commits that hold this share.
std::size_t Holding(std::vector<double> chances, double share) {
  std::sort(chances.begin(), chances.end(), std::greater<>());
  std::size_t count = 0;
  for (double sum = 0; count < chances.size() && sum < share; ++count) sum += chances[count];
  return count;
}

void Tell(const BisectWorld& world, const BisectSearch& search, std::size_t commit, double difference,
          const BisectSettings& settings, ProgressLine& progress) {
  std::string text = fmt::format("{}: {} ({} launches)", NameOf(world, commit), FormatChange(std::exp(difference)),
                                 2 * search.pairs());
  if (!search.chances().empty()) {
    text += fmt::format("; {:.0f}% in {}", 100 * (1 - settings.error),
                        Counted(Holding(search.chances(), 1 - settings.error), "commit"));
  }
  progress.Say(text);
}

}  // namespace

BisectSearch Bisect(BisectWorld& world, BisectState& state, const BisectSettings& settings) {
  std::ostream silent(nullptr);
  ProgressLine progress(settings.progress != nullptr ? *settings.progress : silent, settings.terminal);
  BisectSearch search(world.suspects(), settings.error);
  Replay(world, state, search);
  BuildEnds(world, progress);
  std::set<std::size_t> skipped;
  while (true) {
    SkipFailures(world, search, skipped, progress);
    const BisectStep step = search.Next();
    if (step != BisectStep::kEnds && step != BisectStep::kAsk) return search;
    if (2 * search.pairs() >= settings.most_launches) return search;

    const std::size_t commit =
        step == BisectStep::kEnds ? world.suspects() : search.Asked([&](std::size_t one) { return world.Built(one); });
    if (!world.Built(commit)) {
      // Together with what is likely to be asked next: never while something is measured.
      std::vector<std::size_t> wanted = search.Likely(static_cast<std::size_t>(settings.jobs));
      std::erase(wanted, commit);
      wanted.insert(wanted.begin(), commit);
      wanted.resize(std::min(wanted.size(), static_cast<std::size_t>(settings.jobs)));
      Build(world, wanted, progress);
      continue;  // it may have failed
    }
    if (const auto pair = world.Measure(commit)) {
      state.Add(*pair);
      search.Add(commit, pair->Difference());
      Tell(world, search, commit, pair->Difference(), settings, progress);
    }
  }
}

}  // namespace mpigauge
