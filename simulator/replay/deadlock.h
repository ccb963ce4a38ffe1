#pragma once

#include <string>

#include "harness/base/error.h"
#include "simulator/replay/envelope.h"

namespace mpigauge {

// Ranks that never end, collected into an error (usage) that names the first ones and what they wait for.
class DeadlockReport {
 public:
  void Add(const std::string& where, const std::string& waits_for);
  Error ToError(int ranks) const;

  bool empty() const { return stuck_ == 0; }

 private:
  int stuck_ = 0;
  std::string text_;
};

// What a rank waits for: "a message from 3, tag 0"; "rank 1 to receive what it sends with tag 0".
std::string MissingMessage(const Envelope& receive);
std::string MissingReceive(int to, const Envelope& message);

}  // namespace mpigauge
