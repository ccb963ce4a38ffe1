#include "ci/library/copy_library.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include "base/error.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

using Path = std::filesystem::path;

// Where the libraries of these names look for their plugins: in a folder beside them.
struct PluginFolder {
  const char* library;
  const char* folder;
};
constexpr std::array kPluginFolders = {PluginFolder{"libpmix.", "pmix"}, PluginFolder{"libhwloc.", "hwloc"},
                                       PluginFolder{"libucs.", "ucx"}};

constexpr std::array kOpenMpiHelpers = {"orted", "prterun", "prte", "prted"};
constexpr std::array kMpichHelpers = {"hydra_pmi_proxy", "hydra_nameserver", "hydra_persist"};

bool IsLibraryFolder(const std::string& name) {
  return name == "lib" || name == "lib64" || name == "lib32" || name.ends_with("-linux-gnu");
}

// /usr/lib/x86_64-linux-gnu/ucx/libuct_ib.so.0 -> lib/ucx/libuct_ib.so.0
Path PlaceOf(const Path& file) {
  Path behind;
  for (const Path& part : file.parent_path()) {
    if (IsLibraryFolder(part)) {
      behind.clear();
    } else {
      behind /= part;
    }
  }
  if (behind.is_absolute()) behind.clear();  // no such folder in its path
  return "lib" / behind / file.filename();
}

bool BelongsToTheKernel(const std::string& name) {
  return name.starts_with("libcuda.") || name.starts_with("libnvidia-") || name.starts_with("libze_intel_");
}

class Lister {
 public:
  Lister(const MpiInstall& install, const Library& library, const LibraryIdentity& identity)
      : install_(install),
        launcher_(std::filesystem::canonical(install.launcher)),
        prefix_(std::filesystem::canonical(Path(install.launcher).parent_path()).parent_path()) {
    for (const std::string& file : library.preload) AddPreload(file);
    for (const std::string& file : identity.parameter_files) list_.files.emplace("etc" / Path(file).filename(), file);
    for (const std::string& file : identity.files) {
      const bool other = Has(library.preload, file) || Has(identity.parameter_files, file);
      if (!other) AddLibrary(file);
    }
    list_.libmpi = PlaceOf(identity.libmpi);
    AddLauncher();
    for (const char* name : {"openmpi", "pmix", "prte"}) AddTree(prefix_ / "share" / name, Path("share") / name);
    SetEnvironment();
  }

  CopyList Result() { return std::move(list_); }

 private:
  static bool Has(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  }

  // Two of them may have the same name.
  void AddPreload(const Path& file) {
    const Path place = Path("preload") / std::to_string(list_.preload.size()) / file.filename();
    list_.files.emplace(place, file);
    list_.preload.push_back(place);
  }

  // Adds a library with the links beside it, by which others find it, and the plugins that it loads.
  void AddLibrary(const Path& file) {
    const std::string name = file.filename();
    if (BelongsToTheKernel(name)) return;
    const Path place = PlaceOf(file);
    if (!list_.files.emplace(place, file).second) return;
    for (const std::string& link : LinksTo(file)) list_.links.emplace(place.parent_path() / link, name);
    for (const PluginFolder& plugins : kPluginFolders) {
      if (!name.starts_with(plugins.library)) continue;
      for (const Path& plugin : SharedLibrariesIn(file.parent_path() / plugins.folder)) AddLibrary(plugin);
    }
  }

