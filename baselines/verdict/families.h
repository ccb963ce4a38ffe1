#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// The families that a series belongs to: all series of its case that differ in one parameter alone, one family for each
// of its parameters: "allreduce over bytes, ranks:2" and "allreduce over ranks, bytes:8".
std::vector<std::string> FamiliesOf(std::string_view case_name, const Parameters& parameters);

// One number per launch (or run) for a family of series: the trimmed mean of what its series have there, each taken
// from the series' own centre, which is the median over all launches (both sides together, so that it takes no side).
// `rows` are the series' values, all of the same length, NaN where a series has none. NaN where no series has one.
// Trimmed, a quarter at either end: a family moves when most of its series do, not when one jumps. Where `groups` name
// one for each launch, the centre is that of its group: what happens in one circle has no part in another.
std::vector<double> FamilyValues(const std::vector<std::span<const double>>& rows,
                                 const std::vector<std::string>& groups = {});

}  // namespace mpigauge
