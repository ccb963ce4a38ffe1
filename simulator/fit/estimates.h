#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simulator/fit/curve_shape.h"
#include "simulator/fit/message_model.h"
#include "simulator/fit/network_fit.h"
#include "simulator/fit/relative_fit.h"

namespace mpigauge {

struct LogGps {
  double latency = 0;
  double gap = 0;
  double per_byte = 0;
  double send = 0;
  double receive = 0;
};

// Everything that is estimated from some launches.
struct Estimates {
  TwoTerms hockney;
  std::vector<StraightLine> lines;  // of one-way times, within the shape's segments
  std::optional<BlockFit> blocks;
  std::optional<LogGps> loggps;
  MessageModel messages;
};

// A curve, and the shape that all fits of it have.
struct ShapedCurve {
  CleanCurve curve;
  CurveShape shape;

  explicit ShapedCurve(const MeasuredCurve& measured);
  bool empty() const { return curve.bytes.empty(); }
  std::vector<double> KeptMedians(std::span<const std::size_t> launches) const;
};

// All launches together decide some things (where curves break, which sizes stand out, whether there are blocks). From
// these follow the estimates of any choice of launches.
class Estimator {
 public:
  // The samples have a size at least.
  explicit Estimator(const NetworkSamples& samples);

  Estimates EstimateFrom(std::span<const std::size_t> launches) const;
  Estimates EstimateFromAll() const;

  const ShapedCurve& one_way() const { return one_way_; }
  std::size_t launches() const { return launches_; }
  // The largest eager size by the direct test, if some size is not eager.
  const std::optional<std::int64_t>& eager_limit() const { return eager_limit_; }

  static constexpr double kResolution = SegmentOptions().resolution;

 private:
  MessageCurves CurvesFrom(std::span<const std::size_t> launches) const;
  std::optional<BlockFit> SeekBlocks() const;
  std::optional<LogGps> EstimateLogGps(const MessageCurves& curves, const std::vector<double>& kept) const;

  std::optional<std::int64_t> eager_limit_;
  ShapedCurve one_way_;
  ShapedCurve send_;
  ShapedCurve receive_;
  ShapedCurve gap_;
  std::size_t launches_;
  std::optional<BlockFit> blocks_;
};

}  // namespace mpigauge
