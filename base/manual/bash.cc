#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/manual/completion.h"

namespace mpigauge {
namespace {

// The function that walks along the command line. It fits programs whose names consist of letters; the tables come
// before it.
constexpr const char* kBashWalk = R"(
_PROGRAM_offer() {  # what fits to $current: of the words "$@", and of files or folders where they begin with that
  local kind=$1
  shift
  mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
  [ "$kind" = free ] && return
  compopt -o filenames 2>/dev/null
  local action=-f
  [ "$kind" = folder ] && action=-d
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen $action -- "$current")
}

_PROGRAM() {
  local current=${COMP_WORDS[COMP_CWORD]} path= expects= commands= options= argument= word i
  COMPREPLY=()
  _PROGRAM_command ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [ "$word" = = ]; then
      continue  # bash makes three words of --option=value
    elif [ -n "$expects" ]; then
      expects=
    elif [ "$word" = -- ]; then
      _PROGRAM_offer file
      return
    elif [[ $word == -* ]]; then
      expects=$(_PROGRAM_value "$path $word")
    elif [[ " $commands " == *" $word "* ]]; then
      path="${path:+$path }$word"
      _PROGRAM_command "$path"
    fi
  done
  [ "$current" = = ] && current=
  if [ -n "$expects" ]; then
    _PROGRAM_offer $expects
  elif [[ $current == -* ]]; then
    _PROGRAM_offer free $options
  else
    _PROGRAM_offer ${argument:-free} $commands
  fi
}
complete -F _PROGRAM PROGRAM
)";

std::string Names(const std::vector<CompletedOption>& options) {
  std::string names;
  for (const CompletedOption& option : options) {
    for (const std::string& name : option.names) names += (names.empty() ? "" : " ") + name;
  }
  return names;
}

}  // namespace

std::string BashCompletion(const std::vector<CompletedCommand>& commands, const std::string& program) {
  std::string script = fmt::format(
      "# Completion of {0} for bash: `source` it, or put it among bash-completion's files. Made from the table of "
      "options.\n\n_{0}_command() {{  # sets what may follow the command \"$1\"\n  case $1 in\n",
      program);
  for (const CompletedCommand& one : commands) {
    script += fmt::format("  '{}') commands='{}' options='{}' argument='{}' ;;\n", one.path,
                          fmt::join(one.commands, " "), Names(OptionsBehind(one, commands[0])),
                          one.argument.kind == CompletedValue::Kind::kNothing ? "" : ValueWords(one.argument));
  }
  return script + "  esac\n}\n\n" + ValueFunction(commands, program) + Replaced(kBashWalk, "PROGRAM", program);
}

}  // namespace mpigauge
