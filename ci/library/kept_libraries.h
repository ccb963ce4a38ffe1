#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "ci/launch/mpi_install.h"
#include "ci/launch/plan.h"
#include "ci/library/identity.h"
#include "ci/library/kept_library.h"

namespace mpigauge {

// The functions that keeping needs from its caller.
struct KeepTools {
  std::function<LibraryIdentity(const Library&)> identify;
  std::function<MpiInstall(const std::string& mpi)> find_mpi;
  // Starts this program on the library. Throws Error where it does not run, or not with the libmpi that is expected.
  std::function<void(const Library&, const std::string& bench)> try_out;
  std::function<std::uintmax_t(const std::filesystem::path&)> free_bytes;
};

// `mpigauge`: the program that looks at libraries (Identify). A trial is a launch of two ranks (TryOut).
KeepTools RealKeepTools(const std::string& mpigauge = "/proc/self/exe");

// Nodes of Slurm see the folder of their jobs; of another file system nobody knows whether they see it. Throws Error
// (not measured) where `libraries` is there, and on another one than `jobs` (which may not be there yet).
void RequireSameFileSystem(const std::filesystem::path& libraries, std::filesystem::path jobs);

// A baseline's library that is started from its copy.
struct KeptStart {
  Library library;
  std::string bench;
  std::string note;  // for the verdict: which copy it is
};

// The folder of a store with copies of the libraries that its baselines were measured with: FOLDER/IDENTITY/ each. A
// copy is made in a folder of another name, tried there, and renamed when all is well, so that one that was killed
// half-way is never taken for a copy; the next one removes it.
class KeptLibraries {
 public:
  // An empty folder: none is known, and nothing can be kept or taken. So it is with one that others may write to or
  // that is another user's.
  explicit KeptLibraries(std::filesystem::path folder, KeepTools tools = RealKeepTools());

  // Copies the library, unless a copy of an equal one is there and still is what it was. Throws Error with the reason:
  // it is another one than `library.identity` by now, a file cannot be read, there is no space, the copy does not
  // start.
  struct Kept {
    KeptLibrary library;
    bool made = false;  // false: it was there
  };
  Kept Keep(const Library& library, const std::string& bench) const;

  // The library of this plan as its copy, and the program that runs on it: that of the candidate, so that both sides
  // run the same one, or where it does not run on this library the plan's own. Throws Error with the reason: no copy is
  // there, it is not what it was (it loads what lies outside of it, and that was changed), no program runs on it.
  KeptStart Take(const LaunchPlan& plan, const std::string& candidate_bench) const;

  // Returns nothing if none is kept. Throws Error (usage) where its file cannot be understood.
  std::optional<KeptLibrary> Find(const std::string& identity) const;

  // Oldest first; without those whose file cannot be understood. Throws Error (not measured) where the folder cannot be
  // read.
  std::vector<KeptLibrary> All() const;

  // Where there are more than `most`, removes the oldest of those that are not named. Returns how many went.
  std::size_t Prune(const std::set<std::string>& named, std::size_t most) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  void RequireFolder() const;
  KeptLibrary Copy(const Library& library, const std::string& bench, const LibraryIdentity& identity) const;
  // Whether what is loaded from the copy is what was kept.
  bool IsUnchanged(const KeptLibrary& kept, const Library& library) const;
  std::string ProgramFor(const Library& moved, const std::string& candidate, const std::string& own) const;

  std::filesystem::path folder_;
  KeepTools tools_;
};

// This number of copies of libraries is kept if nobody names another one.
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
