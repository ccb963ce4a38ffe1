#pragma once

#include <string>

#include "base/settings.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mpigauge {

// --format table|json, for a command that prints its answer for people or as JSON. Options that print in more formats
// have their own --format, of which json is one: no command has another flag for JSON.
void AddFormatOption(CLI::App& command, bool& json);

// Adds the option of a setting, and returns it. A text that the setting's check refuses is an Error (usage) while the
// command line is read.
CLI::Option* AddSetting(CLI::App& command, const Setting& setting);

// Adds those of a list. They need the flag `only_with`, where one is given.
void AddSettings(CLI::App& command, const SettingList& settings, CLI::Option* only_with = nullptr);

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
