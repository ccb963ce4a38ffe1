#include <fmt/format.h>

#include <set>

#include "base/enum_text.h"
#include "base/error.h"
#include "record/checked_values.h"
#include "simulator/network/model.h"

namespace mpigauge {
namespace {

// A JSON object of which every key must be asked for.
class Fields {
 public:
  Fields(const Json& value, std::string_view what) : value_(value), what_(what) {}

  bool Has(const char* key) const { return value_.contains(key); }
  const Json& At(const char* key) {
    asked_.insert(key);
    return value_.at(key);
  }
  double Seconds(const char* key) {
    const double seconds = At(key).get<double>();
    if (!(seconds >= 0)) throw UsageError("{}: {} is {}; a time is not negative", what_, key, seconds);
    return seconds;
  }
  std::int64_t Bytes(const char* key) {
    asked_.insert(key);
    return ReadingValues(what_, [&] { return CountAt(value_, key); });
  }
  Curve CurveOf(const char* key) {
    return Has(key) ? CurveFromJson(At(key), fmt::format("{}: {}", what_, key)) : Curve();
  }
  void RequireAllAsked() const {
    for (const auto& [key, value] : value_.items()) {
      if (!asked_.contains(key)) throw UsageError("{}: a model of this kind has no '{}'", what_, key);
    }
  }

