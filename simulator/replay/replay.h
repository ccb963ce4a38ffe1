#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "simulator/network/model.h"
#include "simulator/network/topology.h"
#include "simulator/program/program.h"
#include "simulator/replay/collective_costs.h"
#include "simulator/replay/observer.h"

namespace mpigauge {

// Where a receive's overhead is charged.
enum class ReceiveCost {
  kInWait,     // the rank pays it in the wait: nothing proceeds outside of calls
  kAtArrival,  // it follows the arrival (or the call, where that is later), beside what the rank computes
};

// Messages of some sizes, and their cost by other models.
struct MessageClass {
  std::int64_t from_bytes = 0;
  std::int64_t to_bytes = 0;  // included
  NetworkModel model;
  std::optional<NetworkModel> same_host = {};  // there where the scenario has one
};

// One way in which a program could run.
struct Scenario {
  NetworkModel model;
  double compute_factor = 1;  // computations take so many times as long

  // The model between ranks of the same host, as over one link. Without it such messages cost their overheads alone.
  std::optional<NetworkModel> same_host = {};

  // Collectives of the kinds that it has take the measured time, see below. The others, and all where it is null, are
  // the messages of their algorithms.
  std::shared_ptr<const CollectiveCosts> collectives = {};

  // Sizes of which the models above do not speak; the first that holds a size counts.
  std::vector<MessageClass> classes = {};
};

struct ReplayOptions {
  ReceiveCost receive_cost = ReceiveCost::kInWait;

  // The host of each rank; where it is empty, rank r is on host r. If several ranks are on one, each scenario must have
  // a model for the same host.
  std::vector<int> hosts = {};

  // Only in the order of time. Source: Demaine, Conclusion [DE9], who left them to the future:
  bool busy_links = false;      // a link carries one message at a time, see traffic.h
  bool busy_receivers = false;  // a host takes in a message not before `gap` after the one before
};

struct ReplayResult {
  double parallel_seconds = 0;          // until the last rank has ended
  double serial_seconds = 0;            // all computations, one after the other
  std::vector<double> finish_seconds;   // of each rank
  std::vector<double> compute_seconds;  // of each rank
  std::int64_t events = 0;              // computations, sends, receives and arrivals
  std::int64_t messages = 0;            // sent
  std::int64_t unreceived = 0;          // of these, never received

  double speedup() const { return parallel_seconds == 0 ? 1 : serial_seconds / parallel_seconds; }

  // The share of the parallel time in which the rank computed.
  double Utilization(int rank) const;
};

// Replays a program without an order of time: a rank runs until it needs a message that is not sent yet. The result
// does not depend on which rank runs when. Scenarios are replayed several at a time, in the lanes of vector
// instructions.
//
// Messages are matched by the rules of MPI: by source, tag and communicator, in the order of the sends and receives.
//   eager       a send begins when the interface is free (`gap` after the beginning of the one before), keeps the rank
//               busy for its overhead, and arrives its transit time after that.
//   rendezvous  (above the eager limit, or synchronous) the rank is busy for the overhead, from which a request
//               travels; when it has arrived and the receive is posted, the answer travels back; then the data go, not
//               before the interface would have been free for an eager send. The send is over `gap` after that. Where
//               the receiver fetches the data, the send does not keep the interface.
//               Request and answer take as long as a message without bytes, where the model does not say how long.
// A collective with a measured time T (from the last entry to the last exit, for its number of ranks and the most bytes
// that a member gives) is an event of all members, who leave it as follows. One rank alone leaves at once.
//   all-to-all  (barrier, allreduce, allgather, alltoall, reduce_scatter) all leave T after the last has entered.
//   one-to-all  (bcast, scatter) the others leave T after the root has entered, or when a late one has received what
//               is there: the overhead of a receive after its entry. The root waits for nobody; it is busy with the
//               sends of a binomial tree.
//   all-to-one  (reduce, gather) the root leaves T after the last of the others has entered, or when it came late and
//               has received what a binomial tree sends it. The others wait for nobody; each is busy with one send.
//   one by one  (scan) a rank leaves T after the last of those before it, and itself.
//               Above the eager limit nobody finds anything that is there already: the others of a one-to-all, and the
//               root of an all-to-one, leave T after the last entry of root and themselves, and those who wait for
//               nobody T after their own.
// A rank that waits for several receives together takes in their messages as they arrive, those that were there before
// by the numbers of their requests; sends that it waits for as well end after that.
// Not modelled: links and receiving interfaces that are busy, interfaces that ranks of one host share, memory, and what
// a computation suffers from messages that pass.
//
// Throws Error (usage) on a deadlock, naming ranks and calls, on wildcards and other options (which need the order of
// arrivals), on more ranks than hosts, on a request that is used while it is active, and on members of a communicator
// who do not call the same collectives in the same order.
std::vector<ReplayResult> ReplayOrderFree(const Program& program, const Topology& topology,
                                          std::span<const Scenario> scenarios, const ReplayOptions& options = {});

// The same in the order of time, one scenario. Receives may have wildcards: they take what arrives first. With links
// and receivers that are never busy and without wildcards, the result is that of ReplayOrderFree(). Throws the same
// errors but for wildcards; messages on wormhole links that block each other are a deadlock.
ReplayResult ReplayInTime(const Program& program, const Topology& topology, const Scenario& scenario,
                          const ReplayOptions& options = {}, ReplayObserver* observer = nullptr);

}  // namespace mpigauge
