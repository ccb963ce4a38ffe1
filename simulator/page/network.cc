
#include <algorithm>
#include <string>

#include "base/rounded.h"
#include "base/units.h"
#include "simulator/page/page.h"

namespace mpigauge {
namespace {

Json ValueJson(const FittedValue& value) {
  return {{"value", Rounded(value.value)}, {"low", Rounded(value.low)}, {"high", Rounded(value.high)}};
}

Json ParametersJson(const FittedModel& model) {
  Json parameters = Json::object();
  for (std::size_t i = 0; i < model.pieces.size(); ++i) {
    const FittedPiece& piece = model.pieces[i];
    const std::string from = i == 0 ? "" : " from " + FormatBytes(piece.from_bytes);
    parameters["seconds" + from] = ValueJson(piece.seconds);
    parameters["seconds_per_byte" + from] = ValueJson(piece.seconds_per_byte);
  }
  const auto add = [&](const char* name, const std::optional<FittedValue>& value) {
    if (value) parameters[name] = ValueJson(*value);
  };
  add("block_bytes", model.block_bytes);
  add("latency_seconds", model.latency_seconds);
  add("gap_seconds", model.gap_seconds);
  add("gap_seconds_per_byte", model.gap_per_byte_seconds);
  add("send_overhead_seconds", model.send_overhead_seconds);
  add("receive_overhead_seconds", model.receive_overhead_seconds);
  return parameters;
}

Json SecondsJson(const std::vector<double>& all) {
  Json seconds = Json::array();
  for (const double one : all) seconds.push_back(Rounded(one));
  return seconds;
}

Json FitJson(const NetworkFit& fit) {
  Json models = Json::array();
  for (const FittedModel& model : fit.models) {
    models.push_back({{"kind", model.kind},
                      {"predicted_seconds", SecondsJson(model.predicted_seconds)},
                      {"relative_rms", Rounded(model.relative_rms)},
                      {"parameters", ParametersJson(model)}});
  }
  Json switches = Json::array();
  for (const ProtocolSwitch& one : fit.switches) {
    switches.push_back({{"last_bytes_before", one.last_bytes_before},
                        {"first_bytes_after", one.first_bytes_after},
                        {"jump_seconds", Rounded(one.jump_seconds)}});
  }
  return {{"distance", fit.distance},
          {"confidence", fit.confidence},
          {"launches", fit.launches},
          {"bytes", fit.bytes},
          {"measured_seconds", SecondsJson(fit.measured_seconds)},
          {"models", std::move(models)},
          {"switches", std::move(switches)},
          {"eager_limit_bytes", fit.eager_limit_bytes ? Json(*fit.eager_limit_bytes) : Json(nullptr)}};
}

Json FitOf(const std::vector<NetworkFit>& fits, const std::string& distance) {
  const auto found = std::find_if(fits.begin(), fits.end(), [&](const auto& fit) { return fit.distance == distance; });
  return found == fits.end() ? Json(nullptr) : FitJson(*found);
}

}  // namespace

Json NetworkJson(const std::vector<NetworkFit>& baseline, const std::vector<NetworkFit>& candidate) {
  std::vector<std::string> distances;
  for (const auto* side : {&baseline, &candidate}) {
    for (const NetworkFit& fit : *side) {
      if (std::find(distances.begin(), distances.end(), fit.distance) == distances.end()) {
        distances.push_back(fit.distance);
      }
    }
  }
  if (distances.empty()) return nullptr;
  Json network = Json::array();
  for (const std::string& distance : distances) {
    network.push_back(
        {{"distance", distance}, {"baseline", FitOf(baseline, distance)}, {"candidate", FitOf(candidate, distance)}});
  }
  return network;
}

}  // namespace mpigauge
