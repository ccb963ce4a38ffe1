#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "base/error.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/table.h"
#include "baselines/named/named.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct TagOptions {
  std::string run;
  std::string tag;
  std::string removed;
  bool json = false;
};

// Where a baseline or a run's id can be meant, these are: a tag of such a name could not be reached.
void CheckTag(Store& store, const std::string& tag) {
  CheckBaselineName(tag, "tag");
  if (store.baselines().Find(tag)) throw UsageError("tag: '{}' is a baseline; choose another name", tag);
  for (const Run& run : store.runs().All()) {
    if (!run.run_id.starts_with(tag)) continue;
    throw UsageError("tag: '{}' is the id of run {}, or its beginning; choose another name", tag, run.run_id);
  }
}

ExitCode ListTags(const TagOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  if (options.json) {
    Json tags = Json::object();
    for (const auto& [tag, run_id] : store.runs().Tags()) tags[tag] = run_id;
    context.streams.out << JsonText(Json{{"store", store.name()}, {"tags", tags}});
    return ExitCode::kPass;
  }
  Table table({{"tag", Table::Align::kLeft}, {"run", Table::Align::kLeft}});
  for (const auto& [tag, run_id] : store.runs().Tags()) table.AddRow({TerminalEscaped(tag), run_id});
  context.streams.out << table.Text(false);
  return ExitCode::kPass;
}

ExitCode Tag(const TagOptions& options, CommandContext& context) {
  if (options.run.empty() && options.removed.empty()) return ListTags(options, context);
  if (options.run.empty() == options.removed.empty() || options.run.empty() != options.tag.empty()) {
    throw UsageError("write `mpigauge store tag RUN NAME`, or `mpigauge store tag --remove NAME`");
  }
  Store store = context.OpenStore(Store::Access::kWrite);
  if (!options.removed.empty()) {
    store.runs().RemoveTag(options.removed);
    context.streams.out << fmt::format("tag {} is removed; its run is there as before\n",
                                       TerminalEscaped(options.removed));
    return ExitCode::kPass;
  }
  const std::string run_id = store.runs().Find(options.run).run_id;
  CheckTag(store, options.tag);
  store.runs().SetTag(options.tag, run_id);
  context.streams.out << fmt::format("run {} is {}\n", run_id, TerminalEscaped(options.tag));
  return ExitCode::kPass;
}

struct MigrateOptions {
  std::string store;
  bool dry_run = false;
  bool json = false;
};

ExitCode MigrateStore(const MigrateOptions& options, CommandContext& context) {
  const std::string& store = options.store.empty() ? context.store : options.store;
  const Store::Versions versions = Store::VersionsOf(store);
  const int steps = versions.known - versions.stored;
  if (steps > 0 && !options.dry_run) Store::Open(store, Store::Access::kWrite);
  if (options.json) {
    context.streams.out << JsonText(Json{{"store", versions.name},
                                         {"version", versions.stored},
                                         {"newest", versions.known},
                                         {"steps", steps},
                                         {"migrated", steps > 0 && !options.dry_run}});
  } else if (steps == 0) {
    context.streams.out << fmt::format("{} has schema version {}: it is up to date\n", versions.name, versions.stored);
  } else {
    context.streams.out << fmt::format("{} {} schema version {}; {} {} it to {}\n", versions.name,
                                       options.dry_run ? "has" : "had", versions.stored, Counted(steps, "step"),
                                       options.dry_run ? "would bring" : "brought", versions.known);
  }
  return ExitCode::kPass;
}

}  // namespace

void AddStoreTagCommand(CLI::App& store, CommandContext& context) {
  auto options = std::make_shared<TagOptions>();
  CLI::App* tag = store.add_subcommand("tag", "Give a run a name, or list the names");
  tag->footer(R"(Examples:
  mpigauge store tag latest before-the-update
  mpigauge compare before-the-update latest
  mpigauge store tag --remove before-the-update

A run with a tag is not pruned.)");
  tag->add_option("run", options->run, "A run: its id, latest, latest~N, or another tag of it");
  tag->add_option("name", options->tag, "Its name");
  tag->add_option("--remove", options->removed, "Remove this name; the run stays")->type_name("NAME");
  AddFormatOption(*tag, options->json);
  OnChoice(*tag, context, [options, &context] { return Tag(*options, context); });
}

void AddStoreMigrateCommand(CLI::App& store, CommandContext& context) {
  auto options = std::make_shared<MigrateOptions>();
  CLI::App* migrate = store.add_subcommand("migrate", "Bring the tables of an older store up to date");
  migrate->footer(R"(Examples:
  mpigauge store migrate --dry-run       prints what would be done
  mpigauge store migrate mpigauge.sqlite

An older mpigauge cannot read the store any more, so copy it before (`cp`, pg_dump). Every command that writes also
migrates.)");
  migrate->add_option("store", options->store, "A SQLite file, or postgresql://...; otherwise that of --store")
      ->type_name("FILE|URL");
  migrate->add_flag("--dry-run", options->dry_run, "Print how many steps there are, and change nothing");
  AddFormatOption(*migrate, options->json);
  OnChoice(*migrate, context, [options, &context] { return MigrateStore(*options, context); });
}

}  // namespace mpigauge
