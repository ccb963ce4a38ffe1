#include "dashboards/plot/text_sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "dashboards/plot/text_canvas.h"
#include "stats/summary.h"

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

namespace {

// Fewer values than columns are spread over them, more share them.
struct Sequence {
  std::size_t values;
  TextCanvas& canvas;
  std::size_t Column(std::size_t index) const {
    if (values > canvas.columns()) return index * canvas.columns() / values;
    return values == 1 ? 0 : index * (canvas.columns() - 1) / (values - 1);
  }
};

void PutLevels(std::span<const double> seconds, const std::vector<Movement>& movements, const Sequence& sequence) {
  for (const Level& level : LevelsBetween(seconds, movements)) {
    if (level.begin == level.end) continue;
    for (std::size_t column = sequence.Column(level.begin); column <= sequence.Column(level.end - 1); ++column) {
      sequence.canvas.Put(column, level.value, '-');
    }
  }
}

void PutValues(std::span<const double> seconds, const Sequence& sequence) {
  for (std::size_t index = 0; index < seconds.size();) {
    const std::size_t column = sequence.Column(index);
    std::vector<double> shared;
    for (; index < seconds.size() && sequence.Column(index) == column; ++index) shared.push_back(seconds[index]);
    sequence.canvas.Put(column, Summarize(shared).median, '*');
  }
}

std::string Marks(const std::vector<Movement>& movements, const Sequence& sequence) {
  std::string line(sequence.canvas.columns(), ' ');
  for (const Movement& movement : movements) {
    const bool slower = movement.change > 0;
    if (movement.kind == Movement::Kind::kStep) {
      line[sequence.Column(movement.begin)] = slower ? '^' : 'v';
      continue;
    }
    for (std::size_t column = sequence.Column(movement.begin); column <= sequence.Column(movement.end - 1); ++column) {
      char& mark = line[column];
      if (mark == ' ') mark = slower ? '/' : '\\';
    }
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// A label that says the same as the one before it is left out, and so is one that would run into it.
std::string Labels(const std::vector<std::string>& labels, const Sequence& sequence) {
  std::size_t widest = 1;
  for (const std::string& label : labels) widest = std::max(widest, label.size());
  const std::size_t columns = sequence.canvas.columns();
  if (labels.empty() || widest > columns) return "";
  const std::size_t count = std::min(sequence.values, 1 + (columns - 1) / (2 * widest));
  std::string line(columns, ' ');
  std::string last;
  std::size_t free = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t index = count == 1 ? 0 : i * (sequence.values - 1) / (count - 1);
    const std::string& label = labels[index];
    const std::size_t column = sequence.Column(index);
    const std::size_t start = std::min(column - std::min(column, label.size() / 2), columns - label.size());
    if (label == last || start < free) continue;
    sequence.canvas.Tick(column);
    line.replace(start, label.size(), label);
    last = label;
    free = start + label.size() + 2;
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

std::string TextSequence(std::span<const double> seconds, const std::vector<Movement>& movements,
                         const TextSequenceSettings& settings) {
  if (seconds.empty()) return "";
  const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
  TextCanvas canvas(settings.width, settings.height, *least, *most, TextCanvas::Scale::kLinear);
  const Sequence sequence{seconds.size(), canvas};
  PutLevels(seconds, movements, sequence);
  PutValues(seconds, sequence);
  const std::string marks = Marks(movements, sequence);
  const std::string labels = Labels(settings.labels, sequence);
  std::string text = canvas.Text();
  if (!marks.empty()) text += TextCanvas::Margin() + (settings.colors ? Colored(marks) : marks) + "\n";
  if (!labels.empty()) text += TextCanvas::Margin() + labels + "\n";
  return text;
}

}  // namespace mpigauge
