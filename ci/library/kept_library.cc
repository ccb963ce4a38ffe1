#include "ci/library/kept_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/plural.h"
#include "base/temporary_folder.h"
#include "base/units.h"
#include "base/uuid.h"
#include "ci/launch/launcher.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

// Increase when a key of the file or its meaning changes.
constexpr int kSchemaVersion = 1;

std::string AgeText(double seconds) {
  constexpr double kDay = 24 * 3600;
  if (seconds < kDay) return FormatWallTime(std::max(seconds, 0.0));
  return Counted(std::lround(seconds / kDay), "day");
}

}  // namespace

Json ToJson(const KeptLibrary& kept) {
  return {{"schema_version", kSchemaVersion},
          {"identity", kept.identity},
          {"version", kept.version},
          {"from", kept.from},
          {"kept_at_unix_seconds", kept.kept_at},
          {"size_bytes", kept.bytes},
          {"libmpi", kept.libmpi},
          {"preload", kept.preload},
          {"environment", kept.environment}};
}

std::optional<KeptLibrary> ReadKeptLibrary(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / kCopyFile;
  if (!std::filesystem::exists(file)) return std::nullopt;
  const Json json = ReadJson(file);
  return ReadingValues(file.string(), [&] {
    const std::int64_t version = CountAt(json, "schema_version");
    if (version != kSchemaVersion) {
      throw UsageError("has schema version {}, this mpigauge reads {}", version, kSchemaVersion);
    }
    KeptLibrary kept;
    kept.folder = folder;
    kept.identity = NameAt(json, "identity");
    kept.version = json.at("version");
    kept.from = json.at("from");
    kept.kept_at = CountAt(json, "kept_at_unix_seconds");
    kept.bytes = CountAt(json, "size_bytes");
    kept.libmpi = json.at("libmpi");
    kept.preload = json.at("preload").get<std::vector<std::string>>();
    kept.environment = json.at("environment").get<std::map<std::string, std::string>>();
    return kept;
  });
}

Library Moved(const KeptLibrary& kept, Library library) {
  library.mpi = kept.folder;
  library.preload.clear();
  for (const std::string& file : kept.preload) library.preload.push_back(kept.folder / file);
  library.expected = {kept.folder / kept.libmpi};
  library.identity = kept.identity;
  return library;
}

std::string AgeAndSize(const KeptLibrary& kept, std::chrono::system_clock::time_point now) {
  const auto seconds = static_cast<double>(std::chrono::system_clock::to_time_t(now) - kept.kept_at);
  return fmt::format("kept {} ago, {}", AgeText(seconds), FormatRoom(kept.bytes));
}

void TryOut(const Library& library, const std::string& bench) {
  constexpr double kPatienceSeconds = 60;
  LaunchPlan plan;
  plan.library = library;
  plan.bench = FindBench(bench);
  plan.bench_arguments = {"--benchmark_filter=^allreduce/bytes:8/", "--passes", "1"};
  plan.timeout_seconds = kPatienceSeconds;
  const TemporaryFolder folder("try");
  const LaunchOutcome outcome = Launch(plan, FindMpi(library.mpi), {NewUuid(), 0}, folder.path());
  if (outcome.interrupted) throw NotMeasured("stopped");
  if (outcome.status == LaunchStatus::kComplete && outcome.record && !outcome.record->series.empty()) return;
  throw NotMeasured("{} does not run on the copy in {}: {}", bench, library.mpi, outcome.text);
}

}  // namespace mpigauge
