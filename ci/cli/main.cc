// The only file of the command that knows argv, standard streams and exit codes.
#include <iostream>

#include "ci/cli/cli.h"
#include "harness/base/table.h"

int main(int argc, char** argv) {
  const bool err_terminal = mpigauge::WantsColors(2);
  const mpigauge::Streams streams{std::cout, std::cerr, mpigauge::WantsColors(1), err_terminal};
  return static_cast<int>(mpigauge::RunCli(std::vector<std::string>(argv + 1, argv + argc), streams));
}
