#include "simulator/trace/trace_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "base/error.h"
#include "simulator/trace/codec.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::string FilePath(const std::string& name) { return (std::filesystem::path(testing::TempDir()) / name).string(); }

std::string Slurp(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

void Spill(const std::string& path, const std::string& content) { std::ofstream(path, std::ios::binary) << content; }

TraceHeader AHeader() {
  return {.rank = 3,
          .ranks = 16,
          .program = "./solver",
          .host = "n1",
          .library = "Open MPI v4.1.4",
          .thread_level = "multiple",
          .cpu_clock = "thread",
          .clock_cost_seconds = 254e-9,
          .started_at = "2026-11-22T05:00:00Z",
          .run_id = "a1b2"};
}

// Every field takes the values of its whole range.
TraceEvent RandomEvent(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
  TraceEvent event;
  event.call = static_cast<TraceCall>(below(static_cast<int>(TraceCall::kOther) + 1));
  event.mode = static_cast<SendMode>(below(4));
  event.nonblocking = below(2) != 0;
  event.flag = below(2) != 0;
  event.thread = static_cast<std::uint32_t>(below(3));
  event.cpu_nanoseconds = below(std::uint64_t{1} << below(62));
  event.before_nanoseconds = below(std::uint64_t{1} << below(62));
  event.inside_nanoseconds = below(std::uint64_t{1} << below(62));
  event.communicator = random() >> below(64);
  event.peer = static_cast<int>(below(5)) - 2;
  event.tag = below(9) == 0 ? INT32_MAX : static_cast<int>(below(4)) - 2;
  event.bytes = below(std::uint64_t{1} << below(40));
  event.second_peer = static_cast<int>(below(3)) - 2;
  event.second_tag = static_cast<int>(below(3)) - 2;
  for (std::int64_t i = below(4); i > 0; --i) event.requests.push_back(static_cast<std::uint32_t>(random()));
  for (std::int64_t i = below(4); i > 0; --i) {
    event.matches.push_back(
        {.request = below(2) != 0 || event.requests.empty() ? static_cast<std::uint32_t>(below(9)) : event.requests[0],
         .source = below(2) != 0 ? event.peer : static_cast<int>(below(100)) - 2,
         .tag = below(2) != 0 ? event.tag : kTraceNull,
         .bytes = below(2) != 0 ? event.bytes : 0,
         .cancelled = below(5) == 0});
  }
  if (below(5) == 0) {
    event.made.id = random();
    for (std::int64_t i = 1 + below(9); i > 0; --i) event.made.members.push_back(static_cast<int>(below(1 << 24)));
  }
  if (event.call == TraceCall::kOther) event.name = "MPI_Put";
  return event;
}

std::string Write(const std::string& name, const std::vector<TraceEvent>& events, std::size_t block_bytes) {
  const std::string path = FilePath(name);
  TraceWriter writer(path, AHeader(), block_bytes);
  for (const TraceEvent& event : events) writer.Add(event);
  return path;
}

std::vector<TraceEvent> Sends(int count) {
  std::vector<TraceEvent> events(count);
  for (int i = 0; i < count; ++i) events[i] = {.call = TraceCall::kSend, .cpu_nanoseconds = i, .peer = 1, .bytes = 8};
  return events;
}

TEST(TraceFile, NameOfARank) {
  EXPECT_EQ(TraceFileName(3), "rank-00003.mpitrace");
  EXPECT_EQ(RankOfTraceFile("rank-00003.mpitrace"), 3);
  EXPECT_EQ(RankOfTraceFile(TraceFileName(123456)), 123456);
  EXPECT_EQ(RankOfTraceFile("rank-.mpitrace"), -1);
  EXPECT_EQ(RankOfTraceFile("rank-3x.mpitrace"), -1);
  EXPECT_EQ(RankOfTraceFile("notes.txt"), -1);
}

TEST(TraceFile, HeaderIsReadAsWritten) {
  const TraceReader reader(Write("header", {}, 100));
  EXPECT_EQ(reader.header(), AHeader());
}

TEST(TraceFile, EventsAreReadAsWritten) {
  for (const std::size_t block_bytes : {1, 300, 32768}) {
    std::mt19937_64 random(8);
    std::vector<TraceEvent> events;
    for (int i = 0; i < 5000; ++i) events.push_back(RandomEvent(random));
    const RankTrace trace = ReadRankTrace(Write("random", events, block_bytes));
    ASSERT_EQ(trace.events.size(), events.size());
    for (std::size_t i = 0; i < events.size(); ++i) ASSERT_EQ(trace.events[i], events[i]) << i;
    EXPECT_EQ(trace.damage, "");
  }
}

TEST(TraceFile, FinalizeMakesItComplete) {
  EXPECT_FALSE(ReadRankTrace(Write("open", Sends(3), 100)).complete);
  EXPECT_TRUE(ReadRankTrace(Write("closed", {{.call = TraceCall::kFinalize}}, 100)).complete);
}

TEST(TraceFile, ACallLikeOneBeforeTakesFewBytes) {
  std::mt19937_64 random(8);
  std::vector<TraceEvent> events;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    TraceEvent event{.call = i % 3 == 2 ? TraceCall::kWaitAll : TraceCall::kIsend, .peer = 1, .tag = 7, .bytes = 1024};
    event.cpu_nanoseconds = static_cast<std::int64_t>(random() % 10000);
    event.before_nanoseconds = event.cpu_nanoseconds + 30;
    event.inside_nanoseconds = static_cast<std::int64_t>(random() % 2000);
    event.requests = i % 3 == 2 ? std::vector{i - 1, i} : std::vector{i + 1};
    events.push_back(event);
  }
  const auto bytes = std::filesystem::file_size(Write("compact", events, 32768));
  EXPECT_LT(static_cast<double>(bytes) / 10000, 10);
}

