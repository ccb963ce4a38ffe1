#include "ci/pipeline/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/units.h"
#include "base/uuid.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/format/format.h"
#include "baselines/named/run_faults.h"
#include "baselines/store/secrets.h"
#include "ci/gate/promote.h"
#include "ci/launch/bench_program.h"
#include "ci/launch/plan.h"
#include "ci/library/kept_libraries.h"
#include "ci/pipeline/previous.h"
#include "ci/process/process.h"
#include "dashboards/data/gate_view.h"
#include "dashboards/metrics/collector.h"
#include "dashboards/metrics/deliver.h"
#include "dashboards/report/report.h"

namespace mpigauge {
namespace {

constexpr const char* kBenchName = "mpigauge-bench";

// Under a name of its own until it is whole.
std::string BuildBench(const PipelineTools& tools, const Update& update) {
  const std::filesystem::path folder = tools.folder.BenchOf(update);
  const std::filesystem::path bench = folder / kBenchName;
  if (std::filesystem::exists(bench)) return bench;
  std::filesystem::create_directories(folder);
  const std::filesystem::path fresh = folder / "mpigauge-bench.new";
  const std::filesystem::path log = folder / "log";
  tools.progress << fmt::format("{}: building the benchmark program, see {}\n", update.Id(), log.string());
  const int exit_code = RunBuildCommand(update.build_bench, tools.config.file.parent_path(),
                                        {{"PREFIX", update.library.mpi}, {"BENCH", fresh.string()}}, log);
  if (exit_code != 0 || !std::filesystem::exists(fresh)) {
    throw NotMeasured("the benchmark program was not built (exit code {}{}): see {}", exit_code,
                      exit_code == 0 ? ", and there is no $BENCH" : "", log.string());
  }
  std::filesystem::rename(fresh, bench);
  return bench;
}

// The updates that one is drawn up after.
struct Earlier {
  std::vector<Update> updates;
  std::vector<Update> planned;  // not measured yet, but before this one
};

// Settles what the update is compared with at this shape.
void ChooseOtherSide(const PipelineConfig& config, Store* store, const Earlier& earlier, const Update& update,
                     ShapeState& state) {
  if (config.against == Against::kPrevious) {
    if (const auto previous = FindPrevious(store, earlier.updates, earlier.planned, update, state.name)) {
      state.previous = previous->label;
      state.previous_run = previous->run_id;
      return;
    }
  }
  state.first = store == nullptr || !store->baselines().Find(state.baseline).has_value();
}

// `store`: nothing where there is none yet.
ShapeState DrawUp(const PipelineConfig& config, Store* store, const Earlier& earlier, const Update& update,
                  const Shape& shape) {
  ShapeState state;
  state.name = shape.Name();
  state.shape = shape;
  state.baseline = config.shapes.size() > 1 ? update.baseline + "-" + state.name : update.baseline;
  state.gate_id = NewUuid();
  state.begun_at = UtcNow();
  ChooseOtherSide(config, store, earlier, update, state);
  state.plan.library = update.library;
  state.plan.bench = update.bench;
  state.plan.ranks = shape.ranks();
  MeasureRequest measure = config.measure;
  if (!shape.suite.empty()) measure.suite = shape.suite;
  if (!shape.filter.empty()) measure.filter = shape.filter;
  measure.TakeInto(state.plan);
  RequireUnderstood(state.plan);
  return state;
}

void WriteReports(const std::filesystem::path& folder, const ComparisonView& view) {
  const Comparison& comparison = view.comparison;
  std::filesystem::create_directories(folder);
  const FormatOptions all{false, true};
  WriteFileAtomically(folder / "report.html", PageHtml(ToJson(view)));
  WriteFileAtomically(folder / "junit.xml", FindFormat("junit")(comparison, all));
  WriteFileAtomically(folder / "summary.md", FindFormat("markdown")(comparison, {}));
  WriteFileAtomically(folder / "comparison.json", FindFormat("json")(comparison, all));
}

// Whether a later gate may start it: a baseline holds runs of it, or will when the update is done, or it is the version
// before the next one.
bool MayBeStartedAgain(const PipelineTools& tools, const Update& update) {
  if (tools.config.against == Against::kPrevious) return true;
  const bool began = std::any_of(update.shapes.begin(), update.shapes.end(),
                                 [](const ShapeState& shape) { return shape.verdict == "baseline"; });
  return began || (tools.config.promote && update.Verdict() == "pass");
}

// Notes the faults of a run that a baseline is made of.
void NoteFaults(Store& store, const ShapeState& shape, Update& update) {
  for (const std::string& line : FaultLines(FaultsOf(store, shape.run_id))) {
    update.notes.push_back(fmt::format("run {} for baseline {}: {}", shape.run_id.substr(0, 8), shape.baseline, line));
  }
}

void JudgeOne(const PipelineTools& tools, Unmatched unmatched, Update& update, ShapeState& shape) {
  if (!shape.verdict.empty()) return;
  tools.progress << fmt::format(
      "{}: {}, {} ranks, against {}\n", update.Id(), update.version, shape.shape.ranks(),
      shape.previous_run.empty() ? "baseline " + shape.baseline : shape.previous + ", the version before it");
  if (!JudgeShape(tools, update, shape, unmatched)) return;
  if (shape.first) NoteFaults(tools.store, shape, update);
  tools.folder.Write(update);
}

}  // namespace

void BuildStep(const PipelineTools& tools, Update& update) {
  if (update.build_bench.empty()) {
    const BenchProgram program = FindBenchFor(update.library.mpi, update.bench);
    if (!program.note.empty()) tools.progress << fmt::format("{}: {}\n", update.Id(), program.note);
    update.bench = program.path;
  } else {
    update.bench = BuildBench(tools, update);
  }
  update.shapes.clear();
  const Earlier earlier{tools.folder.Updates(), {}};
  for (const Shape& shape : tools.config.shapes) {
    update.shapes.push_back(DrawUp(tools.config, &tools.store, earlier, update, shape));
  }
}

void DrawUpShapes(const PipelineConfig& config, const StateFolder& folder, const std::vector<Update>& planned,
                  Update& update) {
  const std::filesystem::path built = folder.BenchOf(update) / kBenchName;
  if (!update.build_bench.empty() && !std::filesystem::exists(built)) return;
  update.bench = update.build_bench.empty() ? FindBenchFor(update.library.mpi, update.bench).path : built.string();
  std::optional<Store> store;
  if (StoreExists(config.store)) store = Store::Open(config.store, Store::Access::kRead);
  const Earlier earlier{folder.Updates(), planned};
  for (const Shape& shape : config.shapes) {
    update.shapes.push_back(DrawUp(config, store ? &*store : nullptr, earlier, update, shape));
  }
}

void JudgeStep(const PipelineTools& tools, Update& update) {
  const Unmatched first_time = update.shapes.size() > 1 ? Unmatched::kWait : Unmatched::kRefuse;
  for (ShapeState& shape : update.shapes) JudgeOne(tools, first_time, update, shape);
  for (ShapeState& shape : update.shapes) JudgeOne(tools, Unmatched::kRefuse, update, shape);  // those that waited
  RequireTolerancesMatch(tools);  // for those that begin a baseline
  if (!MayBeStartedAgain(tools, update)) return;
  const KeepSettings keep{tools.config.keep_libraries, "keep_libraries = false",
                          static_cast<std::size_t>(tools.config.most_libraries)};
  update.notes.push_back(KeepForBaseline(tools.store, LibrariesOf(tools), keep, update.shapes[0].plan));
}

void ExportStep(const PipelineTools& tools, Update& update) {
  if (tools.config.pushgateway.empty()) return;
  PushMetrics({tools.config.pushgateway}, CollectMetrics(tools.store));
  update.notes.push_back("metrics pushed to " + tools.config.pushgateway);
}

// Reports are for everybody: without the values of variables that may be secrets.
Json ForReaders(const Update& update) {
  Json json = ToJson(update);
  json["library"] = WithoutSecrets(json.at("library"));
  for (Json& shape : json["shapes"]) shape["plan"] = WithoutSecrets(shape.at("plan"));
  return json;
}

void ReportStep(const PipelineTools& tools, Update& update) {
  if (tools.config.reports.empty()) return;
  for (const ShapeState& shape : update.shapes) {
    const auto gate = tools.store.gates().Find(shape.gate_id);
    if (!gate) continue;
    ComparisonView view = ViewOfGate(tools.store, *gate);
    view.origin = fmt::format("{}, {}", update.Id(), shape.name);
    std::filesystem::path folder = tools.config.reports / update.Id();
    if (update.shapes.size() > 1) folder /= shape.name;
    WriteReports(folder, view);
  }
  std::filesystem::create_directories(tools.config.reports / update.Id());
  WriteFileAtomically(tools.config.reports / update.Id() / "update.json", JsonText(ForReaders(update)));
}

std::optional<Comparison> GateOf(Store& store, const ShapeState& shape) {
  const auto gate = store.gates().Find(shape.gate_id);
  if (!gate) return std::nullopt;
  return ComparisonFromJson(gate->comparison, "gate " + gate->gate_id);
}

void PromoteStep(const PipelineTools& tools, Update& update) {
  if (!tools.config.promote) return;
  if (tools.config.against == Against::kPrevious) {
    for (const ShapeState& shape : update.shapes) {
      if (shape.verdict == "baseline" || shape.run_id.empty()) continue;
      update.notes.push_back(MoveOn(tools.store, shape.baseline, tools.config.keep, shape.run_id));
      NoteFaults(tools.store, shape, update);
    }
    return;
  }
  if (update.Verdict() != "pass") return;
  for (const ShapeState& shape : update.shapes) {
    if (const auto comparison = GateOf(tools.store, shape)) {
      update.notes.push_back(PromotePassed(tools.store, shape.baseline, shape.run_id, *comparison));
      NoteFaults(tools.store, shape, update);
    }
  }
}

}  // namespace mpigauge
