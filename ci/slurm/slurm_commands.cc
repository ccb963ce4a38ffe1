#include "ci/slurm/slurm_commands.h"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "ci/process/process.h"
#include "harness/base/error.h"

namespace mpigauge {
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
    if (result.exit_code != 0) throw NotMeasured("Slurm does not answer: squeue: {}", Words(result.err));
    std::istringstream words(result.out);
    std::set<std::string> ids;  // a line for each task of an array
    for (std::string id; words >> id;) ids.insert(id);
    return {ids.begin(), ids.end()};
  }

  void Cancel(const std::string& job_id) override {
    RunProcess({OnCluster({"scancel"}, job_id), {}, kPatienceSeconds});
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
