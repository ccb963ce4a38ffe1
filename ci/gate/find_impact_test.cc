#include "ci/gate/find_impact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "ci/impact/impact_of.h"
#include "simulator/replay/testing.h"
#include "simulator/trace/codec.h"
#include "simulator/trace/testing.h"
#include "simulator/trace/trace_file.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

class ApplicationTest : public testing::Test {
 protected:
  ApplicationTest() : folder_(std::filesystem::path(testing::TempDir()) / "application") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  // Rank 0 computes 700 ns and sends 100 bytes; with barriers around.
  std::string WriteTraces(const std::string& name) {
    const TraceSet traces =
        TracesOf({{CollectiveOf(TraceCall::kBarrier), After(700, SendTo(1, 100)), CollectiveOf(TraceCall::kBarrier)},
                  {CollectiveOf(TraceCall::kBarrier), ReceiveFrom(0), CollectiveOf(TraceCall::kBarrier)}});
    const auto folder = folder_ / name;
    std::filesystem::create_directories(folder);
    for (RankTrace trace : traces.ranks) {
      trace.header.program = "/opt/bin/solver";
      TraceWriter writer(folder / TraceFileName(trace.header.rank), trace.header);
      for (const TraceEvent& event : trace.events) writer.Add(event);
    }
    return folder;
  }

  std::string WriteText(const std::string& name) {
    WriteFileAtomically(folder_ / name, "ranks 2\nrank 0\ncalc 700\nsend 1 100\nrank 1\nrecv 0\n");
    return folder_ / name;
  }

  static double Seconds(const Application& application) {
    const LibraryCosts costs{{{"same-host", ExampleModel()}}, {}};
    const MeasuredCosts measured{"run", costs, {}, 1, {}};
    return ImpactOf(application.ForImpact(), measured, measured).baseline_seconds;
  }

  static void ExpectError(const std::string& text, const ReadOptions& options, const char* message) {
    try {
      ReadApplication(text, options);
      FAIL() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::kUsage);
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
  }

  std::filesystem::path folder_;
};

TEST_F(ApplicationTest, TracesAreNamedAfterTheProgram) {
  const std::string folder = WriteTraces("traces");
  EXPECT_EQ(ReadApplication(folder, {}).name, "solver");
  const Application named = ReadApplication(folder + "=cfd", {});
  EXPECT_EQ(named.name, "cfd");
  EXPECT_EQ(named.path, folder);
  EXPECT_EQ(named.hosts, (std::vector<std::string>{"node1", "node1"}));
  EXPECT_GT(Seconds(named), 930 * kNs);  // the barriers' messages on top
}

TEST_F(ApplicationTest, APartBetweenBarriersIsTaken) {
  const Application all = ReadApplication(WriteTraces("traces"), {});
  const Application part = ReadApplication(WriteTraces("traces"), {"", {.from_barrier = 1, .to_barrier = 2}});
  EXPECT_LT(Seconds(part), Seconds(all));
}

TEST_F(ApplicationTest, AProgramMayBeText) {
  const Application application = ReadApplication(WriteText("wave.txt"), {"ring:4", {}});
  EXPECT_EQ(application.name, "wave");
  EXPECT_DOUBLE_EQ(Seconds(application), 930 * kNs);
}

TEST_F(ApplicationTest, ErrorsNameTheTraceOrTheOption) {
  const std::string text = WriteText("wave.txt");
  ExpectError("/no/such", {}, "--trace /no/such: there is nothing of that name; mpigauge trace record makes traces");
  ExpectError("=name", {}, "--trace '=name': write FOLDER=NAME");
  ExpectError(text, {"", {.from_barrier = 1, .to_barrier = 2}}, "--from-barrier and --to-barrier are for traces");
  ExpectError(text, {"donut:4", {}}, "donut");
  ExpectError(folder_, {}, "application");
  EXPECT_THROW(ReadApplications({text, text}, {}), Error);
  EXPECT_EQ(ReadApplications({text, text + "=other"}, {}).size(), 2U);
}

}  // namespace
}  // namespace mpigauge
