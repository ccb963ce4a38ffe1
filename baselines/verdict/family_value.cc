#include "baselines/verdict/family_value.h"

#include <algorithm>
#include <utility>

#include "harness/stats/present.h"
#include "harness/stats/summary.h"
#include "harness/stats/trimmed_mean.h"

namespace mpigauge {
namespace {

double Centre(std::span<const double> row) {
  std::vector<double> measured = Present({row.begin(), row.end()});
  std::sort(measured.begin(), measured.end());
  return Quantile(measured, 0.5);
}

}  // namespace

std::vector<double> FamilyValues(const std::vector<std::span<const double>>& rows) {
  std::vector<double> centres;
  for (const auto& row : rows) centres.push_back(Centre(row));
  std::vector<double> values;
  for (std::size_t column = 0; !rows.empty() && column < rows[0].size(); ++column) {
    std::vector<double> deviations;
    for (std::size_t i = 0; i < rows.size(); ++i) deviations.push_back(rows[i][column] - centres[i]);
    deviations = Present(std::move(deviations));
    std::sort(deviations.begin(), deviations.end());
    values.push_back(TrimmedMean(deviations));
  }
  return values;
}

}  // namespace mpigauge
