#pragma once

#include <map>
#include <string>

#include "harness/agree/control.h"
#include "harness/agree/lines.h"
#include "harness/turns/rest.h"
#include "record/waiting_use.h"

namespace mpigauge {

// One launch of a circle: launches that are alive at the same time and take turns. `mpigauge` listens on a socket of
// this host and says whose turn it is (ci/launch/circle.h). Ranks that wait sleep in the kernel, in a read of that
// socket, and take no processor. Ranks of other hosts do not reach the socket. They sleep in a read of a line to rank 0
// (harness/agree/lines.h), which wakes them. If there is no way for such lines, or more than 256 ranks would need one,
// these ranks look for a message of rank 0 once a millisecond.
//
// Words on the socket, a line each. From each rank: "rank NUMBER RANK", where NUMBER is the launch's in the circle.
// From rank 0 then: "ranks COUNT", how many of its ranks are on the socket, and before each visit "want PASS SERIES";
// the series is empty where nothing is left to measure. A byte comes back on each rank's connection when its turn
// begins.
class Turns {
 public:
  // `circle` is "ID,NUMBER,NAME", NAME being that of an abstract Unix socket. Throws the same Error on all ranks where
  // it is no such text (usage) or rank 0 does not reach the socket (not measured). Collective.
  Turns(const Control& control, const std::string& circle);

  // The settings that all launches of the circle share.
  const std::string& id() const { return id_; }

  // Comes back when this launch may measure the series, or, with an empty name, when nobody measures any more. Ends the
  // process with exit code 3 where whoever calls the turns is gone. Collective.
  void Await(int pass, const std::string& series);

  // The processors that the ranks have taken in Await until now, on rank 0. Collective.
  WaitingUse Waiting() const { return UseOf(control_, waited_); }

 private:
  // The errno that says why not; 0 where it is connected.
  int Connect(const std::string& name, const std::string& number);
  void Say(const std::string& line) const;
  void Sleep();

  const Control& control_;
  std::string id_;
  WakeLine socket_;                // not open on other hosts than that of `mpigauge`
  bool remote_ = false;            // some rank is on one
  std::map<int, WakeLine> lines_;  // from rank 0 to those ranks, and back
  Waited waited_;                  // by this rank, in all
};

}  // namespace mpigauge
