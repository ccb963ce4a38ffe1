#include "mpigauge/shared_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace mpigauge {

void AddFormatOption(CLI::App& command, bool& json) {
  const std::function<void(const std::string&)> take = [&json](const std::string& format) { json = format == "json"; };
  command.add_option_function("--format", take, "The format of the answer")
      ->check(CLI::IsMember({"table", "json"}))
      ->default_str("table")
      ->group(kOutputGroup);
}

namespace {

// Adds an option with the type of its setting's value.
class OptionAdder {
 public:
  OptionAdder(CLI::App& command, const Setting& setting)
      : command_(command),
        setting_(setting),
        name_(setting.option.empty() ? OptionName(setting) : setting.option),
        is_option_(name_.front() == '-') {}

  CLI::Option* operator()(bool* value) const { return command_.add_flag(name_, *value, setting_.help); }

  CLI::Option* operator()(int* value) const {
    if (!setting_.word.empty()) return AddCount(value);
    CLI::Option* option = command_.add_option(name_, *value, setting_.help);
    option->check(CLI::Range(static_cast<int>(setting_.least), static_cast<int>(setting_.most)));
    return *value < setting_.least ? option : option->capture_default_str();  // a default that has no number
  }

  CLI::Option* operator()(double* value) const {
    const std::function<void(const std::string&)> take = [value, setting = setting_,
                                                          name = name_](const std::string& text) {
      *value = ParseShare(setting, text, name);
    };
    return command_.add_option_function(name_, take, setting_.help)
        ->type_name("SHARE")
        ->default_str(fmt::format("{:g}%", *value * 100));
  }

  CLI::Option* operator()(std::string* value) const {
    return Checked(command_.add_option(name_, *value, setting_.help)->capture_default_str());
  }

  CLI::Option* operator()(std::vector<std::string>* value) const {
    CLI::Option* option = command_.add_option(name_, *value, setting_.help);
    return Checked(is_option_ ? option->allow_extra_args(false) : option);  // arguments take all that is left
  }

 private:
  CLI::Option* AddCount(int* value) const {
    const std::function<void(const std::string&)> take = [value, setting = setting_,
                                                          name = name_](const std::string& text) {
      *value = ParseCount(setting, text, name);
    };
    return command_.add_option_function(name_, take, setting_.help)->default_str(std::to_string(*value));
  }

  CLI::Option* Checked(CLI::Option* option) const {
    if (!setting_.check) return option;
    return option->check([check = setting_.check, name = name_](const std::string& text) {
      check(text, name);
      return std::string();
    });
  }

  CLI::App& command_;
  const Setting& setting_;
  const std::string name_;
  const bool is_option_;
};

}  // namespace

CLI::Option* AddSetting(CLI::App& command, const Setting& setting) {
  const InGroup group(command, setting.group);
  CLI::Option* option = std::visit(OptionAdder(command, setting), setting.value);
  return setting.type.empty() ? option : option->type_name(setting.type);
}

void AddSettings(CLI::App& command, const SettingList& settings, CLI::Option* only_with) {
  for (const Setting& setting : settings) {
    CLI::Option* option = AddSetting(command, setting);
    if (only_with != nullptr) option->needs(only_with);
  }
}

InGroup::InGroup(CLI::App& command, const std::string& group)
    : command_(command), before_(command.option_defaults()->get_group()) {
  command_.option_defaults()->group(group);
}

InGroup::~InGroup() { command_.option_defaults()->group(before_); }

}  // namespace mpigauge
