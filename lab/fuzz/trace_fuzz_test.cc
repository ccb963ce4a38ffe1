// Traces that are damaged on the disk, and traces whose checksums are right and whose content nobody wrote.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "lab/fuzz/damage.h"
#include "simulator/trace/codec.h"
#include "simulator/trace/read_traces.h"
#include "simulator/trace/testing.h"
#include "simulator/trace/to_program.h"
#include "simulator/trace/trace_file.h"

namespace mpigauge {
namespace {

constexpr std::size_t kBlockBytes = 60;
constexpr std::size_t kFileHead = 12;  // magic and version

// Two ranks that do a bit of everything.
std::vector<RankTrace> Ranks() {
  const TraceEvent dup{.call = TraceCall::kCommDup, .made = {.id = 7, .members = {0, 1}}};
  const TraceEvent odd{.call = TraceCall::kOther, .name = "MPI_Put"};
  TraceEvent later = CollectiveOf(TraceCall::kAllreduce, 8);
  later.nonblocking = true;
  later.requests = {3};
  return {TraceOf(0, 2,
                  {After(5000, SendTo(1, 8)), StartReceive(1, 1), StartSend(2, 1, 4096), dup,
                   Completing(TraceCall::kWaitAll, {1, 2}, {Received(1, 1), Sent(2)}),
                   CollectiveOf(TraceCall::kBcast, 64, 0, 7), odd, later,
                   Completing(TraceCall::kWait, {3}, {{.request = 3}}), CollectiveOf(TraceCall::kBarrier)}),
          TraceOf(1, 2,
                  {ReceiveAny(0, 0), StartReceive(1, 0), StartSend(2, 0, 8), dup,
                   Completing(TraceCall::kWaitAll, {1, 2}, {Received(1, 0), Sent(2)}),
                   CollectiveOf(TraceCall::kBcast, 64, 0, 7), odd, later,
                   Completing(TraceCall::kTest, {3}, {{.request = 3}}), CollectiveOf(TraceCall::kBarrier)})};
}

std::vector<std::filesystem::path> WriteRanks(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const RankTrace& rank : Ranks()) {
    files.push_back(folder / TraceFileName(rank.header.rank));
    TraceWriter writer(files.back(), rank.header, kBlockBytes);
    for (const TraceEvent& event : rank.events) writer.Add(event);
  }
  return files;
}

// The contents of a file's blocks, the header's first.
std::vector<std::string> BlocksOf(const std::string& file) {
  std::vector<std::string> blocks;
  for (std::size_t at = kFileHead; at < file.size();) {
    std::uint32_t length = 0;
    std::memcpy(&length, file.data() + at + 4, sizeof length);
    blocks.push_back(file.substr(at + kBlockHeadBytes, length));
    at += kBlockHeadBytes + length;
  }
  return blocks;
}

std::string FileOf(const std::string& head, const std::vector<std::string>& blocks) {
  std::string file = head;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    file += BlockHead(i == 0 ? TraceBlock::kHeader : TraceBlock::kEvents, blocks[i]) + blocks[i];
  }
  return file;
}

TEST(TraceFuzz, BytesOnTheDisk) {
  const auto files = WriteRanks(FuzzFolder("trace_bytes"));
  const std::string whole = FileText(files[0]);
  EXPECT_EQ(FileOf(whole.substr(0, kFileHead), BlocksOf(whole)), whole);
  Damage damage(11);
  ReadDamaged("bytes of traces", [&] {
    Overwrite(files[0], damage.Of(whole));
    // The events before the damage are kept if the caller asks for that, and the whole file is refused.
    const RankTrace kept = ReadRankTrace(files[0], OnDamage::kKeepWhatIsBefore);
    EXPECT_LE(kept.events.size(), Ranks()[0].events.size());
    if (kept.damage.empty()) ReadRankTrace(files[0]);
  });
}

TEST(TraceFuzz, ContentThatNobodyWrote) {
  const auto folder = FuzzFolder("trace_content");
  const auto files = WriteRanks(folder);
  const std::string whole = FileText(files[1]);
  ASSERT_NE(ToProgram(ReadTraces(folder)).program, nullptr);
  Damage damage(12);
  ReadDamaged("content of traces", [&] {
    std::vector<std::string> blocks = BlocksOf(whole);
    std::string& block = blocks[damage.Below(blocks.size())];
    block = damage.Of(block);
    Overwrite(files[1], FileOf(whole.substr(0, kFileHead), blocks));
    ToProgram(ReadTraces(folder, {.incomplete = true}));
  });
}

}  // namespace
}  // namespace mpigauge
