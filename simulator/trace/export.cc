#include "simulator/trace/export.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"

namespace mpigauge {
namespace {

template <typename Take>
void ForEach(const Program& program, int rank, const Take& take) {
  std::vector<Operation> buffer;
  for (std::uint64_t cursor = 0;;) {
    const Chunk chunk = program.Fetch(rank, cursor, buffer);
    if (chunk.operations.empty()) return;
    for (std::size_t i = 0; i < chunk.operations.size(); ++i) {
      const Operation* next = i + 1 < chunk.operations.size() ? &chunk.operations[i + 1] : nullptr;
      const auto where = [&] { return program.Where(rank, cursor, i); };
      take(chunk.operations[i], next, where);
    }
    cursor = chunk.next;
  }
}

// One number for tag, communicator, and how many such messages went from the one rank to the other before.
class Tags {
 public:
  template <typename Where>
  int Next(int rank, const Operation& operation, const Where& where) {
    if (operation.peer == kAnySource || operation.tag == kAnyTag) {
      throw UsageError("{}: {}: a receive with a wildcard cannot be written", where(), Describe(operation));
    }
    const std::pair context{operation.communicator, operation.tag};
    const int number = contexts_.emplace(context, static_cast<int>(contexts_.size())).first->second;
    if (number >= kMost) throw UsageError("{}: more than {} different tags cannot be written", where(), kMost);
    const bool sends = operation.call == Call::kSend;
    const int before = counts_[{rank, sends, operation.peer, number}]++;
    return number * kMessages + before % kMessages;
  }

 private:
  static constexpr int kMessages = 1 << 16;
  static constexpr int kMost = (1 << 15) - 1;
  std::map<std::pair<std::uint32_t, int>, int> contexts_;
  std::map<std::tuple<int, bool, int, int>, int> counts_;
};

bool WaitsFor(const Operation* next, const Operation& operation) {
  return next != nullptr && next->call == Call::kWait && next->request == operation.request;
}

[[noreturn]] void ThrowCollective(const std::string& where) {
  throw UsageError("{}: collectives must be expanded", where);
}

// One rank's trace for SimGrid.
class SmpiRank {
 public:
  SmpiRank(int rank, Tags& tags) : rank_(rank), tags_(tags) { Line("init"); }

  template <typename Where>
  void Add(const Operation& operation, const Operation* next, const Where& where) {
    switch (operation.call) {
      case Call::kCalc: return Line(fmt::format("compute {}", operation.amount));
      case Call::kSend:
      case Call::kReceive: return Start(operation, next, where);
      case Call::kWait: return Wait(operation.request);
      case Call::kWaitAll:
        while (!active_.empty()) Wait(active_.begin()->first);
        return;
      case Call::kCombine: return;  // the format has nothing of the kind; asked for, it takes no time
      case Call::kCollective: ThrowCollective(where());
    }
  }

  std::string Text() {
    Line("finalize");
    return text_;
  }

 private:
  void Line(const std::string& words) { text_ += fmt::format("{} {}\n", rank_, words); }

  template <typename Where>
  void Start(const Operation& operation, const Operation* next, const Where& where) {
    const bool sends = operation.call == Call::kSend;
    const int tag = tags_.Next(rank_, operation, where);
    const bool blocks = WaitsFor(next, operation);
    const std::string name = sends ? "send" : "recv";
    // The size of a receive is a limit, which is not known here.
    Line(fmt::format("{}{} {} {} {}", blocks ? "" : "i", name, operation.peer, tag, sends ? operation.amount : kLimit));
    if (blocks) return;
    const int source = sends ? rank_ : operation.peer;
    const int destination = sends ? operation.peer : rank_;
    active_[operation.request] = fmt::format("wait {} {} {}", source, destination, tag);
  }

  void Wait(std::uint16_t request) {
    const auto found = active_.extract(request);
    if (found) Line(found.mapped());
  }

  static constexpr std::int64_t kLimit = 1 << 30;
  int rank_;
  Tags& tags_;
  std::string text_;
  std::map<std::uint16_t, std::string> active_;
};

// One rank's part of a GOAL text. Operations that follow each other on a rank are a chain of labels.
class GoalRank {
 public:
  GoalRank(int rank, Tags& tags) : rank_(rank), tags_(tags) {}

  template <typename Where>
  void Add(const Operation& operation, const Where& where) {
    switch (operation.call) {
      case Call::kCalc:
        ends_ = {Label(fmt::format("calc {}", operation.amount))};
        begins_.clear();
        return;
      case Call::kSend: {
        const int tag = tags_.Next(rank_, operation, where);
        const int label = Label(fmt::format("send {}b to {} tag {}", operation.amount, operation.peer, tag));
        active_[operation.request] = label;
        ends_.clear();
        begins_ = {label};  // what follows need not wait for its end
        return;
      }
      case Call::kReceive: {
        const int tag = tags_.Next(rank_, operation, where);
        // GOAL wants a size, and takes the message's.
        active_[operation.request] = Label(fmt::format("recv 0b from {} tag {}", operation.peer, tag));
        return;
      }
      case Call::kWait: return Wait(operation.request);
      case Call::kWaitAll:
        while (!active_.empty()) Wait(active_.begin()->first);
        return;
      case Call::kCombine: return;  // the format has nothing of the kind; asked for, it takes no time
      case Call::kCollective: ThrowCollective(where());
    }
  }

  std::string Text() const { return fmt::format("rank {} {{\n{}}}\n", rank_, text_); }

 private:
  int Label(const std::string& what) {
    const int label = ++labels_;
    text_ += fmt::format("l{}: {}\n", label, what);
    for (const int end : ends_) text_ += fmt::format("l{} requires l{}\n", label, end);
    for (const int begin : begins_) text_ += fmt::format("l{} irequires l{}\n", label, begin);
    return label;
  }

  void Wait(std::uint16_t request) {
    const auto found = active_.extract(request);
    if (found) ends_.insert(found.mapped());
  }

  int rank_;
  Tags& tags_;
  std::string text_;
  int labels_ = 0;
  std::set<int> ends_;    // what comes next needs their end
  std::set<int> begins_;  // or their beginning
  std::map<std::uint16_t, int> active_;
};

}  // namespace

std::vector<std::string> SmpiTraces(const Program& program) {
  Tags tags;
  std::vector<std::string> traces;
  for (int number = 0; number < program.ranks(); ++number) {
    SmpiRank rank(number, tags);
    ForEach(program, number, [&](const Operation& operation, const Operation* next, const auto& where) {
      rank.Add(operation, next, where);
    });
    traces.push_back(rank.Text());
  }
  return traces;
}

std::string GoalText(const Program& program) {
  Tags tags;
  std::string text = fmt::format("num_ranks {}\n", program.ranks());
  for (int number = 0; number < program.ranks(); ++number) {
    GoalRank rank(number, tags);
    ForEach(program, number,
            [&](const Operation& operation, const Operation*, const auto& where) { rank.Add(operation, where); });
    text += "\n" + rank.Text();
  }
  return text;
}

}  // namespace mpigauge
