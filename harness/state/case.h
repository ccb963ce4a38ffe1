#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "record/record.h"

namespace benchmark {
class State;
}

namespace mpigauge {

class State;

// The parameter of Case::Distances.
inline constexpr const char* kDistance = "distance";

// The message sizes of a case that does not say others, in bytes.
inline const std::vector<std::int64_t> kMessageSizes = {8, 64, 512, 4096, 16384, 65536, 262144, 1048576};

// Sizes that are no powers of two: libraries cut messages, and round counts, at those. Multiples of 4.
inline const std::vector<std::int64_t> kOddSizes = {132, 1000, 65540};

// A condition of a case. If it is missing, the case has no series.
enum class Need {
  kThreads,      // MPI_THREAD_MULTIPLE: --threads=multiple, and a library that provides it
  kIoDirectory,  // --io-directory
  kSharedHost,   // another rank on rank 0's host
};

// A registered benchmark function and how it is measured. Made by MPIGAUGE_CASE; the calls chain.
class Case {
 public:
  using Function = std::function<void(State&)>;  // may hold a row of a table of cases
  using GoogleFunction = void (*)(benchmark::State&);

  Case(std::string name, Function function) : name_(std::move(name)), function_(std::move(function)) {}
  // A Google Benchmark function that uses manual time, adopted as it is. Every observation is one iteration
  // of it; its time is the largest over the ranks of what it sets.
  Case(std::string name, GoogleFunction function)
      : name_(std::move(name)), google_function_(function), family_("adopted") {}

  // One operation per observation, every one started together on the global clock; from the first start to
  // the last end.
  Case* Collective();
  // Many operations between two clock reads; at least two ranks. The operation goes there and back: half of
  // its time is reported.
  Case* RoundTrip();
  // Declares a case like RoundTrip, but the whole time of the operation is reported.
  Case* Exchange();
  // Many calls between two clock reads, each of which every rank makes for itself.
  Case* Local();
  // Work without MPI, which shows whether the machine got slower, and not the library.
  Case* Control();
  // Declares a case like a collective, but of known length: shows whether ranks start together and the timer is right.
  // Recorded, never compared.
  Case* SelfTest();

  // Something that a process can do only once, or that was over before the first case. There is no loop: the function
  // gives its time by State::Report, in one visit before all others. The slowest rank's counts.
  Case* Once();

  // The library may stay slower after it: MPICH 5.0 asks its network for news in every wait once there has been an
  // intercommunicator. So all visits of it come after those of the other cases (docs/results/mpich.md).
  Case* LeavesTraces();

  // An empty measurement: what it gives is the overhead of the others, of the call mode or of loops. A self-test.
  Case* Empty(bool loop);

  // An operation of the loop mode has `count` messages: the time of one is reported, and bytes over it is the
  // bandwidth.
  Case* Messages(std::int64_t count);
  // Its buffers begin this many bytes behind where --buffers and --alignment have those of others.
  Case* Displaced(std::int64_t bytes);
  // Left out of launches with fewer ranks.
  Case* LeastRanks(int ranks);
  // Another family than the kind of measurement has: "one-sided".
  Case* Family(std::string name);

  Case* Needs(Need need);

  // Only a part of each operation of the loop mode counts; one rank times it and gives it to State::TakePart.
  Case* Parts();
  // One series per Distance that any two ranks have, as parameter "distance": State::pair() is so far apart.
  Case* Distances();

  // Describes the operation in one line, for lists of cases: "MPI_Bcast from rank 0".
  Case* Describe(std::string description);

  // One series per value. Called for several names: one series per combination.
  Case* Parameter(std::string name, std::vector<std::int64_t> values);
  Case* MessageSizes() { return Parameter("bytes", kMessageSizes); }
  // Keeps only the combinations for which it is true; it gets all parameters, "ranks" among them.
  Case* Where(std::function<bool(const Parameters&)> makes_sense);
  // If nobody chooses a parameter but the sizes, keeps only combinations for which this is true, too.
  Case* Usually(std::function<bool(const Parameters&)> usual);
  // The parameter may have other values than these, as the user wants them (--parameters).
  Case* Free(std::string name);
  // Increase when the case changes what it measures: a changed benchmark is not a changed library.
  Case* Version(int version);

  const std::string& name() const { return name_; }
  const std::string& family() const { return family_; }
  const std::string& description() const { return description_; }
  const std::vector<std::pair<std::string, std::vector<std::int64_t>>>& parameters() const { return parameters_; }
  int version() const { return version_; }
  bool loop() const { return loop_; }
  bool once() const { return once_; }
  bool leaves_traces() const { return leaves_traces_; }
  bool empty() const { return empty_; }
  bool parts() const { return parts_; }
  bool by_distance() const { return by_distance_; }
  bool control() const { return family_ == "control"; }
  std::int64_t displacement() const { return displacement_; }
  int least_ranks() const { return least_ranks_; }
  const std::vector<Need>& needs() const { return needs_; }
  bool IsFree(const std::string& name) const { return free_.contains(name); }
  std::int64_t messages_per_operation() const { return messages_per_operation_; }
  const Function& function() const { return function_; }
  GoogleFunction google_function() const { return google_function_; }

  // All points of the parameters, "ranks" last (controls have none). `chosen` values take the place of the case's own
  // ones of "bytes" and of its free parameters; controls keep theirs. Without those that make no sense.
  std::vector<Parameters> Points(int ranks, const ParameterValues& chosen = {}) const;

 private:
  std::string name_;
  Function function_;
  GoogleFunction google_function_ = nullptr;
  std::string family_ = "collective";
  std::string description_;
  int version_ = 1;
  bool loop_ = false;
  bool once_ = false;
  bool leaves_traces_ = false;
  bool empty_ = false;
  bool parts_ = false;
  bool by_distance_ = false;
  std::int64_t displacement_ = 0;
  int least_ranks_ = 1;
  std::int64_t messages_per_operation_ = 1;
  std::vector<Need> needs_;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> parameters_;
  std::set<std::string> free_;
  std::function<bool(const Parameters&)> makes_sense_;
  std::function<bool(const Parameters&)> usual_;
};

// "HeadToHead" is "head_to_head"; Google Benchmark's customary "BM_" is left out.
std::string CaseName(std::string_view function_name);

Case* RegisterCase(std::string name, Case::Function function);
Case* RegisterCase(std::string name, Case::GoogleFunction function);
const std::vector<std::unique_ptr<Case>>& RegisteredCases();

}  // namespace mpigauge

// Registers `function`, a void(mpigauge::State&), or a void(benchmark::State&) with manual time, under its name
// in snake case: MPIGAUGE_CASE(Allreduce)->Collective()->MessageSizes(); a small function and this line are all that a
// new function of MPI needs. Source: SKaMPI 2.1 [SK1].
#define MPIGAUGE_CASE(function)                                              \
  [[maybe_unused]] static ::mpigauge::Case* const mpigauge_case_##function = \
      ::mpigauge::RegisterCase(::mpigauge::CaseName(#function), function)
