#include "baselines/history/text_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/units.h"

namespace mpigauge {
namespace {

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

class Canvas {
 public:
  Canvas(std::span<const double> seconds, const TextPlotSettings& settings)
      : count_(seconds.size()),
        columns_(std::min(count_, static_cast<std::size_t>(std::max(1, settings.width)))),
        rows_(static_cast<std::size_t>(std::max(2, settings.height))) {
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    const double margin = *most > *least ? 0 : std::max(*least, 1e-12) * 0.05;
    least_ = *least - margin;
    most_ = *most + margin;
    cells_.assign(rows_, std::string(columns_, ' '));
  }

  std::size_t columns() const { return columns_; }
  std::size_t Column(std::size_t index) const { return index * columns_ / count_; }
  void Put(std::size_t column, double value, char mark) {
    const double share = (most_ - value) / (most_ - least_);
    const auto row = static_cast<std::size_t>(std::lround(share * static_cast<double>(rows_ - 1)));
    cells_[std::min(row, rows_ - 1)][column] = mark;
  }

  // Every third row has the value at its left.
  std::string Text() const {
    std::string text;
    for (std::size_t row = 0; row < rows_; ++row) {
      const double value = most_ - (most_ - least_) * static_cast<double>(row) / static_cast<double>(rows_ - 1);
      const bool labeled = row % 3 == 0 || row + 1 == rows_;
      std::string line = cells_[row];
      line.erase(line.find_last_not_of(' ') + 1);
      text += fmt::format("{:>10} |{}\n", labeled ? FormatSeconds(value) : "", line);
    }
    return text;
  }

 private:
  std::size_t count_;
  std::size_t columns_;
  std::size_t rows_;
  double least_ = 0;
  double most_ = 0;
  std::vector<std::string> cells_;
};

void PutLevels(std::span<const double> seconds, const std::vector<Movement>& movements, Canvas& canvas) {
  std::vector<std::size_t> edges = {0};
  for (const Movement& movement : movements) {
    if (movement.kind == Movement::Kind::kStep) edges.push_back(movement.begin);
  }
  edges.push_back(seconds.size());
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const double level = Median({seconds.begin() + static_cast<std::ptrdiff_t>(edges[i]),
                                 seconds.begin() + static_cast<std::ptrdiff_t>(edges[i + 1])});
    for (std::size_t index = edges[i]; index < edges[i + 1]; ++index) canvas.Put(canvas.Column(index), level, '-');
  }
}

void PutValues(std::span<const double> seconds, Canvas& canvas) {
  for (std::size_t index = 0; index < seconds.size();) {
    const std::size_t column = canvas.Column(index);
    std::vector<double> shared;
    for (; index < seconds.size() && canvas.Column(index) == column; ++index) shared.push_back(seconds[index]);
    canvas.Put(column, Median(shared), '*');
  }
}

std::string Marks(const std::vector<Movement>& movements, const Canvas& canvas) {
  std::string line(canvas.columns(), ' ');
  for (const Movement& movement : movements) {
    const bool slower = movement.change > 0;
    if (movement.kind == Movement::Kind::kStep) {
      line[canvas.Column(movement.begin)] = slower ? '^' : 'v';
      continue;
    }
    for (std::size_t index = movement.begin; index < movement.end; ++index) {
      char& mark = line[canvas.Column(index)];
      if (mark == ' ') mark = slower ? '/' : '\\';
    }
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string Colored(const std::string& marks) {
  std::string text;
  for (const char mark : marks) {
    if (mark == ' ') {
      text += mark;
    } else {
      const bool slower = mark == '^' || mark == '/';
      text += fmt::format("\x1b[{}m{}\x1b[0m", slower ? 31 : 32, mark);
    }
  }
  return text;
}

}  // namespace

std::string TextPlot(std::span<const double> seconds, const std::vector<Movement>& movements,
                     const TextPlotSettings& settings) {
  if (seconds.empty()) return "";
  Canvas canvas(seconds, settings);
  PutLevels(seconds, movements, canvas);
  PutValues(seconds, canvas);
  std::string text = canvas.Text() + fmt::format("{:>10} +{}\n", "", std::string(canvas.columns(), '-'));
  const std::string marks = Marks(movements, canvas);
  if (!marks.empty()) text += fmt::format("{:>10}  {}\n", "", settings.colors ? Colored(marks) : marks);
  return text;
}

}  // namespace mpigauge
