#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/network/model.h"

namespace mpigauge {

// Seconds over sizes: for each size one value per launch (the launch's median). Where a launch has none, NaN: the same
// place is the same launch in all sizes and curves, so that they can be resampled together.
struct MeasuredCurve {
  std::vector<std::int64_t> bytes;           // ascending
  std::vector<std::vector<double>> seconds;  // [size][launch]

  bool empty() const { return bytes.empty(); }
};

// The measurements between two ranks at one distance.
struct NetworkSamples {
  std::string distance;        // "same-core-complex", "same-host", "other-host"; "ping-pong" where it is not known
  bool passes_of_one = false;  // of a single launch: its passes stand where launches do
  MeasuredCurve one_way;       // half a round trip
  MeasuredCurve send_overhead;
  MeasuredCurve receive_overhead;
  MeasuredCurve gap;  // between sends that follow each other
  // Sizes for which a send without a receive returned, and for which it did not; empty: not measured.
  std::optional<std::int64_t> largest_eager_bytes;
  std::optional<std::int64_t> smallest_rendezvous_bytes;
};

// A parameter with its interval over resampled launches; of a single one there is none: low and high are NaN.
struct FittedValue {
  double value = 0;
  double low = 0;
  double high = 0;
};

struct FittedPiece {
  std::int64_t from_bytes = 0;  // the first size that is measured on it
  FittedValue seconds;
  FittedValue seconds_per_byte;
};

// One form of model, fitted.
struct FittedModel {
  std::string kind;                 // "hockney", "blocks", "loggps", "piecewise"
  std::vector<FittedPiece> pieces;  // of piecewise; of the others one
  std::optional<FittedValue> block_bytes;
  std::optional<FittedValue> latency_seconds;  // loggps; what else it has are the curves of the fit
  std::optional<FittedValue> gap_seconds;
  std::optional<FittedValue> gap_per_byte_seconds;
  std::optional<FittedValue> send_overhead_seconds;
  std::optional<FittedValue> receive_overhead_seconds;
  std::vector<double> predicted_seconds;  // at the measured sizes
  double relative_rms = 0;                // of the residuals, without the sizes that stand out
  NetworkModel model;                     // what the simulator replays
  std::vector<NetworkModel> resampled;    // the same from resampled launches
};

// Where the curve breaks: a switch of protocols, or where caches end.
struct ProtocolSwitch {
  std::int64_t last_bytes_before = 0;  // measured sizes on both sides
  std::int64_t first_bytes_after = 0;
  double jump_seconds = 0;  // by how much the time rises there
  double jump_low = 0;      // its interval
  double jump_high = 0;
  double share = 0;    // the jump over the time that there would be without it
  double support = 0;  // the share of resamples that break between the same sizes
};

struct NetworkFit {
  std::string distance;
  std::int64_t launches = 0;  // or passes, see NetworkSamples
  double confidence = 0.95;
  std::vector<std::int64_t> bytes;
  std::vector<double> measured_seconds;        // medians over launches
  std::vector<std::int64_t> outlier_launches;  // how many values of a size were left out as outliers
  std::vector<std::int64_t> outlier_bytes;     // sizes that stand out of their neighbours: no model follows them
  std::vector<FittedModel> models;             // of all kinds that the data have
  std::vector<ProtocolSwitch> switches;
  std::optional<std::int64_t> eager_limit_bytes;  // tested; the largest measured size that is eager
  std::vector<std::string> notes;                 // what could not be told, and why

  const FittedModel* Find(std::string_view kind) const;
};

}  // namespace mpigauge
