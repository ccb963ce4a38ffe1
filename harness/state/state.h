#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/method/check_plan.h"
#include "harness/method/director.h"
#include "harness/state/case.h"
#include "harness/state/engine.h"
#include "record/record.h"

namespace mpigauge {

// The object that a case works with, on every rank:
//
//   void Allreduce(mpigauge::State& state) {
//     Buffers<float> buffers(state);
//     for (auto _ : state) {
//       MPI_Allreduce(buffers.send(), buffers.recv(), buffers.count(), MPI_FLOAT, MPI_SUM, state.comm());
//     }
//   }
//
// All ranks run the loop in lockstep: when it goes on, how often, and when it ends is decided once, on rank 0.
// Source: google-benchmark [CI1], round-time and global times as in [KU1, KU3, KU6].
class State {
 public:
  State(const Engine& engine, const Case& benchmark_case, const Parameters& parameters, const VisitPlan& plan);
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State();

  int rank() const { return engine_.control.rank(); }
  int size() const { return engine_.control.size(); }
  MPI_Comm comm() const { return engine_.communicator; }
  const Pair& pair() const { return pair_; }  // the two ranks that talk, where only two do [SK3]
  // The clock that the harness reads around operations.
  const Timer& timer() const { return engine_.clock.timer; }
  // The folder of the files of cases [IMB-IO]; empty if none was given.
  const std::string& io_directory() const { return engine_.io_directory; }
  std::int64_t bytes() const { return Parameter("bytes"); }
  // Throws std::invalid_argument where the series has no such parameter.
  std::int64_t Parameter(std::string_view name) const;

  // The places of its buffers; for Buffers. Controls always have the same ones, since they show a slower machine.
  const BufferPlan& buffer_plan() const { return buffer_plan_; }
  // The number of this visit in the launch, the same on all ranks.
  std::int64_t ordinal() const { return ordinal_; }

  // Ends this series on all ranks, named with this rank; the rest of the suite goes on. Leave the function (or
  // break from the loop) after it. Every rank must come this way or reach the next turn of its loop.
  void SkipWithError(const std::string& message);

  // Before the loop: how to check what an operation left behind, on every rank; a message says what was wrong,
  // nullopt that all was right. When it is called --verify says; all ranks are called together, when all have ended
  // the operation and none has met an error, so that it may communicate. A library that is fast and wrong fails.
  using DataCheck = std::function<std::optional<std::string>()>;
  void CheckData(DataCheck check) { check_ = std::move(check); }

  // Before the loop, on every rank: how to give the next operation other data to send, and to clear what it receives
  // into, so that what an operation before left behind is wrong. `contents` is from 1 to 100, the same on all ranks; 0
  // is what there is at first. All ranks are called between two operations. Buffers do it by themselves.
  using Renewal = std::function<void(std::int64_t contents)>;
  void RenewData(Renewal renewal) { renewals_.push_back(std::move(renewal)); }

  // For a case with Parts(): takes the time of one operation's part, by this rank's clock and without the cost of
  // reading the clock. It is called in the loop, once in each operation, by one of the ranks. An observation is the
  // mean of the middle half of its operations' parts.
  void TakePart(std::int64_t ns) { parts_.push_back(ns); }

  // The time of a case that is measured Once(), in place of a loop.
  void Report(double seconds);

  // The result of a function of MPI that is not MPI_SUCCESS: it ends this series, unless an error handler has done so.
  // Out of line, as Checked is in timed loops.
  [[gnu::cold]] static void TakeMpiCode(int code);

  // The work of an error handler of a window or of a file: it ends this series, with the library's text behind `where`.
  // Safe in all threads of a case.
  static void TakeMpiError(int code, const std::string& where = "");

  // Counted beside the times, once per visit, by all ranks under the same names, such as "memory_bytes" or
  // "overlap_percent". The largest over the ranks is recorded.
  void Counter(const std::string& name, double value) { counters_[name] = value; }

  // The median of this rank's own times of the observations that this visit has kept so far, in seconds, for counters
  // that relate it to something; 0 where there are none.
  double MedianOwnSeconds() const;

  // The value of `for (auto _ : state)`: nothing.
  struct [[maybe_unused]] Turn {};

  class End {};
  class Iterator {
   public:
    explicit Iterator(State* state) : state_(state) {}
    Turn operator*() const { return {}; }
    void operator++() {}
    bool operator!=(End) {
      if (left_ == 0) [[unlikely]]
        left_ = state_->NextBatch();
      return left_-- > 0;
    }

