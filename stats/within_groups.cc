#include "stats/within_groups.h"

#include <cmath>
#include <map>

namespace mpigauge {
namespace {

// Sums of squares and products of deviations from the group's means: of the covariates, and last of the value.
using Products = std::vector<std::vector<double>>;

std::vector<double> ColumnsOf(const GroupedValue& row) {
  std::vector<double> columns = row.covariates;
  columns.push_back(row.value);
  return columns;
}

// A difference that rounding leaves between equal values is nothing.
double Deviation(double value, double mean) {
  constexpr double kRounding = 1e-12;
  const double deviation = value - mean;
  return std::abs(deviation) <= kRounding * std::abs(mean) ? 0 : deviation;
}

std::vector<double> MeansOf(const std::vector<const GroupedValue*>& rows) {
  std::vector<double> means(rows[0]->covariates.size() + 1, 0.0);
  for (const GroupedValue* row : rows) {
    const std::vector<double> columns = ColumnsOf(*row);
    for (std::size_t i = 0; i < means.size(); ++i) means[i] += columns[i] / static_cast<double>(rows.size());
  }
  return means;
}

Products ProductsOf(const std::vector<const GroupedValue*>& rows) {
  const std::vector<double> means = MeansOf(rows);
  Products products(means.size(), std::vector<double>(means.size(), 0.0));
  for (const GroupedValue* row : rows) {
    const std::vector<double> columns = ColumnsOf(*row);
    for (std::size_t i = 0; i < means.size(); ++i) {
      for (std::size_t j = 0; j < means.size(); ++j) {
        products[i][j] += Deviation(columns[i], means[i]) * Deviation(columns[j], means[j]);
      }
    }
  }
  return products;
}

void Add(const Products& some, double sign, Products& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) {
    for (std::size_t j = 0; j < sum.size(); ++j) sum[i][j] += sign * some[i][j];
  }
}

// Gauss and Jordan's elimination of the normal equations; a covariate with nothing of its own left is passed over.
std::vector<double> SlopesOf(Products products) {
  constexpr double kNothing = 1e-9;  // of a covariate's variation
  const std::size_t count = products.size() - 1;
  const Products all = products;
  std::vector<double> slopes(count, 0.0);
  std::vector<std::size_t> taken;
  for (std::size_t i = 0; i < count; ++i) {
    if (!(products[i][i] > kNothing * all[i][i])) continue;
    const double pivot = products[i][i];
    for (double& value : products[i]) value /= pivot;
    for (std::size_t other = 0; other < count; ++other) {
      if (other == i) continue;
      const double factor = products[other][i];
      for (std::size_t j = 0; j <= count; ++j) products[other][j] -= factor * products[i][j];
    }
    taken.push_back(i);
  }
  for (const std::size_t i : taken) slopes[i] = products[i][count];
  return slopes;
}

// The sum of squares that these slopes leave.
double LeftBy(const std::vector<double>& slopes, const Products& products) {
  const std::size_t count = slopes.size();
  double left = products[count][count];
  for (std::size_t i = 0; i < count; ++i) {
    left -= 2 * slopes[i] * products[i][count];
    for (std::size_t j = 0; j < count; ++j) left += slopes[i] * slopes[j] * products[i][j];
  }
  return left;
}

}  // namespace

GroupedFit FitWithinGroups(std::span<const GroupedValue> rows) {
  if (rows.empty()) return {};
  std::map<std::size_t, std::vector<const GroupedValue*>> groups;
  for (const GroupedValue& row : rows) groups[row.group].push_back(&row);
  const std::size_t columns = rows[0].covariates.size() + 1;
  Products all(columns, std::vector<double>(columns, 0.0));
  std::vector<Products> by_group;
  for (const auto& [group, members] : groups) {
    by_group.push_back(ProductsOf(members));
    Add(by_group.back(), 1, all);
  }
  GroupedFit fit{SlopesOf(all), 0};
  double left = 0;
  for (const Products& group : by_group) {
    Products others = all;
    Add(group, -1, others);
    left += LeftBy(SlopesOf(std::move(others)), group);
  }
  const double varies = all[columns - 1][columns - 1];
  if (varies > 0) fit.explained = 1 - left / varies;
  return fit;
}

}  // namespace mpigauge
