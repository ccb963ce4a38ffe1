#pragma once

#include <string>
#include <vector>

#include "record/record.h"

namespace mpigauge {

// How many bytes a term has where the left side has n. Operations on a whole vector (bcast, reduce) count all of it,
// operations on blocks (gather, alltoall) the block of one rank.
enum class TermBytes {
  kSame,
  kTimesRanks,  // the left side counts a block, the term the whole
  kOverRanks,   // the left side counts the whole, the term a block
};

struct Term {
  std::string case_name;
  TermBytes bytes = TermBytes::kSame;
};

// An alternative that the library has: `left` must not take longer than the terms one after the other. Needs no
// baseline.
struct Guideline {
  std::string left;
  std::vector<Term> right;

  std::string Text() const;  // "allreduce <= reduce + bcast"
};

// Träff, Gropp and Thakur's self-consistent performance guidelines, as in PGMPI and mpicroscope; SKaMPI A [SK15].
const std::vector<Guideline>& Guidelines();

// A guideline at one point: this series must not take longer than these, each so many times, one after the other.
struct Claim {
  struct Part {
    double times = 1;
    std::string series;
  };
  std::string guideline;  // "allreduce <= reduce + bcast", "monotony in bytes"
  std::string left;
  std::vector<Part> right;

  std::string RightText() const;  // "reduce/bytes:8/ranks:2 + bcast/bytes:8/ranks:2", "8 x bcast/bytes:8/ranks:2"
};

// All claims on these series (of one launch, or one of each name): those of the rules; that a message does not take
// longer than the next larger one; and that it does not take longer than its parts. Where a term was not measured with
// the bytes that it needs, its next larger size stands for it: what is broken then is broken all the more.
std::vector<Claim> ClaimsOn(const std::vector<SeriesRecord>& series);

}  // namespace mpigauge
