#include "harness/environment/child_output.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace mpigauge {
namespace {

TEST(ChildOutput, IsWhatTheChildWrote) {
  int here = 1;
  const std::string long_text(1 << 20, 'x');  // more than a pipe holds
  const ChildOutput output = OutputOfChild(
      [&](int pipe) {
        here = 2;
        for (std::size_t done = 0; done < long_text.size();) {
          const ssize_t count = write(pipe, long_text.data() + done, long_text.size() - done);
          if (count <= 0) return;
          done += static_cast<std::size_t>(count);
        }
      },
      60);
  EXPECT_TRUE(output.whole);
  EXPECT_EQ(output.text, long_text);
  EXPECT_EQ(here, 1);
}

TEST(ChildOutput, HasTheTextWrittenBeforeACrash) {
  const ChildOutput output = OutputOfChild(
      [](int pipe) {
        if (write(pipe, "before", 6) == 6) raise(SIGSEGV);
      },
      60);
  EXPECT_FALSE(output.whole);
  EXPECT_EQ(output.text, "before");
}

TEST(ChildOutput, AChildThatHangsIsEnded) {
  const ChildOutput output = OutputOfChild([](int) { pause(); }, 0.05);
  EXPECT_FALSE(output.whole);
}

TEST(ChildOutput, AnExceptionDoesNotComeBackHere) {
  const ChildOutput output = OutputOfChild([](int) { throw std::runtime_error("in the child"); }, 60);
  EXPECT_FALSE(output.whole);
}

}  // namespace
}  // namespace mpigauge
