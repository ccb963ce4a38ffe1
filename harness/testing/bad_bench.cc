// Cases that go wrong in every way, one that does not, and some whose times over size are known.
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

void Good(State& state) {
  for (auto _ : state) MPI_Barrier(state.comm());
}
MPIGAUGE_CASE(Good)->Collective();

// Makes minds_traces fail in the processes that have measured it.
bool traces_were_left = false;

void LeavesTraces(State& state) {
  traces_were_left = true;
  for (auto _ : state) std::this_thread::sleep_for(std::chrono::milliseconds(2));
}
MPIGAUGE_CASE(LeavesTraces)->Collective()->LeavesTraces();

void MindsTraces(State& state) {
  if (traces_were_left) state.SkipWithError("leaves_traces was measured before");
  for (auto _ : state) MPI_Barrier(state.comm());
}
MPIGAUGE_CASE(MindsTraces)->Collective();

// Runs `trouble` on the last rank in the third turn.
template <typename Trouble>
void InTheMiddle(State& state, Trouble trouble) {
  int turn = 0;
  for (auto _ : state) {
    if (++turn == 3 && state.rank() == state.size() - 1) trouble();
    MPI_Barrier(state.comm());
  }
}

void Crashes(State& state) {
  InTheMiddle(state, [] { raise(SIGSEGV); });
}
MPIGAUGE_CASE(Crashes)->Collective();

void Aborts(State& state) {
  InTheMiddle(state, [] { MPI_Abort(MPI_COMM_WORLD, 42); });
}
MPIGAUGE_CASE(Aborts)->Collective();

void Hangs(State& state) {
  InTheMiddle(state, [] {
    while (true) pause();
  });
}
MPIGAUGE_CASE(Hangs)->Collective();

void WrongData(State& state) {
  if (state.rank() == 0) state.CheckData([] { return "element 3 is 0, should be 7"; });
  for (auto _ : state) MPI_Barrier(state.comm());
}
MPIGAUGE_CASE(WrongData)->Collective();

// One handle of every kind, at every visit.
void Leaks(State& state) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(state.comm(), &comm);
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm_group(comm, &group);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(3, MPI_INT, &type);
  static int received = 0;
  MPI_Request persistent = MPI_REQUEST_NULL;
  MPI_Recv_init(&received, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &persistent);
  MPI_Request collective = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm, &collective);
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &window);
  for (auto _ : state) MPI_Barrier(state.comm());
}
MPIGAUGE_CASE(Leaks)->Collective();

void Throws(State& state) {
  if (state.rank() == 0) throw std::runtime_error("thrown on purpose");
  for (auto _ : state) MPI_Barrier(state.comm());
}
MPIGAUGE_CASE(Throws)->Collective();

// The variable MPIGAUGE_FAULT says how the library misbehaves: "KIND" or "KIND:SHARE", of launches; nothing without it.
// The last rank decides, and only it is in trouble: all of them find out as they would in life.
std::string FaultOfThisLaunch() {
  const char* variable = std::getenv("MPIGAUGE_FAULT");
  std::string text = variable == nullptr ? "" : variable;
  const auto colon = text.find(':');
  if (colon == std::string::npos) return text;
  static const double drawn = [] {
    std::random_device device;
    return std::uniform_real_distribution<>()(device);
  }();
  return drawn < std::stod(text.substr(colon + 1)) ? text.substr(0, colon) : "";
}

void Faulty(State& state) {
  const bool here = state.rank() == state.size() - 1;
  const std::string fault = here ? FaultOfThisLaunch() : "";
  if (fault == "throw") throw std::runtime_error("thrown on purpose");
  if (fault == "error") return state.SkipWithError("wrong on purpose");
  if (fault == "wrong-data") state.CheckData([] { return "element 3 is 0, should be 7"; });
  InTheMiddle(state, [&] {
    if (fault == "crash") raise(SIGSEGV);
    if (fault == "abort") MPI_Abort(MPI_COMM_WORLD, 42);
    while (fault == "hang") pause();
  });
}
MPIGAUGE_CASE(Faulty)->Collective();

void SpinFor(double microseconds) {
  const double end = PMPI_Wtime() + microseconds * 1e-6;
  while (PMPI_Wtime() < end) {
  }
}

// One size takes far longer than its neighbours.
void Spike(State& state) {
  for (auto _ : state) SpinFor(state.bytes() == 64 ? 300 : 30);
}
MPIGAUGE_CASE(Spike)->Collective()->Parameter("bytes", {8, 16, 32, 64, 128, 256});

// A step after 100 bytes.
void Step(State& state) {
  for (auto _ : state) SpinFor(state.bytes() > 100 ? 150 : 50);
}
MPIGAUGE_CASE(Step)->Collective()->Parameter("bytes", {8});

// Every third operation takes 30 us at all sizes, the others longer at every second one: the minimum has no steps, the
// median has nothing else.
void Ragged(State& state) {
  int turn = 0;
  for (auto _ : state) SpinFor(++turn % 3 == 0 || state.bytes() / 8 % 2 == 0 ? 30 : 120);
}
MPIGAUGE_CASE(Ragged)->Collective()->Parameter("bytes", {8});

// In its first three visits 88 bytes take longer than its neighbours, later as long as these.
void Settling(State& state) {
  static int visits = 0;
  if (state.bytes() == 88) ++visits;
  const bool disturbed = state.bytes() == 88 && visits <= 3;
  for (auto _ : state) SpinFor(disturbed ? 120 : 30);
}
MPIGAUGE_CASE(Settling)->Collective()->Parameter("bytes", {8});

// A step after three ranks. It sleeps, so that ranks may share processors.
void StepOverRanks(State& state) {
  for (auto _ : state) std::this_thread::sleep_for(std::chrono::milliseconds(state.size() > 3 ? 24 : 4));
}
MPIGAUGE_CASE(StepOverRanks)->Collective();

// Takes as many milliseconds as the variable MPIGAUGE_SLEEP says, 10 without it: the time is known whatever else runs
// on this host, and costs no processor.
void Sleeps(State& state) {
  const char* variable = std::getenv("MPIGAUGE_SLEEP");
  const std::chrono::milliseconds time(variable == nullptr ? 10 : std::stoi(variable));
  for (auto _ : state) std::this_thread::sleep_for(time);
}
MPIGAUGE_CASE(Sleeps)->Collective();

}  // namespace
}  // namespace mpigauge
