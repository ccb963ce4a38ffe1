// Files for other tools: OTF2 as otf2-print reads it back.
#include "simulator/replay/outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "simulator/program/generators.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/testing.h"

#ifdef __SANITIZE_ADDRESS__
// OTF2 frees nothing of an archive that it could not open.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:otf2_archive_open"; }
#endif

namespace mpigauge {
namespace {

using testing::HasSubstr;

// Overheads 1 and 2 us, a link 10 us.
NetworkModel SlowModel() {
  NetworkModel model;
  model.link = Curve(1e-5, 0);
  model.send_overhead = Curve(1e-6, 0);
  model.receive_overhead = Curve(2e-6, 0);
  return model;
}

Timeline TimelineOf(const Program& program, const NetworkModel& model) {
  Timeline timeline(program.ranks());
  ReplayInTime(program, *CompleteNetwork(program.ranks()), {.model = model}, {}, &timeline);
  return timeline;
}

Timeline Example() {
  const auto parsed = ParseProgram("ranks 2\nrank 0\ncalc 5000\nsend 1 8 tag 99\nrank 1\nrecv 0 tag 99", "p");
  return TimelineOf(*parsed.program, SlowModel());
}

std::string OutputOf(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
  EXPECT_EQ(pclose(pipe), 0) << command << text;
  return text;
}

class Otf2Test : public testing::Test {
 protected:
  Otf2Test() : folder_(std::filesystem::path(testing::TempDir()) / "archive") { std::filesystem::remove_all(folder_); }
  std::string Print(const std::string& options) {
    return OutputOf("otf2-print " + options + " " + (folder_ / "traces.otf2").string() + " 2>&1");
  }
  std::filesystem::path folder_;
};

int Count(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

// Names, times in picoseconds, partners, tags and lengths, as otf2-print has them.
TEST_F(Otf2Test, ReadBack) {
  WriteOtf2(Example(), folder_);
  std::istringstream lines(Print(""));
  std::vector<std::string> events;  // "kind location time ..." of each line
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("ENTER", 0) != 0 && line.rfind("LEAVE", 0) != 0 && line.rfind("MPI_", 0) != 0) continue;
    std::istringstream words(line);
    std::string joined;
    for (std::string word; words >> word;) joined += (joined.empty() ? "" : " ") + word;
    events.push_back(joined);
  }
  ASSERT_EQ(events.size(), 10u);
  EXPECT_THAT(events, testing::Contains(testing::MatchesRegex("ENTER 0 0 .*compute.*")));
  EXPECT_THAT(events, testing::Contains(testing::MatchesRegex("LEAVE 0 5000000 .*compute.*")));
  EXPECT_THAT(events,
              testing::Contains(testing::MatchesRegex("MPI_SEND 0 6000000 .*Receiver: 1 .*Tag: 99,.*Length: 8.*")));
  EXPECT_THAT(events,
              testing::Contains(testing::MatchesRegex("MPI_RECV 1 16000000 .*Sender: 0 .*Tag: 99,.*Length: 8.*")));
  EXPECT_THAT(events, testing::Contains(testing::MatchesRegex("LEAVE 1 18000000 .*overhead.*")));
  EXPECT_THAT(Print("-G"), HasSubstr("MPI_COMM_WORLD"));
}

// All of a larger program is there, and the reader finds every location's events in the order of time.
TEST_F(Otf2Test, AllOfALargerProgram) {
  const auto program =
      StencilProgram({.width = 5, .height = 4, .iterations = 30, .bytes = 64, .calc_ns = 90000, .jitter = 0.9});
  const Timeline timeline = TimelineOf(*program, SlowModel());
  WriteOtf2(timeline, folder_);
  const std::string text = Print("");
  std::size_t spans = 0;
  for (const auto& each : timeline.spans()) spans += each.size();
  EXPECT_EQ(Count(text, "MPI_SEND "), 20 * 30 * 4);
  EXPECT_EQ(Count(text, "MPI_RECV "), 20 * 30 * 4);
  EXPECT_EQ(Count(text, "\nENTER "), static_cast<int>(spans));
  EXPECT_EQ(Count(text, "\nLEAVE "), static_cast<int>(spans));
}

TEST_F(Otf2Test, ExistingAndForbiddenFoldersAreRefused) {
  WriteOtf2(Example(), folder_);
  EXPECT_THROW(WriteOtf2(Example(), folder_), Error);                // is there already
  EXPECT_THROW(WriteOtf2(Example(), "/proc/mpigauge-otf2"), Error);  // nobody can make a folder there
}

TEST(ReplayReport, Json) {
  const ReplayResult result{.parallel_seconds = 4,
                            .serial_seconds = 6,
                            .finish_seconds = {4, 3},
                            .compute_seconds = {4, 2},
                            .events = 9,
                            .messages = 2,
                            .unreceived = 1};
  const Json json = ToJson(result);
  EXPECT_EQ(json.at("speedup"), 1.5);
  EXPECT_EQ(json.at("unreceived"), 1);
  EXPECT_EQ(json.at("ranks")[1].at("utilization"), 0.5);
  EXPECT_THAT(ReplayText({"m"}, {result}), HasSubstr("75.0% (50.0% to 100.0%)"));
  const Json path = ToJson(std::vector<PathPiece>{{PathPiece::Kind::kCompute, 0, 0, 1},
                                                  {PathPiece::Kind::kMessage, 0, 1, 3},
                                                  {PathPiece::Kind::kCompute, 1, 3, 4}});
  EXPECT_EQ(path.at("sums").at("compute_seconds"), 2.0);
  EXPECT_EQ(path.at("pieces").size(), 3);
}

}  // namespace
}  // namespace mpigauge
