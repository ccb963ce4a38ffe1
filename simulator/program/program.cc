#include "simulator/program/program.h"

#include <fmt/format.h>

namespace mpigauge {

std::unique_ptr<Program> Program::With(const CollectiveHandling& /*handling*/) const { return nullptr; }

std::string Program::Where(int rank, std::uint64_t cursor, std::size_t index) const {
  return fmt::format("rank {}, chunk {}, operation {}", rank, cursor, index);
}

std::string Describe(const Operation& operation) {
  const auto number = [](int value) { return value < 0 ? std::string("any") : std::to_string(value); };
  const auto envelope = [&] {
    return fmt::format("{}, tag {}{}", number(operation.peer), number(operation.tag),
                       operation.communicator == 0 ? "" : fmt::format(", communicator {}", operation.communicator));
  };
  switch (operation.call) {
    case Call::kCalc:
      return fmt::format("computation of {} ns", operation.amount);
    case Call::kSend:
      return fmt::format("{}send of {} bytes to {}", operation.synchronous ? "synchronous " : "", operation.amount,
                         envelope());
    case Call::kReceive:
      return "receive from " + envelope();
    case Call::kWait:
      return fmt::format("wait for request {}", operation.request);
    case Call::kWaitAll:
      return "wait for all requests";
    case Call::kCollective:
      return fmt::format("collective of {} bytes", operation.amount);
    case Call::kCombine:
      return fmt::format("combining of {} bytes", operation.amount);
  }
  return "";
}

}  // namespace mpigauge
