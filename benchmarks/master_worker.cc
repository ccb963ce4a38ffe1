// Rank 0 gives work to all others, or collects what they have: contention for one. All start together on the global
// clock; the time is that of the whole operation. Over the number of processes: at more ranks. Source: SKaMPI A [SK5].
#include <mpi.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/partners.h"

namespace mpigauge {
namespace {

constexpr int kMaster = 0;
constexpr int kStopTag = 3;

// A message to each worker, by one of the ways to send. `requests` has one for each.
using SendAll = void (*)(const char* out, int bytes, MPI_Comm comm, std::vector<MPI_Request>& requests);

template <BlockingSend kSend>
void SendToEach(const char* out, int bytes, MPI_Comm comm, std::vector<MPI_Request>& requests) {
  const int workers = static_cast<int>(requests.size());
  for (int worker = 1; worker <= workers; ++worker) kSend(out, bytes, MPI_CHAR, worker, kTag, comm);
}

template <StartedSend kSend>
void StartForEach(const char* out, int bytes, MPI_Comm comm, std::vector<MPI_Request>& requests) {
  int worker = 0;
  for (MPI_Request& request : requests) kSend(out, bytes, MPI_CHAR, ++worker, kTag, comm, &request);
  Checked(MPI_Waitall(worker, requests.data(), MPI_STATUSES_IGNORE));
}

// Workers receive what the master sends.
void GiveOut(State& state, SendAll send, bool attach) {
  Buffers<char> buffers(state);
  const int n = buffers.count();
  std::vector<MPI_Request> requests(static_cast<std::size_t>(state.size()) - 1);
  std::optional<AttachedBuffer> attached;
  if (state.rank() == kMaster) {
    if (attach) attached.emplace(2 * state.size(), n);
    state.CheckData(NothingToCheck);
  } else {
    state.CheckData(DataOf(kMaster, buffers));
  }
  for (auto _ : state) {
    if (state.rank() == kMaster) {
      send(buffers.send(), n, state.comm(), requests);
    } else {
      Checked(MPI_Recv(buffers.recv(), n, MPI_CHAR, kMaster, kTag, state.comm(), MPI_STATUS_IGNORE));
    }
  }
}

// The master receives results as they come, from any of the workers.
void CollectFromAnySource(State& state) {
  const int workers = state.size() - 1;
  Buffers<char> buffers(state, workers);
  const int n = buffers.count();
  char* in = nullptr;
  std::vector<int> senders(static_cast<std::size_t>(workers), MPI_PROC_NULL);
  state.CheckData([&]() -> std::optional<std::string> {
    return state.rank() == kMaster ? FirstWrongBlock(buffers, in, senders) : std::nullopt;
  });
  for (auto _ : state) {
    if (state.rank() != kMaster) {
      Checked(MPI_Send(buffers.send(), n, MPI_CHAR, kMaster, kTag, state.comm()));
      continue;
    }
    in = buffers.recv();
    char* block = in;
    for (int& sender : senders) {
      MPI_Status status;
      Checked(MPI_Recv(block, n, MPI_CHAR, MPI_ANY_SOURCE, kTag, state.comm(), &status));
      sender = status.MPI_SOURCE;
      block += n;
    }
  }
}

// Returns the requests that have completed: how many, and their numbers.
using Completed = int (*)(std::vector<MPI_Request>& requests, int* numbers);

int Any(std::vector<MPI_Request>& requests, int* numbers) {
  Checked(MPI_Waitany(static_cast<int>(requests.size()), requests.data(), numbers, MPI_STATUS_IGNORE));
  return *numbers == MPI_UNDEFINED ? 0 : 1;
}

int Some(std::vector<MPI_Request>& requests, int* numbers) {
  int count = 0;
  Checked(MPI_Waitsome(static_cast<int>(requests.size()), requests.data(), &count, numbers, MPI_STATUSES_IGNORE));
  return count == MPI_UNDEFINED ? 0 : count;
}

// Gives the pieces of work to the workers, a further one for each result; then all are told to stop.
class Master {
 public:
  Master(const State& state, int bytes)
      : comm_(state.comm()),
        bytes_(bytes),
        requests_(static_cast<std::size_t>(state.size()) - 1, MPI_REQUEST_NULL),
        numbers_(requests_.size()),
        senders_(requests_.size(), MPI_PROC_NULL) {}

