#include "ci/doctor/host_files.h"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
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

namespace {

constexpr double kBusyShare = 0.1;

// "cpu user nice system idle iowait irq softirq steal guest guest_nice": guests' time is in user's already.
void ReadTotals(const HostFiles& files, CpuSample& sample) {
  constexpr int kSteal = 7;
  for (const std::string& line : files.Lines("proc/stat")) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (!name.starts_with("cpu")) continue;
    if (name != "cpu") {
      ++sample.processors;
      continue;
    }
    double ticks = 0;
    for (int field = 0; field <= kSteal && words >> ticks; ++field) {
      sample.total += ticks;
      if (field == kSteal) sample.steal = ticks;
    }
  }
}

// "17 (name) S ...": the name may hold blanks and brackets; user and system time are the 12th and 13th word behind it.
CpuSample::Process ReadProcess(const std::string& line) {
  const auto open = line.find('(');
  const auto close = line.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  CpuSample::Process process{line.substr(open + 1, close - open - 1), 0};
  std::istringstream words(line.substr(close + 1));
  std::string word;
  for (int i = 0; i < 11; ++i) words >> word;
  double user = 0;
  double system = 0;
  if (words >> user >> system) process.ticks = user + system;
  return process;
}

}  // namespace

CpuSample SampleCpu(const HostFiles& files) {
  CpuSample sample;
  ReadTotals(files, sample);
  for (const std::string& id : files.Names("proc", "[0-9]*")) {
    const auto line = files.FirstLine("proc/" + id + "/stat");
    if (line) sample.processes[std::stoi(id)] = ReadProcess(*line);
  }
  return sample;
}

std::vector<BusyProcess> BusyProcesses(const CpuSample& before, const CpuSample& after, int own_id) {
  std::vector<BusyProcess> busy;
  const double of_one = (after.total - before.total) / std::max(after.processors, 1);
  if (of_one <= 0) return busy;
  for (const auto& [id, process] : after.processes) {
    const auto old = before.processes.find(id);
    if (id == own_id) continue;
    const double ticks = old == before.processes.end() ? 0 : old->second.ticks;  // else it has started since
    const double share = (process.ticks - ticks) / of_one;
    if (share >= kBusyShare) busy.push_back({id, process.name, share});
  }
  std::sort(busy.begin(), busy.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  return busy;
}

double StolenShare(const CpuSample& before, const CpuSample& after) {
  const double passed = after.total - before.total;
  return passed > 0 ? (after.steal - before.steal) / passed : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace mpigauge
