#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// One line of sinfo: nodes of one kind in one partition.
struct SlurmNodes {
  std::string partition;
  bool is_default = false;
  bool up = false;
  int nodes = 0;
  int processors = 0;    // of one node
  std::string features;  // "(null)" where it has none
  std::string time_limit;
};

struct SlurmFacts {
  bool installed = false;  // sbatch and sinfo are in PATH
  bool answers = false;
  bool in_job = false;  // this process runs in one
  std::string words;    // what Slurm said where it does not answer
  std::vector<SlurmNodes> nodes;
  std::set<std::string> mpi_types;  // of `srun --mpi=list`

  std::string DefaultPartition() const;  // empty: none is marked
};

// What `sinfo --noheader --format=%P|%a|%D|%c|%f|%l` prints. Lines of another form are left out.
std::vector<SlurmNodes> ParseSinfo(std::string_view text);

// Asks Slurm's commands, where there are such, with patience for a controller that does not answer.
SlurmFacts AskSlurm();

}  // namespace mpigauge
