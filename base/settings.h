#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "base/toml_table.h"

namespace mpigauge {

// The headings below which a command's help lists its options.
inline constexpr const char* kBaselineGroup = "Baseline";
inline constexpr const char* kCandidateGroup = "Candidate";
inline constexpr const char* kLibraryGroup = "Library";
inline constexpr const char* kMeasureGroup = "Measure";
inline constexpr const char* kSlurmGroup = "Slurm";
inline constexpr const char* kVerdictGroup = "Verdict";
inline constexpr const char* kApplicationsGroup = "Applications";
inline constexpr const char* kOutputGroup = "Output";

// A setting that the option of a command and the key of a TOML file both give. A struct of settings has one list of
// these, which the command line (AddSettings) and the file (ReadSettings) read. So a new setting is a member and a row.
struct Setting {
  // A double is a share, given as "0.1%" or 0.001.
  using Value = std::variant<bool*, int*, double*, std::string*, std::vector<std::string>*>;

  std::string key;        // in a file: "max_launches"; the option is then --max-launches
  Value value;            // with the default
  const char* group;      // the heading in help
  std::string help;       // one line
  std::string type = {};  // of the option's value in help: "TIME"
  double least = 0;       // of numbers
  double most = 0;
  std::string word = {};    // may stand for the smallest number: "off"
  std::string option = {};  // where it is called otherwise: "n,--ranks", "!--no-settle"
  bool is_path = false;     // in a file it begins at the folder of that file
  // Takes each text that was given, and what errors call its place. Throws Error (usage) where it makes no sense.
  std::function<void(const std::string& text, const std::string& what)> check = {};
};

using SettingList = std::vector<Setting>;

// "--max-launches" for the key "max_launches".
std::string OptionName(const Setting& setting);

// The whole number that this text gives, or the smallest one for the setting's word ("6" or "off"). Throws Error
// (usage) naming `what`.
int ParseCount(const Setting& setting, const std::string& text, const std::string& what);

// The share that this text gives ("0.1%" or "0.001"). Throws Error (usage) naming `what`.
double ParseShare(const Setting& setting, const std::string& text, const std::string& what);

// Takes what the table of a file says; keys that are not there keep their defaults. Paths begin at `folder`. Throws
// Error (usage) with file and line for a value of a wrong type, out of range, or one that its check refuses.
void ReadSettings(TomlTable& table, const SettingList& settings, const std::filesystem::path& folder);

}  // namespace mpigauge
