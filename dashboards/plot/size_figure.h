#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "baselines/compare/compare.h"

namespace mpigauge {

// The values that are drawn for a series at one size.
enum class PlotValues {
  kLaunches,      // the median over launches of their medians, between the smallest and the largest of these
  kObservations,  // the average of all observations, between their minimum and maximum: mpptest's graphs [MP14]
};

// The choices for a figure: its axis, its values, its series.
struct SizeSettings {
  std::string over = "bytes";  // or "ranks": the parameter that is the axis [SK4]
  PlotValues values = PlotValues::kLaunches;
  bool linear = false;  // both axes; otherwise logarithmic
};

// The measurements of launches at one size.
struct SizePoint {
  std::int64_t size = 0;  // in bytes, or a number of ranks
  std::string series;
  double seconds = 0;  // as PlotValues says
  double low = 0;
  double high = 0;
  std::size_t launches = 0;
};

struct SizeCurve {
  std::string label;
  std::vector<SizePoint> points;  // by size
};

// Time over message size, or over the number of ranks: series that differ in nothing else, of one or more sides.
struct SizeFigure {
  SizeSettings settings;
  std::string title;                      // "allreduce/ranks:2"
  std::string measured_as;                // what was measured in another way is another figure
  std::vector<SizeCurve> curves;          // one for each side that has such series
  std::vector<SeriesComparison> changes;  // of two sides, by size; empty where they are not compared
};

// Whether `part` names the series or some of its parameters: "allreduce", "allreduce/ranks:4" and the whole name are
// parts of "allreduce/bytes:8/ranks:4".
bool IsPartOf(std::string_view part, std::string_view series);

// The series of the sides that `part` names and that have a size and a time, as figures; in the order in which they are
// met first. For kObservations the sides must have their observations.
std::vector<SizeFigure> SizeFigures(const std::vector<Side>& sides, const std::string& part,
                                    const std::optional<Comparison>& comparison, const SizeSettings& settings = {});

// "512 B" over bytes, "512" over ranks.
std::string SizeLabel(const SizeFigure& figure, std::int64_t size);

// The same numbers as text for a terminal (plain ASCII unless `colors`).
std::string SizeText(const SizeFigure& figure, bool colors);

// {"title", "measured_as", "curves": [{"label", "points": [...]}], "changes": [...]}; times in seconds.
Json ToJson(const SizeFigure& figure);

}  // namespace mpigauge
