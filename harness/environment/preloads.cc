#include "harness/environment/preloads.h"

#include <link.h>

#include <algorithm>
#include <filesystem>

namespace mpigauge {
namespace {

std::vector<std::string> LoadedFiles() {
  std::vector<std::string> files;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        static_cast<std::vector<std::string>*>(to)->emplace_back(info->dlpi_name);
        return 0;
      },
      &files);
  return files;
}

bool IsOf(const std::string& name, const std::string& loaded) {
  if (name.find('/') == std::string::npos) return std::filesystem::path(loaded).filename() == name;
  std::error_code ignored;
  return std::filesystem::equivalent(name, loaded, ignored);
}

}  // namespace

std::vector<std::string> NotPreloaded(std::string_view preload) {
  const std::vector<std::string> loaded = LoadedFiles();
  std::vector<std::string> missing;
  while (!preload.empty()) {
    const std::string name(preload.substr(0, preload.find_first_of(": ")));
    preload.remove_prefix(std::min(name.size() + 1, preload.size()));
    if (name.empty() || name.find('$') != std::string::npos) continue;
    const auto is_it = [&](const std::string& file) { return IsOf(name, file); };
    if (std::none_of(loaded.begin(), loaded.end(), is_it)) missing.push_back(name);
  }
  return missing;
}

}  // namespace mpigauge
