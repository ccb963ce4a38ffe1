#pragma once

// One rank's trace as operations of a program. Internal to this folder.

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "simulator/program/program.h"
#include "simulator/trace/collective_calls.h"
#include "simulator/trace/notes.h"
#include "simulator/trace/requests.h"

namespace mpigauge {

class RankConversion {
 public:
  // All ranks share these data.
  struct Shared {
    const TraceSet& traces;
    const CommunicatorTable& communicators;
    CollectiveCalls& collectives;
    ListedProgram& program;
    Notes& notes;
  };

  RankConversion(const Shared& shared, int rank);

  // The rank's next call, with the computation before it. `counts`: whether it belongs to the program; all calls must
  // be told.
  void Convert(std::size_t event, std::int64_t computation, bool counts);

 private:
  // A send, receive or collective that was started, until something waits for it.
  struct Active {
    std::uint16_t slot = Slots::kNone;
    std::uint16_t second_slot = Slots::kNone;  // of a collective, which receives with the first one
    bool collective = false;
    Collective all = {};
    std::uint64_t communicator = 0;
    std::uint32_t number = 0;
  };
  using Envelope = std::tuple<std::uint64_t, int, int>;  // communicator, source, tag

  void Record(const TraceEvent& event);  // of a call that does not count
  void Do(const TraceEvent& event);
  void NotModelled(const TraceEvent& event);
  void StartSend(const TraceEvent& call, std::uint32_t request);
  void StartReceive(const TraceEvent& call, std::uint32_t request);
  void StartPersistent(std::uint32_t request);
  void StartCollective(const TraceEvent& event);
  void Exchange(const TraceEvent& event);
  void BlockingReceive(const TraceEvent& event);
  void Probe(const TraceEvent& event);
  void Free(const TraceEvent& event);
  void Complete(const TraceEvent& event);
  void CompleteAll(std::span<const std::uint32_t> requests);
  bool WaitForAllAtOnce(std::span<const std::uint32_t> requests);
  void CompleteOne(std::uint32_t request);
  void Round(const Active& active, int round, std::uint16_t& receive, std::uint16_t& send);

  // Each begins a send or a receive, and returns its slot; kNone: there is nothing to wait for.
  std::uint16_t Send(const TraceEvent& call);
  std::uint16_t Receive(const TraceEvent& call, int source, int tag, const TraceMatch* match);
  void Wait(std::uint16_t slot);
  void Detach(std::uint16_t slot);

  void Emit(Operation operation);
  std::uint16_t NewSlot();
  CallPlace Place() const { return {shared_.traces, rank_, event_}; }
  int ToWorld(const TraceEvent& call, int rank) const;

  const Shared& shared_;
  const RankTrace& trace_;
  int rank_;
  std::size_t event_ = 0;
  Completions completions_;
  Slots slots_;
  std::unordered_map<std::uint32_t, Active> active_;
  std::unordered_map<std::uint32_t, const TraceEvent*> persistent_;
  std::deque<std::uint16_t> detached_;  // that nobody waits for
  std::map<Envelope, int> received_;    // by probes, and not yet by receives
};

}  // namespace mpigauge
