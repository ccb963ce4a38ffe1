#include "ci/bisect/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/plural.h"
#include "base/units.h"

namespace mpigauge {
namespace {

// A part of the slowdown that commits before the first slow one may have without remark.
constexpr double kRemarkable = 0.25;

std::string ShiftText(const ShiftInterval& shift, std::size_t pairs) {
  if (pairs == 0) return "not measured";
  return fmt::format("{} [{}, {}] at {:.0f}%, {}", FormatChange(std::exp(shift.estimate)),
                     FormatChange(std::exp(shift.low)), FormatChange(std::exp(shift.high)), 100 * shift.level,
                     Counted(pairs, "pair"));
}

Json ShiftJson(const ShiftInterval& shift, std::size_t pairs) {
  if (pairs == 0) return nullptr;
  return {{"ratio", std::exp(shift.estimate)},
          {"low", std::exp(shift.low)},
          {"high", std::exp(shift.high)},
          {"level", shift.level},
          {"pairs", pairs}};
}

}  // namespace

BisectResult::BisectResult(const BisectSearch& search, const Commits& commits, const Builds& builds)
    : search_(search), commits_(commits), builds_(builds), step_(search.Next()) {
  if (!search_.chances().empty()) answer_ = search_.answer();
}

ExitCode BisectResult::exit_code() const {
  if (step_ == BisectStep::kNotSlower) return ExitCode::kFail;
  return step_ == BisectStep::kFound && answer_.first == answer_.last ? ExitCode::kPass : ExitCode::kInconclusive;
}

std::string BisectResult::Word() const {
  switch (step_) {
    case BisectStep::kFound: return answer_.first == answer_.last ? "found" : "range";
    case BisectStep::kNotSlower: return "not-slower";
    case BisectStep::kUnproved: return "unproved";
    case BisectStep::kEnds:
    case BisectStep::kAsk: break;
  }
  return "launches-spent";
}

std::string BisectResult::Named(std::size_t commit) const {
  return fmt::format("{} \"{}\"", commits_.ShortHash(commit), commits_.Subject(commit));
}

std::string BisectResult::Conclusion() const {
  const std::string surely = fmt::format("posterior {:.1f}%; chance that it is another one: {:.1f}%",
                                         100 * answer_.chance, 100 * std::max(0.0, 1 - answer_.chance));
  if (step_ == BisectStep::kNotSlower) {
    return fmt::format("the bad commit {} is not slower than the good one {}: nothing to look for\n",
                       commits_.ShortHash(commits_.suspects()), commits_.ShortHash(0));
  }
  if (step_ == BisectStep::kUnproved || step_ == BisectStep::kEnds) {
    return "the bad commit is not proved slower than the good one; choose series that regressed more clearly "
           "(--series), longer launches, or ends that are further apart\n";
  }
  if (step_ == BisectStep::kFound && answer_.first == answer_.last) {
    return fmt::format("first slow commit: {}\n  {}\n", Named(answer_.last), surely);
  }
  std::string text = step_ == BisectStep::kFound
                         ? "the first slow commit is one of these, which cannot be told apart:\n"
                         : "the launches are spent; most likely so far:\n";
  for (std::size_t commit = answer_.first; commit <= answer_.last; ++commit) text += "  " + Named(commit) + "\n";
  return text + "  " + surely + "\n";
}

std::string BisectResult::Evidence() const {
  const std::size_t last = commits_.suspects();
  if (search_.chances().empty()) {
    return fmt::format("  bad against good: {}\n", ShiftText(search_.Shift(last, last), search_.PairsOf(last, last)));
  }
  const ShiftInterval from = search_.Shift(answer_.last, last);
  const ShiftInterval before = search_.Shift(1, answer_.first - 1);
  const std::size_t pairs_before = search_.PairsOf(1, answer_.first - 1);
  std::string text = fmt::format("  from it on:  {}\n  before it:   {}\n",
                                 ShiftText(from, search_.PairsOf(answer_.last, last)), ShiftText(before, pairs_before));
  if (pairs_before > 0 && before.low > 0 && before.estimate > kRemarkable * from.estimate) {
    text += "  note: commits before it are slower than the good one, too: more than one commit may have a part in it\n";
  }
  return text;
}

std::string BisectResult::Skipped() const {
  const auto failures = builds_.Failures();
  std::string text;
  for (const auto& [commit, why] : failures) {
    const bool matters = !search_.chances().empty() && commit >= answer_.first && commit <= answer_.last;
    text += fmt::format("  skipped: {}: {}{}\n", commits_.ShortHash(commit), why,
                        matters ? "; it may be the first slow one" : "");
  }
  return text;
}

std::string BisectResult::Text() const {
  return Conclusion() + Evidence() + Skipped() +
         fmt::format("  cost: {} launches, {} of {} commits measured, {} built\n", 2 * search_.pairs(),
                     search_.measured_commits(), commits_.suspects(), builds_.known());
}

Json BisectResult::CommitJson(std::size_t commit) const {
  return {{"commit", commits_.hash(commit)}, {"subject", commits_.Subject(commit)}};
}

Json BisectResult::ToJson() const {
  const std::size_t last = commits_.suspects();
  Json json = {{"result", Word()}, {"good", CommitJson(0)}, {"bad", CommitJson(last)}};
  json["commits"] = Json::array();
  json["ends"] = ShiftJson(search_.Shift(last, last), search_.PairsOf(last, last));
  if (!search_.chances().empty()) {
    for (std::size_t commit = answer_.first; commit <= answer_.last; ++commit) {
      json["commits"].push_back(CommitJson(commit));
    }
    json["posterior"] = answer_.chance;
    json["slowdown"] = ShiftJson(search_.Shift(answer_.last, last), search_.PairsOf(answer_.last, last));
    json["before"] = ShiftJson(search_.Shift(1, answer_.first - 1), search_.PairsOf(1, answer_.first - 1));
  }
  json["skipped"] = Json::array();
  for (const auto& [commit, why] : builds_.Failures()) {
    json["skipped"].push_back({{"commit", commits_.hash(commit)}, {"why", why}});
  }
  json["suspects"] = last;
  json["launches"] = 2 * search_.pairs();
  json["measured_commits"] = search_.measured_commits();
  json["built_commits"] = builds_.known();
  return json;
}

}  // namespace mpigauge
