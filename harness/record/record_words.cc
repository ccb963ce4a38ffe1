#include "harness/record/record_words.h"

#include "harness/base/enum_text.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<LaunchStatus, 6> kStatuses = {{{LaunchStatus::kComplete, "complete"},
                                                   {LaunchStatus::kCrashed, "crashed"},
                                                   {LaunchStatus::kHung, "hung"},
                                                   {LaunchStatus::kFailed, "failed"},
                                                   {LaunchStatus::kInterrupted, "interrupted"},
                                                   {LaunchStatus::kBadNode, "bad-node"}}};

constexpr EnumTexts<FaultKind, 6> kKinds = {{{FaultKind::kError, "error"},
                                             {FaultKind::kWrongData, "wrong-data"},
                                             {FaultKind::kNoValidObservation, "no-valid-observation"},
                                             {FaultKind::kClocksApart, "clocks-apart"},
                                             {FaultKind::kCrash, "crash"},
                                             {FaultKind::kHang, "hang"}}};

}  // namespace

std::string LaunchStatusName(LaunchStatus status) { return TextOf(kStatuses, status); }
LaunchStatus LaunchStatusFromName(std::string_view name) { return FromText(kStatuses, name, "status of a launch"); }
std::string FaultKindName(FaultKind kind) { return TextOf(kKinds, kind); }
FaultKind FaultKindFromName(std::string_view name) { return FromText(kKinds, name, "kind of fault"); }

}  // namespace mpigauge
