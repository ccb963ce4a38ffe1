#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "base/json.h"

namespace mpigauge {

// Seconds over bytes, in straight pieces: a piece holds from `from_bytes` on, up to the next one.
struct Piece {
  std::int64_t from_bytes = 0;
  double seconds = 0;  // where the line meets zero bytes
  double seconds_per_byte = 0;
};

class Curve {
 public:
  Curve() : Curve(0, 0) {}
  Curve(double seconds, double seconds_per_byte) : pieces_({{0, seconds, seconds_per_byte}}) {}

  // The first piece begins at 0 and the others follow in order; a value below zero, or one that is no number, is
  // refused. Throws Error (usage) naming `what`.
  Curve(std::vector<Piece> pieces, std::string_view what);

  double At(std::int64_t bytes) const;
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  std::vector<Piece> pieces_;
};

// A number of seconds, or a list of {"from_bytes", "seconds", "seconds_per_byte"}. Throws Error (usage).
Curve CurveFromJson(const Json& value, std::string_view what);

// How a message goes over several links.
enum class Switching {
  kStoreAndForward,  // each node receives it whole before it sends it on
  kCutThrough,       // its head goes on at once; where a link is busy, the node takes in the whole message
  kWormhole,         // the same, but where a link is busy, the message keeps those that it is in
};

// The costs of messages. All forms of models are read into this one: Hockney's (start-up and time per byte), Demaine's
// (the start-up is paid per block), LogGP and LogGPS (overheads, gap, eager limit), and straight pieces.
struct NetworkModel {
  std::string name;
  Curve link;                    // over one link, from the end of the sender's overhead to the last byte's arrival
  std::int64_t block_bytes = 0;  // the constant part of `link` is paid for each block of this size; 0: once
  double hop_seconds = 0;        // what each further link adds where messages cut through
  Curve send_overhead;           // the sending rank is busy
  Curve receive_overhead;        // the receiving rank is busy, see ReceiveCost
  Curve gap;                     // from the beginning of a send to the earliest beginning of the next
  double combine_seconds_per_byte = 0;  // a rank is busy with what a reduction received
  std::int64_t eager_limit_bytes = std::numeric_limits<std::int64_t>::max();  // larger messages wait for the receive
  bool receiver_fetches = false;  // larger messages, by its processor: they do not keep the sender's interface
  Switching switching = Switching::kStoreAndForward;
  double handshake_seconds = -1;  // over one link, of a rendezvous' request and answer; -1: as a message without bytes
};

// The time from the end of the sender's overhead to the arrival of the last byte, over links that nobody else uses.
// Store and forward: hops times the time of one link; cut-through and wormhole: one link, and hop_seconds for each
// further one. 0 from a host to itself.
double TransitSeconds(const NetworkModel& model, std::int64_t bytes, int hops);

// One way of a rendezvous' request or answer. Each further link adds as much again, or hop_seconds, as above.
double HandshakeSeconds(const NetworkModel& model, int hops);

// {"kind": "hockney", "startup_seconds", "seconds_per_byte"}
// {"kind": "blocks", "startup_seconds", "seconds_per_byte", "block_bytes"}             (Demaine 1996)
// {"kind": "loggps", "latency_seconds", "overhead_seconds" (or "send_overhead_seconds" and
//     "receive_overhead_seconds"), "gap_seconds", "gap_per_byte_seconds"}
// {"kind": "piecewise", "pieces": [{"from_bytes", "seconds", "seconds_per_byte"}, ...]}
// Each also takes "name", "switching" ("store-and-forward", "cut-through", "wormhole"), "hop_seconds" (as long as a
// message without bytes where it is missing), "handshake_seconds" (the same), "combine_seconds_per_byte" (0 where it is
// missing), "eager_limit_bytes" (everything is eager where it is missing) and "receiver_fetches" (false);
// all but loggps take "send_overhead", "receive_overhead" and "gap": seconds, or pieces. A key that is not known is an
// error. `what` names the source in errors (usage).
NetworkModel NetworkModelFromJson(const Json& value, std::string_view what);

// The same the other way: a model as hockney, blocks or piecewise, with all that it has.
Json ToJson(const NetworkModel& model);

// A file with one model, or a list of them.
std::vector<NetworkModel> ReadNetworkModels(const std::filesystem::path& path);

}  // namespace mpigauge