   private:
    State* state_;
    std::int64_t left_ = 0;
  };
  Iterator begin() { return Iterator(this); }
  End end() { return {}; }

  // --- for the harness ---------------------------------------------------------------------------------
  // The times of each kept batch on this rank, by the local clock. In a case with Parts() the time ends with the last
  // part.
  struct KeptBatches {
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> ends;
    std::vector<std::int64_t> late;
  };

  // After the case's function has returned, on every rank: brings a rank that left its loop early back into
  // step. Collective.
  void Conclude();
  const KeptBatches& kept() const { return kept_; }
  const Director& director() const { return director_; }  // of meaning on rank 0 alone
  const std::optional<Fault>& fault() const { return fault_; }
  bool verified() const { return verified_; }
  // The huge pages of this rank's process at the end of the loop, if the case has buffers; else, or after a fault, -1.
  std::int64_t huge_page_bytes() const { return huge_page_bytes_; }
  const std::map<std::string, double>& counters() const { return counters_; }

 private:
  // Ends the running batch, agrees with the other ranks on what comes next, and starts it together with them.
  // Returns its number of operations; 0 at the end. Between two observations of one stage nothing is agreed.
  std::int64_t NextBatch();
  // After the last observation: agrees on another operation, which is not timed and of which the data are checked, and
  // starts it. Returns 1, or 0 where there have been enough.
  std::int64_t NextCheckedOperation();
  void EndCheckedOperation();
  void RenewBetweenObservations();
  void Renew(std::int64_t contents);
  std::int64_t StartObservation();
  void EndObservation(std::int64_t now);
  std::int64_t Counted(std::int64_t took_ns);
  void Keep(std::int64_t end);
  void AgreeOnNext();
  bool LooksBetweenObservations() const;
  void CheckNow();
  void LookAtPages();
  void KeepFault(FaultKind kind, const std::string& message);
  static void OnMpiError(MPI_Comm* communicator, int* code, ...);

  const Engine& engine_;
  const Pair pair_;
  const Parameters& parameters_;
  const BufferPlan buffer_plan_;
  const std::int64_t ordinal_;
  const bool once_;
  const bool has_parts_;
  const bool first_visit_;
  Director director_;
  MPI_Errhandler error_handler_ = MPI_ERRHANDLER_NULL;
  std::optional<Fault> fault_;
  DataCheck check_;
  std::vector<Renewal> renewals_;
  std::int64_t renewed_ = 0;  // how often between observations
  const bool checks_operations_;
  const bool looks_are_cheap_;
  bool looks_ = false;     // the data of the running observation are renewed, and will be looked at
  bool is_clear_ = false;  // what the last operation brought was looked at, or renewed for another one
  CheckPlan check_plan_;   // of meaning on rank 0 alone
  std::map<std::string, double> counters_;

  KeptBatches kept_;
  std::int64_t most_kept_;
  std::int64_t seen_ = 0;    // observations of this visit; the same number on all ranks
  std::int64_t stride_ = 1;  // so many of them for each one that is kept
  // The last order that rank 0 gave all ranks.
  struct Order {
    Command command;
    Stage stage;
    bool faulty;  // a rank has a fault: that is why they stop
    bool checks;  // operations whose data are checked come after the last observation
    bool renews;  // the observation after this one gets data of its own, which are looked at
  };
  Order order_{};
  bool entered_ = false;   // the loop
  bool checking_ = false;  // the data of the running operation, which is no observation
  bool finished_ = false;  // there is nothing more to run
  bool verified_ = false;
  std::int64_t huge_page_bytes_ = -1;
  std::int64_t start_ns_ = 0;
  StartQuality quality_ = StartQuality::kOnTime;
  std::int64_t index_ = 0;           // of the observation in its stage
  std::vector<std::int64_t> parts_;  // of the running observation
  // These belong to the observations of the running stage, on this rank; unused places are 0.
  std::int64_t ended_ns_ = 0;  // of the last operation, global time
  std::array<std::int64_t, Synchronizer::kMostObservations> qualities_{};
  std::array<std::int64_t, Synchronizer::kMostObservations> durations_ns_{};
  std::array<std::int64_t, Synchronizer::kMostObservations> counted_ns_{};  // of these durations
};

// Around each call of MPI in a case: a library that fails by what a function returns, and calls no error handler, ends
// the series. It costs a comparison and a jump that is not taken.
inline void Checked(int code) {
  if (code != MPI_SUCCESS) [[unlikely]]
    State::TakeMpiCode(code);
}

}  // namespace mpigauge
