#include "harness/inject/wrong.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

TEST(WrongFunction, IsReadFromText) {
  const auto functions = ParseWrongFunctions("MPI_Allreduce:nothing:5;MPI_Recv:overrun:64");
  ASSERT_EQ(functions.size(), 2U);
  EXPECT_EQ(functions[0].function, "MPI_Allreduce");
  EXPECT_EQ(functions[0].kind, WrongKind::kNothing);
  EXPECT_EQ(functions[0].number, 5);
  EXPECT_EQ(functions[1].kind, WrongKind::kOverrun);
  EXPECT_EQ(functions[1].number, 64);
  EXPECT_TRUE(ParseWrongFunctions("").empty());
}

TEST(WrongFunction, MistakesAreNamed) {
  for (const char* text : {"MPI_Recv", "MPI_Recv:wrong", "MPI_Recv:late:3", "MPI_Recv:wrong:0", "MPI_Recv:wrong:3x"}) {
    EXPECT_THAT(ErrorOf([&] { ParseWrongFunctions(text); }),
                testing::HasSubstr("MPIGAUGE_WRONG: '" + std::string(text) + "'"));
  }
}

}  // namespace
}  // namespace mpigauge
