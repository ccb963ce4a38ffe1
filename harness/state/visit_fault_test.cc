// A fault on one rank ends a series on all of them, and is named.
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "harness/state/visit_testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

// Checks that what arrives is what this rank sends.
void CheckOwnPattern(State& state, Buffers<int>& buffers) {
  state.CheckData([&] { return buffers.FirstUnlike(state.rank()); });
}

TEST_F(VisitTest, AnErrorBeforeTheLoopOnOneRankEndsTheSeriesOnAll) {
  Case c(
      "early", +[](State& state) {
        if (state.rank() == state.size() - 1) return state.SkipWithError("no memory");
        for (auto _ : state) MPI_Barrier(state.comm());
      });
  const SeriesRecord visit = Run(c.Collective());
  EXPECT_TRUE(series_.faulty);
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_EQ(visit.fault->rank, control_.size() - 1);
  EXPECT_EQ(visit.fault->message, "no memory");
}

TEST_F(VisitTest, AnErrorInsideTheLoopEndsTheSeriesOnAll) {
  Case c(
      "inside", +[](State& state) {
        int turn = 0;
        for (auto _ : state) {
          MPI_Barrier(state.comm());
          if (++turn == 4 && state.rank() == 0) state.SkipWithError("turn 4");
        }
      });
  const SeriesRecord visit = Run(c.Collective());
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_EQ(visit.fault->rank, 0);
  EXPECT_EQ(visit.fault->message, "turn 4");
}

TEST_F(VisitTest, AnExceptionOnOneRankEndsTheSeriesOnAll) {
  Case c(
      "throws", +[](State& state) {
        if (state.rank() == 0) throw std::runtime_error("thrown");
        for (auto _ : state) MPI_Barrier(state.comm());
      });
  EXPECT_EQ(Run(c.Collective()).fault->message, "thrown");
}

TEST_F(VisitTest, LeavingTheLoopEarlyIsNamed) {
  Case c(
      "breaks", +[](State& state) {
        int turn = 0;
        for (auto _ : state) {
          MPI_Barrier(state.comm());
          if (++turn == 3 && state.rank() == state.size() - 1) break;
        }
      });
  EXPECT_THAT(Run(c.Collective()).fault->message, HasSubstr("left the loop before it ended"));
}

// Among the observations that are kept the ranks have different numbers of them then.
template <int kFromTheEnd>
void BreaksWhileKept(State& state) {
  int turn = 0;
  for (auto _ : state) {
    MPI_Barrier(state.comm());
    if (++turn == 6 && state.rank() == (kFromTheEnd == 0 ? state.size() - 1 : 0)) break;
  }
}

TEST_F(VisitTest, LeavingTheLoopAmongKeptObservationsIsNamedWhicheverRankItIs) {
  for (const Case::Function function : {BreaksWhileKept<0>, BreaksWhileKept<1>}) {
    Case c("breaks", function);
    const SeriesRecord visit = Run(c.Collective());
    ASSERT_TRUE(visit.fault.has_value());
    EXPECT_THAT(visit.fault->message, HasSubstr("left the loop before it ended"));
    EXPECT_TRUE(visit.passes.empty());
  }
}

TEST_F(VisitTest, NeverEnteringTheLoopIsNamed) {
  Case c(
      "empty", +[](State&) {});
  EXPECT_THAT(Run(c.Collective()).fault->message, HasSubstr("left the loop before it ended"));
}

TEST_F(VisitTest, AnErrorOfTheLibraryEndsTheSeriesWithItsText) {
  Case c(
      "mpi_error", +[](State& state) {
        char byte = 0;
        for (auto _ : state) MPI_Send(&byte, 1, MPI_CHAR, state.size() + 5, 0, state.comm());
      });
  const SeriesRecord visit = Run(c.Exchange());
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_THAT(visit.fault->message, HasSubstr("rank"));
}

TEST_F(VisitTest, AnErrorThatIsOnlyReturnedEndsTheSeriesToo) {
  Case c(
      "returns_an_error", +[](State& state) {
        int turn = 0;
        for (auto _ : state) Checked(++turn == 4 && state.rank() == state.size() - 1 ? MPI_ERR_OTHER : MPI_SUCCESS);
      });
  const SeriesRecord visit = Run(c.Collective());
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_EQ(visit.fault->kind, FaultKind::kError);
  EXPECT_EQ(visit.fault->rank, control_.size() - 1);
  EXPECT_THAT(visit.fault->message, HasSubstr("called no error handler: "));
}

// The error handler says what is wrong, and the function returns it as well.
TEST_F(VisitTest, AnErrorOfTheHandlerIsToldAsTheHandlerSaysIt) {
  Case c(
      "mpi_error", +[](State& state) {
        char byte = 0;
        for (auto _ : state) Checked(MPI_Send(&byte, 1, MPI_CHAR, state.size() + 5, 0, state.comm()));
      });
  const SeriesRecord visit = Run(c.Exchange());
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_THAT(visit.fault->message, Not(HasSubstr("no error handler")));
}

