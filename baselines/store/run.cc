#include "baselines/store/run.h"

#include "base/enum_text.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<RunStatus, 4> kStatuses = {{{RunStatus::kRunning, "running"},
                                                {RunStatus::kComplete, "complete"},
                                                {RunStatus::kInterrupted, "interrupted"},
                                                {RunStatus::kFailed, "failed"}}};

}  // namespace

std::string RunStatusName(RunStatus status) { return TextOf(kStatuses, status); }

RunStatus ParseRunStatus(std::string_view text) { return FromText(kStatuses, text, "status of a run"); }

bool MeansNewest(std::string_view reference) { return reference == "latest" || reference.starts_with("latest~"); }

std::string LibraryIdentityOf(const Run& run) {
  if (!run.plan.is_object()) return "";
  return ReadingJson("run " + run.run_id, [&] { return run.plan.value("identity", std::string()); });
}

}  // namespace mpigauge
