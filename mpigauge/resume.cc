#include "mpigauge/resume.h"

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/trusted_path.h"
#include "baselines/store/postgres_url.h"
#include "mpigauge/cli.h"
#include "mpigauge/shared_options.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

// The words of a command line without options that are resolved, or not wanted later. Behind "--" they are the
// benchmark program's.
std::vector<std::string> WithoutPlaces(const std::vector<std::string>& words) {
  static const std::set<std::string> kWithValue = {"--store", "--libraries", "--folder"};
  std::vector<std::string> kept;
  const auto end = std::find(words.begin(), words.end(), "--");
  for (auto word = words.begin(); word != end; ++word) {
    const std::string name = word->substr(0, word->find('='));
    if (!kWithValue.contains(name)) {
      if (*word != "--detach") kept.push_back(*word);
    } else if (name == *word && word + 1 != end) {
      ++word;
    }
  }
  kept.insert(kept.end(), end, words.end());
  return kept;
}

void AddOption(const std::string& name, const std::string& value, std::vector<std::string>& words) {
  words.insert(std::find(words.begin(), words.end(), "--"), {name, value});
}

// Relative paths are those of the folder in which the command line was given.
void GoTo(const std::string& working_folder, const fs::path& file) {
  std::error_code error;
  fs::current_path(working_folder, error);
  if (!error) return;
  throw UsageError("{}: was begun in {}, which cannot be entered: {}", file.string(), working_folder, error.message());
}

}  // namespace

void ResumeOption::AddTo(CLI::App& command) {
  command_ = command.get_name();
  const std::vector<CLI::Option*> others = command.get_options();
  const InGroup group(command, kMeasureGroup);
  CLI::Option* resume =
      command.add_option("--resume", folder_, "Go on in this folder, with the options it was begun with")
          ->type_name("FOLDER");
  for (CLI::Option* other : others) {
    if (other != command.get_help_ptr()) resume->excludes(other);
  }
}

void ResumeOption::Keep(const std::string& folder, const CommandContext& context) const {
  const bool url = IsPostgresUrl(context.store);
  std::vector<std::string> words = WithoutPlaces(context.arguments);
  AddOption("--folder", fs::absolute(folder).lexically_normal().string(), words);
  if (!context.libraries.empty()) AddOption("--libraries", fs::absolute(context.libraries).string(), words);
  WriteFileAtomically(
      fs::path(folder) / (command_ + ".json"),
      JsonText({{"working_folder", fs::current_path().string()},
                {"store", url ? PostgresUrl(context.store).shown() : fs::absolute(context.store).string()},
                {"arguments", words}}),
      Readers::kOwner);  // it holds the values of --env
}

MakeLaunches ResumeOption::Keeping(const MakeLaunches& make, const std::string& folder,
                                   const CommandContext& context) const {
  if (folder.empty()) return make;
  return [=, *this, &context](const std::vector<LaunchPlan>& plans, const std::string& what) {
    std::unique_ptr<Launches> launches = make(plans, what);
    Keep(folder, context);
    return launches;
  };
}

ExitCode ResumeOption::Run(const CommandContext& context) const {
  const fs::path file = fs::absolute(fs::path(folder_) / (command_ + ".json"));
  if (!fs::exists(file)) {
    throw UsageError("--resume {}: mpigauge {} has begun nothing there ({} is missing); give the --folder that it had",
                     folder_, command_, file.filename().string());
  }
  RequireTrusted(file,
                 "and the command line that is kept there names programs to start; resume in a folder of your own");
  const Json json = ReadJson(file);
  std::vector<std::string> words;
  std::string store;
  std::string working_folder;
  ReadingValues(file.string(), [&] {
    words = json.at("arguments").get<std::vector<std::string>>();
    store = json.at("store");
    working_folder = json.at("working_folder");
    return 0;
  });
  // The password is not kept: it may stand in MPIGAUGE_STORE again.
  if (context.store_on_command_line || ShownStore(context.store) == store)
    store = IsPostgresUrl(context.store) ? context.store : fs::absolute(context.store).string();
  AddOption("--store", store, words);
  GoTo(working_folder, file);
  return RunCli(words, context.streams);
}

}  // namespace mpigauge
