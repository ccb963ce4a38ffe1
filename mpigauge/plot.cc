#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "baselines/compare/run_notes.h"
#include "baselines/verdict/decide.h"
#include "dashboards/plot/gnuplot.h"
#include "mpigauge/commands.h"
#include "mpigauge/history_source.h"
#include "mpigauge/picture.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

constexpr std::size_t kMostSides = 6;

struct PlotOptions {
  std::string what;
  std::vector<std::string> sides;
  HistoryOptions history;
  std::string svg;
  std::string png;
  bool json = false;
  std::string over = "bytes";
  std::string of = "launches";
  std::string scale = "logarithmic";

  SizeSettings ToSettings() const {
    return {over, of == "observations" ? PlotValues::kObservations : PlotValues::kLaunches, scale == "linear"};
  }
};

template <typename Figure>
void DrawFiles(const Figure& figure, const PlotOptions& options) {
  for (const auto& [kind, path] :
       {std::pair{PictureFile::Kind::kSvg, options.svg}, {PictureFile::Kind::kPng, options.png}}) {
    if (path.empty()) continue;
    const auto script = [&](const PictureFile& file) { return GnuplotScript(figure, file); };
    WriteFileAtomically(path, DrawPicture(kind, script));
  }
}

bool ToFiles(const PlotOptions& options) { return !options.svg.empty() || !options.png.empty(); }

// A picture shows one figure: which one, where there are several?
template <typename Figure, typename Name>
void RequireOne(const std::vector<Figure>& figures, const PlotOptions& options, const Name& name) {
  if (!ToFiles(options) || figures.size() == 1) return;
  std::string names;
  for (const Figure& figure : figures) names += "\n  " + name(figure);
  throw UsageError("'{}' names {} plots, and a picture shows one; say more of the name:{}", options.what,
                   figures.size(), names);
}

// Compares two sides; where they cannot be compared, their curves can be looked at all the same.
std::optional<Comparison> Compared(const std::vector<Side>& sides, CommandContext& context) {
  if (sides.size() != 2) return std::nullopt;
  try {
    return CompareAndDecide(sides[0], sides[1], {});
  } catch (const Error& error) {
    context.streams.err << fmt::format("no change is drawn: {}\n", ErrorEscaped(error.what()));
    return std::nullopt;
  }
}

ExitCode PlotSizes(const PlotOptions& options, CommandContext& context) {
  const bool observations = options.ToSettings().values == PlotValues::kObservations;
  std::vector<Side> sides;
  for (const std::string& side : options.sides) {
    sides.push_back(context.FindShown(side, observations ? LaunchDetail::kObservations : LaunchDetail::kSummaries));
  }
  for (const Side& side : sides) {
    for (const std::string& note : UnfinishedNotes(side, side.label)) {
      context.streams.err << TerminalEscaped(note) << "\n";
    }
  }
  const std::vector<SizeFigure> figures =
      SizeFigures(sides, options.what, Compared(sides, context), options.ToSettings());
  if (figures.empty()) {
    throw UsageError(
        "'{}': no series of that name with a size and a time there; `mpigauge show` lists what a run has, `mpigauge "
        "history` what the store has",
        options.what);
  }
  RequireOne(figures, options, [](const SizeFigure& figure) { return figure.title + " (" + figure.measured_as + ")"; });
  if (ToFiles(options)) DrawFiles(figures[0], options);
  if (options.json) {
    Json all = Json::array();
    for (const SizeFigure& figure : figures) all.push_back(ToJson(figure));
    context.streams.out << JsonText(all);
  } else if (!ToFiles(options)) {
    for (const SizeFigure& figure : figures)
      context.streams.out << SizeText(figure, context.streams.out_colors) << "\n";
  }
  return ExitCode::kPass;
}

