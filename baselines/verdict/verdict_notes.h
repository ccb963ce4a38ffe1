#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Names the series that fail by global times and got faster by local ones: two ways of timing disagree.
std::vector<std::string> DisagreementNotes(const std::vector<SeriesComparison>& series);

// Names the series that were decided by some launches while all launches together say otherwise: one that failed is
// faster, or one that passed is slower by more than the tolerance, also at the low end of its interval. A verdict that
// has fallen stays, and a machine may change its state meanwhile.
std::vector<std::string> ContradictionNotes(const std::vector<SeriesComparison>& series, double alpha);

// Names the series whose verdict a tick of the timer leaves open, and names a way to decide them.
std::vector<std::string> ResolutionNotes(const std::vector<SeriesComparison>& series);

// Names the series that are faster by more than half and whose data were not checked whole, and says why not.
std::vector<std::string> NotCheckedWholeNotes(const std::vector<SeriesComparison>& series);

// Names the series that passed by their floors alone, and says that floors do not show everything.
std::vector<std::string> FloorNotes(const std::vector<SeriesComparison>& series);

// If stored runs screened the series: notes the share of the new run in which the machine was in a state that the
// stored runs know, and the share of the differences between launches that this state explains.
std::vector<std::string> SameStateNotes(const std::vector<SeriesComparison>& series);

// Names the series that did not fail, but whose floor or tail got significantly slower by more than the tolerance.
std::vector<std::string> OtherFigureNotes(const std::vector<SeriesComparison>& series, double alpha);

}  // namespace mpigauge
