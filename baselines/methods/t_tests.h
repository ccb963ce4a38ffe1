#pragma once

#include <string>
#include <vector>

#include "baselines/compare/method.h"

namespace mpigauge {

// The methods of comparing that compare means of logarithms (geometric means), as CompareMethod::judge.

// Welch (1947). Launches that do not vary, or a side with one launch, have p 1 and no interval.
std::vector<Judgement> ByWelch(const std::vector<PairedLaunches>& suite, double confidence,
                               std::vector<std::string>& notes);

// Smyth (2004): the variance pooled over both sides, shrunk towards SafeVariancePrior of all series. A prior from fewer
// than kFewestForPrior series would claim to know more than it does; it is left out then, which is Student's test.
std::vector<Judgement> ByModeratedT(const std::vector<PairedLaunches>& suite, double confidence,
                                    std::vector<std::string>& notes);

inline constexpr std::size_t kFewestForPrior = 10;

// The hierarchical bootstrap with kResamples resamples; p is never below what the rarest of them is worth. A launch
// without observations stands for itself with its median. Nothing with fewer than two launches a side: one launch
// cannot say how launches vary.
std::vector<Judgement> ByBootstrap(const std::vector<PairedLaunches>& suite, double confidence,
                                   std::vector<std::string>& notes);

inline constexpr int kResamples = 1999;

}  // namespace mpigauge
