#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Names the series that fail by global times and got faster by local ones: two ways of timing disagree.
void NoteDisagreement(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

// Names the series that were decided by some launches while all launches together say otherwise: one that failed is
// faster, or one that passed is slower by more than the tolerance, also at the low end of its interval. A verdict that
// has fallen stays, and a machine may change its state meanwhile.
void NoteContradicted(const std::vector<SeriesComparison>& series, double alpha, std::vector<std::string>& notes);

// Names the series whose verdict a tick of the timer leaves open, and names a way to decide them.
void NoteResolution(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

// Names the series that passed by their floors alone, and says that floors do not show everything.
void NoteFloors(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

// If stored runs screened the series: notes the share of the new run in which the machine was in a state that the
// stored runs know, and the share of the differences between launches that this state explains.
void NoteSameState(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

// Names the series that did not fail, but whose floor or tail got significantly slower by more than the tolerance.
void NoteOtherFigures(const std::vector<SeriesComparison>& series, double alpha, std::vector<std::string>& notes);

}  // namespace mpigauge
