#include "simulator/fit/network_fit_json.h"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "base/json_fields.h"

namespace mpigauge {
namespace {

constexpr int kVersion = 1;

}  // namespace

template <>
constexpr auto kFields<FittedValue> = Fields(Field<&FittedValue::value>("value"),
                                             Field<NumberOrNull, &FittedValue::low>("low"),
                                             Field<NumberOrNull, &FittedValue::high>("high"));

template <>
constexpr auto kFields<FittedPiece> = Fields(Field<&FittedPiece::from_bytes>("from_bytes"),
                                             Field<&FittedPiece::seconds>("seconds"),
                                             Field<&FittedPiece::seconds_per_byte>("seconds_per_byte"));

template <>
constexpr auto kFields<ProtocolSwitch> = Fields(Field<&ProtocolSwitch::last_bytes_before>("last_bytes_before"),
                                                Field<&ProtocolSwitch::first_bytes_after>("first_bytes_after"),
                                                Field<&ProtocolSwitch::jump_seconds>("jump_seconds"),
                                                Field<NumberOrNull, &ProtocolSwitch::jump_low>("jump_low"),
                                                Field<NumberOrNull, &ProtocolSwitch::jump_high>("jump_high"),
                                                Field<&ProtocolSwitch::share>("share"),
                                                Field<&ProtocolSwitch::support>("support"));

// All but the models.
template <>
constexpr auto kFields<NetworkFit> = Fields(
    Field<&NetworkFit::distance>("distance"), Field<&NetworkFit::launches>("launches"),
    Field<&NetworkFit::confidence>("confidence"), Field<&NetworkFit::bytes>("bytes"),
    Field<&NetworkFit::measured_seconds>("measured_seconds"), Field<&NetworkFit::outlier_launches>("outlier_launches"),
    Field<&NetworkFit::outlier_bytes>("outlier_bytes"), Field<&NetworkFit::eager_limit_bytes>("eager_limit_bytes"),
    Field<&NetworkFit::switches>("switches"), Field<&NetworkFit::notes>("notes"));

namespace {

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
    json["startup_seconds"] = FieldsToJson(model.pieces[0].seconds);
    json["seconds_per_byte"] = FieldsToJson(model.pieces[0].seconds_per_byte);
  }
  for (const auto& [name, member] : kOptional) {
    if (model.*member) json[name] = FieldsToJson(*(model.*member));
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
  Json resampled = Json::array();
  for (const NetworkModel& each : model.resampled) resampled.push_back(ShortModel(each));
  return {{"kind", model.kind},
          {"relative_rms", model.relative_rms},
          {"parameters", ParametersToJson(model)},
          {"pieces", JsonOf<std::vector<FittedPiece>>::Write(model.pieces)},
          {"predicted_seconds", model.predicted_seconds},
          {"model", ModelFileOf(model, model.kind)},
          {"resampled", resampled}};
}

FittedModel ModelFromJson(const Json& json, std::string_view what) {
  FittedModel model;
  model.kind = json.at("kind");
  model.relative_rms = json.at("relative_rms");
  for (const auto& [name, member] : kOptional) {
    if (json.at("parameters").contains(name))
      model.*member = FieldsFromJson<FittedValue>(json.at("parameters").at(name));
  }
  model.pieces = JsonOf<std::vector<FittedPiece>>::Read(json.at("pieces"));
  json.at("predicted_seconds").get_to(model.predicted_seconds);
  model.model = NetworkModelFromJson(json.at("model"), what);
  for (const Json& each : json.at("resampled")) model.resampled.push_back(ModelFromShort(each, model.model, what));
  return model;
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
  Json json = FieldsToJson(fit);
  json["models"] = Json::array();
  for (const FittedModel& model : fit.models) json["models"].push_back(ModelToJson(model));
  return json;
}

NetworkFit NetworkFitFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    auto fit = FieldsFromJson<NetworkFit>(json);
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
