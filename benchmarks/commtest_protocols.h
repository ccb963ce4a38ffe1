#pragma once

// The protocols of COMMTEST under the numbers that they have there. Source: Worley, COMMTEST [CO2].
#include <mpi.h>

#include "benchmarks/partners.h"

namespace mpigauge::commtest {

// The messages without data that precede a send.
enum class Handshake {
  kNone,
  kPosted,     // "my receive is posted", before a ready send
  kReceiving,  // "I am about to receive", before the send of processor 1
};

// A row of the paper's table. In unordered protocols every processor does the same; in ordered ones processor 1 sends
// first, and processor 2 calls MPI_RECV first and then `answer`.
struct Protocol {
  int ordered;
  int number;
  bool posts;             // with MPI_IRECV, before anything else; otherwise MPI_RECV when it is time
  BlockingSend blocking;  // how it sends: one of these two; neither is MPI_SENDRECV
  StartedSend started;
  BlockingSend answer = nullptr;
  Handshake handshake = Handshake::kNone;

  // Whether anything can be under way while something else is done.
  bool Overlaps() const { return posts || started != nullptr; }
};

inline constexpr Protocol kProtocols[] = {
    {0, 0, false, MPI_Bsend, nullptr},
    {0, 1, false, nullptr, MPI_Isend},
    {0, 2, true, MPI_Send, nullptr},
    {0, 3, true, nullptr, MPI_Isend},
    {0, 4, true, MPI_Rsend, nullptr, nullptr, Handshake::kPosted},
    {0, 5, true, nullptr, MPI_Irsend, nullptr, Handshake::kPosted},
    {0, 6, false, nullptr, nullptr},
    {0, 7, false, nullptr, MPI_Issend},
    {0, 8, true, MPI_Ssend, nullptr},
    {0, 9, true, nullptr, MPI_Issend},

    {1, 0, false, MPI_Send, nullptr, MPI_Send},
    {1, 1, false, nullptr, MPI_Isend, MPI_Send},
    {1, 2, true, MPI_Send, nullptr, MPI_Send},
    {1, 3, true, nullptr, MPI_Isend, MPI_Send},
    {1, 4, true, MPI_Rsend, nullptr, MPI_Rsend, Handshake::kPosted},
    {1, 5, true, nullptr, MPI_Irsend, MPI_Rsend, Handshake::kPosted},
    {1, 6, false, MPI_Send, nullptr, MPI_Send, Handshake::kReceiving},
    {1, 7, false, nullptr, MPI_Issend, MPI_Ssend},
    {1, 8, true, MPI_Ssend, nullptr, MPI_Ssend},
    {1, 9, true, nullptr, MPI_Issend, MPI_Ssend},
    {1, 10, false, MPI_Ssend, nullptr, MPI_Ssend},
};

// The ranks that a rank sends to and receives from, and which of them is processor 1 of the table.
struct Partners {
  bool active = false;
  int to = 0;
  int from = 0;
  bool first = false;
  bool from_first = false;

  bool swap() const { return to == from; }
};

// The other one at `distance`; of all ranks, or rank 0 and its partner alone.
inline Partners SwapPartners(int rank, int ranks, int distance, bool all) {
  const bool first = rank / distance % 2 == 0;
  const int partner = first ? rank + distance : rank - distance;
  return {partner < ranks && (all || rank == 0 || partner == 0), partner, partner, first, !first};
}

// The partners are the rank at `distance` and the one at the same distance on the other side: a cycle. All cycles, or
// that of rank 0 alone. Every second one of a cycle is processor 1, and where their number is odd the last one is so,
// too.
inline Partners CyclePartners(int rank, int ranks, int distance, bool all) {
  int place = 0;
  int start = rank;  // the smallest of the cycle is found by going round
  int length = 0;
  for (int at = rank; length == 0 || at != rank; at = (at + distance) % ranks, ++length)
    start = at < start ? at : start;
  for (int at = start; at != rank; at = (at + distance) % ranks) ++place;
  const int place_before = (place + length - 1) % length;
  return {all || start == 0, (rank + distance) % ranks, (rank + ranks - distance) % ranks, place % 2 == 0,
          place_before % 2 == 0};
}

}  // namespace mpigauge::commtest
