#pragma once

#include <filesystem>
#include <string>

#include "baselines/store/store.h"
#include "ci/kept/kept_libraries.h"

namespace mpigauge {

// So many copies of libraries are kept where nobody says how many.
inline constexpr int kMostLibraries = 10;

struct KeepSettings {
  bool keep = true;
  std::string switched_off_by;        // what the user wrote, for people: "--no-keep-library"
  std::size_t most = kMostLibraries;  // copies; the oldest of those that no gate would start go
};

// Where the libraries of a store are kept: the given folder; else beside a SQLite file, STORE.libraries; of a database
// nowhere (empty).
std::filesystem::path LibrariesFolder(const std::string& store, const std::string& given);

// The identity of the library that a gate against this baseline starts: that of its newest run. Empty where it is not
// known.
std::string IdentityOf(Store& store, const Baseline& baseline);

// Keeps the library that a baseline was measured with, and removes copies that are too many. Returns what became of it,
// in words; a baseline is as good without a copy, so that no reason why there is none is an error. Throws Error (not
// measured) where somebody stops it (StopSignals).
std::string KeepForBaseline(Store& store, const KeptLibraries& libraries, const KeepSettings& settings,
                            const LaunchPlan& measured);

}  // namespace mpigauge
