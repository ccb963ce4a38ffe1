// Names that come from outside, and what they may not do to a terminal, a pipe or a runner of workflows.
#include "mpigauge/shown_output.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/json.h"
#include "mpigauge/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// A run's label once cleared the screen of whoever listed the runs, and printed a line of its own.
TEST_P(CliTest, NamesCommandNoTerminal) {
  AddRun("run-a", "2026-01-01", 1);
  {
    Store store = Store::Open(store_, Store::Access::kWrite);
    store.runs().Add({"run-b", "x\x1b[2J\nPASS\x1b]0;title\x07", "2026-01-02", RunStatus::kComplete, Json::object()});
    store.runs().AddLaunch(ExampleLaunch("run-b", 0, {{kSeries, 1e-6}}));
    store.baselines().Set("base\x1b[2J\n::add-mask::x", {"run-a"}, "note\n::add-mask::x\nPASS");
    LaunchRecord elsewhere = ExampleLaunch("run-c", 0, {{kSeries, 1e-6}});
    elsewhere.environment.key["cpu_model"] = "CPU\n::add-mask::x\nPASS";
    store.runs().Add({"run-c", "library", "2025-12-31", RunStatus::kComplete, Json::object()});
    store.runs().AddLaunch(elsewhere);
    store.baselines().Set("elsewhere", {"run-c"}, "");
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
      .runs()
      .Add({"run-b", hostile, "2026-01-02", RunStatus::kComplete, Json::object()});  // without launches
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
TEST(ShownOutput, TerminalCommandsInNamesAreEscaped) {
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

}  // namespace
}  // namespace mpigauge
