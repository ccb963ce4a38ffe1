#include "simulator/program/program_text.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "simulator/program/collective.h"

namespace mpigauge {
namespace {

constexpr int kBlockingRequests = 2;  // 0 is that of blocking calls, 1 the second one of sendrecv
constexpr int kMostRequests = 60000;
constexpr int kMostRanks = 1 << 24;

// The words of a line, taken one by one.
class Line {
 public:
  Line(const std::string& text, std::string place) : place_(std::move(place)) {
    std::istringstream words(text.substr(0, text.find('#')));
    for (std::string word; words >> word;) words_.push_back(word);
  }

  bool done() const { return next_ == words_.size(); }
  std::string Word(std::string_view name) {
    if (done()) throw Wrong(fmt::format("{} is missing", name));
    return words_[next_++];
  }
  std::int64_t Number(std::string_view name, std::int64_t most) {
    const std::string word = Word(name);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < 0) {
      throw Wrong(fmt::format("{} '{}' is not a number", name, word));
    }
    if (value > most) throw Wrong(fmt::format("{} is {}, but at most {}", name, value, most));
    return value;
  }
  int NumberOrAny(std::string_view name, int most) {
    if (!done() && words_[next_] == "any") {
      ++next_;
      return -1;
    }
    return static_cast<int>(Number(name, most));
  }
  Error Wrong(const std::string& text) const { return UsageError("{}: {}", place_, text); }

 private:
  std::string place_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

constexpr std::int64_t kMost = INT64_MAX;

struct Options {
  int tag = 0;
  std::uint32_t communicator = 0;
  std::optional<int> request;
  int root = 0;
  int algorithm = 0;
};

class Parser {
 public:
  explicit Parser(std::string_view what) : what_(what) {}

  ParsedProgram Parse(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::string line;
    for (number_ = 1; std::getline(lines, line); ++number_) {
      Line words(line, fmt::format("{}:{}", what_, number_));
      if (words.done()) continue;
      const std::string name = words.Word("call");
      Statement(name, words);
      if (!words.done()) throw words.Wrong(fmt::format("unexpected '{}'", words.Word("")));
    }
    if (parsed_.program == nullptr) throw UsageError("{}: has no line 'ranks N'", what_);
    if (!loops_.empty()) throw UsageError("{}:{}: repeat without end", what_, loops_.back().line);
    return std::move(parsed_);
  }

 private:
  struct Pending {  // operations of a repeat, in the order of the text
    std::int64_t times;
    std::uint32_t line;
    std::vector<std::pair<Operation, std::uint32_t>> operations;
  };

  void Statement(const std::string& name, Line& words) {
    if (name == "ranks") return Ranks(words);
    if (parsed_.program == nullptr) throw words.Wrong("the first line is 'ranks N'");
    if (name == "communicator") return AddCommunicator(words);
    if (name == "rank") return ChangeRank(words);
    if (rank_ < 0) throw words.Wrong(fmt::format("'{}' before the first line 'rank N'", name));
    if (name == "repeat") return Repeat(words);
    if (name == "end") return End(words);
    if (IsCollective(name)) return AddCollective(name, words);
    PointToPoint(name, words);
  }

  void Ranks(Line& words) {
    if (parsed_.program != nullptr) throw words.Wrong("ranks are given already");
    const int ranks = static_cast<int>(words.Number("number of ranks", kMostRanks));
    if (ranks == 0) throw words.Wrong("a program has at least one rank");
    parsed_ = {std::make_unique<ListedProgram>(ranks), std::make_unique<Communicators>(ranks)};
  }

  void AddCommunicator(Line& words) {
    std::vector<int> members;
    while (!words.done()) members.push_back(static_cast<int>(words.Number("rank", parsed_.program->ranks() - 1)));
    if (members.empty()) throw words.Wrong("a communicator has at least one rank");
    parsed_.communicators->Add(std::move(members));
  }

  void ChangeRank(Line& words) {
    if (!loops_.empty()) throw words.Wrong(fmt::format("the repeat of line {} has no end", loops_.back().line));
    rank_ = static_cast<int>(words.Number("rank", parsed_.program->ranks() - 1));
  }

  void Repeat(Line& words) { loops_.push_back({words.Number("times", 1 << 30), number_, {}}); }

  void End(Line& words) {
    if (loops_.empty()) throw words.Wrong("end without repeat");
    const Pending loop = std::move(loops_.back());
    loops_.pop_back();
    for (std::int64_t i = 0; i < loop.times; ++i) {
      for (const auto& [operation, line] : loop.operations) Emit(operation, line);
    }
  }

  void Emit(const Operation& operation, std::uint32_t line) {
    if (loops_.empty()) {
      parsed_.program->Add(rank_, operation, line);
    } else {
      loops_.back().operations.emplace_back(operation, line);
    }
  }
  void Emit(const Operation& operation) { Emit(operation, number_); }

