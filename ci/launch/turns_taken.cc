#include "ci/launch/turns_taken.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/plural.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kBytesOfARank = 200e6;       // that sleeps: library, buffers, shared memory
constexpr double kLeastBytesOfARank = 5e6;    // that is its own, however small
constexpr double kSharedBytesOfARank = 16e6;  // of that, on /dev/shm
constexpr double kMostOfAnyHost = 1e18;       // version 1 writes 2^63 or so where there is no limit

// The number behind `word`, or at the beginning where that is empty; `otherwise` where there is none, or "max".
double NumberIn(const fs::path& file, const std::string& word, double otherwise) {
  std::ifstream stream(file);
  std::string found;
  while (!word.empty() && stream >> found && found != word) {
  }
  double number = 0;
  return stream >> number ? number : otherwise;
}

// The memory that a group's limit leaves: pages of files that were not used lately are given back before anything is
// killed.
double RoomOfGroup(const fs::path& group, const std::string& limit, const std::string& used,
                   const std::string& inactive) {
  const double most = NumberIn(group / limit, "", kNoLimit);
  if (most >= kMostOfAnyHost) return kNoLimit;
  const double taken = NumberIn(group / used, "", 0) - NumberIn(group / "memory.stat", inactive, 0);
  return std::max(0.0, most - std::max(0.0, taken));
}

// The same for a group and all groups that contain it. In a container the path may be that of the host, of which only
// the top is seen.
double RoomOfGroups(const fs::path& top, std::string path, const std::string& limit, const std::string& used,
                    const std::string& inactive) {
  double room = RoomOfGroup(top, limit, used, inactive);
  for (; path.size() > 1; path = fs::path(path).parent_path().string()) {
    room = std::min(room, RoomOfGroup(top / path.substr(1), limit, used, inactive));
  }
  return room;
}

// Lines are "0::/path" (version 2) and "7:memory:/path" (version 1).
double RoomOfControlGroups(const fs::path& root) {
  double room = kNoLimit;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") {
      room =
          std::min(room, RoomOfGroups(root / "sys/fs/cgroup", path, "memory.max", "memory.current", "inactive_file"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      room = std::min(room, RoomOfGroups(root / "sys/fs/cgroup/memory", path, "memory.limit_in_bytes",
                                         "memory.usage_in_bytes", "total_inactive_file"));
    }
  }
  return room;
}

double FreeOn(const fs::path& folder) {
  struct statvfs found {};
  if (statvfs(folder.c_str(), &found) != 0) return kNoLimit;
  return static_cast<double>(found.f_bavail) * static_cast<double>(found.f_frsize);
}

}  // namespace

MemoryRoom RoomHere(const fs::path& root) {
  const double available = NumberIn(root / "proc/meminfo", "MemAvailable:", kNoLimit) * 1024;
  return {std::min(available, RoomOfControlGroups(root)), FreeOn(root / "dev/shm")};
}

int LaunchesThatFit(int wanted, int ranks, const MemoryRoom& room) {
  const double in_memory = room.memory / 2 / (kBytesOfARank * ranks);  // half of it is the page cache's and others'
  const double in_shared = room.shared / (kSharedBytesOfARank * ranks);
  return static_cast<int>(std::min({static_cast<double>(wanted), in_memory, in_shared}));
}

void RequireRoomForRanks(const LaunchPlan& plan, const MemoryRoom& room) {
  const bool by_mpirun = plan.launcher.empty() || plan.launcher == "auto" || plan.launcher == "mpirun";
  for (const char* job : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"}) {
    if (!by_mpirun || std::getenv(job) != nullptr) return;
  }
  const double most = room.memory / kLeastBytesOfARank;
  if (plan.ranks <= most) return;
  throw UsageError(
      "--ranks {}: this host has memory for {:.0f} at most, at 5 MB each; ranks on several hosts need an allocation of "
      "the batch system, or --slurm",
      plan.ranks, most);
}

int CircleLength(int blocks, int most) {
  const int circles = (blocks + std::max(most, 1) - 1) / std::max(most, 1);
  return (blocks + circles - 1) / circles;
}

std::vector<std::string> NotesOf(const TurnsTaken& taken) {
  std::vector<std::string> notes;
  if (taken.most > 0) {
    notes.push_back(fmt::format("launches took turns, up to {} of each library at the same time", taken.most));
  }
  if (!taken.one_by_one.empty()) notes.push_back("launches did not take turns: " + taken.one_by_one);
  if (taken.undone > 0) {
    notes.push_back(
        fmt::format("in {} some launches did not start beside the others; all launches of these circles were "
                    "repeated, one after the other",
                    Counted(taken.undone, "circle")));
  }
  return notes;
}

int TurnsThatFit(int wanted, const std::vector<LaunchPlan>& plans, int nodes, std::string& one_by_one) {
  const auto shares_time = [](const LaunchPlan& plan) {
    const auto& words = plan.bench_arguments;
    return std::any_of(words.begin(), words.end(), [](const std::string& w) { return w.starts_with("--time-budget"); });
  };
  if (std::any_of(plans.begin(), plans.end(), shares_time)) {
    one_by_one = "launches under a time budget need the machine for themselves";
    return 1;
  }
  const int libraries = static_cast<int>(plans.size());
  const int ranks = (plans[0].ranks + nodes - 1) / nodes;
  const int fit = LaunchesThatFit(wanted * libraries, ranks, RoomHere()) / libraries;
  if (fit < 1) one_by_one = "this host's memory does not hold one launch of each library";
  return std::max(fit, 1);
}

}  // namespace mpigauge
