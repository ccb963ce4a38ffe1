// A program that makes known calls, to be traced: `calls SCENE`, on two ranks where nothing else is said.
#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

const MPI_Comm kWorld = MPI_COMM_WORLD;
int rank = 0;
int ranks = 1;
std::array<double, 4096> in{};
std::array<double, 4096> out{};
std::array<MPI_Request, 4> requests{};

void PointToPoint() {
  const int other = 1 - rank;
  if (rank == 0) {
    MPI_Send(in.data(), 10, MPI_DOUBLE, 1, 7, kWorld);
    MPI_Ssend(in.data(), 0, MPI_DOUBLE, 1, 8, kWorld);
    MPI_Send(in.data(), 10, MPI_DOUBLE, MPI_PROC_NULL, 7, kWorld);
  } else {
    MPI_Recv(out.data(), 20, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, kWorld, MPI_STATUS_IGNORE);
    MPI_Recv(out.data(), 20, MPI_DOUBLE, 0, 8, kWorld, MPI_STATUS_IGNORE);
    MPI_Recv(out.data(), 20, MPI_DOUBLE, MPI_PROC_NULL, 8, kWorld, MPI_STATUS_IGNORE);
  }
  MPI_Sendrecv(in.data(), 1 + rank, MPI_INT, other, 1 + rank, out.data(), 100, MPI_INT, other, 1 + other, kWorld,
               MPI_STATUS_IGNORE);
}

void Nonblocking() {
  const int other = 1 - rank;
  MPI_Irecv(out.data(), 8, MPI_DOUBLE, other, 1, kWorld, &requests[0]);
  MPI_Isend(in.data(), 8, MPI_DOUBLE, other, 1, kWorld, &requests[1]);
  requests[2] = MPI_REQUEST_NULL;
  MPI_Waitall(3, requests.data(), MPI_STATUSES_IGNORE);
  MPI_Irecv(out.data(), 8, MPI_DOUBLE, MPI_PROC_NULL, 1, kWorld, &requests[0]);
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);
  // Rank 1 gets what was sent in the other order.
  if (rank == 0) {
    MPI_Barrier(kWorld);
    MPI_Send(in.data(), 2, MPI_INT, 1, 3, kWorld);
    MPI_Barrier(kWorld);
    MPI_Send(in.data(), 1, MPI_INT, 1, 2, kWorld);
    return;
  }
  MPI_Irecv(out.data(), 8, MPI_INT, MPI_ANY_SOURCE, 2, kWorld, &requests[0]);
  MPI_Irecv(out.data() + 8, 8, MPI_INT, 0, 3, kWorld, &requests[1]);
  int index = 0;
  int flag = 0;
  MPI_Testany(2, requests.data(), &index, &flag, MPI_STATUS_IGNORE);
  MPI_Barrier(kWorld);
  MPI_Waitany(2, requests.data(), &index, MPI_STATUS_IGNORE);
  MPI_Barrier(kWorld);
  std::array<int, 2> indices{};
  MPI_Waitsome(2, requests.data(), &index, indices.data(), MPI_STATUSES_IGNORE);
}

// Sends that are over before they return have one handle, in both libraries.
void ManySends() {
  constexpr int kCount = 300;
  std::vector<MPI_Request> many(kCount);
  for (int i = 0; i < kCount; ++i) {
    if (rank == 0) {
      MPI_Isend(in.data(), i, MPI_BYTE, 1, i, kWorld, &many[i]);
    } else {
      MPI_Irecv(out.data(), 4096, MPI_BYTE, 0, i, kWorld, &many[i]);
    }
  }
  MPI_Waitall(kCount, many.data(), MPI_STATUSES_IGNORE);
}

void Persistent() {
  const int other = 1 - rank;
  MPI_Recv_init(out.data(), 4, MPI_INT, other, 1, kWorld, &requests[0]);
  MPI_Ssend_init(in.data(), 4, MPI_INT, other, 1, kWorld, &requests[1]);
  MPI_Startall(2, requests.data());
  MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  MPI_Start(requests.data());
  MPI_Start(&requests[1]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);  // inactive
  MPI_Request_free(requests.data());
  MPI_Request_free(&requests[1]);
}

