#include "ci/launch/progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.h"

namespace mpigauge {
namespace {

constexpr double kLongLaunch = 60;  // seconds
constexpr int kTurnsLine = 60;      // seconds between two lines of a log

}  // namespace

void Progress::Ended(double seconds, const std::string& text) {
  ++ended_;
  turns_seconds_ = 0;
  seconds_ += seconds;
  const double remaining = seconds_ / ended_ * (launches_ - ended_);
  const std::string line = fmt::format("{} of {} launches, {} each, {} left", ended_, launches_,
                                       FormatSeconds(seconds_ / ended_), FormatWallTime(remaining));
  if (!warned_ && seconds > kLongLaunch && ended_ < launches_) {
    warned_ = true;
    out_ << (terminal_ ? "\r\x1b[K" : "")
         << fmt::format(
                "a launch takes {}, and {} more are to come, about {}: --budget 30min starts none that would end "
                "later, --suite=smoke measures less\n",
                FormatWallTime(seconds), launches_ - ended_, FormatWallTime(remaining));
  }
  if (!text.empty()) out_ << (terminal_ ? "\r\x1b[K" : "") << text << "\n";
  // In a log, ten lines are enough.
  const int every = std::max(1, (launches_ + 9) / 10);
  if (terminal_) {
    out_ << "\r\x1b[K" << line << std::flush;
  } else if (ended_ % every == 0 || ended_ == launches_) {
    out_ << line << std::endl;
  }
}

void Progress::Turns(int launches, int pass) {
  ++turns_seconds_;
  const std::string line = fmt::format("{} launches take turns, pass {}", launches, pass);
  if (terminal_) {
    out_ << "\r\x1b[K" << line << std::flush;
  } else if (turns_seconds_ % kTurnsLine == 0) {
    out_ << line << fmt::format(", for {} so far", FormatWallTime(turns_seconds_)) << std::endl;
  }
}

void Progress::Note(const std::string& text) { out_ << (terminal_ ? "\r\x1b[K" : "") << text << std::endl; }

void Progress::Finish() {
  if (terminal_ && (ended_ > 0 || turns_seconds_ > 0)) out_ << "\r\x1b[K" << std::flush;
}

ProgressLine::~ProgressLine() {
  if (terminal_ && said_ > 0) out_ << "\r\x1b[K" << std::flush;
}

void ProgressLine::Say(const std::string& text) {
  if (terminal_) {
    out_ << "\r\x1b[K" << text << std::flush;
  } else if (said_ % every_ == 0) {
    out_ << text << std::endl;
  }
  ++said_;
}

void ProgressLine::Note(const std::string& text) { out_ << (terminal_ ? "\r\x1b[K" : "") << text << std::endl; }

}  // namespace mpigauge
