#include "baselines/guidelines/guideline_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/plural.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/format/phrases.h"
#include "stats/holm.h"
#include "stats/slower.h"

namespace mpigauge {
namespace {

std::string NameOf(const Claim& claim) { return claim.guideline + ": " + claim.left + " <= " + claim.RightText(); }

double TwoSided(const GuidelineCheck& before, const GuidelineCheck& after) {
  const double up = SlowerAtAnySpread(before.left_over_right_logs, after.left_over_right_logs);
  const double down = SlowerAtAnySpread(after.left_over_right_logs, before.left_over_right_logs);
  return std::min(1.0, 2 * std::min(up, down));
}

std::size_t Proven(const std::vector<GuidelineChange>& changes, bool came) {
  return static_cast<std::size_t>(std::count_if(changes.begin(), changes.end(), [came](const GuidelineChange& change) {
    return change.proven && change.Came() == came;
  }));
}

double SizeOf(const GuidelineChange& change) { return std::abs(std::log(change.after.factor / change.before.factor)); }

void NoteClaimsOfOneRun(GuidelineChanges& result) {
  for (const GuidelineReport* report : {&result.before, &result.after}) {
    const std::size_t alone = report->checks.size() - result.compared;
    if (alone == 0) continue;
    result.notes.push_back(fmt::format("{} of {} alone, not compared", Counted(alone, "claim"), report->run));
  }
}

}  // namespace

std::size_t GuidelineChanges::Came() const { return Proven(changes, true); }
std::size_t GuidelineChanges::Went() const { return Proven(changes, false); }

GuidelineChanges CompareGuidelines(const Side& before, const Side& after, const CompareSettings& settings) {
  GuidelineChanges result;
  result.before = CheckGuidelines(before, settings);
  result.after = CheckGuidelines(after, settings);
  std::map<std::string, const GuidelineCheck*> by_name;
  for (const GuidelineCheck& check : result.before.checks) by_name.emplace(NameOf(check.claim), &check);
  std::vector<GuidelineChange> all;
  std::vector<double> p_values;
  for (const GuidelineCheck& check : result.after.checks) {
    const auto found = by_name.find(NameOf(check.claim));
    if (found == by_name.end()) continue;
    all.push_back({*found->second, check});
    p_values.push_back(TwoSided(*found->second, check));
  }
  const std::vector<double> adjusted = HolmAdjusted(p_values);
  for (std::size_t i = 0; i < all.size(); ++i) {
    GuidelineChange& change = all[i];
    result.stayed += change.before.broken && change.after.broken;
    if (change.before.broken == change.after.broken) continue;
    change.p_adjusted = adjusted[i];
    const bool grew = change.after.factor > change.before.factor;
    change.proven = adjusted[i] <= settings.alpha && grew == change.Came();
    result.changes.push_back(std::move(change));
  }
  std::stable_sort(result.changes.begin(), result.changes.end(), [](const auto& a, const auto& b) {
    return std::tuple(!a.proven, !a.Came(), -SizeOf(a)) < std::tuple(!b.proven, !b.Came(), -SizeOf(b));
  });
  result.compared = all.size();
  for (const GuidelineReport* report : {&result.before, &result.after}) {
    for (const std::string& note : report->notes) result.notes.push_back(report->run + ": " + note);
  }
  NoteClaimsOfOneRun(result);
  return result;
}

namespace {

std::string Headline(const GuidelineChanges& changes) {
  const std::size_t open = changes.changes.size() - changes.Came() - changes.Went();
  return fmt::format("{}: of {} claims {} came to be broken, {} hold again, {} stayed broken{}",
                     changes.Came() > 0                                    ? "BROKEN"
                     : changes.before.decidable && changes.after.decidable ? "NONE CAME"
                                                                           : "NOT DECIDED",
                     changes.compared, changes.Came(), changes.Went(), changes.stayed,
                     open == 0 ? "" : fmt::format("; {} are broken in one run, which may be noise (--all)", open));
}

}  // namespace

std::string GuidelineChangesText(const GuidelineChanges& changes, bool colors, bool all) {
  Table table({{"change", Table::Align::kLeft},
               {"guideline", Table::Align::kLeft},
               {"series", Table::Align::kLeft},
               {"longer than", Table::Align::kLeft},
               {"before"},
               {"now"},
               {"p"}});
  bool any = false;
  for (const GuidelineChange& change : changes.changes) {
    if (!change.proven && !all) continue;
    any = true;
    const std::string word = change.Came() ? "came" : "went";
    table.AddRow({change.proven ? word : word + "?", change.after.claim.guideline, change.after.claim.left,
                  change.after.claim.RightText(), FormatChange(change.before.factor), FormatChange(change.after.factor),
                  PText(change.p_adjusted)},
                 !change.proven  ? Table::Color::kNone
                 : change.Came() ? Table::Color::kRed
                                 : Table::Color::kGreen);
  }
  std::string text = "run " + changes.after.run + " since " + changes.before.run + "\n";
  if (any) text += table.Text(colors);
  for (const std::string& note : changes.notes) text += "note: " + note + "\n";
  return text + Headline(changes) + "\n";
}

Json ToJson(const GuidelineChanges& changes) {
  Json list = Json::array();
  for (const GuidelineChange& change : changes.changes) {
    list.push_back({{"change", change.Came() ? "came" : "went"},
                    {"proven", change.proven},
                    {"guideline", change.after.claim.guideline},
                    {"left", change.after.claim.left},
                    {"right", change.after.claim.RightText()},
                    {"factor_before", change.before.factor},
                    {"factor", change.after.factor},
                    {"p_adjusted", change.p_adjusted}});
  }
  return {{"run", changes.after.run},     {"since", changes.before.run},
          {"compared", changes.compared}, {"came", changes.Came()},
          {"went", changes.Went()},       {"stayed", changes.stayed},
          {"notes", changes.notes},       {"changes", list}};
}

}  // namespace mpigauge