void Probes() {
  MPI_Message message = MPI_MESSAGE_NULL;
  int flag = 0;
  if (rank == 0) {
    for (int tag = 1; tag <= 4; ++tag) MPI_Send(in.data(), tag, MPI_INT, 1, tag, kWorld);
    return;
  }
  MPI_Probe(MPI_ANY_SOURCE, 1, kWorld, MPI_STATUS_IGNORE);
  MPI_Recv(out.data(), 9, MPI_INT, 0, 1, kWorld, MPI_STATUS_IGNORE);
  MPI_Mprobe(0, MPI_ANY_TAG, kWorld, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(out.data(), 9, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Probe(0, 3, kWorld, MPI_STATUS_IGNORE);
  MPI_Improbe(0, 3, kWorld, &flag, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(out.data(), 9, MPI_INT, &message, requests.data());
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);
  MPI_Iprobe(0, 99, kWorld, &flag, MPI_STATUS_IGNORE);
  MPI_Recv(out.data(), 9, MPI_INT, 0, 4, kWorld, MPI_STATUS_IGNORE);
}

void Cancel() {
  MPI_Irecv(out.data(), 8, MPI_INT, MPI_ANY_SOURCE, 5, kWorld, requests.data());
  MPI_Cancel(requests.data());
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);
}

void Collectives() {
  const std::array<int, 2> counts{1, 3};
  const std::array<int, 2> starts{0, 1};
  MPI_Barrier(kWorld);
  MPI_Bcast(in.data(), 5, MPI_INT, 1, kWorld);
  MPI_Reduce(in.data(), out.data(), 5, MPI_INT, MPI_SUM, 0, kWorld);
  MPI_Allreduce(MPI_IN_PLACE, out.data(), 6, MPI_INT, MPI_SUM, kWorld);
  MPI_Gather(rank == 0 ? MPI_IN_PLACE : in.data(), 2, MPI_INT, out.data(), 2, MPI_INT, 0, kWorld);
  MPI_Gatherv(in.data(), counts[rank], MPI_INT, out.data(), counts.data(), starts.data(), MPI_INT, 0, kWorld);
  MPI_Scatter(in.data(), 2, MPI_INT, rank == 1 ? MPI_IN_PLACE : out.data(), 2, MPI_INT, 1, kWorld);
  MPI_Scatterv(in.data(), counts.data(), starts.data(), MPI_INT, out.data(), counts[rank], MPI_INT, 0, kWorld);
  MPI_Allgather(in.data(), 2, MPI_INT, out.data(), 2, MPI_INT, kWorld);
  MPI_Allgatherv(in.data(), counts[rank], MPI_INT, out.data(), counts.data(), starts.data(), MPI_INT, kWorld);
  MPI_Alltoall(in.data(), 3, MPI_INT, out.data(), 3, MPI_INT, kWorld);
  MPI_Reduce_scatter(in.data(), out.data(), counts.data(), MPI_INT, MPI_SUM, kWorld);
  MPI_Reduce_scatter_block(in.data(), out.data(), 2, MPI_INT, MPI_SUM, kWorld);
  MPI_Scan(in.data(), out.data(), 7, MPI_INT, MPI_SUM, kWorld);
  MPI_Exscan(in.data(), out.data(), 7, MPI_INT, MPI_SUM, kWorld);
  MPI_Iallreduce(in.data(), out.data(), 5, MPI_DOUBLE, MPI_SUM, kWorld, requests.data());
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);
}

// On four ranks.
void Communicators() {
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm again = MPI_COMM_NULL;
  MPI_Comm line = MPI_COMM_NULL;
  MPI_Comm_split(kWorld, rank % 2, -rank, &half);
  MPI_Comm_split(kWorld, rank == 3 ? 1 : MPI_UNDEFINED, 0, &again);
  MPI_Comm_dup(half, &again);
  MPI_Bcast(in.data(), 1, MPI_INT, 0, again);
  MPI_Comm_free(&again);
  MPI_Comm_idup(half, &again, requests.data());
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);
  MPI_Bcast(in.data(), 1, MPI_INT, 0, again);
  const int dims = 4;
  const int periodic = 1;
  MPI_Cart_create(kWorld, 1, &dims, &periodic, 0, &line);
  MPI_Barrier(line);
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm_group(kWorld, &group);
  const std::array<int, 2> members{3, 1};
  MPI_Group pair = MPI_GROUP_NULL;
  MPI_Group_incl(group, 2, members.data(), &pair);
  MPI_Comm few = MPI_COMM_NULL;
  if (rank % 2 == 1) MPI_Comm_create_group(kWorld, pair, 5, &few);
  if (rank % 2 == 1) MPI_Barrier(few);
  MPI_Comm between = MPI_COMM_NULL;
  MPI_Intercomm_create(half, 0, kWorld, rank % 2 == 1 ? 2 : 3, 9, &between);
  MPI_Barrier(between);
}

