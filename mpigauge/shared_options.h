#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// --format table|json, for a command that prints its answer for people or as JSON. Options that print in more formats
// have their own --format, of which json is one: no command has another flag for JSON.
void AddFormatOption(CLI::App& command, bool& json);

// The headings below which a command's help lists its options.
inline constexpr const char* kBaselineGroup = "Baseline";
inline constexpr const char* kCandidateGroup = "Candidate";
inline constexpr const char* kLibraryGroup = "Library";
inline constexpr const char* kMeasureGroup = "Measure";
inline constexpr const char* kSlurmGroup = "Slurm";
inline constexpr const char* kVerdictGroup = "Verdict";
inline constexpr const char* kApplicationsGroup = "Applications";
inline constexpr const char* kOutputGroup = "Output";

// The options that are added to the command while this lives are listed below one heading.
class InGroup {
 public:
  InGroup(CLI::App& command, const std::string& group);
  InGroup(const InGroup&) = delete;
  InGroup& operator=(const InGroup&) = delete;
  ~InGroup();

 private:
  CLI::App& command_;
  std::string before_;
};

}  // namespace mpigauge
