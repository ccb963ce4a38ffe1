#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpigauge {

// A kit has everything that the benchmark program, or the trace library, is built from without Bazel: sources that
// include mpi.h, and a library of all others.
struct BenchKit {
  std::vector<std::filesystem::path> sources;  // the longest first: it takes longest
  std::vector<std::string> compile_flags;      // with the folders of its headers
  std::vector<std::string> link_flags;         // with its library
};

// The names of an installation's kits.
inline constexpr const char* kBenchKit = "bench";
inline constexpr const char* kTraceKit = "trace";

// Where the kit of this name lies if `program` is the mpigauge of an installation.
std::filesystem::path KitOf(const std::filesystem::path& program, const std::string& name);

// Throws Error (usage) where something is missing.
BenchKit ReadBenchKit(const std::filesystem::path& folder);

// The kit of this name in this installation. Throws Error (usage) where this program does not lie in one.
BenchKit InstalledKit(const std::string& name);

}  // namespace mpigauge
