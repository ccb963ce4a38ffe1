#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/plan.h"

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

// "6" or "off", which is 1. Throws Error (usage) naming `what`.
int ParseTurns(const std::string& text, const std::string& what);

// What there is to say of launches that were to take turns.
struct TurnsTaken {
  int most = 0;            // of each library, in one circle
  std::string one_by_one;  // why launches do not take turns; empty where they do
  int undone = 0;          // circles whose launches were made again by themselves
};
std::vector<std::string> NotesOf(const TurnsTaken& taken);

// How many launches of each plan can take turns here: `wanted`, or fewer where memory does not hold them. The ranks of
// a launch are spread over `nodes` hosts like this one. Where none can, the answer is 1, and `one_by_one` says why.
int TurnsThatFit(int wanted, const std::vector<LaunchPlan>& plans, int nodes, std::string& one_by_one);

}  // namespace mpigauge
