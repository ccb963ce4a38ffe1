#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/compare/comparison.h"
#include "record/record.h"

namespace mpigauge {

// The environments of baseline and candidate differ in a field that must be equal.
class NotComparableError : public Error {
 public:
  NotComparableError(const std::string& text, const LaunchRecord& candidate)
      : Error(ExitCode::kNotComparable, text),
        candidate_run_id_(candidate.run_id),
        candidate_key_(candidate.environment.key) {}

  const std::string& candidate_run_id() const { return candidate_run_id_; }
  const std::map<std::string, std::string>& candidate_key() const { return candidate_key_; }

 private:
  std::string candidate_run_id_;
  std::map<std::string, std::string> candidate_key_;
};

// The fields in which two environments differ, by name.
std::vector<Difference> FieldDifferences(const std::map<std::string, std::string>& one,
                                         const std::map<std::string, std::string>& other);

// Returns the launches of the candidate's environment, if the baseline has launches of several environments; if there
// are none, those that differ in `allowed_fields` alone. Nothing if all launches are such, or none is.
std::optional<std::vector<LaunchRecord>> LaunchesOfEnvironment(const std::vector<LaunchRecord>& baseline,
                                                               const std::vector<LaunchRecord>& candidate,
                                                               const std::set<std::string>& allowed_fields);

// The differences of two comparable sets of launches: allowed ones, and those that are only reported.
struct Comparability {
  std::vector<Difference> allowed;  // of the key, and allowed by the caller
  std::vector<Difference> context;
};

// Compares the environments. Throws Error (not comparable) that names the field and both values where the key differs
// in a field that is not in `allowed_fields`, within one side or between the two (then NotComparableError); and Error
// (usage) for a name in `allowed_fields` that is no field.
Comparability CheckComparable(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate,
                              const std::set<std::string>& allowed_fields);

}  // namespace mpigauge
