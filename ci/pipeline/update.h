#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/plan.h"
#include "ci/pipeline/config.h"

namespace mpigauge {

// The work for one library at one shape: a gate.
struct ShapeState {
  std::string name;  // Shape::Name
  Shape shape;
  LaunchPlan plan;  // what is measured; drawn up when the update was built, never changed
  std::string baseline;
  bool first = false;  // there was nothing to compare it with when it was drawn up: its run begins the baseline
  // The version before it, where it is compared with that and not with the baseline: the run and the library's label.
  std::string previous_run;
  std::string previous;
  std::string gate_id;  // drawn with it: the gate is stored under it, once, however often it is decided
  std::string begun_at;
  std::string verdict;  // empty: not judged yet; "pass", "fail", "inconclusive", "baseline" (the first of its kind)
  std::string headline;
  std::string run_id;  // the candidate's
};

// A library that appeared and what became of it: the state machine of one update.
//
//   found -> built -> judged -> exported -> reported -> done        and from each: given up
//
// The state names the last step that is finished. It is written (atomically) when a step has finished; a step that is
// killed is taken up again from what it left.
struct Update {
  std::string name;      // of its source
  std::string identity;  // LibraryIdentity::hash
  std::string version;
  std::string place;     // where it was found, for people
  std::string found_at;  // UTC
  Library library;
  std::string bench;  // the program; empty until it is built
  std::string build_bench;
  std::string baseline;
  std::vector<std::string> before;  // ids of the versions before it (VersionsBefore); none where that is not asked for

  std::string state = "found";
  std::string changed_at;  // UTC
  std::vector<ShapeState> shapes;
  int failures = 0;                // in a row, of the step that is next
  std::string problem;             // of the last one
  std::vector<std::string> notes;  // what was done about the baseline, the metrics, ...

  std::string Id() const;  // "openmpi-3f2a77c1d09b": the name of its folder
  bool Ended() const { return state == "done" || state == "given up"; }
  std::string Verdict() const;  // the worst of its shapes; empty until all are judged
};

// The update of this id; nullptr where there is none.
const Update* FindById(const std::vector<Update>& updates, const std::string& id);

// The folder of a pipeline:
//   lock                              who works on it
//   updates/ID/update.json            an update
//   updates/ID/SHAPE/screen, settle   its launches (campaign.json, records, Slurm jobs)
//   bench/IDENTITY/mpigauge-bench     programs that were built, by library
class StateFolder {
 public:
  explicit StateFolder(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path Of(const Update& update) const { return path_ / "updates" / update.Id(); }
  std::filesystem::path Of(const Update& update, const ShapeState& shape) const { return Of(update) / shape.name; }
  std::filesystem::path BenchOf(const Update& update) const { return path_ / "bench" / update.identity.substr(0, 12); }

  // Oldest first. Throws Error (usage) that names a file that cannot be read: nothing is measured twice because of it.
  std::vector<Update> Updates() const;
  // Writes it, atomically, with the time.
  void Write(Update& update) const;

 private:
  std::filesystem::path path_;
};

Json ToJson(const Update& update);
Update UpdateFromJson(const Json& json, std::string_view what);

}  // namespace mpigauge
