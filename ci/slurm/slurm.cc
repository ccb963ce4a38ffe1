#include "ci/slurm/slurm.h"

#include <fmt/format.h>
#include <pwd.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include "base/error.h"
#include "ci/process/process.h"

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

// "1-02:00:00", "00:01:00"; 0 of "UNLIMITED".
int Seconds(std::string_view text) {
  const auto dash = text.find('-');
  int days = 0;
  if (dash != std::string_view::npos) {
    days = Number(text.substr(0, dash));
    text.remove_prefix(dash + 1);
  }
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return 0;
  return ((days * 24 + Number(text)) * 60 + Number(text.substr(3))) * 60 + Number(text.substr(6));
}

std::string UserText(std::string_view text) {
  uid_t uid = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), uid);
  const passwd* user = read.ec == std::errc() ? getpwuid(uid) : nullptr;
  return user == nullptr ? fmt::format("UID {}", text) : fmt::format("{} (UID {})", user->pw_name, uid);
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
    common.seconds = Seconds(Value(line, "RunTime"));
    common.limit_seconds = Seconds(Value(line, "TimeLimit"));
    for (const int task : ExpandRanges(Value(line, "ArrayTaskId"))) {
      tasks.push_back(common);
      tasks.back().task = task;
    }
  }
  std::sort(tasks.begin(), tasks.end(),
            [](const TaskState& one, const TaskState& other) { return one.task < other.task; });
  return tasks;
}

std::map<int, std::string> ParseCancellations(std::string_view text) {
  static const std::string kBy = "|CANCELLED by ";
  std::map<int, std::string> users;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const auto by = line.find(kBy);
    const auto task = line.find('_');
    if (by == std::string::npos || task > by) continue;
    std::string tasks = line.substr(task + 1, by - task - 1);  // "0", or "[1-3%1]" of those that never ran
    std::erase_if(tasks, [](char letter) { return letter == '[' || letter == ']'; });
    for (const int one : ExpandRanges(tasks)) users[one] = UserText(std::string_view(line).substr(by + kBy.size()));
  }
  return users;
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

namespace {

// scontrol and sbatch try for up to 60 s to read a configuration that is not there.
constexpr double kPatienceSeconds = 15;
constexpr double kSubmitPatienceSeconds = 120;

// Slurm's errors on one line, without the names of its programs before each.
std::string Words(const std::string& err) {
  std::istringstream lines(err);
  std::string words;
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of("* ") == std::string::npos || line.find("RESTORE SLURMCTLD") != std::string::npos)
      continue;
    for (const std::string prefix : {"sbatch: ", "scontrol: ", "scancel: ", "squeue: ", "error: ", "fatal: "}) {
      if (line.starts_with(prefix)) line.erase(0, prefix.size());
    }
    words += (words.empty() ? "" : "; ") + line;
  }
  return words;
}

// On a federation sbatch names the cluster too: "17;east".
std::vector<std::string> OnCluster(std::vector<std::string> words, const std::string& job_id) {
  const auto semicolon = job_id.find(';');
  if (semicolon != std::string::npos) words.insert(words.begin() + 1, "--clusters=" + job_id.substr(semicolon + 1));
  words.push_back(job_id.substr(0, semicolon));
  return words;
}

class SlurmCommands : public Slurm {
 public:
  void RequireAnswer() override {
    for (const char* program : {"sbatch", "scontrol"}) {
      if (FindProgram(program)) continue;
      throw NotMeasured(
          "{}: not in PATH; install Slurm's commands here (slurm-client), or measure on this machine "
          "without Slurm: mpigauge gate",
          program);
    }
    const ProcessResult ping = RunProcess({{"scontrol", "ping"}, {}, kPatienceSeconds});
    if (ping.out.find(" is UP") != std::string::npos) return;
    if (ping.interrupted) throw NotMeasured("stopped; nothing was submitted");
    const std::string words = Words(ping.out + ping.err);
    throw NotMeasured("Slurm does not answer ({}); nothing was submitted; try again when `scontrol ping` says UP",
                      words.empty() ? "scontrol ping says nothing" : words);
  }

  std::string Submit(const std::vector<std::string>& arguments) override {
    Command command{{"sbatch"}, {}, kSubmitPatienceSeconds};
    command.words.insert(command.words.end(), arguments.begin(), arguments.end());
    const ProcessResult result = RunProcess(command);
    if (result.exit_code != 0) throw Refusal(result);
    return result.out.substr(0, result.out.find_first_of(" \n"));
  }

  std::optional<std::vector<TaskState>> Tasks(const std::string& job_id) override {
    const Command command{OnCluster({"scontrol", "-o", "show", "job"}, job_id), {}, kPatienceSeconds};
    const ProcessResult result = RunProcess(command);
    if (result.exit_code == 0) return ParseTaskStates(result.out);
    if (result.err.find("Invalid job id") != std::string::npos) return std::vector<TaskState>{};
    return std::nullopt;
  }

  std::vector<std::string> JobsOfName(const std::string& name) override {
    const ProcessResult result = RunProcess(
        {{"squeue", "--noheader", "--me", "--states=all", "--format=%F", "--name=" + name}, {}, kPatienceSeconds});
    if (result.interrupted) throw NotMeasured("stopped; nothing was submitted");
    if (result.exit_code != 0) throw NotMeasured("Slurm does not answer: squeue: {}", Words(result.err));
    std::istringstream words(result.out);
    std::set<std::string> ids;  // a line for each task of an array
    for (std::string id; words >> id;) ids.insert(id);
    return {ids.begin(), ids.end()};
  }

  void Cancel(const std::string& job_id) override {
    RunProcess({OnCluster({"scancel"}, job_id), {}, kPatienceSeconds});
  }

  std::map<int, std::string> CancelledBy(const std::string& job_id) override {
    if (!FindProgram("sacct")) return {};
    const std::vector<std::string> words = {"sacct",         "--noheader",           "--parsable2",
                                            "--allocations", "--format=JobID,State", "--jobs"};
    return ParseCancellations(RunProcess({OnCluster(words, job_id), {}, kPatienceSeconds}).out);
  }

 private:
  static Error Refusal(const ProcessResult& result) {
    const std::string words = Words(result.err);
    if (result.timed_out || result.interrupted) {
      return NotMeasured("sbatch was stopped before it answered; look with squeue whether the job is there: {}", words);
    }
    if (words.find("Unable to contact slurm controller") != std::string::npos) {
      return NotMeasured("Slurm does not answer ({}); nothing was submitted", words);
    }
    return UsageError("sbatch refused the job: {}", words);
  }
};

}  // namespace

std::unique_ptr<Slurm> MakeSlurm() { return std::make_unique<SlurmCommands>(); }

}  // namespace mpigauge
