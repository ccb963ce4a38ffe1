#include "simulator/fit/fit_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "simulator/fit/estimates.h"
#include "simulator/fit/resample.h"

namespace mpigauge {
namespace {

constexpr std::size_t kFewestSizes = 5;

class Fitter {
 public:
  Fitter(const NetworkSamples& samples, const FitOptions& options);
  NetworkFit Fit();

 private:
  void DescribeSamples();
  void AddSwitches();
  template <typename Get>
  FittedValue ValueOf(Get get) const;
  FittedModel Model(const std::string& kind, NetworkModel (*make)(const Estimates&)) const;
  void AddHockney();
  void AddBlocks();
  void AddLogGps();
  void AddPiecewise();

  const NetworkSamples& samples_;
  FitOptions options_;
  Estimator estimator_;
  std::size_t launches_;
  Estimates estimates_;
  std::vector<std::vector<std::size_t>> drawn_;
  std::vector<Estimates> resampled_;
  NetworkFit fit_;
};

Fitter::Fitter(const NetworkSamples& samples, const FitOptions& options)
    : samples_(samples),
      options_(options),
      estimator_(samples),
      launches_(estimator_.launches()),
      estimates_(estimator_.EstimateFromAll()) {
  if (launches_ < 2) return;
  drawn_ = ResampledLaunches(launches_, options.resamples, options.seed);
  for (const auto& launches : drawn_) resampled_.push_back(estimator_.EstimateFrom(launches));
}

template <typename Get>
FittedValue Fitter::ValueOf(Get get) const {
  std::vector<double> values;
  for (const Estimates& each : resampled_) values.push_back(get(each));
  return WithInterval(get(estimates_), values, launches_, options_.confidence);
}

FittedModel Fitter::Model(const std::string& kind, NetworkModel (*make)(const Estimates&)) const {
  FittedModel model;
  model.kind = kind;
  model.model = make(estimates_);
  for (const Estimates& each : resampled_) model.resampled.push_back(make(each));
  double squares = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < fit_.bytes.size(); ++i) {
    model.predicted_seconds.push_back(OneWaySeconds(model.model, fit_.bytes[i]));
    if (estimator_.one_way().shape.left_out()[i]) continue;
    const double residual = model.predicted_seconds.back() / fit_.measured_seconds[i] - 1;
    squares += residual * residual;
    ++kept;
  }
  model.relative_rms = std::sqrt(squares / static_cast<double>(kept));
  return model;
}

void Fitter::AddHockney() {
  FittedModel model = Model("hockney", [](const Estimates& e) {
    NetworkModel network;
    network.name = "hockney";
    network.link = Curve(e.hockney.first, e.hockney.second);
    network.hop_seconds = e.hockney.first;
    return network;
  });
  model.pieces = {{fit_.bytes.front(), ValueOf([](const Estimates& e) { return e.hockney.first; }),
                   ValueOf([](const Estimates& e) { return e.hockney.second; })}};
  fit_.models.push_back(std::move(model));
}

void Fitter::AddBlocks() {
  if (!estimates_.blocks) {
    fit_.notes.emplace_back("blocks: the times show no sawtooth, so there is no block size");
    return;
  }
  FittedModel model = Model("blocks", [](const Estimates& e) {
    NetworkModel network;
    network.name = "blocks";
    network.link = Curve(e.blocks->terms.first, e.blocks->terms.second);
    network.hop_seconds = e.blocks->terms.first;
    network.block_bytes = e.blocks->block_bytes;
    return network;
  });
  model.pieces = {{fit_.bytes.front(), ValueOf([](const Estimates& e) { return e.blocks->terms.first; }),
                   ValueOf([](const Estimates& e) { return e.blocks->terms.second; })}};
  model.block_bytes = ValueOf([](const Estimates& e) { return static_cast<double>(e.blocks->block_bytes); });
  // Sizes between which no number of blocks changes fit alike, whatever the launches say.
  model.block_bytes->low = std::fmin(model.block_bytes->low, static_cast<double>(estimates_.blocks->low_bytes));
  model.block_bytes->high = std::fmax(model.block_bytes->high, static_cast<double>(estimates_.blocks->high_bytes));
  fit_.models.push_back(std::move(model));
}

void Fitter::AddLogGps() {
  if (!estimates_.loggps) {
    fit_.notes.emplace_back("loggps: the overheads of sends and receives were not measured");
    return;
  }
  FittedModel model = Model("loggps", [](const Estimates& e) {
    NetworkModel network;
    network.name = "loggps";
    const auto curve = [&](double seconds) -> Curve {  // as model_json.cc has it
      return {{{0, seconds, 0}, {1, seconds - e.loggps->per_byte, e.loggps->per_byte}}, "loggps"};
    };
    network.link = curve(e.loggps->latency);
    network.gap = curve(e.loggps->gap);
    network.hop_seconds = e.loggps->latency;
    network.send_overhead = Curve(e.loggps->send, 0);
    network.receive_overhead = Curve(e.loggps->receive, 0);
    network.eager_limit_bytes = e.messages.model.eager_limit_bytes;
    return network;
  });
  model.latency_seconds = ValueOf([](const Estimates& e) { return e.loggps->latency; });
  model.gap_seconds = ValueOf([](const Estimates& e) { return e.loggps->gap; });
  model.gap_per_byte_seconds = ValueOf([](const Estimates& e) { return e.loggps->per_byte; });
  model.send_overhead_seconds = ValueOf([](const Estimates& e) { return e.loggps->send; });
  model.receive_overhead_seconds = ValueOf([](const Estimates& e) { return e.loggps->receive; });
  if (estimates_.loggps->latency == 0) {
    fit_.notes.emplace_back("loggps: the overheads use up the smallest message's time, so its latency is zero");
  }
  fit_.models.push_back(std::move(model));
}

void Fitter::AddPiecewise() {
  FittedModel model = Model("piecewise", [](const Estimates& e) { return e.messages.model; });
  const auto& segments = estimator_.one_way().shape.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    model.pieces.push_back({static_cast<std::int64_t>(estimator_.one_way().shape.bytes()[segments[i].first]),
                            ValueOf([i](const Estimates& e) { return e.lines[i].seconds; }),
                            ValueOf([i](const Estimates& e) { return e.lines[i].seconds_per_byte; })});
  }
  if (estimates_.messages.overheads_cut) {
    fit_.notes.emplace_back(
        "piecewise: at some sizes the overheads together are larger than the time of a message; they are cut to that "
        "time");
  }
  fit_.models.push_back(std::move(model));
}

