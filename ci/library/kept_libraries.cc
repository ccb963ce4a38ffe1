#include "ci/library/kept_libraries.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <tuple>

#include "base/error.h"
#include "base/file.h"
#include "base/temporary_folder.h"
#include "base/trusted_path.h"
#include "base/units.h"
#include "ci/launch/trusted_plan.h"
#include "ci/library/copy_library.h"
#include "ci/library/kept_library.h"

namespace mpigauge {
namespace {

constexpr const char* kNew = "new";  // begins the names of folders that are no copies yet

std::uintmax_t FreeBytes(const std::filesystem::path& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  if (error) throw NotMeasured("{}: {}", folder.string(), error.message());
  return space.available;
}

// Only its owner may change what is started from here.
void MakeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  const bool made = std::filesystem::create_directories(folder, error);
  if (!error && made) std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
  if (error) throw NotMeasured("{}: cannot be made: {}", folder.string(), error.message());
}

void RequireSpace(std::int64_t needed, std::uintmax_t free, const std::filesystem::path& folder) {
  if (static_cast<std::uintmax_t>(needed) < free) return;
  throw NotMeasured("{}: {} are needed, {} are free", folder.string(), FormatRoom(needed),
                    FormatRoom(static_cast<std::int64_t>(free)));
}

// A gate starts the libraries in this folder, so nobody else may change what is there.
void RequireOwn(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) return;  // it is made, or there is nothing to take
  const std::string reason = WhyUntrusted(folder);
  if (reason.empty()) return;
  throw NotMeasured(
      "{}, and programs are started from {}; name a folder of your own: --libraries FOLDER, or libraries_folder in "
      "mpigauge.toml",
      reason, folder.string());
}

// A folder that this user may not look into, say, is a reason like others.
template <typename Action>
auto WithReasons(Action action) -> decltype(action()) {
  try {
    return action();
  } catch (const std::filesystem::filesystem_error& error) {
    throw NotMeasured("{}", error.what());
  }
}

// First the file that makes it a copy: a kill in the middle leaves nothing that could be taken for one.
void Remove(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::remove(folder / kCopyFile, error);
  std::filesystem::remove_all(folder, error);
  if (error) throw NotMeasured("{}: cannot be removed: {}", folder.string(), error.message());
}

}  // namespace

KeepTools RealKeepTools(const std::string& mpigauge) {
  return {[mpigauge](const Library& library) { return Identify(library, mpigauge); }, FindMpi, TryOut, FreeBytes};
}

void RequireSameFileSystem(const std::filesystem::path& libraries, std::filesystem::path jobs) {
  std::error_code error;  // what cannot be looked at is not there, for the nodes too
  if (!std::filesystem::exists(libraries, error) && !error) return;
  jobs = std::filesystem::absolute(jobs);
  while (!std::filesystem::exists(jobs, error) && jobs.has_relative_path()) jobs = jobs.parent_path();
  struct stat of_libraries {};
  struct stat of_jobs {};
  if (stat(libraries.c_str(), &of_libraries) == 0 && stat(jobs.c_str(), &of_jobs) == 0 &&
      of_libraries.st_dev == of_jobs.st_dev) {
    return;
  }
  throw NotMeasured("{}: nodes of Slurm may not see it, since it is not on the file system of {}", libraries.string(),
                    jobs.string());
}

KeptLibraries::KeptLibraries(std::filesystem::path folder, KeepTools tools)
    : folder_(std::move(folder)), tools_(std::move(tools)) {}

void KeptLibraries::RequireFolder() const {
  if (folder_.empty()) {
    throw NotMeasured(
        "a database has no folder beside it where libraries could be kept; name one: --libraries FOLDER, or "
        "libraries_folder in mpigauge.toml");
  }
  // LD_LIBRARY_PATH cannot name such a folder.
  if (folder_.string().find_first_of(": ;") != std::string::npos) {
    throw NotMeasured("{}: the dynamic linker cannot look in a folder with a blank, ':' or ';' in its name",
                      folder_.string());
  }
  RequireOwn(folder_);
}

KeptLibraries::Kept KeptLibraries::Keep(const Library& library, const std::string& bench) const {
  RequireFolder();
  const LibraryIdentity identity = WithReasons([&] { return tools_.identify(library); });
  if (!library.identity.empty() && library.identity != identity.hash) {
    throw NotMeasured("the library there now is not the one that was measured");
  }
  MakeFolder(folder_);
  RequireOwn(folder_);
  try {
    const auto kept = Find(identity.hash);
    if (kept && IsUnchanged(*kept, library)) return {*kept, false};
  } catch (const Error&) {
    // It cannot be used as it is: a fresh one takes its place.
  }
  return {WithReasons([&] { return Copy(library, bench, identity); }), true};
}

