#pragma once

#include <chrono>
#include <ostream>
#include <string>

namespace mpigauge {

// Says how far a number of launches has come and how long the rest will take: one line that is rewritten on a
// terminal, a line now and then elsewhere. Where the first launch takes minutes, it names the options that limit that.
class Progress {
 public:
  Progress(std::ostream& out, bool terminal, int launches) : out_(out), terminal_(terminal), launches_(launches) {}

  // A launch has ended after `seconds`; `text` says what is special about it (empty: nothing).
  void Ended(double seconds, const std::string& text);
  // `launches` launches take turns and have reached this pass. Is called once a second; a log gets a line a minute.
  void Turns(int launches, int pass);
  // A line that stays.
  void Note(const std::string& text);
  // Leaves the line.
  void Finish();

 private:
  std::ostream& out_;
  bool terminal_;
  int launches_;
  int ended_ = 0;
  int turns_seconds_ = 0;  // since the last launch ended
  bool warned_ = false;    // that launches take minutes
  double seconds_ = 0;
};

// Says what was done last where nobody knows how much is to come: one line that is rewritten on a terminal and goes at
// the end. Elsewhere every tenth of them is a line, or every one, where a step takes long (`every` is 1).
class ProgressLine {
 public:
  ProgressLine(std::ostream& out, bool terminal, int every = 10) : out_(out), terminal_(terminal), every_(every) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  void Say(const std::string& text);
  // A line that stays, on a terminal and elsewhere.
  void Note(const std::string& text);

 private:
  std::ostream& out_;
  bool terminal_;
  int every_;
  int said_ = 0;
};

}  // namespace mpigauge
