#include "dashboards/plot/text_sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "dashboards/plot/levels.h"
#include "dashboards/plot/text_canvas.h"
#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

// More values than columns share them.
struct Sequence {
  std::size_t values;
  TextCanvas& canvas;
  std::size_t Column(std::size_t index) const { return index * canvas.columns() / values; }
};

void PutLevels(std::span<const double> seconds, const std::vector<Movement>& movements, const Sequence& sequence) {
  for (const Level& level : LevelsBetween(seconds, movements)) {
    for (std::size_t index = level.begin; index < level.end; ++index) {
      sequence.canvas.Put(sequence.Column(index), level.value, '-');
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
    for (std::size_t index = movement.begin; index < movement.end; ++index) {
      char& mark = line[sequence.Column(index)];
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

std::string TextSequence(std::span<const double> seconds, const std::vector<Movement>& movements,
                         const TextSequenceSettings& settings) {
  if (seconds.empty()) return "";
  const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
  TextCanvas canvas(std::min(seconds.size(), settings.width), settings.height, *least, *most,
                    TextCanvas::Scale::kLinear);
  const Sequence sequence{seconds.size(), canvas};
  PutLevels(seconds, movements, sequence);
  PutValues(seconds, sequence);
  const std::string marks = Marks(movements, sequence);
  if (marks.empty()) return canvas.Text();
  return canvas.Text() + TextCanvas::Margin() + (settings.colors ? Colored(marks) : marks) + "\n";
}

}  // namespace mpigauge
