#include "record/case_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

const std::vector<CaseInfo> kCases = {
    {"collective", "bcast", {{"bytes", {8, 64, 512, 4096, 65536}}}, {"us"}, 1, 1, "MPI_Bcast from rank 0"},
    {"bandwidth", "bandwidth", {{"bytes", {8, 64}}, {"window", {64}}}, {"us", "MB/s"}, 2, 3, ""}};

TEST(CaseInfo, ALineForEach) {
  const std::string text = CasesText(kCases);
  EXPECT_THAT(text, testing::ContainsRegex("collective +bcast +bytes:8..65536 .5. +us +1[+] +MPI_Bcast from rank 0\n"));
  EXPECT_THAT(text, testing::ContainsRegex("bandwidth +bandwidth +bytes:8,64 window:64 +us, MB/s +2[+]\n"));
}

TEST(CaseInfo, JsonComesBackAsItWas) {
  const Json json = ToJson(kCases);
  EXPECT_EQ(ToJson(CasesFromJson(ParseJson(JsonText(json), "x"), "x")), json);
  try {
    CasesFromJson(ParseJson("[{\"family\": 3}]", "x"), "the program");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("the program"));
  }
}

}  // namespace
}  // namespace mpigauge
