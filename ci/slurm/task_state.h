#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// One task of a job array, as Slurm tells it.
struct TaskState {
  int task = 0;        // SLURM_ARRAY_TASK_ID
  std::string state;   // Slurm's own word, such as "RUNNING"
  std::string reason;  // why it waits or why it ended; empty where Slurm says None
  std::string nodes;   // such as "node[1-2]"; empty while it has none
  int restarts = 0;    // how often it was requeued
  std::string script;  // as it was given to sbatch: tells our job from a later one with the same id
};

// What `scontrol -o show job` prints of a job array, by task. Tasks that wait together (ArrayTaskId=2-9%1)
// come out one by one. Lines that are not of an array are left out.
std::vector<TaskState> ParseTaskStates(std::string_view text);

// Whether Slurm will do nothing more for a task in this state.
bool HasEnded(const std::string& state);

// Our word for Slurm's: "timed out" for TIMEOUT. A word that we do not know comes back in small letters.
std::string StateWord(const std::string& state);

}  // namespace mpigauge
