#include "dashboards/plot/gnuplot_text.h"

#include <fmt/format.h>

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

}  // namespace mpigauge
