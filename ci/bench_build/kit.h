#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpigauge {

// What the benchmark program is built of where there is no Bazel: sources that include mpi.h, and a library of all
// others. dist/bench_kit.sh packs it and says what its files are.
struct BenchKit {
  std::vector<std::filesystem::path> sources;  // the longest first: it takes longest
  std::vector<std::string> compile_flags;      // with the folders of its headers
  std::vector<std::string> link_flags;         // with its library
};

// Throws Error (usage) where something is missing.
BenchKit ReadBenchKit(const std::filesystem::path& folder);

// The kit of this installation. Throws Error (usage) where this program does not lie in one.
BenchKit InstalledBenchKit();

}  // namespace mpigauge
