#pragma once

#include <mpi.h>

#include "harness/agree/control.h"
#include "harness/program/options.h"
#include "record/record.h"

namespace mpigauge {

// Measures everything that was asked for. The record is rank 0's; the others get an empty one. With
// --benchmark_list_tests, or where every rank must stop, nothing is measured. Throws the same Error on all ranks.
// Collective.
LaunchRecord RunLaunch(const Options& options, const Control& control);

}  // namespace mpigauge
