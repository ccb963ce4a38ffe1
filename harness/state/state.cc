#include "harness/state/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>

#include "harness/state/area.h"

namespace mpigauge {
namespace {

// MPI hands an error handler no context of ours; one visit runs at a time.
State* current_state = nullptr;

// Threads of a case may meet errors at once.
std::mutex fault_mutex;

Pair PairOf(const Engine& engine, const Case& benchmark_case, const Parameters& parameters) {
  if (!benchmark_case.by_distance()) return engine.pair;
  return engine.pairs.at(static_cast<std::size_t>(ParameterOr(parameters, kDistance, 0))).value();
}

// Whole operations: what is away from the middle was held up by something else.
double MeanOfTheMiddleHalf(std::vector<std::int64_t>& values) {
  std::sort(values.begin(), values.end());
  const std::span<const std::int64_t> middle =
      std::span(values).subspan(values.size() / 4, values.size() - 2 * (values.size() / 4));
  return std::accumulate(middle.begin(), middle.end(), 0.0) / static_cast<double>(middle.size());
}

// Whether data may be looked at between observations: they are few, every operation has the same buffers, so that they
// are in the caches anyway, and a look asks nothing of the library, as it does where others access the memory or a
// file.
bool LooksAreCheap(const Engine& engine, const Case& benchmark_case, const Parameters& parameters) {
  const std::int64_t bytes = ParameterOr(parameters, "bytes", -1);
  const bool is_local = benchmark_case.family() != "one-sided" && benchmark_case.family() != "io";
  const bool is_reused = engine.buffers.mode == BufferMode::kReused;
  return bytes >= 0 && is_local && is_reused && bytes * engine.control.size() <= CheckPlan::kMostLookedAt;
}

BufferPlan BuffersOf(const Engine& engine, const Case& benchmark_case) {
  BufferPlan plan = benchmark_case.control() ? BufferPlan() : engine.buffers;
  plan.alignment += benchmark_case.displacement();
  return plan;
}

}  // namespace

State::State(const Engine& engine, const Case& benchmark_case, const Parameters& parameters, const VisitPlan& plan)
    : engine_(engine),
      pair_(PairOf(engine, benchmark_case, parameters)),
      parameters_(parameters),
      buffer_plan_(BuffersOf(engine, benchmark_case)),
      ordinal_(plan.ordinal),
      once_(benchmark_case.once()),
      has_parts_(benchmark_case.parts()),
      first_visit_(plan.first_visit),
      director_(plan),
      checks_operations_(engine.verify != VerifyMode::kOff && !benchmark_case.control()),
      looks_are_cheap_(checks_operations_ && LooksAreCheap(engine, benchmark_case, parameters)),
      check_plan_(engine.clock.Now(), CheckGenerator()),
      most_kept_(std::max<std::int64_t>(plan.most_kept, 2)) {
  const auto most = static_cast<std::size_t>(std::min(plan.stopping.most_observations, plan.most_kept));
  kept_.starts.reserve(most);
  kept_.ends.reserve(most);
  kept_.late.reserve(most);
  engine.synchronizer.Begin();
  current_state = this;
  PMPI_Comm_create_errhandler(&State::OnMpiError, &error_handler_);
  PMPI_Comm_set_errhandler(comm(), error_handler_);
}

State::~State() {
  current_state = nullptr;
  PMPI_Comm_set_errhandler(comm(), MPI_ERRORS_ARE_FATAL);
  PMPI_Errhandler_free(&error_handler_);
}

std::int64_t State::Parameter(std::string_view name) const {
  for (const auto& [key, value] : parameters_) {
    if (key == name) return value;
  }
  throw std::invalid_argument(fmt::format("the case has no parameter '{}'", name));
}

void State::KeepFault(FaultKind kind, const std::string& message) {
  const std::lock_guard lock(fault_mutex);
  if (!fault_) fault_ = Fault{kind, rank(), message};
}

void State::SkipWithError(const std::string& message) { KeepFault(FaultKind::kError, message); }

void State::Report(double seconds) {
  if (!once_) throw std::logic_error("Report() is for cases that are measured Once()");
  kept_.starts.assign(1, 0);
  kept_.ends.assign(1, std::llround(seconds * 1e9));
  kept_.late.assign(1, 0);
  finished_ = true;
}

// Once for a series: it takes longer than an observation.
void State::LookAtPages() {
  if (first_visit_ && ParameterOr(parameters_, "bytes", -1) > 0) huge_page_bytes_ = HugePageBytes();
}

double State::MedianOwnSeconds() const {
  std::vector<double> seconds;
  for (std::size_t i = 0; i < kept_.starts.size(); ++i) {
    if (kept_.late[i] == 0) seconds.push_back(static_cast<double>(kept_.ends[i] - kept_.starts[i]) * 1e-9);
  }
  return seconds.empty() ? 0 : Summarize(seconds).median;
}

void State::TakeMpiError(int code, const std::string& where) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  PMPI_Error_string(code, text, &length);
  if (current_state != nullptr)
    current_state->SkipWithError(where + std::string(text, static_cast<std::size_t>(length)));
}

// Where the handler was called its fault came first, and stays.
void State::TakeMpiCode(int code) {
  TakeMpiError(code, "a function of MPI returned an error and called no error handler: ");
}

void State::OnMpiError(MPI_Comm*, int* code, ...) { TakeMpiError(*code); }

void State::EndObservation(std::int64_t now) {
  const auto i = static_cast<std::size_t>(index_);
  if (quality_ == StartQuality::kOnTime &&
      !engine_.synchronizer.KeptSlot(order_.stage, index_, engine_.clock.ToGlobal(now))) {
    quality_ = StartQuality::kTookLong;
  }
  qualities_[i] = static_cast<std::int64_t>(quality_);
  durations_ns_[i] = now - start_ns_;
  counted_ns_[i] = Counted(now - start_ns_);
  ended_ns_ = engine_.clock.ToGlobal(now);
  if (order_.command.batch == Batch::kKeep && order_.stage.counts) Keep(start_ns_ + counted_ns_[i]);
}

