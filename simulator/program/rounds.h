#pragma once

// The rounds that algorithms of collectives are made of. Internal to this folder.

#include "simulator/program/collective.h"

namespace mpigauge {

int CeilingLog2(int value);

// A binomial tree, from the root to the leaves (largest subtree first) or back; with `divided` a rank passes on only
// what its subtree needs.
Step TreeDownRound(const Collective& collective, int round, int rank, bool divided);
Step TreeUpRound(const Collective& collective, int round, int rank, bool divided);

// Block `first` - round goes to the right; what comes from the left is the block before it.
Step RingRound(int ranks, int rank, int first, int round, bool combine);

// Recursive doubling of blocks, one per rank; the ranks are a power of two.
Step DoublingRound(int round, int rank);

// Allreduce: ranks beyond a power of two are folded into others first and told the result last. In between recursive
// doubling of the whole vector, or with `divided` recursive halving and doubling of blocks.
int FoldedRounds(int ranks, int phases);
Step FoldedRound(int ranks, int round, int rank, bool divided);

Step ScanRound(int ranks, int round, int rank);
Step PairwiseRound(const Collective& collective, int round, int rank);
Step DisseminationRound(int ranks, int round, int rank);

}  // namespace mpigauge
