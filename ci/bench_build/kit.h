#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpigauge {

// A kit has everything that the benchmark program is built from without Bazel: sources that include mpi.h, and a
// library of all others.
struct BenchKit {
  std::vector<std::filesystem::path> sources;  // the longest first: it takes longest
  std::vector<std::string> compile_flags;      // with the folders of its headers
  std::vector<std::string> link_flags;         // with its library
};

// Where the kit lies if `program` is the mpigauge of an installation.
std::filesystem::path BenchKitOf(const std::filesystem::path& program);

// Throws Error (usage) where something is missing.
BenchKit ReadBenchKit(const std::filesystem::path& folder);

// The kit of this installation. Throws Error (usage) where this program does not lie in one.
BenchKit InstalledBenchKit();

}  // namespace mpigauge
