#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// Those of the site (the file that MPIGAUGE_LAUNCHERS names, or else mpigauge/launchers.toml in the user's folder for
// configurations), and then those that are built in and have other names. Throws Error (usage).
std::vector<Launcher> KnownLaunchers();

// What is meant by a name: nothing, "auto" and "mpirun" are the library's own launcher, the first that fits; "NAME" and
// "NAME:TYPE" are templates. Throws Error (usage) that names those there are.
Launcher ChooseLauncher(const std::string& wanted, const MpiInstall& install, const std::vector<Launcher>& known);

// Throws Error (usage) unless ChooseLauncher would find it, for some library.
void CheckLauncher(const std::string& wanted);

// How one launch is started, without the arguments that tell launches apart. Ranks are bound to cores where each of
// them can have one of so many processors; where not, they share (and the record says so).
Command StartCommand(const Launcher& launcher, const LaunchPlan& plan, const MpiInstall& install, int processors);

// The same by the plan's launcher. Throws Error (usage) where nothing is known of that.
Command StartCommand(const LaunchPlan& plan, const MpiInstall& install, int processors);

// The same with the processors of this host.
Command StartHere(const LaunchPlan& plan, const MpiInstall& install);

}  // namespace mpigauge