 private:
  const Json& value_;
  std::string what_;
  std::set<std::string, std::less<>> asked_;
};

void ReadHockney(Fields& fields, NetworkModel& model) {
  model.link = Curve(fields.Seconds("startup_seconds"), fields.Seconds("seconds_per_byte"));
}

void ReadBlocks(Fields& fields, NetworkModel& model, std::string_view what) {
  ReadHockney(fields, model);
  model.block_bytes = fields.Bytes("block_bytes");
  if (model.block_bytes < 1) throw UsageError("{}: block_bytes is {}; a block has a byte", what, model.block_bytes);
}

// The first byte is in the constant part: seconds + (bytes - 1) seconds_per_byte.
Curve AfterTheFirstByte(double seconds, double seconds_per_byte, std::string_view what) {
  return {{{0, seconds, 0}, {1, seconds - seconds_per_byte, seconds_per_byte}}, what};
}

void ReadLogGps(Fields& fields, NetworkModel& model, std::string_view what) {
  const double per_byte = fields.Seconds("gap_per_byte_seconds");
  model.link = AfterTheFirstByte(fields.Seconds("latency_seconds"), per_byte, what);
  model.gap = AfterTheFirstByte(fields.Seconds("gap_seconds"), per_byte, what);
  const bool two = fields.Has("send_overhead_seconds");
  model.send_overhead = Curve(fields.Seconds(two ? "send_overhead_seconds" : "overhead_seconds"), 0);
  model.receive_overhead = Curve(fields.Seconds(two ? "receive_overhead_seconds" : "overhead_seconds"), 0);
}

void ReadPieces(Fields& fields, NetworkModel& model, std::string_view what) {
  model.link = CurveFromJson(fields.At("pieces"), fmt::format("{}: pieces", what));
}

void ReadOverheads(Fields& fields, NetworkModel& model) {
  model.send_overhead = fields.CurveOf("send_overhead");
  model.receive_overhead = fields.CurveOf("receive_overhead");
  model.gap = fields.CurveOf("gap");
}

constexpr EnumTexts<Switching, 3> kSwitchings{{{Switching::kStoreAndForward, "store-and-forward"},
                                               {Switching::kCutThrough, "cut-through"},
                                               {Switching::kWormhole, "wormhole"}}};

void ReadCommon(Fields& fields, NetworkModel& model, std::string_view what) {
  if (fields.Has("name")) model.name = fields.At("name");
  if (fields.Has("switching"))
    model.switching = ReadingValues(
        what, [&] { return FromText(kSwitchings, fields.At("switching").get<std::string>(), "switching"); });
  if (fields.Has("combine_seconds_per_byte"))
    model.combine_seconds_per_byte = fields.Seconds("combine_seconds_per_byte");
  if (fields.Has("eager_limit_bytes")) model.eager_limit_bytes = fields.Bytes("eager_limit_bytes");
  if (fields.Has("receiver_fetches")) model.receiver_fetches = fields.At("receiver_fetches");
  if (fields.Has("handshake_seconds")) model.handshake_seconds = fields.Seconds("handshake_seconds");
  model.hop_seconds = fields.Has("hop_seconds") ? fields.Seconds("hop_seconds") : model.link.At(0);
}

void ReadKind(const std::string& kind, Fields& fields, NetworkModel& model, std::string_view what) {
  if (kind == "loggps") {
    ReadLogGps(fields, model, what);
    return;
  }
  if (kind == "hockney") {
    ReadHockney(fields, model);
  } else if (kind == "blocks") {
    ReadBlocks(fields, model, what);
  } else if (kind == "piecewise") {
    ReadPieces(fields, model, what);
  } else {
    throw UsageError("{}: kind '{}' is not known (hockney, blocks, loggps, piecewise)", what, kind);
  }
  ReadOverheads(fields, model);
}

Json CurveToJson(const Curve& curve) {
  const std::vector<Piece>& pieces = curve.pieces();
  if (pieces.size() == 1 && pieces[0].seconds_per_byte == 0) return pieces[0].seconds;
  Json json = Json::array();
  for (const Piece& piece : pieces) {
    json.push_back(
        {{"from_bytes", piece.from_bytes}, {"seconds", piece.seconds}, {"seconds_per_byte", piece.seconds_per_byte}});
  }
  return json;
}

bool IsZero(const Curve& curve) {
  return curve.pieces().size() == 1 && curve.pieces()[0].seconds == 0 && curve.pieces()[0].seconds_per_byte == 0;
}

}  // namespace

Json ToJson(const NetworkModel& model) {
  Json json;
  const std::vector<Piece>& link = model.link.pieces();
  if (link.size() > 1) {
    if (model.block_bytes > 0) throw UsageError("model {}: blocks have one start-up, not pieces", model.name);
    json = {{"kind", "piecewise"}, {"name", model.name}, {"pieces", CurveToJson(model.link)}};
  } else {
    json = {{"kind", model.block_bytes > 0 ? "blocks" : "hockney"},
            {"name", model.name},
            {"startup_seconds", link[0].seconds},
            {"seconds_per_byte", link[0].seconds_per_byte}};
    if (model.block_bytes > 0) json["block_bytes"] = model.block_bytes;
  }
  if (!IsZero(model.send_overhead)) json["send_overhead"] = CurveToJson(model.send_overhead);
  if (!IsZero(model.receive_overhead)) json["receive_overhead"] = CurveToJson(model.receive_overhead);
  if (!IsZero(model.gap)) json["gap"] = CurveToJson(model.gap);
  if (model.eager_limit_bytes != NetworkModel().eager_limit_bytes) json["eager_limit_bytes"] = model.eager_limit_bytes;
  if (model.receiver_fetches) json["receiver_fetches"] = true;
  if (model.hop_seconds != model.link.At(0)) json["hop_seconds"] = model.hop_seconds;
  if (model.combine_seconds_per_byte > 0) json["combine_seconds_per_byte"] = model.combine_seconds_per_byte;
  if (model.handshake_seconds >= 0) json["handshake_seconds"] = model.handshake_seconds;
  if (model.switching != Switching::kStoreAndForward) json["switching"] = TextOf(kSwitchings, model.switching);
  return json;
}

NetworkModel NetworkModelFromJson(const Json& value, std::string_view what) {
  return ReadingJson(what, [&] {
    Fields fields(value, what);
    NetworkModel model;
    const std::string kind = fields.At("kind");
    model.name = kind;
    ReadKind(kind, fields, model, what);
    ReadCommon(fields, model, what);
    fields.RequireAllAsked();
    return model;
  });
}

std::vector<NetworkModel> ReadNetworkModels(const std::filesystem::path& path) {
  const Json value = ReadJson(path);
  if (!value.is_array()) return {NetworkModelFromJson(value, path.string())};
  std::vector<NetworkModel> models;
  for (const Json& model : value) models.push_back(NetworkModelFromJson(model, path.string()));
  if (models.empty()) throw UsageError("{}: has no model", path.string());
  return models;
}

}  // namespace mpigauge
