#include "dashboards/plot/gnuplot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.h"
#include "dashboards/plot/text_sequence.h"

namespace mpigauge {
namespace {

constexpr std::size_t kLongest = 120;

// The end of the last whole UTF-8 character within `length` bytes.
std::size_t CharacterEnd(std::string_view text, std::size_t length) {
  if (text.size() <= length) return text.size();
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
  return length;
}

}  // namespace

std::string GnuplotText(std::string_view text) {
  const std::size_t end = CharacterEnd(text, kLongest);
  std::string word = "'";
  for (const char letter : text.substr(0, end)) {
    const bool control = static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
    word += control ? ' ' : letter;
    if (letter == '\'') word += '\'';
  }
  return word + (end < text.size() ? "...'" : "'");
}

std::string GnuplotOutput(const PictureFile& file, double wide) {
  const bool svg = file.kind == PictureFile::Kind::kSvg;
  const double height = svg ? 560 : 1120;
  std::string path;
  for (const char letter : file.path) path += letter == '\'' ? "''" : std::string(1, letter);
  return fmt::format(
      "set terminal {} size {:.0f},{:.0f} noenhanced font 'DejaVu Sans,12'{}\n"
      "set output '{}'\n"
      "set encoding utf8\n"
      "set border 3 lc rgb '#59636e'\nset tics nomirror textcolor rgb '#1b1f24'\nset grid lc rgb '#d5dae0' lt 1\n"
      "set key noenhanced\nset title noenhanced\n",
      svg ? "svg" : "pngcairo", height * wide, height, svg ? " background rgb 'white'" : " fontscale 2 linewidth 2",
      path);
}

TimeUnit TimeUnitFor(double most) {
  if (most < 1e-6) return {1e9, "ns"};
  if (most < 1e-3) return {1e6, "us"};
  if (most < 1) return {1e3, "ms"};
  return {};
}

namespace {

constexpr std::size_t kMostTimes = 8;

// A day every few runs.
std::string Days(const std::vector<SequencePoint>& points) {
  const std::size_t step = (points.size() + kMostTimes - 1) / kMostTimes;
  std::string tics;
  for (std::size_t i = 0; i < points.size(); i += step) {
    tics += fmt::format("{}{} {}", tics.empty() ? "" : ", ", GnuplotText(points[i].started_at.substr(0, 10)), i);
  }
  return fmt::format("set xtics ({})\n", tics);
}

// A line for each level between steps, "begin end level".
std::string Levels(const SequenceFigure& figure, const TimeUnit& unit) {
  std::vector<double> times;
  for (const SequencePoint& point : figure.points) times.push_back(point.seconds * unit.per_second);
  std::string lines;
  for (const Level& level : LevelsBetween(times, figure.movements)) {
    lines += fmt::format("{:.6g} {:.6g}\n{:.6g} {:.6g}\n\n", static_cast<double>(level.begin) - 0.4, level.value,
                         static_cast<double>(level.end) - 0.6, level.value);
  }
  return lines;
}

std::string ChangeMarks(const SequenceFigure& figure) {
  std::string commands;
  for (std::size_t i = 0; i < figure.movements.size(); ++i) {
    const Movement& movement = figure.movements[i];
    const char* color = movement.change > 0 ? "#d55e00" : "#0072b2";
    const double place = static_cast<double>(movement.begin) - 0.5;
    commands += fmt::format("set arrow from {0}, graph 0 to {0}, graph 1 nohead dt 2 lc rgb '{1}'\n", place, color);
    commands += fmt::format("set label {} at {}, graph {} offset 0.5, 0 textcolor rgb '{}' noenhanced\n",
                            GnuplotText(fmt::format("{} {}", FormatChange(std::exp(movement.change)),
                                                    figure.points[movement.begin].library)),
                            place, 0.97 - 0.06 * static_cast<double>(i % 4), color);
  }
  return commands;
}

}  // namespace

std::string GnuplotScript(const SequenceFigure& figure, const PictureFile& file) {
  double most = 0;
  for (const SequencePoint& point : figure.points) most = std::max(most, point.high);
  const TimeUnit unit = TimeUnitFor(most);
  std::string data = "$runs << END\n";
  for (std::size_t i = 0; i < figure.points.size(); ++i) {
    const SequencePoint& point = figure.points[i];
    data += fmt::format("{} {:.6g} {:.6g} {:.6g}\n", i, point.seconds * unit.per_second, point.low * unit.per_second,
                        point.high * unit.per_second);
  }
  data += "END\n$levels << END\n" + Levels(figure, unit) + "END\n";
  return GnuplotOutput(file, 1.6) + data + Days(figure.points) +
         fmt::format("set xrange [-0.8:{}]\nset ylabel 'time ({})'\nset xlabel 'run'\nset title {}\n",
                     static_cast<double>(figure.points.size()) - 0.2, unit.name, GnuplotText(figure.identity)) +
         ChangeMarks(figure) +
         "set offsets 0, 0, graph 0.05, graph 0.25\nset key bottom right\n"
         "plot $levels using 1:2 with lines lw 2 lc rgb '#59636e' title 'level', "
         "$runs using 1:2:3:4 with yerrorbars pt 7 ps 0.6 lw 1 lc rgb '#0072b2' "
         "title 'median, smallest and largest launch'\n";
}

}  // namespace mpigauge
