#include "ci/bench_build/kit.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/file.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> LinesOf(const fs::path& file) {
  std::istringstream text(ReadFile(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace

fs::path KitOf(const fs::path& program, const std::string& name) {
  return (program.parent_path() / "../lib/mpigauge" / name).lexically_normal();
}

BenchKit ReadBenchKit(const fs::path& folder) {
  const fs::path library = folder / "others.a";
  if (!fs::exists(library) || !fs::is_directory(folder / "src")) {
    throw UsageError("{}: files to build from are missing; unpack the installation again", folder.string());
  }
  BenchKit kit;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "src")) {
    if (entry.path().extension() == ".cc") kit.sources.push_back(entry.path());
  }
  std::sort(kit.sources.begin(), kit.sources.end(), [](const fs::path& left, const fs::path& right) {
    return std::pair(fs::file_size(right), left) < std::pair(fs::file_size(left), right);
  });
  kit.compile_flags = LinesOf(folder / "compile_flags.txt");
  kit.compile_flags.insert(kit.compile_flags.end(),
                           {"-iquote", (folder / "src").string(), "-isystem", (folder / "include").string()});
  // All of the library: cases and suites register themselves. Wrappers name the C++ bindings of MPI-2, which some
  // libraries lack on compute nodes; only the libraries that are used are linked. The installation brings some of them.
  const std::string installed = folder.parent_path().string();
  kit.link_flags = {"-Wl,--whole-archive", library.string(), "-Wl,--no-whole-archive",
                    "-Wl,--as-needed",     "-L" + installed, "-Wl,-rpath," + installed};
  const std::vector<std::string> others = LinesOf(folder / "link_flags.txt");
  kit.link_flags.insert(kit.link_flags.end(), others.begin(), others.end());
  // Programs see these functions alone, and not those of the C++ libraries that are in it.
  if (const fs::path exported = folder / "exported.lds"; fs::exists(exported)) {
    kit.link_flags.insert(kit.link_flags.end(),
                          {"-shared", "-Wl,-z,defs", "-Wl,--version-script=" + exported.string(), "-ldl"});
  }
  return kit;
}

BenchKit InstalledKit(const std::string& name) {
  const fs::path folder = KitOf(fs::read_symlink("/proc/self/exe"), name);
  if (!fs::is_directory(folder)) {
    throw UsageError(
        "no sources to build from (looked for {}); the tarball and the package that `bazel build //dist` makes have "
        "them",
        folder.string());
  }
  return ReadBenchKit(fs::canonical(folder));
}

}  // namespace mpigauge
