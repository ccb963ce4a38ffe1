#include "harness/base/shell.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(Shell, TextCanBePasted) {
  EXPECT_EQ(ShellText({"mpirun", "-n", "2", "a b", "it's"}), "mpirun -n 2 'a b' 'it'\\''s'");
  EXPECT_EQ(ShellText({"mpigauge", "compare", "a b", "it's;$(x)"}), "mpigauge compare 'a b' 'it'\\''s;$(x)'");
  EXPECT_EQ(ShellText({"x", "", "~a", "latest~1"}), "x '' '~a' latest~1");
}

}  // namespace
}  // namespace mpigauge
