#include "base/version.h"

#include <fmt/format.h>

#include "base/version_file.h"

// A section of its own: //dist overwrites it in the linked program, so that no commit makes anybody compile or link
// anew. 96 bytes, as dist/package.sh writes.
extern "C" {
__attribute__((used, section(".mpigauge_commit"))) volatile char mpigauge_commit[96] = "";
}

namespace mpigauge {
namespace {

constexpr const char* kBuild =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    "with sanitizers";
#elif defined(NDEBUG)
    "opt";
#else
    "dbg";
#endif

#ifdef __clang__
constexpr const char* kCompiler = "Clang " __clang_version__;
#else
constexpr const char* kCompiler = "GCC " __VERSION__;
#endif

}  // namespace

std::string Version() {
  const std::string text(kVersionFile);
  return text.substr(0, text.find('\n'));
}

std::string Commit() {
  std::string commit;
  for (std::size_t i = 0; i < sizeof mpigauge_commit && mpigauge_commit[i] != '\0'; ++i) commit += mpigauge_commit[i];
  return commit;
}

std::string VersionText(const std::string& program) {
  const std::string commit = Commit();
  return fmt::format("{} {}\ncommit {}\nbuild {}, {}\n", program, Version(),
                     commit.empty() ? "not known: no build of //dist" : commit, kBuild, kCompiler);
}

}  // namespace mpigauge
