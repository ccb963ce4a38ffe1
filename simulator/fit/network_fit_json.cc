#include "simulator/fit/network_fit_json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/error.h"

namespace mpigauge {
namespace {

constexpr int kVersion = 1;

// JSON knows no NaN.
double NumberOr(const Json& json, double otherwise) { return json.is_null() ? otherwise : json.get<double>(); }
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Json ValueToJson(const FittedValue& value) {
  return {{"value", value.value},
          {"low", std::isnan(value.low) ? Json() : Json(value.low)},
          {"high", std::isnan(value.high) ? Json() : Json(value.high)}};
}

FittedValue ValueFromJson(const Json& json) {
  return {json.at("value"), NumberOr(json.at("low"), kNaN), NumberOr(json.at("high"), kNaN)};
}

// The parameters that only some kinds have.
using Optional = std::optional<FittedValue> FittedModel::*;
constexpr std::pair<const char*, Optional> kOptional[] = {
    {"block_bytes", &FittedModel::block_bytes},
    {"latency_seconds", &FittedModel::latency_seconds},
    {"gap_seconds", &FittedModel::gap_seconds},
    {"gap_per_byte_seconds", &FittedModel::gap_per_byte_seconds},
    {"send_overhead_seconds", &FittedModel::send_overhead_seconds},
    {"receive_overhead_seconds", &FittedModel::receive_overhead_seconds},
};

Json ParametersToJson(const FittedModel& model) {
  Json json = Json::object();
  if (model.pieces.size() == 1 && model.kind != "piecewise") {
    json["startup_seconds"] = ValueToJson(model.pieces[0].seconds);
    json["seconds_per_byte"] = ValueToJson(model.pieces[0].seconds_per_byte);
  }
  for (const auto& [name, member] : kOptional) {
    if (model.*member) json[name] = ValueToJson(*(model.*member));
  }
  return json;
}

double Rounded(double value) { return std::strtod(fmt::format("{:.12g}", value).c_str(), nullptr); }

// [[from_bytes, seconds, seconds_per_byte], ...]
Json ShortCurve(const Curve& curve) {
  Json json = Json::array();
  for (const Piece& piece : curve.pieces()) {
    json.push_back({piece.from_bytes, Rounded(piece.seconds), Rounded(piece.seconds_per_byte)});
  }
  return json;
}

Curve CurveFromShort(const Json& json, std::string_view what) {
  std::vector<Piece> pieces;
  for (const Json& piece : json) pieces.push_back({piece.at(0), piece.at(1), piece.at(2)});
  return {std::move(pieces), what};
}

constexpr std::pair<const char*, Curve NetworkModel::*> kCurves[] = {
    {"link", &NetworkModel::link},
    {"send_overhead", &NetworkModel::send_overhead},
    {"receive_overhead", &NetworkModel::receive_overhead},
    {"gap", &NetworkModel::gap},
};

Json ShortModel(const NetworkModel& model) {
  Json json = Json::object();
  for (const auto& [name, member] : kCurves) json[name] = ShortCurve(model.*member);
  if (model.block_bytes > 0) json["block_bytes"] = model.block_bytes;
  if (model.handshake_seconds >= 0) json["handshake_seconds"] = Rounded(model.handshake_seconds);
  return json;
}

// All else is as in the model of all launches.
NetworkModel ModelFromShort(const Json& json, NetworkModel model, std::string_view what) {
  for (const auto& [name, member] : kCurves) model.*member = CurveFromShort(json.at(name), what);
  if (json.contains("block_bytes")) model.block_bytes = json.at("block_bytes");
  model.handshake_seconds = json.contains("handshake_seconds") ? json.at("handshake_seconds").get<double>() : -1;
  model.hop_seconds = model.link.At(0);
  return model;
}

Json ModelToJson(const FittedModel& model) {
  Json pieces = Json::array();
  for (const FittedPiece& piece : model.pieces) {
    pieces.push_back({{"from_bytes", piece.from_bytes},
                      {"seconds", ValueToJson(piece.seconds)},
                      {"seconds_per_byte", ValueToJson(piece.seconds_per_byte)}});
  }
  Json resampled = Json::array();
  for (const NetworkModel& each : model.resampled) resampled.push_back(ShortModel(each));
  return {{"kind", model.kind},
          {"relative_rms", model.relative_rms},
          {"parameters", ParametersToJson(model)},
          {"pieces", pieces},
          {"predicted_seconds", model.predicted_seconds},
          {"model", ModelFileOf(model, model.kind)},
          {"resampled", resampled}};
}

FittedModel ModelFromJson(const Json& json, std::string_view what) {
  FittedModel model;
  model.kind = json.at("kind");
  model.relative_rms = json.at("relative_rms");
  for (const auto& [name, member] : kOptional) {
    if (json.at("parameters").contains(name)) model.*member = ValueFromJson(json.at("parameters").at(name));
  }
  for (const Json& piece : json.at("pieces")) {
    model.pieces.push_back(
        {piece.at("from_bytes"), ValueFromJson(piece.at("seconds")), ValueFromJson(piece.at("seconds_per_byte"))});
  }
  json.at("predicted_seconds").get_to(model.predicted_seconds);
  model.model = NetworkModelFromJson(json.at("model"), what);
  for (const Json& each : json.at("resampled")) model.resampled.push_back(ModelFromShort(each, model.model, what));
  return model;
}

Json SwitchToJson(const ProtocolSwitch& each) {
  return {{"last_bytes_before", each.last_bytes_before},
          {"first_bytes_after", each.first_bytes_after},
          {"jump_seconds", each.jump_seconds},
          {"jump_low", std::isnan(each.jump_low) ? Json() : Json(each.jump_low)},
          {"jump_high", std::isnan(each.jump_high) ? Json() : Json(each.jump_high)},
          {"share", each.share},
          {"support", each.support}};
}

ProtocolSwitch SwitchFromJson(const Json& json) {
  return {json.at("last_bytes_before"),
          json.at("first_bytes_after"),
          json.at("jump_seconds"),
          NumberOr(json.at("jump_low"), kNaN),
          NumberOr(json.at("jump_high"), kNaN),
          json.at("share"),
          json.at("support")};
}

}  // namespace

Json ModelFileOf(const FittedModel& model, const std::string& name) {
  if (model.kind != "loggps") {
    NetworkModel named = model.model;
    named.name = name;
    return ToJson(named);
  }
  Json json = {{"kind", "loggps"}, {"name", name}};
  for (const auto& [key, member] : kOptional) {
    if (model.*member) json[key] = (model.*member)->value;
  }
  const std::int64_t limit = model.model.eager_limit_bytes;
  if (limit != NetworkModel().eager_limit_bytes) json["eager_limit_bytes"] = limit;
  return json;
}

Json ToJson(const NetworkFit& fit) {
  Json switches = Json::array();
  for (const ProtocolSwitch& each : fit.switches) switches.push_back(SwitchToJson(each));
  Json models = Json::array();
  for (const FittedModel& model : fit.models) models.push_back(ModelToJson(model));
  return {{"distance", fit.distance},
          {"launches", fit.launches},
          {"confidence", fit.confidence},
          {"bytes", fit.bytes},
          {"measured_seconds", fit.measured_seconds},
          {"outlier_launches", fit.outlier_launches},
          {"outlier_bytes", fit.outlier_bytes},
          {"eager_limit_bytes", fit.eager_limit_bytes ? Json(*fit.eager_limit_bytes) : Json()},
          {"switches", switches},
          {"notes", fit.notes},
          {"models", models}};
}

NetworkFit NetworkFitFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    NetworkFit fit;
    fit.distance = json.at("distance");
    fit.launches = json.at("launches");
    fit.confidence = json.at("confidence");
    json.at("bytes").get_to(fit.bytes);
    json.at("measured_seconds").get_to(fit.measured_seconds);
    json.at("outlier_launches").get_to(fit.outlier_launches);
    json.at("outlier_bytes").get_to(fit.outlier_bytes);
    if (!json.at("eager_limit_bytes").is_null()) fit.eager_limit_bytes = json.at("eager_limit_bytes");
    for (const Json& each : json.at("switches")) fit.switches.push_back(SwitchFromJson(each));
    json.at("notes").get_to(fit.notes);
    for (const Json& model : json.at("models")) fit.models.push_back(ModelFromJson(model, what));
    return fit;
  });
}

Json NetworkFitsToJson(const std::vector<NetworkFit>& fits) {
  Json all = Json::array();
  for (const NetworkFit& fit : fits) all.push_back(ToJson(fit));
  return {{"version", kVersion}, {"fits", all}};
}

std::vector<NetworkFit> NetworkFitsFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    if (const int version = json.at("version"); version != kVersion) {
      throw UsageError("{}: has version {} of network models, this mpigauge reads {}; fit again: network fit --refit",
                       what, version, kVersion);
    }
    std::vector<NetworkFit> fits;
    for (const Json& fit : json.at("fits")) fits.push_back(NetworkFitFromJson(fit, what));
    return fits;
  });
}

}  // namespace mpigauge
