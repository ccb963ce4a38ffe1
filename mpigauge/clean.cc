#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/table.h"
#include "base/temporary_folder.h"
#include "base/units.h"
#include "ci/process/leftovers.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct CleanOptions {
  bool apply = false;
  bool cache = false;
  bool json = false;
};

LeftoverPlaces PlacesOf(const CommandContext& context) {
  LeftoverPlaces places;
  places.temporary.push_back(FolderForTemporaryFiles());
  const std::filesystem::path libraries = LibrariesFolder(context.store, context.libraries);
  if (!libraries.empty()) places.temporary.push_back(libraries);
  places.cache = CacheFolder();
  return places;
}

// The cache is worth its room to whoever builds: it goes only by its own option.
bool IsChosen(const Leftover& one, const CleanOptions& options) {
  return one.kind != Leftover::Kind::kCache || options.cache;
}

void Remove(const Leftover& one) {
  std::error_code error;
  std::filesystem::remove_all(one.path, error);
  if (error) throw NotMeasured("{}: {}; everything listed before it was removed", one.path.string(), error.message());
}

std::string LeftoversText(const std::vector<Leftover>& found, const CleanOptions& options) {
  Table table(
      {{"what", Table::Align::kLeft}, {"size"}, {"age"}, {"", Table::Align::kLeft}, {"path", Table::Align::kLeft}});
  for (const Leftover& one : found) {
    const std::string fate = !IsChosen(one, options) ? "stays (--cache)" : options.apply ? "removed" : "";
    table.AddRow({LeftoverName(one.kind), FormatRoom(one.bytes), FormatWallTime(one.age_seconds), fate,
                  TerminalEscaped(one.path.string())});
  }
  return found.empty() ? "" : table.Text(false);
}

Json LeftoversJson(const std::vector<Leftover>& found, const CleanOptions& options) {
  Json all = Json::array();
  for (const Leftover& one : found) {
    all.push_back({{"what", LeftoverName(one.kind)},
                   {"path", one.path.string()},
                   {"bytes", one.bytes},
                   {"age_seconds", one.age_seconds},
                   {"removed", options.apply && IsChosen(one, options)}});
  }
  return {{"leftovers", all}};
}

ExitCode Execute(const CleanOptions& options, CommandContext& context) {
  const std::vector<Leftover> found = FindLeftovers(PlacesOf(context));
  int chosen = 0;
  std::int64_t bytes = 0;
  for (const Leftover& one : found) {
    if (!IsChosen(one, options)) continue;
    if (options.apply) Remove(one);
    ++chosen;
    bytes += one.bytes;
  }
  if (options.json) {
    context.streams.out << JsonText(LeftoversJson(found, options));
    return ExitCode::kPass;
  }
  context.streams.out << LeftoversText(found, options)
                      << fmt::format("{} of {} {}\n", Counted(chosen, "leftover"), FormatRoom(bytes),
                                     options.apply ? "removed" : "would be removed; --apply removes them");
  return ExitCode::kPass;
}

}  // namespace

void AddCleanCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CleanOptions>();
  CLI::App* command = app.add_subcommand("clean", "List or remove what killed processes left");
  command->footer(R"(Examples:
  mpigauge clean                  lists what would be removed
  mpigauge clean --apply
  mpigauge clean --apply --cache

Files that a process uses stay, and so do files younger than a minute. Shared memory is mpigauge's own and that of Open
MPI on this host. Stores, copies of libraries, records and reports stay as well: they are in the places that you chose.
`mpigauge store prune` makes room in a store.)");
  command->add_flag("--apply", options->apply, "Remove what is listed");
  command->add_flag("--cache", options->cache, "Include the cache of builds; the next build then takes longer");
  AddFormatOption(*command, options->json);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
