#include "ci/pipeline/config.h"

#include <fmt/format.h>

#include <regex>
#include <set>
#include <system_error>

#include "base/file.h"
#include "base/settings.h"
#include "base/toml_parser.h"
#include "base/toml_table.h"
#include "base/units.h"
#include "baselines/named/named.h"
#include "baselines/store/database.h"
#include "baselines/store/store.h"
#include "ci/launch/launchers.h"
#include "ci/library/kept_libraries.h"

namespace mpigauge {
namespace {

// Returns the path as seen from the configuration's folder.
std::filesystem::path Beside(const std::filesystem::path& file, const std::string& path) {
  if (path.empty()) return {};
  return (std::filesystem::absolute(file).parent_path() / path).lexically_normal();
}

LibrarySource ReadSource(TomlTable table, const std::filesystem::path& file) {
  LibrarySource source;
  source.name = table.Text("name", "");
  static const std::regex kName("[A-Za-z0-9_.-]+");
  if (!std::regex_match(source.name, kName)) {
    throw table.Wrong("name", "name: letters, digits, '-', '_' and '.' are needed");
  }
  table.Check("name", [&] { CheckBaselineName(source.name, "name"); });  // its baseline is called so, too
  source.prefixes = table.Texts("prefix");
  for (std::string& prefix : source.prefixes) prefix = Beside(file, prefix);
  source.mpi = table.Text("mpi", "");
  source.modules = table.Texts("module");
  source.git = table.Text("git", "");
  source.ref = table.Text("ref", "HEAD");
  source.build = table.Text("build", "");
  const int kinds = static_cast<int>(!source.prefixes.empty()) + static_cast<int>(!source.mpi.empty()) +
                    static_cast<int>(!source.modules.empty()) + static_cast<int>(!source.git.empty());
  if (kinds != 1) throw table.Wrong("name", "one of prefix, mpi, module and git is needed");
  if (!source.git.empty() && source.build.empty()) {
    throw table.Wrong("git", "build: the command that installs a checkout into $PREFIX is needed");
  }
  source.bench = Beside(file, table.Text("bench", ""));
  source.build_bench = table.Text("build_bench", "");
  if (!source.bench.empty() && !source.build_bench.empty()) {
    throw table.Wrong("build_bench", "bench is the program, build_bench makes it; give one of them");
  }
  source.baseline = table.Text("baseline", "");
  if (!source.baseline.empty()) table.Check("baseline", [&] { CheckBaselineName(source.baseline, "baseline"); });
  source.environment = table.Map("environment");
  source.preload = table.Texts("preload");
  for (std::string& preload : source.preload) preload = Beside(file, preload);
  table.CheckKeys();
  return source;
}

Shape ReadShape(TomlTable table, bool slurm) {
  Shape shape;
  constexpr int kMost = 1'000'000;
  if (slurm) {
    shape.nodes = table.Whole("nodes", 1, 1, kMost);
    shape.ranks_per_node = table.Whole("ranks_per_node", 2, 1, kMost);
  }
  if (table.Has("ranks")) {
    const int ranks = table.Whole("ranks", 2, 1, kMost);
    if (table.Has("ranks_per_node") || ranks % shape.nodes != 0) {
      throw table.Wrong("ranks", "ranks: give nodes and ranks_per_node, or ranks that fit on the nodes in equal parts");
    }
    shape.ranks_per_node = ranks / shape.nodes;
  }
  shape.suite = table.Text("suite", "");
  shape.filter = table.Text("filter", "");
  table.CheckKeys();
  return shape;
}

std::vector<Shape> ReadShapes(TomlTable& file, bool slurm) {
  std::vector<Shape> shapes;
  std::set<std::string> names;
  for (TomlTable& table : file.Tables("shape")) {
    shapes.push_back(ReadShape(table, slurm));
    if (!names.insert(shapes.back().Name()).second) {
      throw table.Wrong("nodes", fmt::format("the shape {} appears twice", shapes.back().Name()));
    }
  }
  if (shapes.empty()) shapes.emplace_back();
  return shapes;
}

// Takes the table of this name, where there is one. False where there is none.
bool ReadTable(TomlTable& file, std::string_view name, const SettingList& settings, const PipelineConfig& config) {
  auto table = file.Table(name);
  if (!table) return false;
  ReadSettings(*table, settings, config.file.parent_path());
  table->CheckKeys();
  return true;
}

Against ReadAgainst(TomlTable& gate) {
  const std::string against = gate.Text("against", "baseline");
  if (against == "previous") return Against::kPrevious;
  if (against == "baseline") return Against::kBaseline;
  throw gate.Wrong("against", "against: \"baseline\" or \"previous\" (the version before it) is needed");
}

void ReadGate(TomlTable& file, PipelineConfig& config) {
  auto table = file.Table("gate");
  if (!table) return;
  ReadSettings(*table, SettingsOf(config.gate), config.file.parent_path());
  config.baseline = table->Text("baseline", "");
  if (!config.baseline.empty()) table->Check("baseline", [&] { CheckBaselineName(config.baseline, "baseline"); });
  config.against = ReadAgainst(*table);
  config.promote = table->Flag("promote", config.promote);
  // Runs of several versions are no reference: the baseline holds the version that was measured last.
  config.keep = table->Whole("keep", config.against == Against::kPrevious ? 1 : config.keep, 1, 10000);
  table->CheckKeys();
}

void ReadImpact(TomlTable& file, PipelineConfig& config) {
  if (!ReadTable(file, "impact", SettingsOf(config.gate.impact), config)) return;
  if (!config.gate.impact.traces.empty()) return;
  throw file.Table("impact")->Wrong("trace", "trace: the folders of the applications' traces are needed");
}

std::optional<JobRequest> ReadSlurm(TomlTable& file, const PipelineConfig& config) {
  JobRequest jobs;
  SettingList settings = SettingsOf(jobs);
  settings.push_back(LauncherSetting(jobs.launcher));
  if (!ReadTable(file, "slurm", settings, config)) return std::nullopt;
  return jobs;
}

std::optional<PruneConfig> ReadPrune(TomlTable& store) {
  if (!store.Has("keep_runs") && !store.Has("older_than")) return std::nullopt;
  PruneConfig prune;
  constexpr int kMost = 1'000'000'000;
  if (!store.Has("keep_runs"))
    throw store.Wrong("keep_runs", "keep_runs: the number of newest runs that stay is needed");
  prune.keep_runs = store.Whole("keep_runs", 0, 1, kMost);
  prune.older_than = store.Text("older_than", "");
  if (store.Has("older_than")) {
    store.Check("older_than", [&] { StoreUpkeep::CheckAge(prune.older_than, "older_than"); });
  }
  return prune;
}

void ReadStore(TomlTable& file, PipelineConfig& config) {
  const toml::table nothing;
  TomlTable table = file.Table("store").value_or(TomlTable(nothing, config.file.string(), "store"));
  config.store = table.Text("location", "mpigauge.sqlite");
  RequireStoreName(config.store);
  if (!IsPostgresUrl(config.store)) config.store = Beside(config.file, config.store);
  config.keep_libraries = table.Flag("keep_libraries", config.keep_libraries);
  const std::filesystem::path folder = Beside(config.file, table.Text("libraries_folder", ""));
  config.libraries_folder = LibrariesFolder(config.store, folder.string());
  config.most_libraries = table.Whole("most_libraries", config.most_libraries, 1, 10000);
  config.prune = ReadPrune(table);
  table.CheckKeys();
}

void ReadOutput(TomlTable& file, PipelineConfig& config) {
  auto table = file.Table("output");
  if (!table) return;
  config.reports = Beside(config.file, table->Text("folder", ""));
  config.pushgateway = table->Text("pushgateway", "");
  table->CheckKeys();
}

}  // namespace

std::string Shape::Name() const {
  std::string name = fmt::format("{}x{}", nodes, ranks_per_node);
  if (!suite.empty()) name += "-" + suite;
  return name;
}

PipelineConfig ReadPipelineConfig(const std::filesystem::path& file) {
  if (std::error_code error; !std::filesystem::exists(file, error) && !error) {
    throw UsageError("{}: there is no such file; `mpigauge ci init` writes one", file.string());
  }
  const toml::table parsed = ParseToml(ReadFile(file), file.string());
  TomlTable table(parsed, file.string(), "");
  PipelineConfig config;
  config.file = std::filesystem::absolute(file);
  ReadStore(table, config);
  config.state = Beside(file, table.Text("state", "mpigauge-ci"));
  config.quiet = table.Text("quiet", "1min");
  table.Check("quiet", [&] { ParseSeconds(config.quiet, "quiet"); });
  std::set<std::string> names;
  for (const TomlTable& library : table.Tables("library")) {
    config.libraries.push_back(ReadSource(library, file));
    if (!names.insert(config.libraries.back().name).second) {
      throw library.Wrong("name", fmt::format("name: '{}' appears twice", config.libraries.back().name));
    }
  }
  if (config.libraries.empty()) throw UsageError("{}: no [[library]] says where libraries come from", file.string());
  ReadTable(table, "measure", SettingsOf(config.measure), config);
  config.slurm = ReadSlurm(table, config);
  config.shapes = ReadShapes(table, config.slurm.has_value());
  ReadGate(table, config);
  ReadImpact(table, config);
  ReadOutput(table, config);
  table.CheckKeys();
  return config;
}

}  // namespace mpigauge