TEST(TraceFile, AllButTheLastBlockSurviveACut) {
  const std::string path = Write("cut", Sends(1000), 200);
  const std::string whole = Slurp(path);
  std::size_t before = 0;
  for (std::size_t length = 400; length < whole.size(); length += 19) {
    Spill(path, whole.substr(0, length));
    const RankTrace trace = ReadRankTrace(path, OnDamage::kKeepWhatIsBefore);
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      ASSERT_EQ(trace.events[i].cpu_nanoseconds, static_cast<std::int64_t>(i));
    }
    EXPECT_GE(trace.events.size(), before);
    EXPECT_GE(trace.events.size() + 60, length * 1000 / whole.size());
    before = trace.events.size();
    if (trace.damage.empty()) continue;
    EXPECT_THAT(trace.damage, HasSubstr("ends in the middle of a block"));
    EXPECT_THAT([&] { ReadRankTrace(path); }, testing::ThrowsMessage<Error>(HasSubstr(path + ": byte ")));
  }
  EXPECT_GT(before, 900u);
}

TEST(TraceFile, EachTurnedBitIsSeen) {
  const std::string path = Write("bits", Sends(12), 60);
  const std::string whole = Slurp(path);
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    Spill(path, damaged);
    EXPECT_THROW(ReadRankTrace(path), Error) << "bit " << bit;
  }
}

// A block whose checksum is right but whose content was made by something else.
TEST(TraceFile, ContentThatMakesNoSenseIsAnErrorNotACrash) {
  std::mt19937_64 random(9);
  int errors = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string content(random() % 60, '\0');
    for (char& byte : content) byte = static_cast<char>(random() % 4 == 0 ? random() : random() % 3);
    try {
      DecodeEvents(content, [](TraceEvent&) {});
    } catch (const Error& error) {
      ++errors;
      EXPECT_THAT(error.what(), HasSubstr("byte "));
    }
  }
  EXPECT_GT(errors, 10000);
}

TEST(TraceFile, OtherFilesAreNamed) {
  const std::string path = FilePath("other");
  Spill(path, "some text that is long enough");
  EXPECT_THAT([&] { ReadRankTrace(path); }, testing::ThrowsMessage<Error>(HasSubstr("other: is not a trace file")));
  std::string later = Slurp(Write("later", {}, 100));
  later[8] = 9;
  Spill(path, later);
  EXPECT_THAT([&] { ReadRankTrace(path); }, testing::ThrowsMessage<Error>(HasSubstr("has version 9")));
  EXPECT_THAT([&] { ReadRankTrace(FilePath("missing")); }, testing::ThrowsMessage<Error>(HasSubstr("cannot be read")));
}

TEST(TraceFile, AFullDiskIsNamed) {
  EXPECT_THAT([&] { TraceWriter("/dev/full", AHeader()); },
              testing::ThrowsMessage<Error>(HasSubstr("/dev/full: cannot be written: No space left")));
  EXPECT_THAT([&] { TraceWriter(FilePath("no/such/folder"), AHeader()); }, testing::Throws<Error>());
}

}  // namespace
}  // namespace mpigauge
