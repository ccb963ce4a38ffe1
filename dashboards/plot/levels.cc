#include "dashboards/plot/levels.h"

#include "harness/stats/summary.h"

namespace mpigauge {

std::vector<Level> LevelsBetween(std::span<const double> values, const std::vector<Movement>& movements) {
  std::vector<std::size_t> edges = {0};
  for (const Movement& movement : movements) {
    if (movement.kind == Movement::Kind::kStep) edges.push_back(movement.begin);
  }
  edges.push_back(values.size());
  std::vector<Level> levels;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const auto part = values.subspan(edges[i], edges[i + 1] - edges[i]);
    levels.push_back({edges[i], edges[i + 1], Summarize(part).median});
  }
  return levels;
}

}  // namespace mpigauge
