#pragma once

#include <span>

namespace mpigauge {

// Welch's statistic with the degrees of freedom of the smaller side, its launches less one: for normal samples it is
// never below the true p, whatever their spreads (Mickey and Brown 1966), where Welch's approximate degrees err above
// the level with few launches. Where nothing varies it is 0 if the candidate is larger, else 1; 1 where a side has
// fewer than two values.
double BehrensFisherSlower(std::span<const double> baseline, std::span<const double> candidate);

// The p value of "the candidate is slower" that every verdict rests on: the larger one of two.
//   RankSumSlower: exact where both sides vary alike, whatever their distribution, ties included. Where one side varies
//     more than the other it errs far above its level (5 quiet and 30 noisy launches: 50 times of 0.0005).
//   BehrensFisherSlower: holds for normal samples of any spreads, and is small no sooner than Student's t.
// So the level holds in either case. 1 where a side has fewer than two values: one value does not say how it varies.
double SlowerAtAnySpread(std::span<const double> baseline, std::span<const double> candidate);

}  // namespace mpigauge
