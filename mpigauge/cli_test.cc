// What is common to all commands, and those that show, import and copy.
#include <CLI/App.hpp>
#include <algorithm>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

#include "base/file.h"
#include "base/json.h"
#include "mpigauge/application.h"
#include "mpigauge/help_text.h"
#include "mpigauge/shown_output.h"
#include "mpigauge/testing.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

TEST_P(CliTest, HistoryAndRuns) {
  AddRun("run-a", "2026-01-01", 1);
  AddRun("run-b", "2026-01-02", 1.5);
  EXPECT_EQ(Run({"history", kSeries}), ExitCode::kPass);
  EXPECT_THAT(out_, testing::ContainsRegex("run-a +library run-a +1.00 us(.|\n)*run-b +library run-b +1.51 us"));
  EXPECT_EQ(Run({"history"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr(kSeries + "\n"));
  EXPECT_EQ(Run({"history", "allreduce/bytes:9"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("there are:\n  " + kSeries));
  EXPECT_EQ(Run({"runs"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("library run-b"));
  EXPECT_EQ(Run({"runs", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output").at(1).at("complete"), 10);
}

TEST_P(CliTest, ShowMergesTheLaunchesOfARunByTheMedian) {
  AddRun("run-a", "2026-01-01", 1);
  EXPECT_EQ(Run({"show"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("library run-a (run-a): 10 complete launch(es), merged by the median\n"));
  EXPECT_THAT(out_, testing::ContainsRegex(kSeries + " +1.00 us +1.00 us +1.01 us +0.3% +10 +10 +call round-time"));
  EXPECT_EQ(Run({"show", "run-a", "--figure", "minimum", "--format", "json"}), ExitCode::kPass);
  const Json shown = ParseJson(out_, "output");
  EXPECT_EQ(shown.at("launches"), 10);
  EXPECT_EQ(shown.at("figure"), "minimum");
  EXPECT_EQ(shown.at("series").at(0).at("name"), kSeries);
  EXPECT_NEAR(shown.at("series").at(0).at("seconds").get<double>(), 0.9 * 1.0045e-6, 1e-12);
  EXPECT_EQ(shown.at("series").at(0).at("launches_seconds").size(), 10u);
  EXPECT_EQ(Run({"show", "nothing"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"show", "run-a", "--figure", "mode"}), ExitCode::kUsage);
}

// A launch that crashed is no result, and what is judged later must know of it.
TEST_P(CliTest, LaunchesThatCrashedAreImportedAndSaid) {
  const auto records = folder_ / "records";
  std::filesystem::create_directories(records);
  for (int i = 0; i < 3; ++i) {
    LaunchRecord launch = ExampleLaunch("run", i, {{kSeries, 1e-6}});
    if (i == 1) launch.status = LaunchStatus::kCrashed;
    launch.status_text = i == 1 ? "crashed in bcast (exit code 139)" : "";
    std::ofstream(records / (std::to_string(i) + ".json")) << JsonText(ToJson(launch, {}));
  }
  const std::string said = "launch 2 of the files: crashed: crashed in bcast (exit code 139)";
  EXPECT_EQ(Run({"import", records.string(), "--label", "nightly"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("3 launch(es) added"));
  EXPECT_THAT(out_, HasSubstr(said));
  Run({"compare", records.string(), "latest"});
  EXPECT_THAT(out_, HasSubstr("1 of 3 launches of the candidate did not finish"));
  EXPECT_THAT(out_, HasSubstr("launch 2 of the baseline: crashed: crashed in bcast"));
}

TEST_P(CliTest, ImportReadsEverythingBeforeItStoresAnything) {
  const auto records = folder_ / "records";
  std::filesystem::create_directories(records);
  for (int i = 0; i < 3; ++i) {
    std::ofstream(records / (std::to_string(i) + ".json"))
        << JsonText(ToJson(ExampleLaunch("run", i, {{kSeries, 1e-6}}), {}));
  }
  std::ofstream(records / "9.json") << "{\"mpigauge\": ";
  EXPECT_EQ(Run({"import", records.string()}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("9.json: parse error at line 1"));
  EXPECT_FALSE(HoldsTables(store_));
  std::filesystem::remove(records / "9.json");
  EXPECT_EQ(Run({"import", records.string(), "--label", "nightly"}), ExitCode::kPass);
  EXPECT_EQ(out_, "3 launch(es) added, 0 were there already\n");
  EXPECT_EQ(Run({"import", records.string()}), ExitCode::kPass);
  EXPECT_EQ(out_, "0 launch(es) added, 3 were there already\n");
  EXPECT_EQ(Run({"compare", records.string(), "latest"}), ExitCode::kInconclusive);
}

// A run "/elsewhere/x" was once written outside of the folder, and of two launches with one index one was left.
TEST_P(CliTest, RecordsStayInTheirFolderAndAreAllThere) {
  const std::string records = folder_ / "records";
  {
    Store store = Store::Open(store_, Store::Access::kWrite);
    LaunchRecord launch = ExampleLaunch("run", 0, {{kSeries, 1e-6}});
    store.AddLaunch(launch);
    launch.launch_id = "another";
    store.AddLaunch(launch);
    store.AddLaunch(ExampleLaunch((folder_ / "outside").string(), 0, {{kSeries, 1e-6}}));
  }
  EXPECT_EQ(Run({"export", "--records", records, "--run", "run"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("2 launch record(s)"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(records), {}), 2);
  EXPECT_EQ(Run({"export", "--records", records, "--run", (folder_ / "outside").string()}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("is no id"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_P(CliTest, MistakesSayWhatToDoNext) {
  EXPECT_EQ(RunPlain({}), ExitCode::kUsage);
  EXPECT_EQ(RunPlain({"gaet"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("gaet"));
  EXPECT_EQ(Run({"gate"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("nothing to compare with: give --baseline NAME"));
  EXPECT_EQ(Run({"gate", "--run", "x", "--candidate-mpi", "y"}), ExitCode::kUsage);
  EXPECT_EQ(RunPlain({"compare", "a", "b", "--store", "/no/store.sqlite"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("/no/store.sqlite: cannot be opened"));
  EXPECT_EQ(Run({"run", "--mpi", "/no/such/prefix", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--mpi /no/such/prefix"));
  EXPECT_EQ(Run({"run", "--env", "x", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--env 'x': write NAME=VALUE"));
  EXPECT_EQ(Run({"run", "--preload", "/no/lib.so", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"run", "--preload", "/etc/passwd", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--preload /etc/passwd: is no shared library"));
  EXPECT_EQ(Run({"run", "--launches", "0"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"run", "-n", "-3"}), ExitCode::kUsage);
}

// `mpigauge export --openmetrics - >/dev/full` once exited with 0.
TEST_P(CliTest, OutputThatCannotBeWrittenIsAnError) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 2);
  const auto code_of = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--store", store_});
    std::ofstream full("/dev/full");
    std::ostringstream err;
    const ExitCode code = RunCli(arguments, {full, err, false, false});
    EXPECT_THAT(err.str(), HasSubstr("standard output could not be written")) << arguments[0];
    return code;
  };
  EXPECT_EQ(code_of({"export", "--openmetrics", "-"}), ExitCode::kNotMeasured);
  EXPECT_EQ(code_of({"history"}), ExitCode::kNotMeasured);
  EXPECT_EQ(code_of({"compare", "old", "old"}), ExitCode::kNotMeasured);
  EXPECT_EQ(code_of({"compare", "old", "new"}), ExitCode::kFail);  // the verdict is known all the same
  for (const char* command : {"runs", "gates"}) {
    EXPECT_EQ(code_of({command, "--format", "json"}), ExitCode::kNotMeasured);
  }
  EXPECT_EQ(code_of({"runs", "--help"}), ExitCode::kNotMeasured);
}

// A run's label once cleared the screen of whoever listed the runs, and printed a line of its own.
TEST_P(CliTest, NamesCommandNoTerminal) {
  AddRun("run-a", "2026-01-01", 1);
  {
    Store store = Store::Open(store_, Store::Access::kWrite);
    store.AddRun({"run-b", "x\x1b[2J\nPASS\x1b]0;title\x07", "2026-01-02", RunStatus::kComplete, Json::object()});
    store.AddLaunch(ExampleLaunch("run-b", 0, {{kSeries, 1e-6}}));
    store.SetBaseline("base\x1b[2J\n::add-mask::x", {"run-a"}, "note\n::add-mask::x\nPASS");
    LaunchRecord elsewhere = ExampleLaunch("run-c", 0, {{kSeries, 1e-6}});
    elsewhere.environment.key["cpu_model"] = "CPU\n::add-mask::x\nPASS";
    store.AddRun({"run-c", "library", "2025-12-31", RunStatus::kComplete, Json::object()});
    store.AddLaunch(elsewhere);
    store.SetBaseline("elsewhere", {"run-c"}, "");
  }
  const std::vector<std::vector<std::string>> all = {{"runs"},
                                                     {"show", "run-b"},
                                                     {"baseline", "list"},
                                                     {"baseline", "show", "base\x1b[2J\n::add-mask::x"},
                                                     {"baseline", "show", "elsewhere"},
                                                     {"history", kSeries},
                                                     {"compare", "run-a", "run-b", "--all"},
                                                     {"show", "x\x1b[2J"}};
  for (const auto& arguments : all) {
    Run(arguments);
    EXPECT_THAT(out_ + err_, testing::Not(HasSubstr("\x1b"))) << arguments[0];
    EXPECT_THAT(out_ + err_, testing::Not(HasSubstr("\nPASS"))) << arguments[0];
    EXPECT_THAT(out_ + err_, testing::Not(HasSubstr("\n::add-mask"))) << arguments[0];
  }
  Run({"show", "x\n::add-mask::x"});  // in an error, too
  EXPECT_THAT(err_, HasSubstr("'x\\n::add-mask::x'"));
  EXPECT_EQ(Run({"runs"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("x\\x1b[2J\\nPASS"));
}

// Errors name what was given. Once "\nPASS" in the name of a file or in a library's label was a line of its own, as if
// another command had passed.
TEST_P(CliTest, NamesMakeNoLineOfAnError) {
  const std::string hostile = "x\n::set-output name=a::b\nPASS: all\x1b[2J";
  const std::string shown = R"(x\n::set-output name=a::b\nPASS: all\x1b[2J)";
  AddRun("run-a", "2026-01-01", 1);
  Store::Open(store_, Store::Access::kWrite)
      .AddRun({"run-b", hostile, "2026-01-02", RunStatus::kComplete, Json::object()});  // without launches
  const std::filesystem::path file = folder_ / hostile;
  std::ofstream(file) << "{\"mpigauge\": ";
  const std::vector<std::vector<std::string>> all = {{"compare", "run-b", "run-a"},
                                                     {"compare", hostile, "run-a"},
                                                     {"gate", "--baseline", hostile, "--run", "run-a"},
                                                     {"import", file.string()},
                                                     {"show", hostile},
                                                     {"compare", "run-a", "run-a", "--waivers", file.string()},
                                                     {"compare", "run-a", "run-a", "--alpha", hostile},
                                                     {"baseline", "set", hostile, "run-a"},
                                                     {hostile}};
  for (const auto& arguments : all) {
    EXPECT_NE(Run(arguments), ExitCode::kPass) << arguments[0];
    EXPECT_THAT(err_, testing::StartsWith("mpigauge: ")) << arguments[0];
    // Further lines are ours: they begin with two blanks.
    EXPECT_THAT(err_, testing::Not(testing::ContainsRegex("\n[^ ]"))) << arguments[0];
    EXPECT_THAT(err_, testing::Not(HasSubstr("\x1b"))) << arguments[0];
  }
  Run(all[0]);
  EXPECT_THAT(err_, HasSubstr(shown + " (run-b): has no complete launch"));
  Run({"import", file.string()});
  EXPECT_THAT(err_, HasSubstr(shown));
}

std::string ShownOn(bool terminal, std::string_view text) {
  std::ostringstream to;
  ShownOutput shown(to, terminal);
  std::ostream out(&shown);
  out << text << std::flush;
  return to.str();
}

TEST(ShownOutput, ColoursAndProgressArePassedOn) {
  EXPECT_EQ(ShownOn(true, "\x1b[31mred\x1b[0m\t\x07\r\x1b[K1 of 2"), "\x1b[31mred\x1b[0m\t\\x07\r\x1b[K1 of 2");
}

// A name with a colour in it once reached files and pipes as it was, and on a terminal it could hide what stands
// behind.
TEST(ShownOutput, WhatWeDoNotWriteOurselvesIsNoCommand) {
  EXPECT_EQ(ShownOn(true, "\x1b[8mhidden\x1b[1;31m"), "\\x1b[8mhidden\\x1b[1;31m");
  EXPECT_EQ(ShownOn(false, "\x1b[31mred\r\x1b[K"), "\\x1b[31mred\\x0d\\x1b[K");
  EXPECT_EQ(ShownOn(true,
                    "\xc2\x9b"
                    "2J \x7f \xc3\xa9"),
            "\\u009b2J \\u007f \xc3\xa9");
}

// A runner of workflows does what a line says that begins so, whoever wrote it.
TEST(ShownOutput, ALineIsNoCommandOfAWorkflow) {
  EXPECT_EQ(ShownOn(false, "a\n::set-output name=x::y\n \t::add-mask::z\n\xe3\x80\x80::stop-commands::a ::b\n"),
            "a\n\\x3a:set-output name=x::y\n \t\\x3a:add-mask::z\n\xe3\x80\x80\\x3a:stop-commands::a ::b\n");
  EXPECT_EQ(ShownOn(false, "## Title\na ##[error]b ##vso[task.complete]\n"),
            "## Title\na \\x23#[error]b \\x23#vso[task.complete]\n");
  const std::string own = "::error title=mpigauge::it\n::warning title=mpigauge::is\n::notice title=mpigauge::so\n";
  EXPECT_EQ(ShownOn(false, own), own);
  std::ostringstream to;
  ShownOutput shown(to, false);
  std::ostream(&shown) << "one line, " << std::flush << "::in two pieces\n";
  EXPECT_EQ(to.str(), "one line, ::in two pieces\n");
}

// An option that may be given several times once took the "--" behind it for the end of its values, and what
// followed for options of the command.
TEST_P(CliTest, ArgumentsOfTheBenchmarkProgramMayFollowAnyOption) {
  for (const std::vector<std::string>& option :
       std::vector<std::vector<std::string>>{{"--env", "A=b"}, {"--preload", "/bin/true"}, {"--label", "x"}}) {
    std::vector<std::string> words = {"run", "--store", store_, "--mpi", "/no/such/prefix", "--bench", "/bin/true"};
    words.insert(words.end(), option.begin(), option.end());
    words.insert(words.end(), {"--", "--passes", "2"});
    EXPECT_EQ(RunPlain(words), ExitCode::kUsage);
    EXPECT_THAT(err_, HasSubstr("--mpi /no/such/prefix")) << option[0];
  }
  EXPECT_EQ(Run({"gate", "--baseline", "nothing", "--candidate-bench", "/bin/true", "--tolerance", "5%", "--",
                 "--passes", "2"}),
            ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no baseline, run or file 'nothing'"));
}

std::string OneLine(const std::string& text) {
  std::string line;
  std::istringstream words(text);
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

// Sixty lines of 80 columns, but for commands that have more than thirty options. What stands in quotes is not wrapped.
void CheckSize(const CLI::App& command, const std::string& help) {
  const std::set<std::string> more = {"gate", "submit", "calibrate"};
  if (more.contains(command.get_name())) {
    EXPECT_GT(command.get_options().size(), 30u) << command.get_name();
  } else {
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 60) << help;
  }
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    const bool quoted = line.find('\'') != std::string::npos;
    EXPECT_TRUE(quoted || line.size() <= 80) << line;
  }
}

// Looks at the help of each command below this one. Those below another command have their examples there; those that
// the help does not list are started by mpigauge itself, or once by an installation.
void CheckHelp(const CLI::App& app, const std::vector<std::string>& words, std::size_t& listed) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    std::vector<std::string> line = words;
    line.push_back(command->get_name());
    std::string usage = "Usage: mpigauge";
    for (const std::string& word : line) usage += " " + word;
    line.emplace_back("--help");
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(RunCli(line, {out, err, false, false}), ExitCode::kPass) << usage << ": " << err.str();
    EXPECT_THAT(out.str(), HasSubstr(usage));
    EXPECT_THAT(OneLine(out.str()), HasSubstr(OneLine(command->get_description()))) << usage;
    CheckSize(*command, out.str());
    std::vector<std::string> asked = {"help"};
    asked.insert(asked.end(), line.begin(), line.end() - 1);
    std::ostringstream told;
    EXPECT_EQ(RunCli(asked, {told, err, false, false}), ExitCode::kPass) << usage << ": " << err.str();
    EXPECT_EQ(told.str(), out.str());
    EXPECT_FALSE(command->get_description().empty()) << usage;
    const bool in_the_help = !command->get_group().empty();
    if (words.empty() && in_the_help) {
      EXPECT_THAT(out.str(), HasSubstr("Example")) << usage;
      ++listed;
    }
    line.pop_back();
    CheckHelp(*command, line, listed);
  }
}

TEST(Help, EveryCommandHasOneWithAnExample) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{out, err, false, false};
  EXPECT_EQ(RunCli({"--help"}, streams), ExitCode::kPass);
  EXPECT_THAT(out.str(), HasSubstr("Exit codes: 0 pass, 1 fail"));
  CommandContext context{streams, "", "", {}};
  std::size_t listed = 0;
  CheckHelp(*MakeApplication(context), {}, listed);
  EXPECT_GT(listed, 0u);
}

TEST(Help, ListsAllCommandsInGroups) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{out, err, false, false};
  CommandContext context{streams, "", "", {}};
  const std::unique_ptr<CLI::App> app = MakeApplication(context);
  const std::string help = HelpText(*app, 80);
  for (const CLI::App* one : app->get_subcommands([](CLI::App* all) { return !all->get_group().empty(); })) {
    EXPECT_THAT(one->get_group(), testing::StartsWith("Commands "));
    EXPECT_THAT(help, HasSubstr("\n" + one->get_group() + ":\n"));
    EXPECT_THAT(help, HasSubstr("\n  " + one->get_name() + "  "));
  }
  CheckSize(*app, help);
  EXPECT_EQ(RunCli({"help"}, {out, err, false, false}), ExitCode::kPass);
  EXPECT_THAT(out.str(), HasSubstr("\nCommands to measure and judge:\n  run  "));
  EXPECT_EQ(RunCli({"help", "store", "pruen"}, {out, err, false, false}), ExitCode::kUsage);
  EXPECT_THAT(err.str(), HasSubstr("no command 'store pruen'; mpigauge help lists all"));
}

TEST(Help, AGateHasItsOptionsInGroups) {
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(RunCli({"gate", "--help"}, {out, err, false, false, 100}), ExitCode::kPass);
  std::string::size_type at = out.str().find("\nExamples:\n");
  for (const char* group :
       {"Arguments", "Baseline", "Candidate", "Measure", "Slurm", "Verdict", "Applications", "Output"}) {
    const auto next = out.str().find("\n" + std::string(group) + ":\n");
    EXPECT_NE(next, std::string::npos) << group;
    EXPECT_GT(next, at) << group;
    at = next;
  }
  EXPECT_THAT(out.str(), testing::Not(HasSubstr("\nOptions:\n")));
}

// Every command that prints JSON has the same option for it.
void CheckJsonOption(const CLI::App& app) {
  EXPECT_EQ(app.get_option_no_throw("--json"), nullptr) << app.get_name();
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) CheckJsonOption(*command);
}

TEST(Help, JsonIsAFormatOfEveryCommand) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{out, err, false, false};
  CommandContext context{streams, "", "", {}};
  const std::unique_ptr<CLI::App> app = MakeApplication(context);
  CheckJsonOption(*app);
  EXPECT_EQ(RunCli({"runs", "--format", "xml"}, {out, err, false, false}), ExitCode::kUsage);
  EXPECT_THAT(err.str(), HasSubstr("table,json"));
}

TEST_P(CliTest, AStoreIsCopiedWhole) {
  AddRun("old", "2026-01-01", 1);
  AddRun("new", "2026-01-02", 1.2);
  EXPECT_EQ(Run({"baseline", "set", "release", "old"}), ExitCode::kPass);
  EXPECT_EQ(Run({"gate", "--baseline", "release", "--run", "new"}), ExitCode::kFail);
  for (const StoreKind kind : kStoreKinds) {
    const std::string copy = NewStoreName(kind);
    EXPECT_EQ(RunPlain({"store", "copy", store_, copy}), ExitCode::kPass);
    EXPECT_THAT(out_,
                HasSubstr("2 run(s) with 20 launch(es), 0 of them there already, 1 baseline version(s), 1 gate(s) "
                          "and 0 calibration(s)"));
    EXPECT_EQ(RunPlain({"store", "copy", store_, copy, "--format", "json"}), ExitCode::kPass);
    EXPECT_EQ(ParseJson(out_, "output").at("launches_there"), 20);
    EXPECT_THAT(out_, testing::Not(HasSubstr("w0rd")));
    EXPECT_EQ(RunPlain({"compare", "release", "new", "--store", copy}), ExitCode::kFail);
    EXPECT_THAT(out_, HasSubstr("FAIL: 1 of 2 series got slower (allreduce)"));
  }
  EXPECT_EQ(RunPlain({"store", "copy", store_, store_}), ExitCode::kUsage);
  EXPECT_EQ(RunPlain({"store", "copy", "/no/such/store", store_}), ExitCode::kUsage);
}

// A site's old results are a run that can be shown, compared and made a baseline of; they are not mixed with ours.
TEST_P(CliTest, WhatOtherToolsPrintedBecomesARun) {
  const std::string head = "# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)\n";
  std::vector<std::string> before = {"import", "osu"};
  std::vector<std::string> after = before;
  for (int i = 0; i < 10; ++i) {
    const std::string old_file = folder_ / ("old" + std::to_string(i));
    const std::string new_file = folder_ / ("new" + std::to_string(i));
    WriteFileAtomically(old_file, head + "8      " + std::to_string(10 + 0.01 * i) + "\n");
    WriteFileAtomically(new_file, head + "8      " + std::to_string(12 + 0.01 * i) + "\n");
    before.push_back(old_file);
    after.push_back(new_file);
  }
  EXPECT_EQ(Run(before), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("osu does not print the number of ranks; say it by --ranks"));
  before.insert(before.end(), {"--ranks", "4", "--run", "old", "--label", "4.1.4"});
  after.insert(after.end(), {"--ranks", "4", "--run", "new", "--label", "4.1.5"});
  ASSERT_EQ(Run(before), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, HasSubstr("10 launch(es) added"));
  EXPECT_THAT(out_, HasSubstr("osu: one value of each series (the mean over the iterations); observations"));
  ASSERT_EQ(Run(before), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("0 launch(es) added, 10 were there already"));
  ASSERT_EQ(Run(after), ExitCode::kPass) << err_;
  EXPECT_EQ(Run({"compare", "old", "new"}), ExitCode::kFail);
  EXPECT_THAT(out_, HasSubstr("1 of 1 series got slower (allreduce)"));
  EXPECT_EQ(Run({"baseline", "set", "site", "old"}), ExitCode::kPass) << err_;
  AddRun("ours", "2026-01-01", 10, "4");
  EXPECT_EQ(Run({"compare", "old", "ours"}),
            ExitCode::kNotComparable);  // another environment: measured by another tool
  EXPECT_THAT(err_, HasSubstr("measured_by"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, CliTest, EachStoreKind(), [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge
