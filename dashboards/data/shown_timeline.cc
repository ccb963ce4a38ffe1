#include "dashboards/data/shown_timeline.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "base/rounded.h"
#include "simulator/replay/critical_path.h"

namespace mpigauge {
namespace {

constexpr std::size_t kStates = 3;

RankState StateOf(Activity activity) {
  if (activity == Activity::kCompute) return RankState::kCompute;
  return activity == Activity::kBlocked ? RankState::kBlocked : RankState::kOverhead;
}

double EndOf(const Timeline& timeline) {
  double end = 0;
  for (const auto& spans : timeline.spans()) {
    if (!spans.empty()) end = std::max(end, spans.back().end);
  }
  return end;
}

// Consecutive pieces of one rank as one.
std::vector<CriticalStay> Stays(const std::vector<PathPiece>& path) {
  std::vector<CriticalStay> stays;
  for (const PathPiece& piece : path) {
    if (!stays.empty() && stays.back().rank == piece.rank) {
      stays.back().end = piece.end;
    } else {
      stays.push_back({piece.rank, piece.begin, piece.end});
    }
  }
  return stays;
}

std::vector<int> ShownRanks(std::size_t ranks, const std::vector<CriticalStay>& path) {
  std::vector<std::pair<double, int>> held(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) held[rank].second = static_cast<int>(rank);
  for (const CriticalStay& stay : path) held[static_cast<std::size_t>(stay.rank)].first += stay.end - stay.begin;
  std::sort(held.begin(), held.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::set<int> shown;
  for (const auto& [seconds, rank] : held) {
    if (seconds > 0 && shown.size() < std::min(kShownRanks / 2, ranks)) shown.insert(rank);
  }
  const std::size_t more = std::min(kShownRanks, ranks) - shown.size();
  for (std::size_t i = 0; i < more; ++i) shown.insert(static_cast<int>(i * ranks / more));
  for (int rank = 0; shown.size() < std::min(kShownRanks, ranks); ++rank) shown.insert(rank);
  return {shown.begin(), shown.end()};
}

// Neighbours of one kind as one.
void Append(std::vector<TimelineSpan>& row, const TimelineSpan& span) {
  if (!row.empty() && row.back().state == span.state && row.back().end == span.begin) {
    row.back().end = span.end;
  } else {
    row.push_back(span);
  }
}

std::vector<TimelineSpan> Whole(const std::vector<Timeline::Span>& spans) {
  std::vector<TimelineSpan> row;
  for (const auto& span : spans) Append(row, {span.begin, span.end, StateOf(span.activity)});
  return row;
}

// Returns for each of `columns` pieces the state that fills most of it.
std::vector<TimelineSpan> Cut(const std::vector<Timeline::Span>& spans, double end, std::size_t columns) {
  const double width = end / static_cast<double>(columns);
  std::vector<std::array<double, kStates>> shares(columns);
  for (const auto& span : spans) {
    for (auto column = static_cast<std::size_t>(span.begin / width); column < columns; ++column) {
      const double from = std::max(span.begin, static_cast<double>(column) * width);
      const double to = std::min(span.end, static_cast<double>(column + 1) * width);
      if (from >= span.end) break;
      shares[column].at(static_cast<std::size_t>(StateOf(span.activity))) += std::max(0.0, to - from);
    }
  }
  std::vector<TimelineSpan> row;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto most = std::max_element(shares[column].begin(), shares[column].end());
    if (*most == 0) continue;
    const auto state = static_cast<RankState>(most - shares[column].begin());
    Append(row, {static_cast<double>(column) * width, static_cast<double>(column + 1) * width, state});
  }
  return row;
}

// The spans of each of these ranks, whole or in the finest pieces of which there are not too many.
std::vector<std::vector<TimelineSpan>> ShownSpans(const Timeline& timeline, const std::vector<int>& ranks, double end) {
  constexpr std::size_t kFinest = 1024;
  std::vector<std::vector<TimelineSpan>> rows;
  for (const int rank : ranks) rows.push_back(Whole(timeline.spans()[static_cast<std::size_t>(rank)]));
  const auto fits = [&] {
    std::size_t count = 0;
    for (const auto& row : rows) count += row.size();
    return count <= kShownSpans;
  };
  for (std::size_t columns = kFinest; !fits() && columns >= kShownSpans / kShownRanks / 2; columns /= 2) {
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      rows[i] = Cut(timeline.spans()[static_cast<std::size_t>(ranks[i])], end, columns);
    }
  }
  return rows;
}

std::vector<TimelineRow> RowsOf(const Timeline& timeline, const std::vector<int>& ranks, double end) {
  auto shown = ShownSpans(timeline, ranks, end);
  std::vector<TimelineRow> rows;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    for (TimelineSpan& span : shown[i]) span = {Rounded(span.begin), Rounded(span.end), span.state};
    rows.push_back({ranks[i], std::move(shown[i])});
  }
  return rows;
}

// Where it goes from rank to rank too often to be drawn, the longest stays are kept.
std::vector<CriticalStay> ShownPath(std::vector<CriticalStay> stays) {
  if (stays.size() > kShownSpans) {
    const auto longer = [](const CriticalStay& a, const CriticalStay& b) { return a.end - a.begin > b.end - b.begin; };
    std::nth_element(stays.begin(), stays.begin() + kShownSpans, stays.end(), longer);
    stays.resize(kShownSpans);
    std::sort(stays.begin(), stays.end(),
              [](const CriticalStay& a, const CriticalStay& b) { return a.begin < b.begin; });
  }
  for (CriticalStay& stay : stays) stay = {stay.rank, Rounded(stay.begin), Rounded(stay.end)};
  return stays;
}

TimelineSide SideOf(const Timeline& timeline, const std::vector<CriticalStay>& path, const std::vector<int>& ranks) {
  const double end = EndOf(timeline);
  return {Rounded(end), RowsOf(timeline, ranks, end), ShownPath(path)};
}

}  // namespace

ApplicationTimeline ShownTimeline(const std::string& application, const Timeline& baseline, const Timeline* candidate) {
  const std::vector<CriticalStay> path = Stays(CriticalPath(baseline));
  const std::vector<int> ranks = ShownRanks(baseline.spans().size(), path);
  const double longest = std::max(EndOf(baseline), candidate == nullptr ? 0 : EndOf(*candidate));
  ApplicationTimeline timeline{application, baseline.spans().size(), Rounded(longest), SideOf(baseline, path, ranks),
                               std::nullopt};
  if (candidate != nullptr) timeline.candidate = SideOf(*candidate, Stays(CriticalPath(*candidate)), ranks);
  return timeline;
}

}  // namespace mpigauge
