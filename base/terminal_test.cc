#include "base/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace mpigauge {
namespace {

// A terminal of 132 columns, and a pipe.
class TerminalTest : public testing::Test {
 protected:
  TerminalTest() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    for (const char* name : {"COLUMNS", "NO_COLOR"}) unsetenv(name);
    setenv("TERM", "xterm", 1);
    EXPECT_EQ(grantpt(master_), 0);
    EXPECT_EQ(unlockpt(master_), 0);
    terminal_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
    winsize size{};
    size.ws_col = 132;
    EXPECT_EQ(ioctl(terminal_, TIOCSWINSZ, &size), 0);
    EXPECT_EQ(pipe(pipe_), 0);
  }

  ~TerminalTest() override {
    for (const int one : {terminal_, master_, pipe_[0], pipe_[1]}) close(one);
  }

  int master_;
  int terminal_ = -1;
  int pipe_[2] = {-1, -1};
};

TEST_F(TerminalTest, ColumnsAreThoseOfTheVariableThenOfTheTerminal) {
  EXPECT_EQ(TerminalColumns(terminal_), 132u);
  EXPECT_EQ(TerminalColumns(pipe_[1]), 80u);
  setenv("COLUMNS", "100", 1);
  EXPECT_EQ(TerminalColumns(terminal_), 100u);
  EXPECT_EQ(TerminalColumns(pipe_[1]), 100u);
  for (const char* wrong : {"", "0", "wide", "12x"}) {
    setenv("COLUMNS", wrong, 1);
    EXPECT_EQ(TerminalColumns(terminal_), 132u) << wrong;
  }
}

TEST_F(TerminalTest, ColorsAreForTerminalsWhereNobodyDeclines) {
  EXPECT_TRUE(WantsColors(terminal_));
  EXPECT_FALSE(WantsColors(pipe_[1]));
  setenv("NO_COLOR", "", 1);  // no-color.org: only where it is not empty
  EXPECT_TRUE(WantsColors(terminal_));
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(WantsColors(terminal_));
  EXPECT_TRUE(IsTerminal(terminal_));  // a line may still be rewritten
}

TEST_F(TerminalTest, ADumbTerminalTakesNoCommands) {
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(IsTerminal(terminal_));
  EXPECT_FALSE(WantsColors(terminal_));
}

}  // namespace
}  // namespace mpigauge
