#pragma once

#include <cstdint>
#include <vector>

#include "harness/base/json.h"

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

}  // namespace mpigauge
