#include "ci/bisect/bisect.h"

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <sstream>

#include "base/error.h"
#include "base/units.h"
#include "ci/bisect/measured_commits.h"
#include "ci/bisect/result.h"
#include "ci/gate/gate_request.h"
#include "mpigauge/commands.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct BisectCommandOptions {
  std::string repository = ".";
  std::string good;
  std::string bad;
  std::string build;
  std::string checkout;
  std::string state = "mpigauge-bisect";
  std::string error = "5%";
  std::size_t max_launches = 400;
  int jobs = 1;
  int turns = 6;
  bool json = false;
  LibraryOptions library;
  MeasureOptions measure;  // the filter of its request is --series
};

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// The library of one commit: {out} and {commit} are its own.
LibraryOptions LibraryOf(const LibraryOptions& options, const std::string& out, const std::string& hash) {
  const auto expand = [&](std::string& text) { text = Replaced(Replaced(text, "{out}", out), "{commit}", hash); };
  LibraryOptions library = options;
  library.label = hash.substr(0, 10);
  expand(library.mpi);
  expand(library.bench);
  for (std::string& text : library.preload) expand(text);
  for (std::string& text : library.environment) expand(text);
  return library;
}

// A bisection can be resumed only with the same arguments: everything that an answer depends on.
Json ArgumentsOf(const BisectCommandOptions& options, const Commits& commits) {
  return {{"--repo", commits.repository()},
          {"--good", commits.hash(0)},
          {"--bad", commits.hash(commits.suspects())},
          {"--build", options.build},
          {"--checkout", options.checkout},
          {"--series", options.measure.request.filter},
          {"--suite", options.measure.request.suite},
          {"--ranks", options.measure.ranks},
          {"--realtime", options.measure.request.realtime},
          {"--mpi", options.library.mpi},
          {"--bench", options.library.bench},
          {"--preload", options.library.preload},
          {"--env", options.library.environment},
          {"--turns", options.turns},
          {"arguments behind '--'", options.measure.request.arguments}};
}

double ErrorOf(const BisectCommandOptions& options) {
  const double error = ParseShare(options.error, "--error");
  if (error <= 0 || error >= 0.5) throw UsageError("--error {}: give a share between 0 and 50%", options.error);
  return error;
}

ExitCode Execute(const BisectCommandOptions& options, CommandContext& context) {
  BisectSettings settings{ErrorOf(options), options.max_launches, options.jobs, &context.streams.err,
                          context.streams.err_terminal};
  const Commits commits(options.repository, options.good, options.bad);
  const auto folder = std::filesystem::absolute(options.state).lexically_normal();
  BisectState state(folder, ArgumentsOf(options, commits));
  Builds builds(commits, folder, options.build, options.jobs, options.checkout);
  Store store = Store::Open((folder / "launches.sqlite").string(), Store::Access::kWrite);
  std::string noted;  // once, not for each commit
  const auto plan_of = [&](std::size_t commit) {
    const LibraryOptions library = LibraryOf(options.library, builds.Out(commit).string(), commits.hash(commit));
    std::ostringstream notes;
    LaunchPlan plan = options.measure.PlanFor(library, "", notes);
    if (notes.str() != noted) context.streams.err << notes.str();
    noted = notes.str();
    return plan;
  };
  CampaignOptions campaign;
  campaign.turns = options.turns;
  MeasuredCommits world(commits, builds, plan_of, campaign, store);

  const BisectSearch search = Bisect(world, state, settings);
  const BisectResult result(search, commits, builds);
  context.streams.out << (options.json ? JsonText(result.ToJson()) : result.Text());
  return result.exit_code();
}

void AddMeasureOptions(CLI::App& command, MeasureOptions& measure) {
  const InGroup group(command, kMeasureGroup);
  measure.request.filter_narrows = false;  // the series are named
  command.add_option("--series", measure.request.filter, "The series that got slower: a regular expression")
      ->type_name("REGEX")
      ->required();
  command.add_option("-n,--ranks", measure.ranks, "The number of ranks")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  // The number of launches is the search's, and the filter is --series.
  for (Setting& setting : SettingsOf(measure.request)) {
    if (setting.key == "launches" || setting.key == "filter") continue;
    if (setting.key == "suite") setting.help = "Only series of this suite";
    AddSetting(command, setting);
  }
}

}  // namespace

void AddBisectCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<BisectCommandOptions>();
  CLI::App* command = app.add_subcommand("bisect", "Find the commit that made a library slow");
  command->footer(R"(Examples:
  mpigauge bisect --repo ~/ompi --good v5.0.6 --bad v5.0.7 \
    --series '^allreduce/bytes:4096/' --mpi '{out}' \
    --build './configure --prefix=$MPIGAUGE_OUT && make -j8 install'
  git bisect run mpigauge gate --git-bisect ...      git's own bisection

{out} and {commit} in --mpi, --bench, --preload and --env are the folder MPIGAUGE_OUT and the hash of a commit. A
checkout that fails skips the commit, and so does a build that fails or exits with 125. A bisection that was stopped
resumes with the same command.

Exit codes: 0 one commit is named, 1 the bad commit is not slower than the good one, 2 undecided (several commits
cannot be told apart, or the launches are spent), 3 could not be measured, 4 wrong usage or input.)");
  command->add_option("--repo", options->repository, "The library's git repository")
      ->type_name("FOLDER")
      ->capture_default_str();
  command->add_option("--good", options->good, "A commit, tag or branch that is fast")->type_name("COMMIT")->required();
  command->add_option("--bad", options->bad, "A commit, tag or branch that is slow")->type_name("COMMIT")->required();
  command
      ->add_option("--build", options->build,
                   "The shell command that builds a commit in its checkout; files to keep go to $MPIGAUGE_OUT")
      ->type_name("COMMAND")
      ->required();
  command
      ->add_option("--checkout", options->checkout,
                   "The shell command that fills $MPIGAUGE_SOURCE with commit $MPIGAUGE_COMMIT of $MPIGAUGE_REPO, "
                   "instead of git worktree add")
      ->type_name("COMMAND");
  options->library.AddTo(*command, "");
  command->remove_option(command->get_option("--label"));
  AddMeasureOptions(*command, options->measure);
  const InGroup group(*command, kMeasureGroup);
  command->add_option("--state", options->state, "The folder for builds, launches and answers")
      ->type_name("FOLDER")
      ->capture_default_str();
  command->add_option("--error", options->error, "The accepted chance of naming the wrong commit")
      ->type_name("SHARE")
      ->capture_default_str();
  command->add_option("--max-launches", options->max_launches, "Most launches, those of all commits together")
      ->check(CLI::Range(8, 1000000))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "Builds at once, of commits that are likely to be asked next")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  Setting turns = TurnsSetting(options->turns);
  turns.help = "The launches of a pair take turns, or off";
  AddSetting(*command, turns);
  AddFormatOption(*command, options->json);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
