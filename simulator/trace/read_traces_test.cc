#include "simulator/trace/read_traces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "simulator/trace/testing.h"
#include "simulator/trace/trace_file.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

class ReadTracesTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / test->name();
    std::filesystem::create_directories(folder_);
  }

  void Write(const RankTrace& trace) { WriteAs(trace, TraceFileName(trace.header.rank)); }
  void WriteAs(const RankTrace& trace, const std::string& name) {
    TraceWriter writer((folder_ / name).string(), trace.header);
    for (const TraceEvent& event : trace.events) writer.Add(event);
  }

  std::string ReadingError() const {
    try {
      ReadTraces(folder_);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::kUsage);
      return error.what();
    }
    return "no error";
  }

  std::filesystem::path folder_;
};

TEST_F(ReadTracesTest, AllRanks) {
  Write(TraceOf(0, 2, {SendTo(1, 64)}));
  Write(TraceOf(1, 2, {ReceiveFrom(0)}));
  const TraceSet traces = ReadTraces(folder_);
  ASSERT_THAT(traces.ranks, SizeIs(2));
  EXPECT_EQ(traces.path, folder_.string());
  EXPECT_EQ(traces.ranks[1].header.rank, 1);
  EXPECT_EQ(traces.ranks[1].events, TraceOf(1, 2, {ReceiveFrom(0)}).events);
}

TEST_F(ReadTracesTest, NoFolderAndNoTraces) {
  EXPECT_THAT(ReadingError(), HasSubstr("there is no trace in it"));
  std::filesystem::remove(folder_);
  EXPECT_THAT(ReadingError(), HasSubstr("No such file or directory"));
}

TEST_F(ReadTracesTest, RanksThatAreMissingAreListed) {
  for (const int rank : {0, 2, 6}) Write(TraceOf(rank, 8, {}));
  EXPECT_THAT(ReadingError(), HasSubstr("of 8 ranks, the traces of 1, 3-5 and 7 are missing"));
}

TEST_F(ReadTracesTest, RanksThatAreTooMany) {
  for (const int rank : {0, 1, 2}) Write(TraceOf(rank, 2, {}));
  EXPECT_THAT(ReadingError(), AllOf(HasSubstr("rank-00002.mpitrace"), HasSubstr("the run had 2 ranks only")));
}

TEST_F(ReadTracesTest, FilesOfDifferentRuns) {
  Write(TraceOf(0, 2, {}));
  RankTrace other = TraceOf(1, 2, {});
  other.header.run_id = "other";
  Write(other);
  EXPECT_THAT(ReadingError(), AllOf(HasSubstr("rank-00001.mpitrace: is of run other"), HasSubstr("of run run")));
}

TEST_F(ReadTracesTest, AFileOfAnotherRank) {
  Write(TraceOf(0, 2, {}));
  WriteAs(TraceOf(0, 2, {}), TraceFileName(1));
  EXPECT_THAT(ReadingError(), HasSubstr("rank-00001.mpitrace: holds the trace of rank 0"));
}

TEST_F(ReadTracesTest, AProgramThatDidNotComeToItsEnd) {
  RankTrace trace = TraceOf(0, 1, {SendTo(0, 8)});
  trace.events.pop_back();
  Write(trace);
  EXPECT_THAT(ReadingError(), AllOf(HasSubstr("ends before MPI_Finalize"), HasSubstr("its last call is 2 (MPI_Send)")));
  EXPECT_FALSE(ReadTraces(folder_, {.incomplete = true}).ranks[0].complete);
}

TEST_F(ReadTracesTest, AFileThatIsCutOff) {
  Write(TraceOf(0, 1, {SendTo(0, 8)}));
  const auto file = folder_ / TraceFileName(0);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
  EXPECT_THAT(ReadingError(), HasSubstr("rank-00000.mpitrace"));
  EXPECT_NE(ReadTraces(folder_, {.incomplete = true}).ranks[0].damage, "");
}

}  // namespace
}  // namespace mpigauge