  void Deal(std::int64_t pieces, Completed completed, const char* work, char* results) {
    std::int64_t left = pieces;
    int busy = 0;
    for (int i = 0; i < static_cast<int>(requests_.size()); ++i) busy += Give(i, left, work, results) ? 1 : 0;
    while (busy > 0) {
      const int count = completed(requests_, numbers_.data());
      if (count == 0) break;
      for (int k = 0; k < count; ++k) {
        if (!Give(numbers_[static_cast<std::size_t>(k)], left, work, results)) --busy;
      }
    }
  }

  // Rank i + 1 where it had work since this was asked last.
  std::vector<int> TakeSenders() { return std::exchange(senders_, std::vector<int>(requests_.size(), MPI_PROC_NULL)); }

 private:
  bool Give(int i, std::int64_t& left, const char* work, char* results) {
    const int worker = i + 1;
    if (left == 0) {
      Checked(MPI_Send(nullptr, 0, MPI_CHAR, worker, kStopTag, comm_));
      return false;
    }
    --left;
    const auto place = static_cast<std::size_t>(i);
    senders_[place] = worker;
    Checked(MPI_Irecv(results + place * static_cast<std::size_t>(bytes_), bytes_, MPI_CHAR, worker, kTag, comm_,
                      &requests_[place]));
    Checked(MPI_Send(work, bytes_, MPI_CHAR, worker, kTag, comm_));
    return true;
  }

  MPI_Comm comm_;
  int bytes_;
  std::vector<MPI_Request> requests_;
  std::vector<int> numbers_;
  std::vector<int> senders_;
};

// Pieces of work received; each is answered by a result of the same length.
int Work(const State& state, int bytes, char* work, const char* result) {
  for (int pieces = 0;; ++pieces) {
    MPI_Status status;
    Checked(MPI_Recv(work, bytes, MPI_CHAR, kMaster, MPI_ANY_TAG, state.comm(), &status));
    if (status.MPI_TAG == kStopTag) return pieces;
    Checked(MPI_Send(result, bytes, MPI_CHAR, kMaster, kTag, state.comm()));
  }
}

void DealWork(State& state, Completed completed) {
  const int workers = state.size() - 1;
  Buffers<char> buffers(state, workers);
  const int n = buffers.count();
  const std::int64_t pieces = state.Parameter("pieces");
  Master master(state, n);
  char* in = nullptr;
  int received = 0;  // by this worker since the last check; a slow one may get nothing
  state.CheckData([&]() -> std::optional<std::string> {
    if (state.rank() == kMaster) return FirstWrongBlock(buffers, in, master.TakeSenders());
    if (std::exchange(received, 0) == 0) return std::nullopt;
    constexpr int kSender[] = {kMaster};
    return FirstWrongBlock(buffers, in, kSender);
  });
  for (auto _ : state) {
    const char* out = buffers.send();
    in = buffers.recv();
    if (state.rank() == kMaster) {
      master.Deal(pieces, completed, out, in);
    } else {
      received += Work(state, n, in, out);
    }
  }
}

bool HasWorkers(const Parameters& at) { return ParameterOr(at, "ranks", 0) >= 2; }

Case* Register(std::string_view name, Case::Function function) {
  return RegisterCase("master_worker_" + std::string(name), std::move(function))
      ->Collective()
      ->Family("master-worker")
      ->Describe("A master gives work to all others: " + std::string(name))
      ->Where(HasWorkers);
}

struct Way {
  std::string_view name;
  SendAll send;
  bool attach = false;
};

constexpr Way kWays[] = {
    {"bsend", SendToEach<MPI_Bsend>, true},
    {"isend", StartForEach<MPI_Isend>},
    {"send", SendToEach<MPI_Send>},
    {"ssend", SendToEach<MPI_Ssend>},
};

[[maybe_unused]] const bool master_worker_registered = [] {
  for (const Way& way : kWays) {
    Register(way.name, [&way](State& state) { GiveOut(state, way.send, way.attach); })->MessageSizes();
  }
  Register("any_source", CollectFromAnySource)->MessageSizes();
  Register("waitany", [](State& state) { DealWork(state, Any); })->MessageSizes()->Parameter("pieces", {16});
  Register("waitsome", [](State& state) { DealWork(state, Some); })->MessageSizes()->Parameter("pieces", {16});
  Register("waitsome_pieces", [](State& state) { DealWork(state, Some); })
      ->Parameter("bytes", {256})
      ->Parameter("pieces", {1, 4, 16, 64, 256});
  return true;
}();

}  // namespace
}  // namespace mpigauge
