#include "simulator/fit/fit_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/base/error.h"
#include "simulator/fit/block_fit.h"
#include "simulator/fit/curve_shape.h"
#include "simulator/fit/message_model.h"
#include "simulator/fit/relative_fit.h"
#include "simulator/fit/resample.h"

namespace mpigauge {
namespace {

constexpr std::size_t kFewestSizes = 5;
constexpr double kResolution = SegmentOptions().resolution;

// A curve, and the shape that all fits of it have.
struct Shaped {
  CleanCurve curve;
  CurveShape shape;

  explicit Shaped(const MeasuredCurve& measured) : curve(CleanCurveOf(measured)), shape(curve.bytes, curve.Medians()) {}
  bool empty() const { return curve.bytes.empty(); }
};

struct LogGps {
  double latency = 0, gap = 0, per_byte = 0, send = 0, receive = 0;
};

// Everything that is estimated from some launches.
struct Estimates {
  TwoTerms hockney;
  std::vector<StraightLine> lines;
  std::optional<BlockFit> blocks;
  std::optional<LogGps> loggps;
  MessageModel messages;
};

class Fitter {
 public:
  Fitter(const NetworkSamples& samples, const FitOptions& options);
  NetworkFit Fit();

 private:
  Estimates EstimateFrom(std::span<const std::size_t> launches) const;
  TwoTerms Hockney(const std::vector<double>& kept) const;
  void SeekBlocks();
  std::optional<LogGps> EstimateLogGps(const MessageCurves& curves, const std::vector<double>& kept) const;
  void DescribeSamples();
  void AddSwitches();
  FittedValue Value(double (*get)(const Estimates&)) const;
  template <typename Get>
  FittedValue ValueOf(Get get) const;
  FittedModel Model(const std::string& kind, NetworkModel (*make)(const Estimates&)) const;
  void AddHockney();
  void AddBlocks();
  void AddLogGps();
  void AddPiecewise();

