// Tests what all commands have in common: mistakes, output that cannot be written, and arguments after "--".
#include <fstream>
#include <iostream>
#include <sstream>

#include "mpigauge/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

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
  EXPECT_THAT(err_, HasSubstr("--mpi: MPI /no/such/prefix: neither"));
  EXPECT_EQ(Run({"gate", "--baseline-mpi", "/no/such", "--candidate-mpi", "openmpi", "--baseline-bench", "/bin/true",
                 "--candidate-bench", "/bin/true"}),
            ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--baseline-mpi: MPI /no/such: neither"));
  EXPECT_EQ(RunPlain({"ci", "--config", "/no/mpigauge.toml"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("/no/mpigauge.toml: there is no such file; `mpigauge ci init` writes one"));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"ci"}, {"ci", "--quiet"}, {"ci", "status"}, {"ci", "retry", "x"}, {"watch"}}) {
    EXPECT_EQ(Run(words), ExitCode::kUsage) << words.back();
    EXPECT_THAT(err_, HasSubstr("--store: a pipeline's configuration names its store; write location")) << words.back();
  }
  EXPECT_EQ(Run({"run", "--env", "x", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--env 'x': write NAME=VALUE"));
  EXPECT_EQ(Run({"run", "--preload", "/no/lib.so", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_EQ(Run({"run", "--preload", "/etc/passwd", "--bench", "/bin/true"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--preload /etc/passwd is not a shared library"));
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

// An option that may be given several times once took the "--" behind it for the end of its values, and what
// followed for options of the command.
TEST_P(CliTest, ArgumentsOfTheBenchmarkProgramMayFollowAnyOption) {
  for (const std::vector<std::string>& option :
       std::vector<std::vector<std::string>>{{"--env", "A=b"}, {"--preload", "/bin/true"}, {"--label", "x"}}) {
    std::vector<std::string> words = {"run", "--store", store_, "--mpi", "/no/such/prefix", "--bench", "/bin/true"};
    words.insert(words.end(), option.begin(), option.end());
    words.insert(words.end(), {"--", "--passes", "2"});
    EXPECT_EQ(RunPlain(words), ExitCode::kUsage);
    EXPECT_THAT(err_, HasSubstr("MPI /no/such/prefix: neither")) << option[0];
  }
  EXPECT_EQ(Run({"gate", "--baseline", "nothing", "--candidate-bench", "/bin/true", "--tolerance", "5%", "--",
                 "--passes", "2"}),
            ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("no baseline, run or file 'nothing'"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, CliTest, EachStoreKind(), [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge

// A command that looks at a library starts its own program for that. Here it is this one, which would run all tests.
int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == "loaded") {
    return static_cast<int>(mpigauge::RunCli(words, {std::cout, std::cerr, false, false}));
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
