#include "baselines/history/changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "baselines/history/changes_text.h"
#include "baselines/history/sequence.h"

namespace mpigauge {
namespace {

// Change points of one step lie that many runs apart, where noise moves them.
constexpr std::size_t kApart = 2;
// A control explains a change that is at most so many times its own: caches and clocks weigh differently.
constexpr double kControlShare = 3;

using Group = std::vector<const SeriesMovement*>;

// The places of runs on their tracks: what "two runs apart" counts.
std::vector<std::size_t> PlacesOnTracks(const std::vector<std::uint32_t>& tracks) {
  std::map<std::uint32_t, std::size_t> length;
  std::vector<std::size_t> places;
  for (const std::uint32_t track : tracks) places.push_back(length[track]++);
  return places;
}

// The series of a case that were measured on a track.
struct Measured {
  std::size_t series = 0;
  std::set<std::int64_t> sizes;
};

std::map<std::pair<std::uint32_t, std::string>, Measured> MeasuredCases(const History& history,
                                                                        const std::vector<std::uint32_t>& tracks) {
  std::map<std::pair<std::uint32_t, std::string>, Measured> all;
  for (const SeriesHistory& series : history.series) {
    std::set<std::uint32_t> met;
    for (const std::uint32_t run : series.runs) met.insert(tracks[run]);
    for (const std::uint32_t track : met) {
      Measured& measured = all[{track, series.case_name}];
      ++measured.series;
      measured.sizes.insert(ParameterOr(series.parameters, "bytes", -1));
    }
  }
  return all;
}

class Grouping {
 public:
  Grouping(const History& history, const std::vector<std::uint32_t>& tracks)
      : history_(history), places_(PlacesOnTracks(tracks)), measured_(MeasuredCases(history, tracks)) {}

  std::vector<Event> Events(const std::vector<SeriesMovement>& movements) const {
    std::map<std::tuple<std::uint32_t, std::string, Movement::Kind, bool>, Group> alike;
    Group controls;
    for (const SeriesMovement& one : movements) {
      const SeriesHistory& series = history_.series[one.series];
      alike[{one.track, series.case_name, one.movement.kind, one.movement.change > 0}].push_back(&one);
      if (series.family == "control") controls.push_back(&one);
    }
    std::vector<Event> events;
    for (auto& [key, group] : alike) {
      for (const Group& together : Together(group)) events.push_back(MakeEvent(together, controls));
    }
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.run < b.run; });
    return events;
  }

 private:
  std::uint32_t FirstRun(const SeriesMovement& one) const { return (*one.runs)[one.movement.begin]; }
  std::uint32_t LastRun(const SeriesMovement& one) const { return (*one.runs)[one.movement.end - 1]; }
  std::size_t Begin(const SeriesMovement& one) const { return places_[FirstRun(one)]; }
  std::size_t End(const SeriesMovement& one) const { return places_[LastRun(one)]; }

  // Steps that begin within kApart runs of the first of them; drifts that overlap.
  std::vector<Group> Together(Group& group) const {
    std::stable_sort(group.begin(), group.end(), [&](auto* a, auto* b) { return Begin(*a) < Begin(*b); });
    std::vector<Group> all;
    std::size_t reach = 0;
    for (const SeriesMovement* one : group) {
      const bool step = one->movement.kind == Movement::Kind::kStep;
      if (all.empty() || Begin(*one) > reach) {
        all.emplace_back();
        reach = step ? Begin(*one) + kApart : End(*one);
      }
      if (!step) reach = std::max(reach, End(*one));
      all.back().push_back(one);
    }
    return all;
  }

  // A step is dated by the run at which most of its series begin, and of those by the series with the largest change. A
  // drift is dated by the first.
  const SeriesMovement& Anchor(const Group& group) const {
    std::map<std::uint32_t, std::size_t> votes;
    for (const SeriesMovement* one : group) ++votes[FirstRun(*one)];
    return **std::max_element(group.begin(), group.end(), [&](const SeriesMovement* a, const SeriesMovement* b) {
      const auto rank = [&](const SeriesMovement& one) {
        const bool step = one.movement.kind == Movement::Kind::kStep;
        return std::make_pair(step ? votes[FirstRun(one)] : history_.runs.size() - FirstRun(one),
                              std::fabs(one.movement.change));
      };
      return rank(*a) < rank(*b);
    });
  }