KeptLibrary KeptLibraries::Copy(const Library& library, const std::string& bench,
                                const LibraryIdentity& identity) const {
  const CopyList list = ListCopy(tools_.find_mpi(library.mpi), library, identity);
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  KeptLibrary kept{{},          identity.hash, identity.version, library.mpi, now, BytesOf(list),
                   list.libmpi, list.preload,  list.environment};
  const std::filesystem::path place = folder_ / identity.hash;
  const bool replaces = std::filesystem::exists(place);
  RequireSpace(kept.bytes, tools_.free_bytes(folder_), folder_);
  const TemporaryFolder fresh(kNew, folder_);
  kept.folder = fresh.path() / "copy";
  MakeCopy(list, kept.folder);
  WriteFileAtomically(kept.folder / kCopyFile, JsonText(ToJson(kept)));
  if (!IsUnchanged(kept, library)) {
    throw NotMeasured("its copy is another library: it loads other files than the original");
  }
  tools_.try_out(Moved(kept, library), bench);

  if (replaces) Remove(place);
  std::error_code error;
  std::filesystem::rename(kept.folder, place, error);
  const bool another = error && Find(identity.hash).has_value();  // which somebody else made meanwhile
  if (error && !another) throw NotMeasured("{}: cannot be renamed: {}", place.string(), error.message());
  kept.folder = place;
  return kept;
}

bool KeptLibraries::IsUnchanged(const KeptLibrary& kept, const Library& library) const {
  return WithReasons([&] { return tools_.identify(Moved(kept, library)); }).hash == kept.identity;
}

std::string KeptLibraries::ProgramFor(const Library& moved, const std::string& candidate,
                                      const std::string& own) const {
  try {
    tools_.try_out(moved, candidate);
    return candidate;
  } catch (const Error& error) {
    if (own.empty() || own == candidate || !std::filesystem::exists(own)) throw;
  }
  tools_.try_out(moved, own);
  return own;
}

KeptStart KeptLibraries::Take(const LaunchPlan& plan, const std::string& candidate_bench) const {
  RequireFolder();
  if (plan.library.identity.empty()) throw NotMeasured("which library it was is not known");
  const auto kept = Find(plan.library.identity);
  if (!kept) throw NotMeasured("no copy of it is kept in {}", folder_.string());
  if (const std::string reason = WhyUntrustedInstall(kept->folder); !reason.empty()) throw NotMeasured("{}", reason);
  if (!IsUnchanged(*kept, plan.library)) {
    throw NotMeasured(
        "{}: the copy is no longer what was kept: one of its files was changed, or a file outside that it loads",
        kept->folder.string());
  }
  KeptStart start{Moved(*kept, plan.library), "", ""};
  start.bench = ProgramFor(start.library, candidate_bench, plan.bench);
  start.note = fmt::format("{} ({})", AgeAndSize(*kept, std::chrono::system_clock::now()), kept->folder.string());
  if (start.bench != candidate_bench) {
    start.note += fmt::format("; with {}, since the candidate's program does not run on it", start.bench);
  }
  return start;
}

std::optional<KeptLibrary> KeptLibraries::Find(const std::string& identity) const {
  if (folder_.empty() || identity.empty() || identity.find('/') != std::string::npos) return std::nullopt;
  auto kept = WithReasons([&] { return ReadKeptLibrary(folder_ / identity); });
  if (kept && kept->identity != identity) {
    throw UsageError("{}: is a copy of another library, {}", kept->folder.string(), kept->identity);
  }
  return kept;
}

std::vector<KeptLibrary> KeptLibraries::All() const {
  std::vector<KeptLibrary> all;
  std::error_code error;
  if (folder_.empty() || !std::filesystem::is_directory(folder_, error)) return all;
  WithReasons([&] {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      try {
        if (auto kept = Find(entry.path().filename())) all.push_back(std::move(*kept));
      } catch (const Error&) {
        // Take says it where somebody needs it.
      }
    }
  });
  std::sort(all.begin(), all.end(), [](const KeptLibrary& one, const KeptLibrary& other) {
    return std::tie(one.kept_at, one.identity) < std::tie(other.kept_at, other.identity);
  });
  return all;
}

std::size_t KeptLibraries::Prune(const std::set<std::string>& named, std::size_t most) const {
  const std::vector<KeptLibrary> all = All();
  std::size_t left = all.size();
  for (const KeptLibrary& kept : all) {
    if (left <= most) break;
    if (named.contains(kept.identity)) continue;
    Remove(kept.folder);
    --left;
  }
  return all.size() - left;
}

}  // namespace mpigauge
