// The output of other programs, and what our own say of themselves: it is read, or it is an Error.
#include <gtest/gtest.h>

#include "base/json.h"
#include "ci/library/identity.h"
#include "dashboards/server/users.h"
#include "harness/environment/rank_facts.h"
#include "lab/fuzz/damage.h"
#include "record/case_info.h"
#include "record/foreign/foreign.h"
#include "record/foreign/testing.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

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

// No password is tried: a hash may be made as slow as somebody wants.
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
