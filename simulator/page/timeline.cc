#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "base/rounded.h"
#include "simulator/page/page.h"
#include "simulator/replay/critical_path.h"

namespace mpigauge {
namespace {

// The states of a rank: the rank computes, is busy with MPI (also in a collective), or waits.
constexpr std::array kNames = {"compute", "overhead", "blocked"};

std::size_t KindOf(Activity activity) {
  if (activity == Activity::kCompute) return 0;
  return activity == Activity::kBlocked ? 2 : 1;
}

// A span that is drawn.
struct Shown {
  std::size_t kind;  // place in kNames
  double begin;
  double end;
};

double EndOf(const Timeline& timeline) {
  double end = 0;
  for (const auto& spans : timeline.spans()) {
    if (!spans.empty()) end = std::max(end, spans.back().end);
  }
  return end;
}

// Consecutive pieces of one rank as one.
struct Stay {
  int rank;
  double begin;
  double end;
};

std::vector<Stay> Stays(const std::vector<PathPiece>& path) {
  std::vector<Stay> stays;
  for (const PathPiece& piece : path) {
    if (!stays.empty() && stays.back().rank == piece.rank) {
      stays.back().end = piece.end;
    } else {
      stays.push_back({piece.rank, piece.begin, piece.end});
    }
  }
  return stays;
}

std::vector<int> ShownRanks(std::size_t ranks, const std::vector<Stay>& path) {
  std::vector<std::pair<double, int>> held(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) held[rank].second = static_cast<int>(rank);
  for (const Stay& stay : path) held[static_cast<std::size_t>(stay.rank)].first += stay.end - stay.begin;
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
void Append(std::vector<Shown>& row, const Shown& span) {
  if (!row.empty() && row.back().kind == span.kind && row.back().end == span.begin) {
    row.back().end = span.end;
  } else {
    row.push_back(span);
  }
}

std::vector<Shown> Whole(const std::vector<Timeline::Span>& spans) {
  std::vector<Shown> row;
  for (const auto& span : spans) Append(row, {KindOf(span.activity), span.begin, span.end});
  return row;
}

// Returns for each of `columns` pieces the state that fills most of it.
std::vector<Shown> Cut(const std::vector<Timeline::Span>& spans, double end, std::size_t columns) {
  const double width = end / static_cast<double>(columns);
  std::vector<std::array<double, kNames.size()>> shares(columns);
  for (const auto& span : spans) {
    for (auto column = static_cast<std::size_t>(span.begin / width); column < columns; ++column) {
      const double from = std::max(span.begin, static_cast<double>(column) * width);
      const double to = std::min(span.end, static_cast<double>(column + 1) * width);
      if (from >= span.end) break;
      shares[column].at(KindOf(span.activity)) += std::max(0.0, to - from);
    }
  }
  std::vector<Shown> row;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto most = std::max_element(shares[column].begin(), shares[column].end());
    if (*most == 0) continue;
    const auto kind = static_cast<std::size_t>(most - shares[column].begin());
    Append(row, {kind, static_cast<double>(column) * width, static_cast<double>(column + 1) * width});
  }
  return row;
}

// The spans of each of these ranks, whole or in the finest pieces of which there are not too many.
std::vector<std::vector<Shown>> ShownSpans(const Timeline& timeline, const std::vector<int>& ranks, double end) {
  constexpr std::size_t kFinest = 1024;
  std::vector<std::vector<Shown>> rows;
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

Json RowsJson(const Timeline& timeline, const std::vector<int>& ranks, double end) {
  const auto shown = ShownSpans(timeline, ranks, end);
  Json rows = Json::array();
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    Json spans = Json::array();
    for (const Shown& span : shown[i]) spans.push_back({Rounded(span.begin), Rounded(span.end), kNames.at(span.kind)});
    rows.push_back({{"rank", ranks[i]}, {"spans", std::move(spans)}});
  }
  return rows;
}

// Where it goes from rank to rank too often to be drawn, the longest stays are kept.
Json PathJson(std::vector<Stay> stays) {
  if (stays.size() > kShownSpans) {
    const auto longer = [](const Stay& a, const Stay& b) { return a.end - a.begin > b.end - b.begin; };
    std::nth_element(stays.begin(), stays.begin() + kShownSpans, stays.end(), longer);
    stays.resize(kShownSpans);
    std::sort(stays.begin(), stays.end(), [](const Stay& a, const Stay& b) { return a.begin < b.begin; });
  }
  Json path = Json::array();
  for (const Stay& stay : stays) path.push_back({stay.rank, Rounded(stay.begin), Rounded(stay.end)});
  return path;
}

Json SideJson(const Timeline& timeline, const std::vector<Stay>& path, const std::vector<int>& ranks) {
  const double end = EndOf(timeline);
  return {
      {"parallel_seconds", Rounded(end)}, {"rows", RowsJson(timeline, ranks, end)}, {"critical_path", PathJson(path)}};
}

}  // namespace

Json TimelineJson(const std::string& application, const Timeline& baseline, const Timeline* candidate) {
  const std::vector<Stay> path = Stays(CriticalPath(baseline));
  const std::vector<int> ranks = ShownRanks(baseline.spans().size(), path);
  const double longest = std::max(EndOf(baseline), candidate == nullptr ? 0 : EndOf(*candidate));
  Json other = nullptr;
  if (candidate != nullptr) other = SideJson(*candidate, Stays(CriticalPath(*candidate)), ranks);
  return {{"application", application},
          {"ranks", baseline.spans().size()},
          {"parallel_seconds", Rounded(longest)},
          {"baseline", SideJson(baseline, path, ranks)},
          {"candidate", std::move(other)}};
}

}  // namespace mpigauge
