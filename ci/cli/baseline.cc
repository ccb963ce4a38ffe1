#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "ci/cli/commands.h"
#include "ci/gate/sides.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/table.h"

namespace mpigauge {
namespace {

struct BaselineOptions {
  std::string name;
  std::vector<std::string> runs;
  std::string note;
  bool json = false;
};

ExitCode Set(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kWrite);
  std::vector<std::string> ids;
  for (const std::string& reference : options.runs) {
    ids.push_back(store.FindRun(reference).run_id);
    FindSide(store, ids.back());  // a run without a complete launch is no baseline
  }
  const int version = store.SetBaseline(options.name, ids, options.note);
  context.streams.out << fmt::format("baseline {}, version {}: {} run(s)\n", options.name, version, ids.size());
  return ExitCode::kPass;
}

Json ToJson(const Baseline& baseline) {
  return {{"name", baseline.name},
          {"version", baseline.version},
          {"created_at", baseline.created_at},
          {"note", baseline.note},
          {"runs", baseline.run_ids}};
}

ExitCode List(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  Table table({{"baseline", Table::Align::kLeft},
               {"version"},
               {"created", Table::Align::kLeft},
               {"runs"},
               {"note", Table::Align::kLeft}});
  Json json = Json::array();
  for (const Baseline& baseline : store.Baselines()) {
    table.AddRow({baseline.name, std::to_string(baseline.version), baseline.created_at,
                  std::to_string(baseline.run_ids.size()), baseline.note});
    json.push_back(ToJson(baseline));
  }
  context.streams.out << (options.json ? JsonText(json) : table.Text(false));
  return ExitCode::kPass;
}

ExitCode Show(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  const auto baseline = store.FindBaseline(options.name);
  if (!baseline) {
    throw UsageError("{}: no baseline '{}'; `mpigauge baseline list` lists them", store.name(), options.name);
  }
  if (options.json) {
    context.streams.out << JsonText(ToJson(*baseline));
    return ExitCode::kPass;
  }
  context.streams.out << fmt::format("{}, version {}, {}\n", baseline->name, baseline->version, baseline->created_at);
  if (!baseline->note.empty()) context.streams.out << baseline->note << "\n";
  for (const std::string& id : baseline->run_ids) {
    const Run run = store.FindRun(id);
    const auto launches = store.Launches(id, Store::Detail::kSummaries);
    context.streams.out << fmt::format("\nrun {}  {}  {}  {} launch(es)\n", id, run.library, run.started_at,
                                       launches.size());
    if (launches.empty()) continue;
    for (const auto& [key, value] : launches[0].environment.key)
      context.streams.out << "  " << key << ": " << value << "\n";
  }
  return ExitCode::kPass;
}

ExitCode Remove(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kWrite);
  store.RemoveBaseline(options.name);
  context.streams.out << "baseline " << options.name << " removed; its runs are kept\n";
  return ExitCode::kPass;
}

}  // namespace

void AddBaselineCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<BaselineOptions>();
  CLI::App* command =
      app.add_subcommand("baseline", "Name runs that others are compared with: set, list, show, remove");
  command->require_subcommand(1);
  command->footer(R"(Examples:
  mpigauge baseline set release latest --note "as shipped"
  mpigauge baseline set release 3f2a 77c1      two runs; a new version, the old one stays
  mpigauge baseline show release)");
  const auto choose = [options, &context](ExitCode (*action)(const BaselineOptions&, CommandContext&)) {
    return [options, &context, action] {
      context.selected = [options, &context, action] { return action(*options, context); };
    };
  };
  CLI::App* set = command->add_subcommand("set", "Make a new version of a baseline");
  set->add_option("name", options->name)->required();
  set->add_option("runs", options->runs, "Runs: ids, latest, latest~N")->required();
  set->add_option("--note", options->note);
  set->callback(choose(Set));
  CLI::App* list = command->add_subcommand("list", "All baselines");
  list->add_flag("--json", options->json, "Print JSON");
  list->callback(choose(List));
  CLI::App* show = command->add_subcommand("show", "One baseline with its runs and their environment");
  show->add_option("name", options->name)->required();
  show->add_flag("--json", options->json, "Print JSON");
  show->callback(choose(Show));
  CLI::App* remove = command->add_subcommand("remove", "Forget a baseline; its runs stay");
  remove->add_option("name", options->name)->required();
  remove->callback(choose(Remove));
}

}  // namespace mpigauge
