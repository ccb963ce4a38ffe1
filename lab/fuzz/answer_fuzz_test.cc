// The output of other programs, and what our own say of themselves: it is read, or it is an Error.
#include <gtest/gtest.h>

#include "base/json.h"
#include "ci/library/identity.h"
#include "dashboards/server/users.h"
#include "harness/environment/rank_facts.h"
#include "lab/fuzz/damage.h"
#include "record/case_info.h"
#include "record/foreign/foreign.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

constexpr const char* kOsuText = R"(
# OSU MPI Allreduce Latency Test v7.4
# Datatype: MPI_CHAR.
# Size       Avg Latency(us)
1                      28.46
1024                   64.22

# OSU MPI Bandwidth Test v5.9
# Size      Bandwidth (MB/s)
1000000             12500.00
# OSU MPI Multiple Bandwidth / Message Rate Test v5.9
# [ pairs: 2 ] [ window size: 64 ]
# Size                  MB/s        Messages/s
1                       4.00        4000000.00
8                      16.00
# OSU MPI Barrier Latency Test v5.9
# Avg Latency(us)
             1.50
)";

constexpr const char* kImbText = R"(
# Benchmarking PingPong
# #processes = 2
       #bytes #repetitions      t[usec]   Mbytes/sec
            0         1000         0.50         0.00
           64         1000         0.75        85.33
# Benchmarking Allreduce
# #processes = 144
       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
            8         1000         4.50        18.59        11.69
)";

constexpr const char* kReprompiText = R"(
#@operation=MPI_BOR
#@datatype_size_bytes=4
#@nprocs=4
     test       nrep        count  errorcode    runtime_sec
MPI_Bcast          0            2          0   0.0000030000
MPI_Bcast          1            2          0   0.0000010000
MPI_Bcast          2            2          4   0.9000000000
)";

void ReadForeign(const std::string& name, const std::string& whole, std::uint64_t seed) {
  const ForeignTool& tool = FindForeignTool(name);
  ReadDamagedText("output of " + name, whole, seed, [&](const std::string& text) {
    const ForeignSource source = {"run", 3, "2026-11-20T16:05:00Z", 4};
    const LaunchRecord launch = ForeignLaunch(tool, text, tool.read(text, "file"), source, "file");
    EXPECT_FALSE(ToJson(launch, {}).empty());
  });
}

TEST(AnswerFuzz, OutputOfOsu) { ReadForeign("osu", kOsuText, 23); }
TEST(AnswerFuzz, OutputOfImb) { ReadForeign("imb", kImbText, 24); }
TEST(AnswerFuzz, OutputOfReprompi) { ReadForeign("reprompi", kReprompiText, 25); }

TEST(AnswerFuzz, Cases) {
  const std::vector<CaseInfo> cases = {
      {"collective", "bcast", {{"bytes", {8, 64, 512, 4096, 65536}}}, {"us"}, 1, 1, "MPI_Bcast from rank 0"},
      {"bandwidth", "bandwidth", {{"bytes", {8, 64}}, {"window", {64}}}, {"us", "MB/s"}, 2, 3, ""}};
  ReadDamagedText("lists of cases", JsonText(ToJson(cases)), 26, [](const std::string& text) {
    EXPECT_FALSE(CasesText(CasesFromJson(ParseJson(text, "answer"), "answer")).empty());
  });
}

TEST(AnswerFuzz, LoadedLibraries) {
  const LoadedMpi loaded = {
      "/lib/libmpi.so.40", "Open MPI v4.1.4", {"/lib/libmpi.so.40", "/lib/a.so"}, {"/etc/p.conf"}};
  ReadDamagedText("loaded libraries", JsonText(ToJson(loaded)), 27, [](const std::string& text) {
    EXPECT_EQ(ToJson(LoadedMpiFromJson(ParseJson(text, "answer"), "answer")).size(), 4u);
  });
}

TEST(AnswerFuzz, FactsOfRanks) {
  ReadDamagedText("facts of ranks", AsText({"node1", "a kernel", {0, 1, 2, 3}}), 28, [](const std::string& text) {
    const RankFacts facts = RankFactsFromText(text);
    for (const int unit : facts.processing_units) EXPECT_GE(unit, 0);
  });
}

// No password is tried: a hash may be made as dear as somebody wants.
TEST(AnswerFuzz, Users) {
  const std::string whole =
      "# who may look\n"
      "ada:$6$saltsalt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2/jctKu9YterLp8wwnSq.qc.eoxqOmSuNp2xS0ktL3nh/\n"
      "grace:$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";
  const auto file = FuzzFolder("users") / "users";
  ReadDamagedText("users", whole, 29, [&](const std::string& text) {
    Overwrite(file, text);
    EXPECT_FALSE(Users::Read(file.string()).Accept("Bearer x"));
  });
}

}  // namespace
}  // namespace mpigauge