  Options ParseOptions(Line& words) {
    Options options;
    while (!words.done()) {
      const std::string option = words.Word("option");
      if (option == "tag") {
        options.tag = words.NumberOrAny("tag", INT32_MAX);
      } else if (option == "comm") {
        options.communicator = static_cast<std::uint32_t>(words.Number("communicator", INT32_MAX));
        if (!parsed_.communicators->Has(options.communicator)) throw words.Wrong("there is no such communicator");
      } else if (option == "request") {
        options.request = static_cast<int>(words.Number("request", kMostRequests));
      } else if (option == "root") {
        options.root = static_cast<int>(words.Number("root", INT32_MAX));
      } else if (option == "algorithm") {
        const std::string name = words.Word("algorithm");
        options.algorithm = static_cast<int>(ParseAlgorithm(name, fmt::format("{}:{}", what_, number_))) + 1;
      } else {
        throw words.Wrong(fmt::format("'{}' is not known (tag, comm, request, root, algorithm)", option));
      }
    }
    return options;
  }

  int World(const Line& words, const Options& options, int peer) const {
    if (peer == kAnySource) return peer;
    const int size = parsed_.communicators->Size(options.communicator);
    if (peer >= size) throw words.Wrong(fmt::format("there is no rank {} among {} ranks", peer, size));
    return parsed_.communicators->ToWorld(options.communicator, peer);
  }

  std::uint16_t Request(std::int64_t number) const { return static_cast<std::uint16_t>(number + kBlockingRequests); }

  void PointToPoint(const std::string& name, Line& words) {
    if (name == "calc") return Emit({.amount = words.Number("nanoseconds", kMost)});
    if (name == "wait") {
      return Emit({.request = Request(words.Number("request", kMostRequests)), .call = Call::kWait});
    }
    if (name == "waitall") return Emit({.call = Call::kWaitAll});
    const bool blocking = name[0] != 'i';
    const std::string base = blocking ? name : name.substr(1);
    if (name == "sendrecv") return Exchange(words);
    if (base != "send" && base != "ssend" && base != "recv") throw words.Wrong(fmt::format("'{}' is not known", name));
    Operation operation = base == "recv" ? ReceiveOf(words) : SendOf(words);
    operation.synchronous = base == "ssend";
    const Options options = Finish(words, operation);
    if (options.request.has_value() == blocking) {
      throw words.Wrong(blocking ? "a blocking call has no request" : "a nonblocking call needs 'request R'");
    }
    if (!blocking) {
      operation.request = Request(*options.request);
      return Emit(operation);
    }
    Emit(operation);
    Emit({.request = 0, .call = Call::kWait});
  }

  Operation SendOf(Line& words) const {
    const int to = static_cast<int>(words.Number("destination", kMostRanks));
    return {.amount = words.Number("bytes", kMost), .peer = to, .call = Call::kSend};
  }
  Operation ReceiveOf(Line& words) const {
    return {.peer = words.NumberOrAny("source", kMostRanks), .call = Call::kReceive};
  }

  // Reads the options, and puts them into the operation.
  Options Finish(Line& words, Operation& operation) {
    const Options options = ParseOptions(words);
    operation.tag = options.tag;
    operation.communicator = options.communicator;
    operation.peer = World(words, options, operation.peer);
    if (operation.call == Call::kSend && operation.tag < 0) throw words.Wrong("a send has one tag");
    return options;
  }

  void Exchange(Line& words) {
    Operation send = SendOf(words);
    Operation receive = ReceiveOf(words);
    const Options options = Finish(words, send);
    receive.peer = World(words, options, receive.peer);
    receive.tag = options.tag;
    receive.communicator = options.communicator;
    send.request = 1;
    Emit(receive);
    Emit(send);
    Emit({.request = 1, .call = Call::kWait});
    Emit({.request = 0, .call = Call::kWait});
  }

  void AddCollective(const std::string& name, Line& words) {
    const auto kind = ParseCollectiveKind(name, what_);
    const std::int64_t bytes = kind == CollectiveKind::kBarrier ? 0 : words.Number("bytes", kMost);
    const Options options = ParseOptions(words);
    const int ranks = parsed_.communicators->Size(options.communicator);
    if (options.root >= ranks)
      throw words.Wrong(fmt::format("there is no rank {} among {} ranks", options.root, ranks));
    if (parsed_.communicators->FromWorld(options.communicator, rank_) < 0) {
      throw words.Wrong(fmt::format("rank {} is not a member of communicator {}", rank_, options.communicator));
    }
    if (options.algorithm != 0 && !Exists(kind, static_cast<Algorithm>(options.algorithm - 1), ranks)) {
      throw words.Wrong(fmt::format("{} of {} ranks cannot use this algorithm", name, ranks));
    }
    Emit({.amount = bytes,
          .peer = options.root,
          .tag = static_cast<int>(kind),
          .communicator = options.communicator,
          .request = static_cast<std::uint16_t>(options.algorithm),
          .call = Call::kCollective});
  }

  std::string what_;
  ParsedProgram parsed_;
  int rank_ = -1;
  std::uint32_t number_ = 0;
  std::vector<Pending> loops_;
};

}  // namespace

ParsedProgram ParseProgram(std::string_view text, std::string_view what) { return Parser(what).Parse(text); }

}  // namespace mpigauge
