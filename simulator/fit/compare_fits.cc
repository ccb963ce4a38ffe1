#include "simulator/fit/compare_fits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/error.h"
#include "base/units.h"
#include "simulator/fit/message_model.h"
#include "stats/distribution.h"
#include "stats/moments.h"

namespace mpigauge {
namespace {

constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

using Measure = std::function<double(const NetworkModel&)>;

// The logarithm of a figure, with its standard error over launches.
struct LogFigure {
  double value = 0;
  double error = kNoFigure;
  double degrees = 0;
};

// Resamples of n launches vary too little; the deviation is enlarged for this, as in WithInterval().
LogFigure LogOf(const NetworkFit& fit, const FittedModel& model, const Measure& measure) {
  LogFigure figure{std::log(measure(model.model)), kNoFigure, static_cast<double>(fit.launches - 1)};
  Moments moments;
  for (const NetworkModel& each : model.resampled) moments.Add(std::log(measure(each)));
  const auto n = static_cast<double>(fit.launches);
  if (moments.count() >= 2 && n >= 2) figure.error = std::sqrt(n / (n - 1)) * moments.StandardDeviation();
  return figure;
}

// Welch's degrees of freedom.
double Degrees(const LogFigure& one, const LogFigure& other) {
  const double a = one.error * one.error;
  const double b = other.error * other.error;
  if (a + b == 0) return one.degrees;
  return (a + b) * (a + b) / (a * a / one.degrees + b * b / other.degrees);
}

class Comparer {
 public:
  Comparer(const NetworkFit& baseline, const NetworkFit& candidate) : baseline_(baseline), candidate_(candidate) {
    result_.distance = baseline.distance;
    result_.confidence = std::min(baseline.confidence, candidate.confidence);
    result_.baseline_eager_limit = baseline.eager_limit_bytes;
    result_.candidate_eager_limit = candidate.eager_limit_bytes;
  }

  NetworkComparison Compare() {
    Add("hockney", "start-up", "seconds", [](const NetworkModel& m) { return m.link.At(0); });
    Add("hockney", "per-byte time", "seconds_per_byte", Slope);
    Add("blocks", "start-up of a block", "seconds", [](const NetworkModel& m) { return m.link.At(0); });
    Add("loggps", "latency", "seconds", [](const NetworkModel& m) { return m.link.At(1); });
    Add("loggps", "gap", "seconds", [](const NetworkModel& m) { return m.gap.At(1); });
    Add("loggps", "gap per byte", "seconds_per_byte", Slope);
    Add("loggps", "send overhead", "seconds", [](const NetworkModel& m) { return m.send_overhead.At(0); });
    Add("loggps", "receive overhead", "seconds", [](const NetworkModel& m) { return m.receive_overhead.At(0); });
    AddPieces();
    return std::move(result_);
  }

 private:
  static double Slope(const NetworkModel& model) { return model.link.pieces().back().seconds_per_byte; }

  void Add(const char* kind, const std::string& name, const char* unit, const Measure& measure) {
    const FittedModel* baseline = baseline_.Find(kind);
    const FittedModel* candidate = candidate_.Find(kind);
    if (baseline == nullptr || candidate == nullptr) {
      if (baseline != candidate) Note(kind, baseline == nullptr ? "candidate" : "baseline");
      return;
    }
    const LogFigure one = LogOf(baseline_, *baseline, measure);
    const LogFigure other = LogOf(candidate_, *candidate, measure);
    if (!std::isfinite(one.value) || !std::isfinite(other.value)) return;  // zero on a side has no ratio
    NetworkFigure figure{name, unit, std::exp(one.value), std::exp(other.value)};
    const double change = other.value - one.value;
    const double error = std::hypot(one.error, other.error);
    figure.ratio = std::exp(change);
    figure.low = figure.high = kNoFigure;
    if (std::isfinite(error)) {
      const double reach = error * StudentQuantile((1 + result_.confidence) / 2, Degrees(one, other));
      figure.low = std::exp(change - reach);
      figure.high = std::exp(change + reach);
    }
    result_.figures.push_back(std::move(figure));
  }

  void Note(const std::string& kind, const std::string& side) {
    const std::string text = kind + ": only the " + side + " has this model";
    if (result_.notes.empty() || result_.notes.back() != text) result_.notes.push_back(text);
  }

  // The sizes that both sides have, by the baseline's pieces.
  void AddPieces() {
    const FittedModel* pieces = baseline_.Find("piecewise");
    if (pieces == nullptr) return;
    for (std::size_t i = 0; i < pieces->pieces.size(); ++i) {
      const std::int64_t from = pieces->pieces[i].from_bytes;
      const bool last = i + 1 == pieces->pieces.size();
      const std::int64_t end = last ? std::numeric_limits<std::int64_t>::max() : pieces->pieces[i + 1].from_bytes;
      std::vector<std::int64_t> sizes;
      std::copy_if(baseline_.bytes.begin(), baseline_.bytes.end(), std::back_inserter(sizes), [&](std::int64_t bytes) {
        return from <= bytes && bytes < end && bytes <= candidate_.bytes.back() && bytes >= candidate_.bytes.front();
      });
      if (sizes.size() < 2) continue;
      AddPiece(sizes,
               last ? " from " + FormatBytes(from) : " from " + FormatBytes(from) + " to " + FormatBytes(sizes.back()));
    }
  }

  void AddPiece(const std::vector<std::int64_t>& sizes, const std::string& where) {
    Add("piecewise", "time" + where, "seconds", [&](const NetworkModel& model) {
      double sum = 0;
      for (const std::int64_t bytes : sizes) sum += std::log(OneWaySeconds(model, bytes));
      return std::exp(sum / static_cast<double>(sizes.size()));
    });
    const auto rise = [&](const NetworkModel& model) {
      return OneWaySeconds(model, sizes.back()) - OneWaySeconds(model, sizes.front());
    };
    // Where bytes are a small part of the time, what one takes cannot be told.
    constexpr double kLeastShare = 0.5;
    const NetworkModel& baseline = baseline_.Find("piecewise")->model;
    if (rise(baseline) < kLeastShare * OneWaySeconds(baseline, sizes.back())) return;
    Add("piecewise", "per-byte time" + where, "seconds_per_byte",
        [&](const NetworkModel& model) { return rise(model) / static_cast<double>(sizes.back() - sizes.front()); });
  }

  const NetworkFit& baseline_;
  const NetworkFit& candidate_;
  NetworkComparison result_;
};

}  // namespace

NetworkComparison CompareFits(const NetworkFit& baseline, const NetworkFit& candidate) {
  if (baseline.distance != candidate.distance) {
    throw UsageError("networks of different distance cannot be compared: {} and {}", baseline.distance,
                     candidate.distance);
  }
  return Comparer(baseline, candidate).Compare();
}

}  // namespace mpigauge