  void FillSeries(const Group& group, Event& event) const {
    const SeriesHistory& first = history_.series[group[0]->series];
    event.case_name = first.case_name;
    event.family = first.family;
    std::vector<double> changes;
    std::set<std::int64_t> sizes;
    for (const SeriesMovement* one : group) {
      event.series.push_back(one->series);
      changes.push_back(one->movement.change);
      event.p_value = std::min(event.p_value, one->movement.p_value);
      sizes.insert(ParameterOr(history_.series[one->series].parameters, "bytes", -1));
    }
    const Measured& measured = measured_.at({group[0]->track, first.case_name});
    event.measured = measured.series;
    sizes.erase(-1);
    event.sizes = SizeRanges({sizes.begin(), sizes.end()}, {measured.sizes.begin(), measured.sizes.end()});
    std::sort(changes.begin(), changes.end());
    event.ratio = std::exp((changes[(changes.size() - 1) / 2] + changes[changes.size() / 2]) / 2);
    event.smallest_ratio = std::exp(changes.front());
    event.largest_ratio = std::exp(changes.back());
  }

  // The place of the anchor's step, or one run beside it where only that one brought a library.
  std::size_t Date(const SeriesMovement& anchor, EnvironmentChange& exchanged) const {
    const std::size_t place = anchor.movement.begin;
    exchanged = ChangedAt(history_.runs, *anchor.runs, place);
    if (exchanged.library || !exchanged.machine.empty()) return place;
    for (const std::size_t beside : {place - 1, place + 1}) {
      if (beside < 1 || beside >= anchor.runs->size()) continue;
      const EnvironmentChange other = ChangedAt(history_.runs, *anchor.runs, beside);
      if (!other.library) continue;
      exchanged = other;
      return beside;
    }
    return place;
  }

  bool ControlsMoved(const Group& group, const Group& controls) const {
    double least = 0;
    for (const SeriesMovement* one : group) least = std::max(least, std::fabs(one->movement.change) / kControlShare);
    return std::any_of(controls.begin(), controls.end(), [&](const SeriesMovement* control) {
      const Movement& moved = control->movement;
      const SeriesMovement& one = *group[0];
      return control->track == one.track && moved.kind == one.movement.kind &&
             (moved.change > 0) == (one.movement.change > 0) && std::fabs(moved.change) >= least &&
             Begin(*control) <= End(*group.back()) + kApart && Begin(one) <= End(*control) + kApart;
    });
  }

  static Cause FindCause(const EnvironmentChange& exchanged, bool controls_moved) {
    if (controls_moved) return Cause::kMachine;
    if (exchanged.machine.empty()) return exchanged.library ? Cause::kLibrary : Cause::kUnknown;
    return exchanged.library ? Cause::kEither : Cause::kMachine;
  }

  Event MakeEvent(const Group& group, const Group& controls) const {
    Event event;
    FillSeries(group, event);
    const SeriesMovement& anchor = Anchor(group);
    event.kind = anchor.movement.kind;
    event.controls_moved = event.family == "control" || ControlsMoved(group, controls);
    EnvironmentChange exchanged;
    if (event.kind == Movement::Kind::kStep) {
      const std::size_t place = Date(anchor, exchanged);
      event.run_before = (*anchor.runs)[place - 1];
      event.run = event.run_until = (*anchor.runs)[place];
    } else {
      event.run_before = event.run = FirstRun(anchor);
      for (const SeriesMovement* one : group) event.run_until = std::max(event.run_until, LastRun(*one));
    }
    event.environment = exchanged.machine;
    event.cause = FindCause(exchanged, event.controls_moved);
    return event;
  }

  const History& history_;
  std::vector<std::size_t> places_;
  std::map<std::pair<std::uint32_t, std::string>, Measured> measured_;
};

}  // namespace

Changes FindChanges(const History& history, const ChangesSettings& settings) {
  const std::vector<std::uint32_t> tracks = FindTracks(history.runs);
  const Movements found = FindAllMovements(history, tracks, settings);
  return {Grouping(history, tracks).Events(found.movements), found.sequences, found.too_short};
}

const char* KindText(Movement::Kind kind) { return kind == Movement::Kind::kDrift ? "drift" : "step"; }

const char* CauseText(Cause cause) {
  constexpr std::array kTexts = {"library", "machine", "library or machine", "unknown"};
  return kTexts[static_cast<std::size_t>(cause)];
}

}  // namespace mpigauge