// How much of an observation's time is the case's figure, on this rank.
std::int64_t State::Counted(std::int64_t took_ns) {
  if (!has_parts_) return took_ns;
  if (parts_.empty()) return 0;
  const double counted = MeanOfTheMiddleHalf(parts_) * static_cast<double>(order_.command.operations);
  parts_.clear();
  return std::max<std::int64_t>(std::llround(counted), 0);
}

// Where there are too many, every second one is dropped, and of those to come as well.
void State::Keep(std::int64_t end) {
  if (seen_++ % stride_ != 0) return;
  if (static_cast<std::int64_t>(kept_.starts.size()) >= most_kept_) {
    for (auto* values : {&kept_.starts, &kept_.ends, &kept_.late}) {
      for (std::size_t i = 0; 2 * i < values->size(); ++i) (*values)[i] = (*values)[2 * i];
      values->resize((values->size() + 1) / 2);
    }
    stride_ *= 2;
    if ((seen_ - 1) % stride_ != 0) return;
  }
  kept_.starts.push_back(start_ns_);
  kept_.ends.push_back(end);
  kept_.late.push_back(static_cast<std::int64_t>(quality_));
}

// Every rank reports what it met; rank 0 decides and tells all.
void State::AgreeOnNext() {
  // Only when all ranks have ended the operation: from afar, data may arrive until then.
  const bool looks = entered_ && LooksBetweenObservations();
  if (looks && !engine_.control.Agree(fault_)) CheckNow();
  RenewBetweenObservations();
  is_clear_ = looks || looks_;
  const auto n = static_cast<std::size_t>(entered_ ? order_.stage.observations : 0);
  std::array<std::int64_t, 3 * Synchronizer::kMostObservations + 2> values;
  values[0] = fault_.has_value();
  values[1] = ended_ns_;
  auto end = values.begin() + 2;
  for (const auto* of_observations : {&qualities_, &durations_ns_, &counted_ns_}) {
    end = std::copy_n(of_observations->begin(), n, end);
  }
  engine_.control.MaxToRoot(std::span(values.begin(), end));
  if (engine_.control.root()) {
    const std::int64_t decided = engine_.clock.Now();
    const std::int64_t fault = values[0];
    order_.faulty = fault != 0;
    if (n > 0 && fault == 0) {
      std::array<StartQuality, Synchronizer::kMostObservations> qualities;
      for (std::size_t i = 0; i < n; ++i) qualities[i] = StartQuality{values[2 + i]};
      const std::span<const std::int64_t> durations = std::span(values).subspan(2 + n, n);
      // The length of a loop is found by its whole time; the time that is kept may be a part of it.
      const auto counted = order_.command.batch == Batch::kKeep ? std::span(values).subspan(2 + 2 * n, n) : durations;
      engine_.synchronizer.Learn(order_.stage, std::span(qualities).first(n), durations, values[1]);
      if (order_.stage.counts) {
        for (std::size_t i = 0; i + 1 < n; ++i) director_.Take({values[2 + i], 0, counted[i]});
        order_.command = director_.Next({values[1 + n], 0, counted[n - 1]}, decided);
      }
    } else {
      order_.command = fault != 0 ? Command{} : director_.First(decided);
    }
    const bool kept = order_.command.batch == Batch::kKeep;
    order_.stage = engine_.synchronizer.Next(engine_.clock.Now(), !kept);
    // Several that follow each other without a word must not be more than are wanted.
    if (kept && order_.stage.counts) order_.stage.observations = std::min(order_.stage.observations, director_.left());
    order_.checks = checks_operations_ && check_;
    order_.renews = looks_are_cheap_ && check_ && kept && check_plan_.DrawsLook();
  }
  engine_.control.Broadcast(order_);
  qualities_.fill(0);
  durations_ns_.fill(0);
  counted_ns_.fill(0);
  index_ = 0;
  entered_ = true;
  finished_ = order_.command.batch == Batch::kStop && order_.faulty;
}

std::int64_t State::StartObservation() {
  quality_ = engine_.synchronizer.LineUp(order_.stage, index_);
  start_ns_ = engine_.clock.timer.Now();
  return order_.command.operations;
}

std::int64_t State::NextBatch() {
  const std::int64_t now = engine_.clock.timer.Now();
  if (finished_) return 0;
  if (checking_) {
    EndCheckedOperation();
    return NextCheckedOperation();
  }
  if (entered_) {
    EndObservation(now);
    if (++index_ < order_.stage.observations) return StartObservation();
  }
  engine_.phase = "waiting for the other ranks between two observations";
  AgreeOnNext();
  if (finished_) return 0;  // by a fault, after which there may be nothing to look at
  if (order_.command.batch == Batch::kStop) {
    // Here, where the case's buffers still are.
    if (!is_clear_) CheckNow();
    LookAtPages();
    return NextCheckedOperation();
  }
  engine_.phase = "in the operation";
  return StartObservation();
}

void State::Conclude() {
  engine_.phase = "after the loop";
  check_ = nullptr;  // what it looked at is gone
  renewals_.clear();
  if (finished_) return;
  if (once_) return KeepFault(FaultKind::kError, "reported no time");
  // The others are in their loops or on their way into them; the report of a fault makes rank 0 say stop.
  KeepFault(FaultKind::kError, "left the loop before it ended");
  if (!checking_) return AgreeOnNext();
  EndCheckedOperation();
  NextCheckedOperation();
}

}  // namespace mpigauge
