#pragma once

#include <string>
#include <vector>

#include "harness/record/record.h"

namespace mpigauge {

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
