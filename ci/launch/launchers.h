#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/settings.h"
#include "ci/launch/mpi_install.h"
#include "ci/launch/plan.h"
#include "ci/process/process.h"

namespace mpigauge {

// How ranks are started: a template of launchers.toml, which says what each part means.
struct Launcher {
  std::string name;
  std::vector<std::string> mpi;  // whose own launcher it is: "openmpi", "mpich", "intel"
  int since = 0;                 // the first major version of it
  std::string type;              // what {type} is where nobody says it
  std::vector<std::string> command;
  std::vector<std::string> root;
  std::vector<std::string> bound;
  std::vector<std::string> shared;
  std::vector<std::string> variable;
  bool library_variables = false;

  std::string Name() const { return type.empty() ? name : name + ":" + type; }
};

// The launchers of the site (the file that MPIGAUGE_LAUNCHERS names, or else mpigauge/launchers.toml in the user's
// folder for configurations), and then the built-in ones that have other names. Throws Error (usage).
std::vector<Launcher> KnownLaunchers();

// Finds the launcher of a name: "", "auto" and "mpirun" mean the library's own launcher, the first that fits; "NAME"
// and "NAME:TYPE" are templates. Throws Error (usage) that lists the known names.
Launcher ChooseLauncher(const std::string& wanted, const MpiInstall& install, const std::vector<Launcher>& known);

// Throws Error (usage) unless ChooseLauncher would find it, for some library.
void CheckLauncher(const std::string& wanted);

// The launcher as a setting, for commands and for files.
Setting LauncherSetting(std::string& launcher);

// The command that starts one launch, without the arguments that differ between launches. Ranks are bound to cores if
// each of them can have one of `processors`; if not, they share (and the record says so).
Command StartCommand(const Launcher& launcher, const LaunchPlan& plan, const MpiInstall& install, int processors);

// The command by the plan's own launcher. Throws Error (usage) if that launcher is not known.
Command StartCommand(const LaunchPlan& plan, const MpiInstall& install, int processors);

// The command with the processors of this host, or of the allocation (ProcessorsOfRanks): srun and mpirun refuse more
// ranks than it has, unless they are told that ranks share. In an allocation, steps share processors and memory
// (SLURM_OVERLAP): a step without it waits until those of launches that take turns, or of the srun that started us,
// have ended.
Command StartHere(const LaunchPlan& plan, const MpiInstall& install);

}  // namespace mpigauge
