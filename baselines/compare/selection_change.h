#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baselines/compare/comparison.h"
#include "record/record.h"

namespace mpigauge {

// The series that a control variable of an MPI library concerns, as far as its name tells.
struct Concern {
  enum class Scope {
    kNone,         // nothing in particular: a component of the whole library, a switch
    kOperation,    // one operation, `operation`
    kCollectives,  // all collective operations
    kReductions,   // all that compute with elements: collective or not, reduce_local, accumulates
    kMessages,     // all that send messages
  };
  Scope scope = Scope::kNone;
  std::string operation;  // as cases are called: "allreduce", "iallreduce", "neighbor_alltoall"
  // A threshold concerns the sizes that it moved over, both ends included; another variable concerns all sizes.
  std::int64_t least_bytes = 0;
  std::int64_t most_bytes = -1;  // -1: of any size

  // "allreduce", "4096 to 8192 bytes", "bcast, 2048 to 12288 bytes", "collectives", "reductions"; empty
  // of kNone.
  std::string Text() const;
};

// Returns the series that a change of the variable `name` from one text to the other concerns. A threshold (an eager
// limit, a message size) that is negative on a side has no limit or one that the library chooses, and concerns all
// sizes.
Concern ConcernOf(std::string_view name, std::string_view before, std::string_view after);

// The operation that a case is about: "allreduce" of "allreduce_in_place", "iallreduce" of "iallreduce_overlap" and of
// "allreduce_persistent" (libraries make both of the same schedules); empty where it is no collective.
std::string OperationOf(std::string_view case_name);

// Sizes of collectives are a block's or the whole message's, and libraries' thresholds are the one or the other: both
// readings count.
bool Concerns(const Concern& concern, std::string_view case_name, std::string_view family,
              const Parameters& parameters);

struct SelectionDifference {
  std::vector<SelectionChange> changes;
  std::vector<std::string> notes;  // doubts
};

// Returns the differences in what the MPI libraries of the two sides selected: components, algorithms and thresholds,
// compared exactly. Where launches of one side differ among themselves, the values are "1 | 2". They are sorted by
// name, those that concern series first. A note says so where only one side has recorded what was selected.
// Two spellings of one value in two versions of a library are no change: "0" and "0 (self)", "0" and "false". Some
// variables concern no series: those that only one side has, those that IsRewritten, and forced algorithms of Open MPI
// that are not in force on either side (without dynamic rules). Where a library has its components linked in, none are
// recorded; a note says so in place of changes.
SelectionDifference CompareSelections(const std::vector<LaunchRecord>& baseline,
                                      const std::vector<LaunchRecord>& candidate);

// Whether one side has a number and the other one a word that may stand for it: "0" and "self". Open MPI 5 has names
// for values that are numbers in 4.1, and the names are not in order, so nobody can tell whether the value has changed.
bool IsRewritten(const SelectionChange& change);

// Hangs the changes on the series that they are about, as suspects.
void AttachSuspects(const std::vector<SelectionChange>& changes, std::vector<SeriesComparison>& series);

// "coll_tuned_allreduce_algorithm 0 (ignore) -> 1 (basic_linear)".
std::string ChangeText(const SelectionChange& change);

}  // namespace mpigauge
