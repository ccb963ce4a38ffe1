#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/network/model.h"

namespace mpigauge {

// The measurements of messages, fitted: seconds over bytes.
struct MessageCurves {
  std::vector<Piece> one_way;                // half a round trip
  std::vector<Piece> send_overhead = {};     // empty: not measured; so are the others
  std::vector<Piece> receive_overhead = {};  // of a message that has arrived; above the eager limit: once its data have
  std::vector<Piece> gap = {};               // of each further message of many
  std::optional<std::int64_t> eager_limit = {};
};

struct MessageModel {
  NetworkModel model;
  bool overheads_cut = false;  // there are sizes at which the overheads are more than the whole way
};

// A model whose messages take the measured time from rank to rank: what overheads and the handshake of a rendezvous add
// at replay (see replay.h) is not in the link. Where the overheads together are more than the way, as they are where
// processors copy, both are cut in the same ratio.
MessageModel ModelOfMessages(const MessageCurves& curves);

// Half a round trip over one link, as the replay has it.
double OneWaySeconds(const NetworkModel& model, std::int64_t bytes);

}  // namespace mpigauge