// Breaks between the same measured sizes, in shapes that are sought anew in resampled times.
void Fitter::AddSwitches() {
  const auto& segments = estimator_.one_way().shape.segments();
  const std::vector<double>& bytes = estimator_.one_way().shape.bytes();
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const double after = bytes[segments[i].first];
    const auto jump = [&](const Estimates& e) { return e.lines[i].At(after) - e.lines[i - 1].At(after); };
    const double found = jump(estimates_);
    std::vector<double> values;
    for (const Estimates& each : resampled_) values.push_back(jump(each));
    FittedValue value = WithInterval(std::fabs(found), values, launches_, options_.confidence);
    const double reach = value.high - value.value;
    fit_.switches.push_back({static_cast<std::int64_t>(bytes[segments[i].first - 1]), static_cast<std::int64_t>(after),
                             found, found - reach, found + reach, found / estimates_.lines[i - 1].At(after)});
  }
  for (const auto& launches : drawn_) {
    const std::vector<double> kept = estimator_.one_way().KeptMedians(launches);
    for (const Segment& segment : BestSegments(bytes, kept)) {
      for (ProtocolSwitch& each : fit_.switches) {
        if (each.first_bytes_after == static_cast<std::int64_t>(bytes[segment.first])) {
          each.support += 1 / static_cast<double>(drawn_.size());
        }
      }
    }
  }
}

void Fitter::DescribeSamples() {
  fit_.distance = samples_.distance;
  fit_.launches = static_cast<std::int64_t>(launches_);
  fit_.confidence = options_.confidence;
  fit_.measured_seconds = estimator_.one_way().curve.Medians();
  fit_.outlier_launches = estimator_.one_way().curve.outliers;
  fit_.eager_limit_bytes = estimator_.eager_limit();
  for (std::size_t i = 0; i < estimator_.one_way().curve.bytes.size(); ++i) {
    fit_.bytes.push_back(static_cast<std::int64_t>(estimator_.one_way().curve.bytes[i]));
    if (estimator_.one_way().shape.left_out()[i]) fit_.outlier_bytes.push_back(fit_.bytes.back());
  }
  if (launches_ < 2) {
    fit_.notes.emplace_back("one launch with one pass: no interval can be given; measure more launches");
  } else if (samples_.passes_of_one) {
    fit_.notes.emplace_back(
        "one launch: the intervals are over its passes and do not include differences between launches");
  }
  if (!estimator_.eager_limit() && samples_.largest_eager_bytes) {
    fit_.notes.push_back(fmt::format("all tested sizes are eager, up to {} bytes", *samples_.largest_eager_bytes));
  } else if (!estimator_.eager_limit()) {
    fit_.notes.emplace_back(
        "eager and rendezvous protocol could not be separated: messages of all sizes are taken as eager");
  }
}

NetworkFit Fitter::Fit() {
  DescribeSamples();
  AddHockney();
  AddBlocks();
  AddLogGps();
  AddPiecewise();
  AddSwitches();
  return std::move(fit_);
}

}  // namespace

NetworkFit FitNetwork(const NetworkSamples& samples, const FitOptions& options) {
  if (!EnoughSizes(samples)) {
    throw NotMeasured("{}: {} sizes were measured; a model needs {} at least", samples.distance,
                      samples.one_way.bytes.size(), kFewestSizes);
  }
  return Fitter(samples, options).Fit();
}

bool EnoughSizes(const NetworkSamples& samples) { return CleanCurveOf(samples.one_way).bytes.size() >= kFewestSizes; }

const FittedModel* NetworkFit::Find(std::string_view kind) const {
  const auto found = std::find_if(models.begin(), models.end(), [&](const auto& model) { return model.kind == kind; });
  return found == models.end() ? nullptr : &*found;
}

}  // namespace mpigauge
