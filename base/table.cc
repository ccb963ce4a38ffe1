#include "base/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/escape.h"

namespace mpigauge {
namespace {

// In the order of Table::Color.
constexpr std::array kColorCodes = {"", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[2m"};

std::string Pad(const std::string& text, std::size_t width, Table::Align align) {
  return align == Table::Align::kLeft ? fmt::format("{:<{}}", text, width) : fmt::format("{:>{}}", text, width);
}

// A cell that was made to be code stays code; a bar ends a cell in there, too.
std::string MarkdownCell(std::string cell) {
  const bool code =
      cell.size() > 2 && cell.front() == '`' && cell.find('`', 1) == cell.size() - 1 && cell.find('\n') == cell.npos;
  if (!code) return MarkdownEscaped(cell);
  for (std::size_t at = cell.find('|'); at != std::string::npos; at = cell.find('|', at + 2)) cell.insert(at, "\\");
  return cell;
}

}  // namespace

void Table::AddRow(std::vector<std::string> cells, Color color) {
  cells.resize(columns_.size());
  rows_.push_back({std::move(cells), color});
}

std::string Table::Text(bool colors) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = columns_[i].title.size();
    for (const Row& row : rows_) width = std::max(width, TerminalEscaped(row.cells[i]).size());
    widths.push_back(width);
  }
  const auto line = [&](const auto& cell_of) {
    std::string text;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      text += (i ? "  " : "") + Pad(cell_of(i), widths[i], columns_[i].align);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  };
  std::string text = line([&](std::size_t i) { return columns_[i].title; }) + "\n";
  for (const Row& row : rows_) {
    const bool colored = colors && row.color != Color::kNone;
    const std::string content = line([&](std::size_t i) { return TerminalEscaped(row.cells[i]); });
    text += colored ? fmt::format("{}{}\x1b[0m\n", kColorCodes[static_cast<std::size_t>(row.color)], content)
                    : content + "\n";
  }
  return text;
}

std::string Table::Markdown() const {
  std::string titles = "|";
  std::string rule = "|";
  for (const Column& column : columns_) {
    titles += fmt::format(" {} |", column.title);
    rule += column.align == Align::kLeft ? "---|" : "---:|";
  }
  std::string text = titles + "\n" + rule + "\n";
  for (const Row& row : rows_) {
    text += "|";
    for (const std::string& cell : row.cells) text += fmt::format(" {} |", MarkdownCell(cell));
    text += "\n";
  }
  return text;
}

}  // namespace mpigauge
