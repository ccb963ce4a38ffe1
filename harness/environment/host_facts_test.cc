#include "harness/environment/host_facts.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace mpigauge {
namespace {

TEST(ValueAfter, IsWholeWithQuotesAndWithout) {
  const std::string path = testing::TempDir() + "facts";
  std::ofstream(path) << "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n"
                      << "MemTotal:        4041520 kB\nmicrocode\t: 0xffffffff\nVARIANT=\n";
  EXPECT_EQ(ValueAfter(path, "PRETTY_NAME"), "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(ValueAfter(path, "ID"), "debian");
  EXPECT_EQ(ValueAfter(path, "MemTotal"), "4041520 kB");
  EXPECT_EQ(ValueAfter(path, "microcode"), "0xffffffff");
  EXPECT_EQ(ValueAfter(path, "VARIANT"), "");
  EXPECT_EQ(ValueAfter(path, "MISSING"), "");
  EXPECT_EQ(ValueAfter(path + ".none", "ID"), "");
}

std::string OutputOf(const char* command) {
  FILE* shell = popen(command, "r");
  char text[256] = "";
  const std::size_t length = shell != nullptr ? fread(text, 1, sizeof text - 1, shell) : 0;
  EXPECT_TRUE(shell != nullptr && pclose(shell) == 0) << command;
  return std::string(text, length);
}

// The shell reads the same file.
TEST(HostContext, NamesKernelAndOperatingSystemAsTheShellDoes) {
  const auto context = HostContext();
  EXPECT_EQ(context.at("operating_system"), OutputOf(". /etc/os-release && printf %s \"$PRETTY_NAME\""));
  EXPECT_EQ(context.at("kernel") + "\n", OutputOf("uname -r"));
}

}  // namespace
}  // namespace mpigauge
