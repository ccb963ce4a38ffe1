#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>

#include "base/version_order.h"
#include "ci/doctor/init_config.h"

namespace mpigauge {
namespace {

struct Place {
  std::string stem;     // "openmpi"
  std::string pattern;  // "/opt/openmpi-*"
};

// Where the folder's name has a version, all versions are meant.
Place PlaceOf(const FoundMpi& mpi) {
  const std::filesystem::path prefix = mpi.wanted;
  const std::string name = prefix.filename();
  if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
    return {prefix.parent_path().filename(), (prefix.parent_path() / "*").string()};
  }
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    const bool separator = name[i] == '-' || name[i] == '_';
    if (!separator || std::isdigit(static_cast<unsigned char>(name[i + 1])) == 0) continue;
    return {name.substr(0, i), (prefix.parent_path() / (name.substr(0, i + 1) + "*")).string()};
  }
  return {prefix == "/usr/local" ? mpi.install.KindName() : name, prefix.string()};
}

// Adds the facts about the benchmark program for one more library of the entry. Its program must run with all of them.
void AddBench(LibraryEntry& entry, const BenchSupply& supply, const FoundMpi& mpi, bool first) {
  const auto found = supply.mpis.find(mpi.wanted);
  const BenchSupply::ForMpi bench = found == supply.mpis.end() ? BenchSupply::ForMpi() : found->second;
  if (first) {
    entry.bench = bench.bench;
  } else if (entry.bench != bench.bench) {
    entry.bench.clear();
  }
  if (entry.edit.empty() && !bench.obstacle.empty()) {
    entry.edit = "its benchmark program cannot be built yet: " + bench.obstacle;
  }
}

void AddPrefix(std::vector<LibraryEntry>& entries, const BenchSupply& supply, const FoundMpi& mpi) {
  const Place place = PlaceOf(mpi);
  const auto same = std::find_if(entries.begin(), entries.end(),
                                 [&](const LibraryEntry& entry) { return entry.value == place.pattern; });
  if (same != entries.end()) {
    same->comment += ", " + mpi.install.Name();
    AddBench(*same, supply, mpi, false);
    return;
  }
  LibraryEntry entry{place.stem, "prefix", place.pattern, mpi.install.Name()};
  AddBench(entry, supply, mpi, true);
  entries.push_back(entry);
}

LibraryEntry OfThisMachine(const BenchSupply& supply, const FoundMpi& mpi) {
  LibraryEntry entry{mpi.wanted, "mpi", mpi.wanted, mpi.install.Name() + ", updated by the machine's packages"};
  AddBench(entry, supply, mpi, true);
  return entry;
}

// Says how the program is built where none is there, and what somebody must know of that.
void AddBuild(LibraryEntry& entry, const BenchSupply& supply) {
  if (!entry.bench.empty()) {
    entry.edit.clear();
    return;
  }
  entry.build_bench = BuildCommand(supply, entry.source, entry.value);
  if (supply.builder == BenchSupply::Builder::kNone) {
    entry.edit = "this mpigauge is not in an installation, so it cannot build the benchmark program; name one";
  } else if (supply.builder == BenchSupply::Builder::kBazel && entry.edit.empty()) {
    entry.edit = "Bazel builds the benchmark program, which takes some minutes; or name one by bench = \"FILE\"";
  }
}

void AddModules(std::vector<LibraryEntry>& entries, std::vector<std::string> modules) {
  std::sort(modules.begin(), modules.end(), IsOlderVersion);
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const std::string name = modules[i].substr(0, modules[i].find('/'));
    const bool newest = i + 1 == modules.size() || !modules[i + 1].starts_with(name + "/");
    if (!newest) continue;
    entries.push_back({name, "module", modules[i], "an environment module"});
  }
}

// Letters, digits, - _ . and each once.
void MakeNamesDiffer(std::vector<LibraryEntry>& entries) {
  std::set<std::string> taken;
  for (LibraryEntry& entry : entries) {
    for (char& letter : entry.name) {
      if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && std::strchr("-_.", letter) == nullptr) letter = '-';
    }
    const std::string name = entry.name;
    const std::string source = entry.source == "mpi" ? "system" : entry.source;
    if (taken.contains(name)) entry.name = name + "-" + source;
    for (int i = 2; !taken.insert(entry.name).second; ++i) entry.name = fmt::format("{}-{}-{}", name, source, i);
  }
}

}  // namespace

std::vector<LibraryEntry> LibraryEntries(const Machine& machine, const BenchSupply& supply) {
  std::vector<LibraryEntry> entries;
  for (const FoundMpi& mpi : machine.mpis) {
    if (mpi.wanted.starts_with("/")) {
      AddPrefix(entries, supply, mpi);
    } else {
      entries.push_back(OfThisMachine(supply, mpi));
    }
  }
  AddModules(entries, machine.modules);
  for (LibraryEntry& entry : entries) AddBuild(entry, supply);
  MakeNamesDiffer(entries);
  return entries;
}

}  // namespace mpigauge
