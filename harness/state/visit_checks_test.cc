// Operations that are wrong in some calls alone are found at the end of a visit, by operations that send other data
// each.
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "harness/state/visit_testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// The work of a library that moves each rank's data to itself, in the call of this number: the first one is 1.
using Move = void (*)(std::int64_t call, const int* from, int* to, int count);

// The calls go on from visit to visit.
std::int64_t calls = 0;
Move move = nullptr;

void MoveToItself(State& state) {
  Buffers<int> buffers(state);
  state.CheckData([&] { return buffers.FirstUnlike(state.rank()); });
  for (auto _ : state) {
    const int* from = buffers.send();
    move(++calls, from, buffers.recv(), buffers.count());
  }
}

class ChecksTest : public VisitTest {
 protected:
  // The first fault of a launch of `visits` visits, if any.
  std::optional<Fault> FirstFault(Move by, int visits, Case::Function function = MoveToItself,
                                  const Engine* engine = nullptr) {
    Case c("moves", std::move(function));
    c.Collective();
    series_ = {};
    series_.benchmark_case = &c;
    series_.parameters = {{"bytes", bytes_}};
    calls = 0;
    move = by;
    plan_.first_visit = true;
    for (int visit = 0; visit < visits; ++visit) {
      ++plan_.ordinal;
      const SeriesRecord record = RunVisit(engine != nullptr ? *engine : engine_, plan_, series_);
      if (record.fault) return record.fault;
      plan_.first_visit = false;
      plan_.operations = series_.operations;
    }
    return std::nullopt;
  }

  static constexpr std::int64_t kTooManyToLookAt = 2 * CheckPlan::kMostLookedAt;
  std::int64_t bytes_ = 64;
};

void MoveAll(std::int64_t, const int* from, int* to, int count) { std::copy_n(from, count, to); }

// Every mode and place: what is right stays right, however often its contents change.
TEST_F(ChecksTest, RightDataAreRight) {
  for (const VerifyMode verify : {VerifyMode::kSample, VerifyMode::kAll}) {
    engine_.verify = verify;
    for (const BufferMode mode : {BufferMode::kReused, BufferMode::kRotating, BufferMode::kFresh}) {
      engine_.buffers = {mode, 64, 1 << 20};
      const auto fault = FirstFault(MoveAll, 5);
      EXPECT_EQ(fault.value_or(Fault{}).message, "");
    }
  }
}

TEST_F(ChecksTest, DoingNothingInFourOfFiveCallsIsFound) {
  const Move nothing = [](std::int64_t call, const int* from, int* to, int count) {
    if (call % 5 == 0) std::copy_n(from, count, to);
  };
  for (const BufferMode mode : {BufferMode::kReused, BufferMode::kRotating, BufferMode::kFresh}) {
    engine_.buffers = {mode, 0, 1 << 20};
    EXPECT_EQ(FirstFault(nothing, 20).value().kind, FaultKind::kWrongData);
  }
}

TEST_F(ChecksTest, DoingNothingInEverySecondCallIsFound) {
  const auto fault = FirstFault(
      [](std::int64_t call, const int* from, int* to, int count) {
        if (call % 2 == 1) std::copy_n(from, count, to);
      },
      40);
  EXPECT_EQ(fault.value().kind, FaultKind::kWrongData);
}

TEST_F(ChecksTest, ABitThatIsWrongInEveryTenthCallIsFound) {
  const auto fault = FirstFault(
      [](std::int64_t call, const int* from, int* to, int count) {
        std::copy_n(from, count, to);
        if (call % 10 == 0) to[count - 1] ^= 1;
      },
      100);
  EXPECT_THAT(fault.value().message, HasSubstr("element 15 is "));
}

// Each call leaves what the one before was given.
TEST_F(ChecksTest, OldDataAreWrong) {
  const auto fault = FirstFault(
      [](std::int64_t call, const int* from, int* to, int count) {
        static std::vector<int> before;
        if (call > 1) std::copy(before.begin(), before.end(), to);
        before.assign(from, from + count);
      },
      2);
  EXPECT_EQ(fault.value().kind, FaultKind::kWrongData);
}

// An operation receives half of a buffer, and writes a byte behind that.
TEST_F(ChecksTest, WritingIntoTheUnusedPartOfABufferIsFound) {
  const Case::Function function = [](State& state) {
    Buffers<char> buffers(state, 2);
    const std::int64_t half = state.bytes();
    state.CheckData(
        [&] { return buffers.FirstWrong([&](std::int64_t i) { return buffers.Sent(state.rank(), i); }, half); });
    for (auto _ : state) {
      char* to = buffers.recv();
      std::copy_n(buffers.send(), half, to);
      if (move != MoveAll) to[half] = 0;
    }
  };
  for (const BufferMode mode : {BufferMode::kReused, BufferMode::kRotating, BufferMode::kFresh}) {
    engine_.buffers = {mode, 0, 1 << 20};
    EXPECT_EQ(FirstFault(MoveAll, 3, function).value_or(Fault{}).message, "");
    EXPECT_THAT(FirstFault(nullptr, 3, function).value().message,
                HasSubstr("data lie behind the 64 elements that are received: element 64 is 0"));
  }
}

