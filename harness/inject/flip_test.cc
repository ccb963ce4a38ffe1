#include "harness/inject/flip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

TEST(Flip, IsReadFromText) {
  const auto flips = ParseFlips("MPI_Recv:call=17:byte=5:bit=3;MPI_Bcast:bytes=4097;MPI_Gather:rank=0");
  ASSERT_EQ(flips.size(), 3U);
  EXPECT_EQ(flips[0].function, "MPI_Recv");
  EXPECT_EQ(flips[0].call, 17);
  EXPECT_EQ(flips[0].byte, 5);
  EXPECT_EQ(flips[0].bit, 3);
  EXPECT_EQ(flips[0].rank, 1);
  EXPECT_EQ(flips[1].bytes, 4097);
  EXPECT_EQ(flips[2].rank, 0);
  EXPECT_TRUE(ParseFlips("").empty());
}

TEST(Flip, MistakesAreNamed) {
  for (const char* text : {"MPI_Recv:bit=8", "MPI_Recv:call=0", "MPI_Recv:call=x", "MPI_Recv:node=3", "MPI_Recv:byte",
                           "MPI_Recv:bytes=4:byte=4"}) {
    try {
      ParseFlips(text);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("MPIGAUGE_FLIP: '" + std::string(text) + "'"));
    }
  }
}

TEST(Flip, IsDueOnceAndCountsOnlyCallsThatItCouldBeIn) {
  FlipCounter counter(ParseFlips("MPI_Recv:call=2:byte=5:bit=3;MPI_Recv:bytes=9"));
  EXPECT_EQ(counter.CountCall("MPI_Recv", 8, 0), nullptr);
  EXPECT_EQ(counter.CountCall("MPI_Send", 8, 1), nullptr);
  EXPECT_EQ(counter.CountCall("MPI_Recv", 5, 1), nullptr);
  EXPECT_EQ(counter.CountCall("MPI_Recv", 6, 1), nullptr);
  const Flip* due = counter.CountCall("MPI_Recv", 8, 1);
  ASSERT_NE(due, nullptr);
  EXPECT_EQ(due->bit, 3);
  EXPECT_EQ(counter.CountCall("MPI_Recv", 8, 1), nullptr);
  ASSERT_NE(counter.CountCall("MPI_Recv", 9, 1), nullptr);
}

}  // namespace
}  // namespace mpigauge
