#include "ci/library/identity.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <regex>
#include <set>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "ci/launch/bench_program.h"
#include "ci/launch/launchers.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

class Sha256 {
 public:
  Sha256() { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }

  // A part with its length, so that parts cannot run into each other.
  void Add(const std::string& part) {
    const std::string length = fmt::format("{}:", part.size());
    EVP_DigestUpdate(context_.get(), length.data(), length.size());
    EVP_DigestUpdate(context_.get(), part.data(), part.size());
  }

  std::string Hex() {
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    EVP_DigestFinal_ex(context_.get(), bytes, &size);
    std::string text;
    for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
    return text;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_{EVP_MD_CTX_new()};
};

// Adds the files of the folders that loaded plugins lie in: they are loaded when a program first needs them.
void AddPlugins(std::set<std::string>& files) {
  std::set<std::filesystem::path> folders;
  for (const std::string& file : files) {
    const std::filesystem::path path(file);
    if (path.filename().string().starts_with("mca_")) folders.insert(path.parent_path());
  }
  for (const auto& folder : folders) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string name = entry.path().filename();
      if (name.starts_with("mca_") && name.ends_with(".so")) files.insert(std::filesystem::canonical(entry.path()));
    }
  }
}

// Names without a version come last: only what is for developers has them.
std::vector<std::string> Sonames(MpiInstall::Kind kind) {
  std::vector<std::string> names = MpiLibraryNames(kind);
  names.emplace_back("libmpi.so");
  if (kind != MpiInstall::Kind::kOpenMpi) names.emplace_back("libmpich.so");
  return names;
}

LoadedMpi AskInAProcess(const Library& library, const std::string& mpigauge) {
  const MpiInstall install = FindMpi(library.mpi);
  LaunchPlan plan;
  plan.library = library;
  plan.library.preload.clear();   // interposers expect a program that is linked to MPI
  plan.library.expected.clear();  // the benchmark program looks at that
  plan.bench = std::filesystem::canonical(mpigauge);
  plan.bench_arguments = {"loaded"};
  for (const std::string& name : Sonames(install.kind)) plan.bench_arguments.push_back(name);
  plan.ranks = 1;
  plan.timeout_seconds = 60;
  const Command command = StartHere(plan, install);
  const ProcessResult result = RunProcess(command);
  const std::string what =
      fmt::format("{} ({})", library.mpi.empty() ? "the machine's MPI" : library.mpi, install.Name());
  if (result.interrupted) throw NotMeasured("stopped");
  if (result.exit_code != 0 || result.timed_out) {
    throw NotMeasured("{}: does not start: {}{}", what, ShellText(command.words),
                      FurtherLines(result.timed_out ? "no answer in 60 s" : result.err));
  }
  const auto begin = result.out.find('{');  // some MPIs greet on standard output
  return LoadedMpiFromJson(ParseJson(begin == std::string::npos ? result.out : result.out.substr(begin), what), what);
}

std::int64_t ChangedAt(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 ? facts.st_ctim.tv_sec : 0;
}

// A prefix whose library is not found would be taken for the machine's own.
void RequireInPrefix(const std::string& mpi, const LoadedMpi& loaded) {
  if (!std::filesystem::is_directory(mpi)) return;
  const std::string prefix = std::filesystem::canonical(mpi);
  if (prefix == "/usr" || loaded.library.starts_with(prefix + "/")) return;
  throw NotMeasured("{}: there is no libmpi in it: a program finds {}", prefix, loaded.library);
}

}  // namespace

LibraryIdentity Identify(const Library& library, const std::string& mpigauge) {
  const LoadedMpi loaded = AskInAProcess(library, mpigauge);
  RequireInPrefix(library.mpi, loaded);
  std::set<std::string> files(loaded.files.begin(), loaded.files.end());
  AddPlugins(files);
  files.insert(loaded.parameter_files.begin(), loaded.parameter_files.end());
  files.insert(library.preload.begin(), library.preload.end());

  // A library has its name without the folder: the same library in another place is the same.
  std::set<std::pair<std::string, std::string>> parts;
  LibraryIdentity identity;
  identity.version = loaded.version;
  identity.files = {files.begin(), files.end()};
  identity.libmpi = std::filesystem::canonical(loaded.library);
  identity.parameter_files = loaded.parameter_files;
  for (const std::string& file : files) {
    parts.emplace(std::filesystem::path(file).filename(), ReadFile(file));
    identity.changed_at = std::max(identity.changed_at, ChangedAt(file));
  }
  Sha256 hash;
  hash.Add(loaded.version);
  for (const auto& [name, content] : parts) {
    hash.Add(name);
    hash.Add(content);
  }
  for (const auto& [name, value] : library.environment) hash.Add(name + "=" + value);
  identity.hash = hash.Hex();
  return identity;
}

std::string VersionNumber(const std::string& stated) {
  static const std::regex kNumber(R"((^|[\s:v])(\d+(\.\d+)+[0-9A-Za-z]*))");
  std::smatch found;
  return std::regex_search(stated, found, kNumber) ? found[2].str() : "";
}

std::string LibraryLabel(const std::string& name, const LibraryIdentity& identity) {
  const std::string number = VersionNumber(identity.version);
  return fmt::format("{} {}{}{}", name, number, number.empty() ? "" : " ", identity.hash.substr(0, 8));
}

std::string IdentityIfKnown(const Library& library) {
  try {
    return Identify(library).hash;
  } catch (const Error&) {
    return "";
  }
}

Json ToJson(const LibraryIdentity& identity) {
  return {{"identity", identity.hash}, {"version", identity.version}, {"files", identity.files}};
}

}  // namespace mpigauge
