#pragma once

#include <string>

#include "ci/launch/launches.h"
#include "mpigauge/commands.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// --resume FOLDER: goes on with what the same command began in that folder, as it was asked for then. The command line
// is kept there, in gate.json or run.json.
class ResumeOption {
 public:
  // Adds the option to a command that has all others already: none of them can stand beside it.
  void AddTo(CLI::App& command);
  bool given() const { return !folder_.empty(); }

  // Keeps the command line of this process in the folder, but for --detach and for a password in the store's URL.
  void Keep(const std::string& folder, const CommandContext& context) const;
  // Makes launches, and keeps the command line as soon as they are begun in the folder: another command line may turn
  // out to be of other launches than those that were begun there. No folder keeps nothing.
  MakeLaunches Keeping(const MakeLaunches& make, const std::string& folder, const CommandContext& context) const;
  // Runs the command line that is kept in the folder, where it was given. Throws Error (usage) where none is.
  ExitCode Run(const CommandContext& context) const;

 private:
  std::string command_;
  std::string folder_;
};

}  // namespace mpigauge
