// When the data of a visit's operations are checked. Each check looks at the whole of what one operation brought.
//
// Between the observations of short messages, too, one is drawn now and then: before it the data are renewed, and
// behind it they are looked at. That costs two words between the ranks, outside of what is timed.
//
// At the end of a visit a few operations are run that are no observations. Before each, all ranks send other data and
// clear what they receive into, and line up as before an observation: a rank that came first would wait in the
// operation, and a library that takes a multiple of that wait would take long. How many there are rank 0 draws, so that
// no rank has another opinion; a library that does nothing, or something wrong, in every second or tenth call is found
// in one of the visits.
#include <exception>

#include "harness/state/guard.h"
#include "harness/state/state.h"

namespace mpigauge {

void State::CheckNow() {
  if (fault_ || engine_.verify == VerifyMode::kOff) return;
  engine_.phase = "checking the data";
  if (const auto overrun = TakeOverrunOfAny()) KeepFault(FaultKind::kWrongData, *overrun);
  if (!check_) return;
  try {
    if (const auto wrong = check_()) KeepFault(FaultKind::kWrongData, *wrong);
    verified_ = true;
  } catch (const std::exception& exception) {
    // It must not take this rank out of step with the others.
    KeepFault(FaultKind::kError, exception.what());
  }
}

// A sample is taken after the second call of a series, too. Checked elements are cleared, so the check at the end of
// the visit sees an operation that moves data the first time alone, and not what that time left behind.
bool State::LooksBetweenObservations() const {
  return engine_.verify == VerifyMode::kAll || looks_ ||
         (engine_.verify == VerifyMode::kSample && order_.command.batch == Batch::kSecondCall);
}

void State::Renew(std::int64_t contents) {
  for (const Renewal& renewal : renewals_) renewal(contents);
}

// Before each observation that is looked at alone; whether it is, all ranks know alike, with a fault or without. All
// ranks have come here equally often, so that all have the same contents; but for one with a fault, after which nothing
// follows.
void State::RenewBetweenObservations() {
  looks_ = entered_ && order_.renews;
  if (!entered_ || !checks_operations_) return;
  const bool behind_first_call = order_.command.batch == Batch::kFirstCall;
  // Others may still be in that call, and access memory that is renewed here.
  if (behind_first_call && engine_.control.Agree(fault_)) return;
  if (fault_ || (engine_.verify != VerifyMode::kAll && !behind_first_call && !looks_)) return;
  constexpr std::int64_t kStep = 37;  // has no divisor with the number of contents, so all of them come
  Renew(1 + ++renewed_ * kStep % CheckPlan::kContents);
}

std::int64_t State::NextCheckedOperation() {
  finished_ = true;
  checking_ = false;
  if (!order_.checks) return 0;
  engine_.phase = "waiting for the other ranks before an operation whose data are checked";
  std::int64_t faults = fault_ ? 1 : 0;
  engine_.control.MaxToRoot({&faults, 1});
  std::int64_t contents = 0;
  if (engine_.control.root() && faults == 0) contents = check_plan_.Next(engine_.clock.Now());
  engine_.control.Broadcast(contents);
  if (contents == 0) return 0;
  Renew(contents);
  engine_.control.MaxToRoot({&faults, 1});  // all are ready, and rank 0 sets a start that is still to come for them
  if (engine_.control.root()) order_.stage = engine_.synchronizer.Next(engine_.clock.Now(), true);
  engine_.control.Broadcast(order_.stage);
  order_.command.operations = 1;
  index_ = 0;
  checking_ = true;
  finished_ = false;
  engine_.phase = "in an operation whose data are checked";
  return StartObservation();
}

// From afar, data may arrive until all ranks have ended the operation.
void State::EndCheckedOperation() {
  parts_.clear();
  engine_.phase = "waiting for the other ranks after an operation whose data are checked";
  if (!engine_.control.Agree(fault_)) CheckNow();
}

}  // namespace mpigauge
