#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Names the series that fail by global times and got faster by local ones: two ways of timing disagree.
void NoteDisagreement(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

// Names the series whose verdict a tick of the timer leaves open, and says what decides them.
void NoteResolution(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

// Names the series that passed by their floors alone, and says what those do not show.
void NoteFloors(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

// Where stored runs screened the series: how much of the new run met the machine in a state that they had met, and how
// much of what launches differ by is the machine's state.
void NoteSameState(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

// Names the series that did not fail, but whose floor or tail got significantly slower by more than the tolerance.
void NoteOtherFigures(const std::vector<SeriesComparison>& series, double alpha, std::vector<std::string>& notes);

}  // namespace mpigauge