// None if nothing is to be verified. No start is late, so that the number of observations is known.
TEST_F(ChecksTest, OperationsThatAreCheckedAreFew) {
  const auto synchronizer = MakeSynchronizer("dissemination", control_, clock_, communicator_, shares_processors());
  Engine engine{control_, clock_, *synchronizer, communicator_, phase_};
  const std::int64_t others = 2 + plan_.warm_up + plan_.stopping.most_observations;
  engine.verify = VerifyMode::kOff;
  EXPECT_FALSE(FirstFault(MoveAll, 1, MoveToItself, &engine));
  EXPECT_EQ(calls, others);
  engine.verify = VerifyMode::kSample;
  EXPECT_FALSE(FirstFault(MoveAll, 1, MoveToItself, &engine));
  EXPECT_GE(calls, others + 1);
  EXPECT_LE(calls, others + CheckPlan::kMost);
  const Move long_one = [](std::int64_t, const int* from, int* to, int count) {
    SpinFor(CheckPlan::kLongOperation);
    std::copy_n(from, count, to);
  };
  EXPECT_FALSE(FirstFault(long_one, 1, MoveToItself, &engine));
  EXPECT_EQ(calls, others + 1);
}

void LeavesWhileChecked(State& state) {
  Buffers<int> buffers(state);
  int checks = 0;
  state.CheckData([&] {
    ++checks;
    return buffers.FirstUnlike(state.rank());
  });
  for (auto _ : state) {
    std::copy_n(buffers.send(), buffers.count(), buffers.recv());
    // The second call has been checked, and the last observation.
    if (checks == 2 && state.rank() == state.size() - 1) break;
  }
}

// A fault that neither the second call nor what comes after the last observation has. No start is late, so that it is
// known which calls are observations.
TEST_F(ChecksTest, ObservationsOfShortMessagesAloneAreLookedAtNowAndThen) {
  const auto synchronizer = MakeSynchronizer("dissemination", control_, clock_, communicator_, shares_processors());
  const Engine engine{control_, clock_, *synchronizer, communicator_, phase_};
  plan_.stopping = {50, 50, 0};
  const Move move_wrongly = [](std::int64_t call, const int* from, int* to, int count) {
    std::copy_n(from, count, to);
    if (call > 4 && call <= 50) to[0] ^= 1;
  };
  const auto found = [&] {
    int launches = 0;
    for (int i = 0; i < 20; ++i) launches += FirstFault(move_wrongly, 1, MoveToItself, &engine).has_value() ? 1 : 0;
    return launches;
  };
  EXPECT_GE(found(), 15);  // each with a chance of 99.7%
  bytes_ = kTooManyToLookAt;
  EXPECT_EQ(found(), 0);
}

TEST_F(ChecksTest, LeavingTheLoopInACheckedOperationIsNamed) {
  bytes_ = kTooManyToLookAt;
  EXPECT_THAT(FirstFault(MoveAll, 1, LeavesWhileChecked).value().message, HasSubstr("left the loop"));
  EXPECT_FALSE(FirstFault(MoveAll, 1));  // all ranks are still in step
}

TEST_F(ChecksTest, AnErrorInACheckedOperationEndsTheSeries) {
  bytes_ = kTooManyToLookAt;
  const Case::Function function = [](State& state) {
    int checks = 0;
    state.CheckData([&]() -> std::optional<std::string> {
      ++checks;
      return std::nullopt;
    });
    for (auto _ : state) {
      if (checks == 2 && state.rank() == state.size() - 1) state.SkipWithError("on purpose");
    }
  };
  EXPECT_EQ(FirstFault(MoveAll, 1, function).value().message, "on purpose");
}

TEST_F(ChecksTest, ACheckThatThrowsKeepsAllRanksInStep) {
  const Case::Function function = [](State& state) {
    state.CheckData([&]() -> std::optional<std::string> {
      if (state.rank() == state.size() - 1) throw std::runtime_error("no memory");
      return std::nullopt;
    });
    for (auto _ : state) {
    }
  };
  EXPECT_EQ(FirstFault(MoveAll, 1, function).value().message, "no memory");
  EXPECT_FALSE(FirstFault(MoveAll, 1));
}

}  // namespace
}  // namespace mpigauge
