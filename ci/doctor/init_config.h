#pragma once

#include <string>

#include "ci/doctor/machine.h"

namespace mpigauge {

// A commented mpigauge.toml for this machine: its MPI installs as libraries, its Slurm, numbers of ranks that fit, and
// what is to be edited. `waivers`: the configuration names waivers.toml.
std::string InitialConfig(const Machine& machine, bool waivers = false);

// A commented waivers.toml that waives nothing.
std::string InitialWaivers();

}  // namespace mpigauge
