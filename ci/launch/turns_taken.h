#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/plan.h"

namespace mpigauge {

// The bytes that new processes may still use; infinite if nothing limits them.
struct MemoryRoom {
  double memory = 0;  // the smallest of what the host has available and what the limits of our control groups leave
  double shared = 0;  // what is free on /dev/shm, where MPI libraries put what their ranks share
};

// The room of this host; `root` is the folder of its files (for tests).
MemoryRoom RoomHere(const std::filesystem::path& root = "/");

// The number of launches of `ranks` ranks that fit into that room at the same time; at most `wanted`.
int LaunchesThatFit(int wanted, int ranks, const MemoryRoom& room);

// Throws Error (usage) if the ranks of a launch are more than this host can hold: its memory would be used up before
// the first of them measures. A launcher of the site, or one in the allocation of a batch system, may spread them over
// hosts: then nothing is refused here.
void RequireRoomForRanks(const LaunchPlan& plan, const MemoryRoom& room);

// The number of blocks of the next circle, of `blocks` that are left: circles are equally long, and as few as can be of
// at most `most` blocks each.
int CircleLength(int blocks, int most);

// How launches that were to take turns did so.
struct TurnsTaken {
  int most = 0;            // of each library, in one circle
  std::string one_by_one;  // why launches do not take turns; empty where they do
  int undone = 0;          // circles whose launches were made again by themselves
};
std::vector<std::string> NotesOf(const TurnsTaken& taken);

// The number of launches of each plan that can take turns here: `wanted`, or fewer where memory does not hold them.
// Processors do not count: one launch measures at a time, and those that sleep take none. The ranks of a launch are
// spread over `nodes` hosts like this one. If none can, the answer is 1, and `one_by_one` says why.
int TurnsThatFit(int wanted, const std::vector<LaunchPlan>& plans, int nodes, std::string& one_by_one);

}  // namespace mpigauge
