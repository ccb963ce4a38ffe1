#include "ci/doctor/host_files.h"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

namespace mpigauge {
namespace {

std::string Trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

// Wide enough for any machine, and an end to a list that makes no sense.
constexpr int kMostProcessors = 1 << 16;

std::optional<int> Number(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value >= kMostProcessors) return {};
  return value;
}

}  // namespace

bool HostFiles::Exists(const std::string& path) const {
  std::error_code ignored;
  return std::filesystem::exists(root_ / path, ignored);
}

std::optional<std::string> HostFiles::FirstLine(const std::string& path) const {
  std::ifstream in(root_ / path);
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  return Trimmed(line);
}

std::vector<std::string> HostFiles::Lines(const std::string& path) const {
  std::ifstream in(root_ / path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::optional<std::string> HostFiles::Value(const std::string& path, const std::string& key) const {
  for (const std::string& line : Lines(path)) {
    if (!line.starts_with(key)) continue;
    const auto sign = line.find_first_not_of(" \t", key.size());
    if (sign != std::string::npos && (line[sign] == ':' || line[sign] == '=')) return Trimmed(line.substr(sign + 1));
  }
  return std::nullopt;
}

std::vector<std::string> HostFiles::Names(const std::string& folder, const std::string& pattern) const {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(root_ / folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename();
    if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::set<int> ParseProcessorList(const std::string& text) {
  std::set<int> processors;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    word = Trimmed(word);
    const auto dash = word.find('-');
    const auto first = Number(word.substr(0, dash));
    const auto last = dash == std::string::npos ? first : Number(word.substr(dash + 1));
    if (!first || !last) continue;
    for (int i = *first; i <= *last; ++i) processors.insert(i);
  }
  return processors;
}

}  // namespace mpigauge
