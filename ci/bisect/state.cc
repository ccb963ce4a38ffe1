#include "ci/bisect/state.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cmath>

#include "base/error.h"
#include "base/file.h"

namespace mpigauge {
namespace {

constexpr int kVersion = 1;  // of the file; increase when the meaning of a key changes

Json ToJson(const BisectPair& pair) { return {{"commit", pair.commit}, {"good", pair.good}, {"asked", pair.asked}}; }

BisectPair PairFromJson(const Json& json, const std::string& file) {
  BisectPair pair = {json.at("commit"), json.at("good").get<std::map<std::string, double>>(),
                     json.at("asked").get<std::map<std::string, double>>()};
  if (std::isfinite(pair.Difference())) return pair;
  throw UsageError("{}: a pair of launches has no series in common, or impossible times", file);
}

}  // namespace

double BisectPair::Difference() const {
  double sum = 0;
  int count = 0;
  for (const auto& [series, value] : asked) {
    const auto found = good.find(series);
    if (found == good.end()) continue;
    sum += value - found->second;
    ++count;
  }
  return count == 0 ? std::nan("") : sum / count;
}

BisectState::BisectState(const std::filesystem::path& folder, const Json& arguments)
    : folder_(folder), arguments_(arguments) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw UsageError("--state {}: {}", folder_.string(), error.message());
  lock_ = std::make_unique<Lock>(folder_);
  if (std::filesystem::exists(folder_ / "state.json")) {
    Read(arguments);
  } else {
    // It may lie in somebody's working tree.
    WriteFileAtomically(folder_ / ".gitignore", "*\n");
  }
}

BisectState::Lock::Lock(const std::filesystem::path& folder) {
  const auto file = folder / "lock";
  descriptor_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw UsageError("{}: cannot be written", file.string());
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  close(descriptor_);
  throw UsageError("--state {}: another mpigauge bisect is at work there", folder.string());
}

BisectState::Lock::~Lock() { close(descriptor_); }

void BisectState::Read(const Json& arguments) {
  const std::string file = (folder_ / "state.json").string();
  const Json json = ReadJson(file);
  ReadingJson(file, [&] {
    if (json.at("version") != kVersion) throw UsageError("{}: was written by another version", file);
    for (const auto& [name, value] : arguments.items()) {
      const Json before = json.at("arguments").value(name, Json());
      if (before == value) continue;
      throw UsageError(
          "--state {} belongs to a bisection with other arguments: {} was {}, now it is {}; give the same, or another "
          "--state",
          folder_.string(), name, before.dump(), value.dump());
    }
    const Json& pairs = json.at("pairs");
    if (!pairs.is_array()) throw UsageError("{}: pairs is not a list", file);
    for (const Json& pair : pairs) pairs_.push_back(PairFromJson(pair, file));
  });
}

void BisectState::Add(const BisectPair& pair) {
  pairs_.push_back(pair);
  Json pairs = Json::array();
  for (const BisectPair& one : pairs_) pairs.push_back(ToJson(one));
  WriteFileAtomically(folder_ / "state.json",
                      JsonText({{"version", kVersion}, {"arguments", arguments_}, {"pairs", pairs}}), Readers::kOwner);
}

}  // namespace mpigauge
