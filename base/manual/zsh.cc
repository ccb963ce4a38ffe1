#include <fmt/format.h>

#include "base/manual/completion.h"

namespace mpigauge {
namespace {

constexpr const char* kZshWalk = R"(
_PROGRAM_offer() {  # of the words "$@", and of files or folders where they begin with that
  local kind=$1
  shift
  (( $# )) && compadd -- "$@"
  [[ $kind == file ]] && _files
  [[ $kind == folder ]] && _files -/
}

_PROGRAM() {
  local command= expects= argument= word
  local -a commands options
  _PROGRAM_command ''
  for word in "${words[@]:1:$((CURRENT - 2))}"; do
    if [[ -n $expects ]]; then
      expects=
    elif [[ $word == -- ]]; then
      _files
      return
    elif [[ $word == -*=* ]]; then
      continue
    elif [[ $word == -* ]]; then
      expects=$(_PROGRAM_value "$command $word")
    elif (( ${commands[(I)$word:*]} )); then
      command="${command:+$command }$word"
      _PROGRAM_command "$command"
    fi
  done
  if [[ -z $expects && $PREFIX == -*=* ]]; then
    expects=$(_PROGRAM_value "$command ${PREFIX%%=*}")
    compset -P '*='
  fi
  if [[ -n $expects ]]; then
    _PROGRAM_offer ${=expects}
  elif [[ $PREFIX == -* ]]; then
    _describe -o option options
  else
    (( $#commands )) && _describe command commands
    [[ -n $argument ]] && _PROGRAM_offer ${=argument}
  fi
}

if [[ $funcstack[1] == _PROGRAM ]]; then
  _PROGRAM "$@"  # the first completion of a shell, from a folder of fpath
elif (( $+functions[compdef] )); then
  compdef _PROGRAM PROGRAM
fi
)";

// "name:description", quoted; a colon in the name would end it.
std::string Described(const std::string& name, const std::string& description) {
  return " '" + Replaced(name, ":", "\\:") + ":" + Replaced(description, "'", "'\\''") + "'";
}

std::string DescribedOptions(const std::vector<CompletedOption>& options) {
  std::string text;
  for (const CompletedOption& option : options) {
    for (const std::string& name : option.names) text += Described(name, option.description);
  }
  return text;
}

std::string DescriptionOf(const std::vector<CompletedCommand>& commands, const std::string& path) {
  for (const CompletedCommand& one : commands) {
    if (one.path == path) return one.description;
  }
  return "";
}

}  // namespace

std::string ZshCompletion(const std::vector<CompletedCommand>& commands, const std::string& program) {
  std::string script = fmt::format(
      "#compdef {0}\n# Completion of {0} for zsh: put it into a folder of fpath. Made from the table of options.\n\n"
      "_{0}_command() {{  # sets what may follow the command \"$1\"\n  case $1 in\n",
      program);
  for (const CompletedCommand& one : commands) {
    std::string below;
    for (const std::string& name : one.commands) {
      below += Described(name, DescriptionOf(commands, (one.path.empty() ? "" : one.path + " ") + name));
    }
    script += fmt::format("  '{}')\n    commands=({})\n    options=({})\n    argument='{}'\n    ;;\n", one.path, below,
                          DescribedOptions(OptionsBehind(one, commands[0])),
                          one.argument.kind == CompletedValue::Kind::kNothing ? "" : ValueWords(one.argument));
  }
  return script + "  esac\n}\n\n" + ValueFunction(commands, program) + Replaced(kZshWalk, "PROGRAM", program);
}

}  // namespace mpigauge
