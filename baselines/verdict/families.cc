#include "baselines/verdict/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "stats/finite.h"
#include "stats/summary.h"
#include "stats/trimming.h"

namespace mpigauge {

std::vector<std::string> FamiliesOf(std::string_view case_name, const Parameters& parameters) {
  std::vector<std::string> families;
  for (const auto& [over, ignored] : parameters) {
    std::string family = fmt::format("{} over {}", case_name, over);
    for (const auto& [name, value] : parameters) {
      if (name != over) family += fmt::format(", {}:{}", name, value);
    }
    families.push_back(family);
  }
  return families;
}

namespace {

double CentreOf(std::span<const double> row, const std::vector<std::size_t>& columns) {
  std::vector<double> measured;
  for (const std::size_t column : columns) measured.push_back(row[column]);
  measured = Present(std::move(measured));
  std::sort(measured.begin(), measured.end());
  return Quantile(measured, 0.5);
}

double ValueAt(std::size_t column, const std::vector<std::span<const double>>& rows,
               const std::vector<double>& centres) {
  std::vector<double> deviations;
  for (std::size_t i = 0; i < rows.size(); ++i) deviations.push_back(rows[i][column] - centres[i]);
  deviations = Present(std::move(deviations));
  std::sort(deviations.begin(), deviations.end());
  return TrimmedMean(deviations);
}

}  // namespace

std::vector<double> FamilyValues(const std::vector<std::span<const double>>& rows,
                                 const std::vector<std::string>& groups) {
  std::map<std::string, std::vector<std::size_t>> columns;
  for (std::size_t column = 0; !rows.empty() && column < rows[0].size(); ++column) {
    columns[groups.empty() ? "" : groups[column]].push_back(column);
  }
  std::vector<double> values(rows.empty() ? 0 : rows[0].size());
  for (const auto& [group, of_group] : columns) {
    std::vector<double> centres;
    for (const auto& row : rows) centres.push_back(CentreOf(row, of_group));
    for (const std::size_t column : of_group) values[column] = ValueAt(column, rows, centres);
  }
  return values;
}

}  // namespace mpigauge