void OneSided() {
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(out.data(), sizeof out, sizeof(double), MPI_INFO_NULL, kWorld, &window);
  MPI_Win_fence(0, window);
  MPI_Put(in.data(), 8, MPI_DOUBLE, 1 - rank, 0, 8, MPI_DOUBLE, window);
  MPI_Win_fence(0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window);
  MPI_Rget(in.data(), 8, MPI_DOUBLE, 1 - rank, 0, 8, MPI_DOUBLE, window, requests.data());
  MPI_Wait(requests.data(), MPI_STATUS_IGNORE);
  MPI_Win_unlock(1 - rank, window);
  MPI_Win_free(&window);
}

// Takes so much processor time, and at least as much time: the two clocks do not run at quite the same speed.
void Spin(std::chrono::nanoseconds time) {
  const auto now = [](clockid_t clock) {
    timespec read{};
    clock_gettime(clock, &read);
    return std::chrono::seconds(read.tv_sec) + std::chrono::nanoseconds(read.tv_nsec);
  };
  const auto cpu = now(CLOCK_THREAD_CPUTIME_ID);
  const auto wall = now(CLOCK_MONOTONIC);
  while (now(CLOCK_THREAD_CPUTIME_ID) - cpu < time || now(CLOCK_MONOTONIC) - wall < time) {
  }
}

// 20 ms of work, 100 ms of idling, then no work at all between a thousand calls.
void Bursts() {
  Spin(std::chrono::milliseconds(20));
  MPI_Barrier(kWorld);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  MPI_Barrier(kWorld);
  for (int i = 0; i < 1000; ++i) MPI_Send(in.data(), 1, MPI_INT, MPI_PROC_NULL, 0, kWorld);
}

// Each thread talks to the same thread of the other rank.
void Threads() {
  const auto talk = [](int thread) {
    Spin(std::chrono::milliseconds(thread == 1 ? 30 : 0));
    int mine = thread;
    int got = 0;
    for (int i = 0; i < 30; ++i) {
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Isend(&mine, 1, MPI_INT, 1 - rank, thread, kWorld, &request);
      MPI_Recv(&got, 1, MPI_INT, 1 - rank, thread, kWorld, MPI_STATUS_IGNORE);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  };
  std::thread first(talk, 1);
  first.join();
  std::thread second(talk, 2);
  std::thread third(talk, 3);
  second.join();
  third.join();
}

// To itself: nobody has to wait.
void Messages(int count) {
  for (int i = 0; i < count; ++i) {
    MPI_Sendrecv(in.data(), i % 4096, MPI_BYTE, rank, 0, out.data(), 4096, MPI_BYTE, rank, 0, kWorld,
                 MPI_STATUS_IGNORE);
  }
}

void Kill() {
  Messages(4000);
  if (rank == 1) kill(getpid(), SIGKILL);
  MPI_Barrier(kWorld);
}

void Abort() {
  MPI_Barrier(kWorld);
  Messages(3);
  if (rank == 0) MPI_Abort(kWorld, 7);
  MPI_Barrier(kWorld);
}

void Leave() {
  Messages(3);
  std::exit(5);
}

// As on a full disk: from here on no file may grow beyond 40 KiB.
void FullDisk() {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{.rlim_cur = 40960, .rlim_max = 40960};
  setrlimit(RLIMIT_FSIZE, &limit);
  Messages(4000);
}

void Fork() {
  Messages(3);
  if (fork() == 0) std::exit(0);
  Messages(3);
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<void()>> scenes = {
      {"point-to-point", PointToPoint},
      {"nonblocking", Nonblocking},
      {"many-sends", ManySends},
      {"persistent", Persistent},
      {"probes", Probes},
      {"cancel", Cancel},
      {"collectives", Collectives},
      {"communicators", Communicators},
      {"one-sided", OneSided},
      {"bursts", Bursts},
      {"threads", Threads},
      {"kill", Kill},
      {"abort", Abort},
      {"leave", Leave},
      {"full-disk", FullDisk},
      {"fork", Fork},
  };
  if (argc != 2 || !scenes.contains(argv[1])) return 4;
  int provided = 0;
  if (std::string(argv[1]) == "threads") {
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE) return 3;
  } else {
    MPI_Init(&argc, &argv);
  }
  MPI_Comm_rank(kWorld, &rank);
  MPI_Comm_size(kWorld, &ranks);
  scenes.at(argv[1])();
  MPI_Finalize();
  return 0;
}