  // The names of links in its folder that lead to it.
  const std::vector<std::string>& LinksTo(const Path& file) {
    const Path folder = file.parent_path();
    if (read_.insert(folder).second) {
      std::error_code error;
      for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (!entry.is_symlink(error) || entry.path().filename().string().find(".so") == std::string::npos) continue;
        const Path target = std::filesystem::canonical(entry.path(), error);
        if (!error && target.parent_path() == folder) links_[target].push_back(entry.path().filename());
      }
    }
    return links_[file];
  }

  static std::vector<Path> SharedLibrariesIn(const Path& folder) {
    std::error_code error;
    std::vector<Path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      if (entry.is_symlink(error) || !entry.is_regular_file(error)) continue;
      if (entry.path().filename().string().find(".so") != std::string::npos) found.push_back(entry.path());
    }
    return found;
  }

  void AddLauncher() {
    AddProgram(launcher_);
    const bool open_mpi = install_.kind == MpiInstall::Kind::kOpenMpi;
    if (open_mpi && launcher_.filename() != "mpirun") list_.links.emplace("bin/mpirun", launcher_.filename());
    if (!open_mpi && launcher_.filename() != "mpiexec.hydra") {
      list_.links.emplace("bin/mpiexec.hydra", launcher_.filename());
    }
    const auto add = [&](const auto& helpers) {
      for (const char* helper : helpers) {
        std::error_code error;
        const Path program = std::filesystem::canonical(launcher_.parent_path() / helper, error);
        if (error || program == launcher_) continue;
        AddProgram(program);
        if (program.filename() != helper) list_.links.emplace(Path("bin") / helper, program.filename());
      }
    };
    if (open_mpi) {
      add(kOpenMpiHelpers);
    } else {
      add(kMpichHelpers);
    }
  }

  // And what it loads of its own prefix; libraries of the machine stay the machine's.
  void AddProgram(const Path& program) {
    list_.files.emplace(Path("bin") / program.filename(), program);
    if (prefix_ == "/usr") return;
    std::map<std::string, std::string> environment = install_.environment;
    environment["LD_TRACE_LOADED_OBJECTS"] = "1";
    std::istringstream lines(RunProcess({{program.string()}, environment, 30}).out);
    for (std::string line; std::getline(lines, line);) {
      const auto begin = line.find("=> /");
      if (begin == std::string::npos) continue;
      std::error_code error;
      const std::string path = line.substr(begin + 3, line.find(" (", begin) - begin - 3);
      const Path library = std::filesystem::canonical(path, error);
      if (!error && library.string().starts_with(prefix_.string() + "/")) AddLibrary(library);
    }
  }

  void AddTree(const Path& folder, const Path& place) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) return;
    for (auto entry = std::filesystem::recursive_directory_iterator(folder, error);
         entry != std::filesystem::recursive_directory_iterator(); entry.increment(error)) {
      if (error) throw NotMeasured("{}: cannot be read: {}", folder.string(), error.message());
      if (entry->is_regular_file(error)) {
        list_.files.emplace(place / entry->path().lexically_relative(folder), entry->path());
      }
    }
  }

  bool HasFilesIn(const Path& folder) const {
    return std::any_of(list_.files.begin(), list_.files.end(),
                       [&](const auto& file) { return file.first.parent_path() == folder; });
  }

  // FindMpi sets OPAL_PREFIX, but distributions configure folders that are not below their prefix.
  void SetEnvironment() {
    std::map<std::string, std::string>& variables = list_.environment;
    if (HasFilesIn("lib/hwloc")) variables["HWLOC_PLUGINS_PATH"] = "lib/hwloc";
    if (install_.kind != MpiInstall::Kind::kOpenMpi) return;
    variables["OPAL_LIBDIR"] = "lib";
    variables["OPAL_SYSCONFDIR"] = "etc";
    if (HasFilesIn("share/openmpi")) variables["OPAL_PKGDATADIR"] = "share/openmpi";
    if (HasFilesIn("lib/pmix")) variables["PMIX_LIBDIR"] = "lib";
  }

  const MpiInstall& install_;
  Path launcher_;
  Path prefix_;
  CopyList list_;
  std::set<Path> read_;
  std::map<Path, std::vector<std::string>> links_;
};

}  // namespace

namespace {

// Programs are started from a copy, so only its owner may write there, whatever the original and the umask allow.
void CloseToOthers(const Path& folder) {
  using std::filesystem::perms;
  const auto close = [](const Path& path) {
    std::error_code error;
    std::filesystem::permissions(path, perms::group_write | perms::others_write, std::filesystem::perm_options::remove,
                                 error);
    if (error) throw NotMeasured("{}: {}", path.string(), error.message());
  };
  if (!std::filesystem::exists(folder)) return;  // nothing was to be copied
  close(folder);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_symlink()) close(entry.path());
  }
}

}  // namespace

CopyList ListCopy(const MpiInstall& install, const Library& library, const LibraryIdentity& identity) {
  return Lister(install, library, identity).Result();
}

std::int64_t BytesOf(const CopyList& list) {
  std::int64_t bytes = 0;
  for (const auto& [to, from] : list.files) {
    std::error_code error;
    bytes += static_cast<std::int64_t>(std::filesystem::file_size(from, error));
    if (error) throw NotMeasured("{}: cannot be read: {}", from.string(), error.message());
  }
  return bytes;
}

void MakeCopy(const CopyList& list, const Path& folder) {
  const auto check = [](const std::error_code& error, const Path& path, const Path& to) {
    if (error) throw NotMeasured("{}: cannot be copied to {}: {}", path.string(), to.string(), error.message());
  };
  std::error_code error;
  for (const auto& [to, from] : list.files) {
    std::filesystem::create_directories((folder / to).parent_path(), error);
    check(error, from, folder / to);
    std::filesystem::copy_file(from, folder / to, error);
    check(error, from, folder / to);
  }
  for (const auto& [link, target] : list.links) {
    if (list.files.contains(link)) continue;
    std::filesystem::create_symlink(target, folder / link, error);
    check(error, link, folder / link);
  }
  CloseToOthers(folder);
}

}  // namespace mpigauge
