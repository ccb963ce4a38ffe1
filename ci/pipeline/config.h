#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ci/gate/gate_request.h"
#include "ci/launch/measure_request.h"
#include "ci/library/kept_libraries.h"
#include "ci/slurm/job_request.h"

namespace mpigauge {

// Where libraries of one name come from, and how each is measured.
struct LibrarySource {
  std::string name;  // letters, digits, - _ .
  // One of these is given.
  std::vector<std::string> prefixes;  // folders, or shell patterns of them, in the order of versions
  std::string mpi;                    // the machine's own: "openmpi", "mpich"
  std::vector<std::string> modules;   // environment modules
  std::string git;                    // a repository, with
  std::string ref;                    //   what is followed there, and
  std::string build;                  //   the command that installs a checkout into $PREFIX

  std::string bench;        // the benchmark program; or
  std::string build_bench;  // the command that builds it for $PREFIX as $BENCH
  std::map<std::string, std::string> environment;
  std::vector<std::string> preload;
  std::string baseline;  // empty: that of [gate]
};

// The other side of an update's gate: the runs of its baseline, or the version before it.
enum class Against { kBaseline, kPrevious };

// Ranks and nodes of a launch. Without Slurm only ranks are given.
struct Shape {
  int nodes = 1;
  int ranks_per_node = 2;
  std::string suite;  // empty: as in [measure]
  std::string filter;

  int ranks() const { return nodes * ranks_per_node; }
  std::string Name() const;  // "1x2"
};

// When all updates are done, runs are deleted that are neither among the newest nor younger than this.
struct PruneConfig {
  int keep_runs = 0;
  std::string older_than;  // empty: of any age
};

// The settings of mpigauge.toml. Paths are absolute.
struct PipelineConfig {
  std::filesystem::path file;
  std::string store;
  bool keep_libraries = true;              // of baselines, so that gates can start them beside their successors
  std::filesystem::path libraries_folder;  // empty: nowhere (a database, and none was named)
  int most_libraries = kMostLibraries;
  std::filesystem::path state;
  std::vector<LibrarySource> libraries;

  MeasureRequest measure;  // [measure]
  std::vector<Shape> shapes;

  GateRequest gate;      // [gate] and [impact]
  std::string baseline;  // of libraries that have none of their own; empty: the library's name
  Against against = Against::kBaseline;
  bool promote = true;
  int keep = 30;      // runs of a rolling baseline; 1 where versions are compared with the version before
  std::string quiet;  // a library that was changed more recently is not looked at yet

  std::optional<JobRequest> slurm;
  std::optional<PruneConfig> prune;

  // [output]
  std::filesystem::path reports;
  std::string pushgateway;

  std::string BaselineOf(const LibrarySource& source) const {
    if (!source.baseline.empty()) return source.baseline;
    return baseline.empty() ? source.name : baseline;
  }
};

// Throws Error (usage) with file and line for what is unknown, missing, of a wrong type or contradicts itself.
PipelineConfig ReadPipelineConfig(const std::filesystem::path& file);

}  // namespace mpigauge
