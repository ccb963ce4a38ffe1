#include "simulator/network/model.h"

namespace mpigauge {
namespace {

double LinkSeconds(const NetworkModel& model, std::int64_t bytes) {
  const double once = model.link.At(bytes);
  if (model.block_bytes == 0 || bytes <= model.block_bytes) return once;
  const std::int64_t blocks = (bytes + model.block_bytes - 1) / model.block_bytes;
  return once + static_cast<double>(blocks - 1) * model.link.At(0);
}

}  // namespace

double TransitSeconds(const NetworkModel& model, std::int64_t bytes, int hops) {
  if (hops == 0) return 0;
  const double one = LinkSeconds(model, bytes);
  if (model.switching == Switching::kStoreAndForward) return hops * one;
  return one + (hops - 1) * model.hop_seconds;
}

double HandshakeSeconds(const NetworkModel& model, int hops) {
  if (model.handshake_seconds < 0) return TransitSeconds(model, 0, hops);
  if (hops == 0) return 0;
  if (model.switching == Switching::kStoreAndForward) return hops * model.handshake_seconds;
  return model.handshake_seconds + (hops - 1) * model.hop_seconds;
}

}  // namespace mpigauge
