#include "ci/slurm/task_state.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

namespace mpigauge {
namespace {

struct Word {
  const char* ours;
  bool ended;
};

// The states that Slurm documents under "JOB STATE CODES"; those that are not here are on the way to one of
// these.
const std::map<std::string, Word> kWords = {
    {"PENDING", {"pending", false}},
    {"CONFIGURING", {"node is booting", false}},
    {"RUNNING", {"running", false}},
    {"COMPLETING", {"ending", false}},
    {"SUSPENDED", {"suspended", false}},
    {"REQUEUED", {"requeued", false}},
    {"REQUEUE_HOLD", {"requeued and held", false}},
    {"SPECIAL_EXIT", {"requeued and held", false}},
    {"COMPLETED", {"completed", true}},
    {"FAILED", {"failed", true}},
    {"TIMEOUT", {"timed out", true}},
    {"DEADLINE", {"deadline missed", true}},
    {"CANCELLED", {"cancelled", true}},
    {"PREEMPTED", {"preempted", true}},
    {"NODE_FAIL", {"node failure", true}},
    {"BOOT_FAIL", {"node did not boot", true}},
    {"OUT_OF_MEMORY", {"out of memory", true}},
    {"REVOKED", {"revoked", true}},
};

// The value behind " key=" up to `end`; empty where there is none or Slurm has nothing to say.
std::string Value(std::string_view line, const std::string& key, std::string_view end = " ") {
  const std::string prefix = " " + key + "=";
  const auto at = line.find(prefix);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = line.substr(at + prefix.size());
  const std::string_view value = rest.substr(0, rest.find(end));
  return value == "None" || value == "(null)" ? "" : std::string(value);
}

int Number(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// "3", "0-3", "1,5-7%2": what is behind % is how many may run at once.
std::vector<int> ExpandRanges(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream parts(text.substr(0, text.find('%')));
  for (std::string part; std::getline(parts, part, ',');) {
    const auto dash = part.find('-');
    const int first = Number(part);
    const int last = dash == std::string::npos ? first : Number(std::string_view(part).substr(dash + 1));
    for (int number = first; number <= last; ++number) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

std::vector<TaskState> ParseTaskStates(std::string_view text) {
  std::vector<TaskState> tasks;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    TaskState common;
    common.state = Value(line, "JobState");
    common.reason = Value(line, "Reason");
    common.nodes = Value(line, "NodeList");
    common.restarts = Number(Value(line, "Restarts"));
    common.script = Value(line, "Command", " WorkDir=");  // a path may hold blanks
    for (const int task : ExpandRanges(Value(line, "ArrayTaskId"))) {
      tasks.push_back(common);
      tasks.back().task = task;
    }
  }
  std::sort(tasks.begin(), tasks.end(),
            [](const TaskState& one, const TaskState& other) { return one.task < other.task; });
  return tasks;
}

bool HasEnded(const std::string& state) {
  const auto found = kWords.find(state);
  return found != kWords.end() && found->second.ended;
}

std::string StateWord(const std::string& state) {
  const auto found = kWords.find(state);
  if (found != kWords.end()) return found->second.ours;
  std::string word = state;
  for (char& letter : word) {
    letter = letter == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return word;
}

}  // namespace mpigauge