  const NetworkSamples& samples_;
  FitOptions options_;
  std::optional<std::int64_t> eager_limit_;
  Shaped one_way_;
  Shaped send_;
  Shaped receive_;
  Shaped gap_;
  std::size_t launches_;
  std::optional<BlockFit> blocks_;  // where they are there
  std::vector<std::vector<std::size_t>> drawn_;
  Estimates estimates_;
  std::vector<Estimates> resampled_;
  NetworkFit fit_;
};

// What the direct test says: the largest size that is eager, where some size is not.
std::optional<std::int64_t> EagerLimit(const NetworkSamples& samples) {
  if (!samples.smallest_rendezvous_bytes) return std::nullopt;
  return samples.largest_eager_bytes.value_or(std::max<std::int64_t>(0, *samples.smallest_rendezvous_bytes - 1));
}

// Larger messages are not there before the receive: what it takes then is their whole way, and no overhead.
MeasuredCurve ThatArrives(MeasuredCurve curve, std::optional<std::int64_t> eager_limit) {
  if (!eager_limit) return curve;
  const auto end = std::upper_bound(curve.bytes.begin(), curve.bytes.end(), *eager_limit) - curve.bytes.begin();
  curve.bytes.resize(static_cast<std::size_t>(end));
  curve.seconds.resize(static_cast<std::size_t>(end));
  return curve;
}

std::vector<double> Ones(std::size_t n) { return std::vector<double>(n, 1); }

Fitter::Fitter(const NetworkSamples& samples, const FitOptions& options)
    : samples_(samples),
      options_(options),
      eager_limit_(EagerLimit(samples)),
      one_way_(samples.one_way),
      send_(samples.send_overhead),
      receive_(ThatArrives(samples.receive_overhead, eager_limit_)),
      gap_(samples.gap),
      launches_(samples.one_way.seconds.empty() ? 0 : samples.one_way.seconds.front().size()) {
  if (one_way_.curve.bytes.size() < kFewestSizes) {
    throw NotMeasured("{}: {} sizes were measured; a model needs {} at least", samples.distance,
                      one_way_.curve.bytes.size(), kFewestSizes);
  }
  SeekBlocks();
  std::vector<std::size_t> all(launches_);
  std::iota(all.begin(), all.end(), 0);
  estimates_ = EstimateFrom(all);
  if (launches_ < 2) return;
  for (const auto& launches : ResampledLaunches(launches_, options.resamples, options.seed)) {
    resampled_.push_back(EstimateFrom(launches));
    drawn_.push_back(launches);
  }
}

TwoTerms Fitter::Hockney(const std::vector<double>& kept) const {
  const std::vector<double>& bytes = one_way_.shape.bytes();
  return FitRelativeRobust({Ones(bytes.size()), bytes, kept, kept});
}

void Fitter::SeekBlocks() {
  const std::vector<double>& bytes = one_way_.shape.bytes();
  const std::vector<double> kept = one_way_.shape.Kept(one_way_.curve.Medians());
  const auto from = static_cast<std::int64_t>(bytes[2]);
  const auto to = static_cast<std::int64_t>(bytes.back() / 3);
  const auto blocks = FitBlocks(bytes, kept, std::max<std::int64_t>(1, from), to);
  const auto& segments = one_way_.shape.segments();
  const double others =
      InformationCriterion(SquaresOf(bytes, kept, segments), bytes.size(), 4 * segments.size() - 2, kResolution);
  if (blocks && BlocksAreThere(*blocks, bytes, others, kResolution)) blocks_ = blocks;
}

// Latency and time per byte of what the overheads leave: (1 + 2 handshakes where there is a rendezvous) L + (s - 1) G.
std::optional<LogGps> Fitter::EstimateLogGps(const MessageCurves& curves, const std::vector<double>& kept) const {
  if (curves.send_overhead.empty() || curves.receive_overhead.empty()) return std::nullopt;
  const auto smallest = static_cast<std::int64_t>(one_way_.curve.bytes.front());
  LogGps result;
  result.send = Curve(curves.send_overhead, "send_overhead").At(smallest);
  result.receive = Curve(curves.receive_overhead, "receive_overhead").At(smallest);
  result.gap = curves.gap.empty() ? std::max(result.send, result.receive) : Curve(curves.gap, "gap").At(smallest);
  std::vector<double> latencies;
  std::vector<double> bytes;
  std::vector<double> rest;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const double size = one_way_.shape.bytes()[i];
    latencies.push_back(eager_limit_ && size > static_cast<double>(*eager_limit_) ? 3 : 1);
    bytes.push_back(std::max(0.0, size - 1));
    rest.push_back(kept[i] - result.send - result.receive);
  }
  const TwoTerms terms = FitRelativeRobust({latencies, bytes, rest, kept});
  result.latency = terms.first;
  result.per_byte = terms.second;
  return result;
}

Estimates Fitter::EstimateFrom(std::span<const std::size_t> launches) const {
  const std::vector<double> medians = one_way_.curve.Medians(launches);
  const std::vector<double> kept = one_way_.shape.Kept(medians);
  Estimates result;
  result.hockney = Hockney(kept);
  result.lines = one_way_.shape.Lines(medians);
  if (blocks_) {  // of resamples, around what all launches say
    result.blocks = FitBlocks(one_way_.shape.bytes(), kept, std::max<std::int64_t>(1, blocks_->low_bytes / 2),
                              2 * blocks_->high_bytes);
  }
  const auto pieces = [&](const Shaped& shaped) {
    if (shaped.empty()) return std::vector<Piece>();
    return shaped.shape.Pieces(shaped.shape.Lines(shaped.curve.Medians(launches)), eager_limit_);
  };
  MessageCurves curves{pieces(one_way_), pieces(send_), pieces(receive_), pieces(gap_), eager_limit_};
  if (eager_limit_ && !receive_.empty()) {  // what the receiver of a rendezvous does after the transfer is not more
    const auto smallest = static_cast<std::int64_t>(receive_.curve.bytes.front());
    curves.receive_overhead.push_back({*eager_limit_ + 1, Curve(curves.receive_overhead, "receive").At(smallest), 0});
  }
  result.loggps = EstimateLogGps(curves, kept);
  result.messages = ModelOfMessages(curves);
  return result;
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
    if (one_way_.shape.left_out()[i]) continue;
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
  if (!blocks_) {
    fit_.notes.emplace_back("blocks: no saw is seen in the times, so that there is no block size");
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
    fit_.notes.emplace_back("loggps: the overheads leave nothing of the smallest message's time: its latency is zero");
  }
  fit_.models.push_back(std::move(model));
}

void Fitter::AddPiecewise() {
  FittedModel model = Model("piecewise", [](const Estimates& e) { return e.messages.model; });
  const auto& segments = one_way_.shape.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    model.pieces.push_back({static_cast<std::int64_t>(one_way_.shape.bytes()[segments[i].first]),
                            ValueOf([i](const Estimates& e) { return e.lines[i].seconds; }),
                            ValueOf([i](const Estimates& e) { return e.lines[i].seconds_per_byte; })});
  }
  if (estimates_.messages.overheads_cut) {
    fit_.notes.emplace_back(
        "piecewise: at some sizes the overheads together are more than the way of a message; they are cut to it");
  }
  fit_.models.push_back(std::move(model));
}

// Breaks between the same measured sizes, in shapes that are sought anew in resampled times.
void Fitter::AddSwitches() {
  const auto& segments = one_way_.shape.segments();
  const std::vector<double>& bytes = one_way_.shape.bytes();
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
    const std::vector<double> kept = one_way_.shape.Kept(one_way_.curve.Medians(launches));
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
  fit_.measured_seconds = one_way_.curve.Medians();
  fit_.outlier_launches = one_way_.curve.outliers;
  fit_.eager_limit_bytes = eager_limit_;
  for (std::size_t i = 0; i < one_way_.curve.bytes.size(); ++i) {
    fit_.bytes.push_back(static_cast<std::int64_t>(one_way_.curve.bytes[i]));
    if (one_way_.shape.left_out()[i]) fit_.outlier_bytes.push_back(fit_.bytes.back());
  }
  if (launches_ < 2) {
    fit_.notes.emplace_back("one launch with one pass: no interval can be given; measure more launches");
  } else if (samples_.passes_of_one) {
    fit_.notes.emplace_back("one launch: the intervals are over its passes and know nothing of how launches differ");
  }
  if (!eager_limit_ && samples_.largest_eager_bytes) {
    fit_.notes.push_back(fmt::format("all tested sizes are eager, up to {} bytes", *samples_.largest_eager_bytes));
  } else if (!eager_limit_) {
    fit_.notes.emplace_back("eager and rendezvous were not told apart: messages of all sizes are taken as eager");
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
  return Fitter(samples, options).Fit();
}

const FittedModel* NetworkFit::Find(std::string_view kind) const {
  const auto found = std::find_if(models.begin(), models.end(), [&](const auto& model) { return model.kind == kind; });
  return found == models.end() ? nullptr : &*found;
}

}  // namespace mpigauge
