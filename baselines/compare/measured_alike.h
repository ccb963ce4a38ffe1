#pragma once

#include "baselines/compare/compare.h"

namespace mpigauge {

// The launches of the baseline's runs that were measured as the candidate's runs were: in turns with those of another
// library, or alone. The same library takes another time in the two, so they are never compared. Throws Error (not
// comparable) if the baseline has no such run, or if the candidate has runs of both kinds.
Side MeasuredAlike(const Side& baseline, const Side& candidate);

// The launches of the runs that were measured alone; it may be none.
Side MeasuredAlone(Side side);

}  // namespace mpigauge
