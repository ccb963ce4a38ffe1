#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mpigauge {

// A plain text table: columns as wide as their widest cell, numbers to the right, names to the left.
class Table {
 public:
  enum class Align { kLeft, kRight };
  enum class Color { kNone, kRed, kGreen, kYellow, kDim };

  struct Column {
    std::string title;
    Align align = Align::kRight;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell per column. The color is used only where `Text` is asked for colors.
  void AddRow(std::vector<std::string> cells, Color color = Color::kNone);

  std::string Text(bool colors) const;
  std::string Markdown() const;

 private:
  struct Row {
    std::vector<std::string> cells;
    Color color;
  };
  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace mpigauge
