#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mpigauge {

// The area of a plot for a terminal, in plain ASCII, with times (seconds) at its left.
class TextCanvas {
 public:
  enum class Scale { kLinear, kLogarithmic };
  // `least` and `most` are the values of the lowest and the highest row; on a logarithmic scale both above 0. Where
  // they are equal, the value lies in the middle.
  TextCanvas(std::size_t columns, std::size_t rows, double least, double most, Scale scale);

  std::size_t columns() const { return columns_; }
  std::size_t Row(double value) const;
  void Put(std::size_t column, double value, char mark) { cells_[Row(value)][column] = mark; }
  void PutAt(std::size_t column, std::size_t row, char mark) { cells_[row][column] = mark; }
  char At(std::size_t column, std::size_t row) const { return cells_[row][column]; }
  // Marks a column of the axis.
  void Tick(std::size_t column) { axis_[column] = '+'; }

  // Every third row has its value at its left; the axis is the last line.
  std::string Text() const;
  // Blanks as wide as the values, and a column for the axis.
  static std::string Margin() { return std::string(kMargin + 2, ' '); }

 private:
  static constexpr std::size_t kMargin = 10;

  std::size_t columns_;
  std::string axis_;
  Scale scale_;
  double least_;  // scaled
  double most_;
  std::vector<std::string> cells_;  // rows, the highest first
};

}  // namespace mpigauge
