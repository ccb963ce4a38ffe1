// Hands argv and the standard streams to the command, and returns its exit code. No other file of it knows them.
#include <iostream>

#include "base/terminal.h"
#include "mpigauge/cli.h"

int main(int argc, char** argv) {
  const mpigauge::Streams streams{std::cout, std::cerr, mpigauge::WantsColors(1), mpigauge::IsTerminal(2),
                                  mpigauge::TerminalColumns(1)};
  return static_cast<int>(mpigauge::RunCli(std::vector<std::string>(argv + 1, argv + argc), streams));
}
