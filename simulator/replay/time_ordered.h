#pragma once

// The time-ordered engine. Internal to this folder: see replay.h.

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "simulator/replay/collective_meetings.h"
#include "simulator/replay/cost_table.h"
#include "simulator/replay/deadlock.h"
#include "simulator/replay/event_queue.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/traffic.h"

namespace mpigauge {

class TimeOrderedEngine {
 public:
  TimeOrderedEngine(const Program& program, const Topology& topology, const Scenario& scenario,
                    const ReplayOptions& options, ReplayObserver* observer);

  ReplayResult Run();

 private:
  enum class State : std::uint8_t { kIdle, kPending, kSent, kReceived };

  struct Request {
    double time = 0;  // as in the order-free engine
    std::uint32_t row = 0;
    State state = State::kIdle;
  };

  struct Message {
    Envelope envelope;
    int to = 0;
    std::int64_t bytes = 0;
    std::uint32_t row = 0;
    double begin = 0;   // when its data can go at the earliest
    double asked = 0;   // when a rendezvous was asked for
    double posted = 0;  // when its receive began
    double taken = 0;   // when the receiver had all of it
    std::uint16_t send_request = 0;
    int receive_request = -1;
    bool rendezvous = false;
    bool arrived = false;   // what can be matched of it: the message, or the request of a rendezvous
    bool received = false;  // it is done with, but for
    int events = 0;         // its events that are still to come
  };

  struct Posted {
    Envelope envelope;  // with kAnySource and kAnyTag
    std::uint16_t request;
  };

  static constexpr double kSeconds = 1e-9;  // of a nanosecond
  static constexpr int kNobody = -1;
  static constexpr int kAll = -2;
  static constexpr int kMeeting = -3;  // in a collective
  static constexpr int kLeaves = -4;   // a collective, at its time

  struct Rank {
    double time = 0;
    double interface_free = 0;
    double receiving_free = 0;
    double compute = 0;
    std::uint64_t cursor = 0;
    std::size_t index = 0;
    std::vector<Request> requests;
    int pending = 0;
    int waits_for = kNobody;
    bool ended = false;
    std::list<Posted> posted;  // in the order of the receives
    std::list<int> unmatched;  // messages, those of one source in the order of the sends
    std::list<int> arrived;    // of these, in the order of arrival
  };

  void RunRank(int number, double now);
  bool Do(int number, const Operation& operation, double now);
  void Send(int number, const Operation& operation);
  bool Receive(int number, const Operation& operation, double now);
  bool Meet(int number, const Operation& operation);
  bool Wait(Rank& rank, const Operation& operation);
  void CompleteAll(Rank& rank);
  void Complete(Rank& rank, Request& request);
  void Advance(Rank& rank, Activity activity, double until);
  Request& Activate(int number, const Operation& operation);
  void Handle(const ReplayEvent& event);
  void HandleMessage(const ReplayEvent& event);
  void Arrive(int id, double now);
  void Take(int id, double now);
  void Show(int id);
  bool MatchPosted(int id);
  std::optional<int> FirstFor(const Rank& rank, const Envelope& receive) const;
  void Match(int id, std::uint16_t request);
  void Received(int id);
  void Tell(const Message& message, double received) const;
  void Tell(const CollectiveMeetings<1>::Leave& leave, const Operation& operation) const;
  void Depart(int id, double time);
  void Over(int number, std::uint16_t request);
  void FreeIfDone(int id);
  int HostOf(int rank) const { return options_.hosts.empty() ? rank : options_.hosts[static_cast<std::size_t>(rank)]; }
  int Hops(int from, int to) const { return topology_.Hops(HostOf(from), HostOf(to)); }
  int NewMessage(const Message& message);
  Rank& At(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  Message& MessageAt(int id) { return messages_[static_cast<std::size_t>(id)]; }
  std::string Where(int number) const;
  void RequireAllEnded() const;
  std::string WhatIsMissing(int number, int request) const;
  ReplayResult Result() const;

  const Program& program_;
  const Topology& topology_;
  const Scenario& scenario_;
  ReplayOptions options_;
  ReplayObserver* observer_;  // may be null
  CostTable<1> costs_;
  EventQueue events_;
  std::optional<Traffic> traffic_;
  std::optional<CollectiveMeetings<1>> meetings_;  // once there is a collective
  std::vector<Rank> ranks_;
  std::vector<Message> messages_;
  std::vector<int> free_messages_;
  std::vector<Operation> buffer_;
  std::vector<int> ready_;
  std::int64_t sent_ = 0;
  std::int64_t others_ = 0;
};

}  // namespace mpigauge
