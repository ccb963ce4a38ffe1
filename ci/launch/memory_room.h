#pragma once

#include <filesystem>

namespace mpigauge {

// Bytes that processes which we start may have more than there are now; infinite where nothing limits them.
struct MemoryRoom {
  double memory = 0;  // the smallest of what the host has available and what the limits of our control groups leave
  double shared = 0;  // what is free on /dev/shm, where MPI libraries put what their ranks share
};

// Of this host; `root` is where its files begin (for tests).
MemoryRoom RoomHere(const std::filesystem::path& root = "/");

// How many launches of so many ranks fit into that room at the same time, and may be asked for at all: no more than
// `wanted`.
int LaunchesThatFit(int wanted, int ranks, const MemoryRoom& room);

}  // namespace mpigauge
