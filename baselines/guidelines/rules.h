#pragma once

#include <string>
#include <vector>

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

// What the library could do instead: `left` must not take longer than the terms one after the other. Needs no baseline.
struct Guideline {
  std::string left;
  std::vector<Term> right;

  std::string Text() const;  // "allreduce <= reduce + bcast"
};

// Träff, Gropp and Thakur's self-consistent performance guidelines, as in PGMPI and mpicroscope; SKaMPI A [SK15].
const std::vector<Guideline>& Guidelines();

// The forms of an operation, by their names, that must not take longer than the operation itself: "i" before it with
// the wait, "_persistent" behind it.
std::vector<Guideline> FormGuidelines(const std::string& case_name);

}  // namespace mpigauge
