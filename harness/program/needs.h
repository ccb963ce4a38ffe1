#pragma once

#include <set>

#include "harness/agree/control.h"
#include "harness/program/options.h"
#include "harness/state/case.h"

namespace mpigauge {

// What cases need and this launch has, agreed by all ranks. Collective.
std::set<Need> Available(const Control& control, const Options& options);

// A folder of --io-directory that a rank cannot write to ends the launch before anything is measured: throws a usage
// error on all ranks. Collective.
void RefuseBadDirectory(const Control& control, const std::string& directory);

}  // namespace mpigauge
