#include "ci/doctor/slurm_facts.h"

#include <charconv>
#include <cstdlib>
#include <sstream>

#include "ci/process/process.h"
#include "ci/slurm/starter.h"

namespace mpigauge {
namespace {

constexpr double kPatienceSeconds = 15;
constexpr const char* kFormat = "--format=%P|%a|%D|%c|%f|%l";

// "36" and sinfo's "36+", the least of several kinds.
int Count(const std::string& text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string FirstLineOf(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string SlurmFacts::DefaultPartition() const {
  for (const SlurmNodes& one : nodes) {
    if (one.is_default) return one.partition;
  }
  return "";
}

std::vector<SlurmNodes> ParseSinfo(std::string_view text) {
  std::vector<SlurmNodes> all;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields;
    std::istringstream words(line);
    for (std::string word; std::getline(words, word, '|');) fields.push_back(word);
    if (fields.size() != 6 || fields[0].empty()) continue;
    SlurmNodes nodes{fields[0],        fields[0].ends_with('*'), fields[1] == "up",
                     Count(fields[2]), Count(fields[3]),         fields[4],
                     fields[5]};
    if (nodes.is_default) nodes.partition.pop_back();
    all.push_back(nodes);
  }
  return all;
}

SlurmFacts AskSlurm() {
  SlurmFacts facts;
  facts.installed = FindProgram("sbatch") && FindProgram("sinfo");
  if (!facts.installed) return facts;
  const ProcessResult result = RunProcess({{"sinfo", "--noheader", kFormat}, {}, kPatienceSeconds});
  facts.in_job = std::getenv("SLURM_JOB_ID") != nullptr;
  facts.answers = result.exit_code == 0;
  if (!facts.answers) {
    facts.words = result.timed_out ? "no answer in 15 s" : FirstLineOf(result.err);
    return facts;
  }
  facts.nodes = ParseSinfo(result.out);
  facts.mpi_types = MpiTypesHere();
  return facts;
}

}  // namespace mpigauge
