#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "harness/agree/control.h"
#include "harness/environment/places.h"
#include "harness/program/options.h"
#include "harness/state/case.h"
#include "harness/state/visit.h"

namespace mpigauge {

// A folder of --io-directory that a rank cannot write to ends the launch before anything is measured: throws a usage
// error on all ranks. Collective.
void RefuseBadDirectory(const Control& control, const std::string& directory);

// The numbers of ranks that series are measured on to begin with: all ranks of the launch, or what --ranks says. With
// --odd-ranks and an even number from 4 on, one less comes before it.
// Throws Error (usage) where the launch has not as many.
std::vector<std::int64_t> RankCounts(const Options& options, int ranks);

// The series to measure: those of all registered cases that the filter chooses, in the order of families, then of
// registration. It prints the names instead if that was asked for. The same on all ranks. Throws Error (usage) where
// there are none. `places` are those of all ranks. Collective.
std::vector<Series> ChosenSeries(const Control& control, const Options& options, std::span<const Place> places);

// Sizes and numbers of ranks that were found while measuring stand where they belong.
void SortForTables(std::vector<Series>& series);

}  // namespace mpigauge