TEST_F(VisitTest, WrongDataAreNamedWithTheFirstWrongElement) {
  Case c(
      "wrong", +[](State& state) {
        Buffers<int> buffers(state);
        CheckOwnPattern(state, buffers);
        for (auto _ : state) {
          int* received = buffers.recv();
          std::copy_n(buffers.send(), buffers.count(), received);
          if (state.rank() == 0) received[3] += 1;
        }
      });
  const SeriesRecord visit = Run(c.Collective());
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_EQ(visit.fault->kind, FaultKind::kWrongData);
  // Behind the first call the contents are those from index 38 on.
  EXPECT_EQ(visit.fault->message, "element 3 is 42, should be 41");
}

// Every buffer is guarded, in each mode that gives it memory of its own; only the first one that is found is named.
TEST_F(VisitTest, WritingBesideABufferEndsTheSeries) {
  static int bytes_behind;
  Case c(
      "overruns", +[](State& state) {
        Buffers<char> buffers(state);
        for (auto _ : state) std::memset(buffers.recv(), 0, static_cast<std::size_t>(buffers.count() + bytes_behind));
      });
  for (const BufferMode mode : {BufferMode::kReused, BufferMode::kFresh}) {
    for (const std::int64_t alignment : {0, 64}) {
      engine_.buffers = {mode, alignment, 1 << 20};
      for (const int behind : {0, 1, 64}) {
        bytes_behind = behind;
        const SeriesRecord visit = Run(c.Collective());
        ASSERT_EQ(visit.fault.has_value(), behind > 0);
        if (behind == 0) continue;
        EXPECT_EQ(visit.fault->kind, FaultKind::kWrongData);
        EXPECT_THAT(visit.fault->message, HasSubstr(std::to_string(behind) + " byte"));
        EXPECT_THAT(visit.fault->message, HasSubstr("the receive buffer of 64 bytes was overrun"));
      }
    }
  }
}

// In every third operation nothing arrives: only who looks at each of them sees it, and only because what was looked
// at is cleared.
TEST_F(VisitTest, DataMissingInSingleOperationsAreSeenByVerifyingAllOperations) {
  Case c(
      "forgets", +[](State& state) {
        Buffers<int> buffers(state);
        CheckOwnPattern(state, buffers);
        int turn = 0;
        for (auto _ : state) {
          int* received = buffers.recv();
          if (++turn != 3) std::copy_n(buffers.send(), buffers.count(), received);
        }
      });
  for (const auto& [mode, caught] :
       {std::pair(VerifyMode::kOff, false), std::pair(VerifyMode::kSample, false), std::pair(VerifyMode::kAll, true)}) {
    engine_.verify = mode;
    const SeriesRecord visit = Run(c.Collective());
    ASSERT_EQ(visit.fault.has_value(), caught);
    if (caught) {
      EXPECT_EQ(visit.fault->kind, FaultKind::kWrongData);
    }
    if (control_.root()) {
      EXPECT_EQ(visit.verified, mode != VerifyMode::kOff);
    }
  }
}

// The persistent scatter of MPICH before 4.3.2 moved nothing from its second start on (docs/results/mpich.md). Data
// that the first one left in the buffer must not pass for those of the last.
TEST_F(VisitTest, DataThatArriveTheFirstTimeOnlyAreWrong) {
  Case c(
      "sends once", +[](State& state) {
        Buffers<int> buffers(state);
        CheckOwnPattern(state, buffers);
        bool sent = false;
        for (auto _ : state) {
          int* received = buffers.recv();
          if (!sent) std::copy_n(buffers.send(), buffers.count(), received);
          sent = true;
        }
      });
  for (const VerifyMode mode : {VerifyMode::kSample, VerifyMode::kAll}) {
    engine_.verify = mode;
    const SeriesRecord visit = Run(c.Collective());
    ASSERT_TRUE(visit.fault.has_value());
    EXPECT_EQ(visit.fault->kind, FaultKind::kWrongData);
    EXPECT_EQ(visit.fault->message, "element 0 is 0, should be 38");
  }
}

TEST_F(VisitTest, RightDataAreRightHoweverOftenOneLooks) {
  Case c("allreduce", AllreduceSum);
  for (const VerifyMode mode : {VerifyMode::kSample, VerifyMode::kAll}) {
    engine_.verify = mode;
    const SeriesRecord visit = Run(c.Collective());
    EXPECT_FALSE(visit.fault.has_value()) << (visit.fault ? visit.fault->message : "");
  }
}

}  // namespace
}  // namespace mpigauge