ExitCode PlotSequence(Store& store, const PlotOptions& options, CommandContext& context) {
  const std::set<std::string> left_out = RunsLeftOut(store, options.history);
  const History history = ReadHistory(store, options.history, left_out,
                                      [&](const SeriesRecord& series) { return series.name == options.what; });
  std::vector<SequenceFigure> figures =
      SequenceFigures(history, store.history().Points(options.what), options.history.ToSettings());
  std::erase_if(figures, [](const SequenceFigure& figure) { return figure.points.size() < 2; });
  if (figures.empty()) throw UsageError("{}: fewer than two runs have it; there is nothing to draw", options.what);
  // Where a series was measured in several ways or on several machines, the one of the newest run is drawn.
  std::sort(figures.begin(), figures.end(), [](const SequenceFigure& a, const SequenceFigure& b) {
    return a.points.back().started_at > b.points.back().started_at;
  });
  if (ToFiles(options)) DrawFiles(figures[0], options);
  if (options.json) context.streams.out << JsonText(ToJson(figures));
  if (options.json || ToFiles(options)) return ExitCode::kPass;
  for (const SequenceFigure& figure : figures) {
    context.streams.out << SequenceText(figure, context.streams.columns, context.streams.out_colors) << "\n";
  }
  return ExitCode::kPass;
}

// Where there is a store that has a series of just this name.
std::optional<Store> StoreWithSeries(const PlotOptions& options, CommandContext& context) {
  if (!options.sides.empty() || options.over != "bytes") return std::nullopt;
  Store store = OpenForHistory(context);
  const std::vector<std::string> names = store.history().SeriesNames();
  if (std::find(names.begin(), names.end(), options.what) == names.end()) return std::nullopt;
  return store;
}

ExitCode Execute(PlotOptions options, CommandContext& context) {
  if (options.sides.size() > kMostSides) throw UsageError("at most {} runs fit into one plot", kMostSides);
  std::optional<Store> store = StoreWithSeries(options, context);
  if (store) return PlotSequence(*store, options, context);
  if (options.sides.empty()) options.sides = {"latest"};
  return PlotSizes(options, context);
}

}  // namespace

void AddPlotCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<PlotOptions>();
  CLI::App* command = app.add_subcommand("plot", "Draw a case over its sizes, or a series over all runs");
  command->footer(R"(Examples:
  mpigauge plot allreduce                              time over message size, newest run
  mpigauge plot allreduce/ranks:4 release latest       two runs, and the change
  mpigauge plot allreduce/bytes:8/ranks:2              this series over all runs, and its changes
  mpigauge plot ping_pong launch.json --of observations --scale linear
  mpigauge plot bcast/bytes:65536 --over ranks         time over the number of ranks
  mpigauge plot bcast/ranks:2 release latest --svg bcast.svg --png bcast.png)");
  command->add_option("what", options->what, "A case, a case with some parameters, or a whole series")->required();
  command->add_option("sides", options->sides,
                      "Runs, baselines, files or folders; with two of them the change is drawn, too");
  command->add_option("--over", options->over, "The axis: message sizes, or numbers of ranks")
      ->check(CLI::IsMember(std::vector<std::string>{"bytes", "ranks"}))
      ->capture_default_str();
  command
      ->add_option("--of", options->of,
                   "The figures to draw: medians of launches and their range, or minimum, average and maximum")
      ->check(CLI::IsMember(std::vector<std::string>{"launches", "observations"}))
      ->capture_default_str();
  command->add_option("--scale", options->scale, "The scale of both axes")
      ->check(CLI::IsMember(std::vector<std::string>{"logarithmic", "linear"}))
      ->capture_default_str();
  options->history.AddTo(*command);
  const InGroup group(*command, kOutputGroup);
  command->add_option("--svg", options->svg, "Write a picture to this SVG file (by gnuplot)")->type_name("FILE");
  command->add_option("--png", options->png, "Write a picture to this PNG file (by gnuplot)")->type_name("FILE");
  AddFormatOption(*command, options->json);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
