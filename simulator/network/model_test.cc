#include "simulator/network/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

NetworkModel Model(const char* text) { return NetworkModelFromJson(ParseJson(text, "m.json"), "m.json"); }

TEST(NetworkModel, Hockney) {
  const auto model = Model(R"({"kind": "hockney", "startup_seconds": 1e-5, "seconds_per_byte": 1e-9})");
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 1000, 1), 1.1e-5);
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 1000, 3), 3.3e-5);  // the paper: d (i + s t)
  EXPECT_EQ(TransitSeconds(model, 1000, 0), 0);
}

// The paper's: blocks of b bytes move node by node, each with its own start-up.
TEST(NetworkModel, Blocks) {
  const auto model =
      Model(R"({"kind": "blocks", "startup_seconds": 1e-5, "seconds_per_byte": 1e-9, "block_bytes": 1000})");
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 0, 1), 1e-5);
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 1000, 2), 2 * (1e-5 + 1e-6));
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 1001, 2), 2 * (2e-5 + 1.001e-6));
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 10000, 1), 1e-4 + 1e-5);
}

TEST(NetworkModel, LogGps) {
  const auto model = Model(R"({"kind": "loggps", "latency_seconds": 2e-6, "overhead_seconds": 4e-7,
    "gap_seconds": 3e-7, "gap_per_byte_seconds": 1e-9, "switching": "cut-through", "eager_limit_bytes": 4096})");
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 1, 1), 2e-6);
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 1001, 1), 3e-6);
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 1001, 3), 7e-6);  // 3 L + 1000 G
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 0, 1), 2e-6);
  EXPECT_DOUBLE_EQ(model.gap.At(101), 4e-7);
  EXPECT_DOUBLE_EQ(model.receive_overhead.At(1 << 20), 4e-7);
  EXPECT_EQ(model.eager_limit_bytes, 4096);
}

TEST(NetworkModel, Pieces) {
  const auto model =
      Model(R"({"kind": "piecewise", "switching": "wormhole", "hop_seconds": 1e-7, "gap": 5e-7, "pieces": [
    {"from_bytes": 0, "seconds": 1e-6, "seconds_per_byte": 1e-9},
    {"from_bytes": 4097, "seconds": 5e-6, "seconds_per_byte": 5e-10}]})");
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 4096, 1), 1e-6 + 4.096e-6);
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 4097, 1), 5e-6 + 4097 * 5e-10);
  EXPECT_DOUBLE_EQ(TransitSeconds(model, 0, 4), 1e-6 + 3e-7);
  EXPECT_DOUBLE_EQ(model.gap.At(1000), 5e-7);
}

TEST(NetworkModel, Handshakes) {
  auto model = Model(R"({"kind": "hockney", "startup_seconds": 1e-5, "seconds_per_byte": 1e-9, "hop_seconds": 1e-6})");
  EXPECT_DOUBLE_EQ(HandshakeSeconds(model, 2), 2e-5);
  model.handshake_seconds = 4e-6;
  EXPECT_DOUBLE_EQ(HandshakeSeconds(model, 2), 8e-6);
  EXPECT_EQ(HandshakeSeconds(model, 0), 0);
  model.switching = Switching::kCutThrough;
  EXPECT_DOUBLE_EQ(HandshakeSeconds(model, 2), 5e-6);
}

TEST(NetworkModel, JsonGivesTheSameModelBack) {
  for (
      const char* text : {
          R"({"kind":"hockney","name":"eth","startup_seconds":1e-05,"seconds_per_byte":1e-09})",
          R"({"kind":"blocks","name":"b","startup_seconds":1e-05,"seconds_per_byte":1e-09,"block_bytes":1500,)"
          R"("hop_seconds":1e-06,"switching":"cut-through"})",
          R"({"kind":"piecewise","name":"shm","pieces":[{"from_bytes":0,"seconds":1e-06,"seconds_per_byte":1e-09},)"
          R"({"from_bytes":4097,"seconds":5e-06,"seconds_per_byte":5e-10}],"send_overhead":2e-07,"receive_overhead":)"
          R"([{"from_bytes":0,"seconds":1e-07,"seconds_per_byte":1e-10}],"gap":5e-07,"eager_limit_bytes":4096,"receiver_fetches":true,)"
          R"("combine_seconds_per_byte":2e-11,"handshake_seconds":3e-07,"switching":"wormhole"})",
      }) {
    EXPECT_EQ(ToJson(Model(text)).dump(), text);
  }
  // A form that is not one of its own: the first byte is in the constant part.
  const auto loggps = Model(R"({"kind": "loggps", "latency_seconds": 2e-6, "send_overhead_seconds": 4e-7,
    "receive_overhead_seconds": 5e-7, "gap_seconds": 3e-7, "gap_per_byte_seconds": 1e-9})");
  const auto back = NetworkModelFromJson(ToJson(loggps), "back");
  for (const std::int64_t bytes : {0, 1, 2, 5000}) {
    EXPECT_EQ(TransitSeconds(back, bytes, 2), TransitSeconds(loggps, bytes, 2));
    EXPECT_EQ(back.gap.At(bytes), loggps.gap.At(bytes));
    EXPECT_EQ(back.receive_overhead.At(bytes), loggps.receive_overhead.At(bytes));
  }
}

std::string ErrorOf(const char* text) {
  return mpigauge::ErrorOf([&] { Model(text); });
}

TEST(NetworkModel, ErrorsNameTheKey) {
  EXPECT_EQ(ErrorOf(R"({"kind": "hockey"})"),
            "m.json: kind 'hockey' is not known (hockney, blocks, loggps, piecewise)");
  EXPECT_THAT(ErrorOf(R"({"kind": "hockney", "startup_seconds": 1})"), HasSubstr("'seconds_per_byte' not found"));
  EXPECT_EQ(ErrorOf(R"({"kind": "hockney", "startup_seconds": -1, "seconds_per_byte": 0})"),
            "m.json: startup_seconds is -1; a time is not negative");
  EXPECT_EQ(ErrorOf(R"({"kind": "hockney", "startup_seconds": 1, "seconds_per_byte": 0, "eager_limit": 3})"),
            "m.json: a model of this kind has no 'eager_limit'");
  EXPECT_EQ(ErrorOf(R"({"kind": "blocks", "startup_seconds": 1, "seconds_per_byte": 0, "block_bytes": 0})"),
            "m.json: block_bytes is 0; a block has a byte");
  // A conversion of these could give any number.
  EXPECT_EQ(ErrorOf(R"({"kind": "blocks", "startup_seconds": 1, "seconds_per_byte": 0, "block_bytes": 1e300})"),
            "m.json: block_bytes: 1e+300 is impossible; it is a whole number of 64 bits");
  EXPECT_THAT(ErrorOf(R"({"kind": "hockney", "startup_seconds": 1, "seconds_per_byte": 0, "eager_limit_bytes": -1})"),
              HasSubstr("m.json: eager_limit_bytes: -1 is impossible"));
  EXPECT_THAT(ErrorOf(R"({"kind": "piecewise", "pieces": [{"from_bytes": 0.5, "seconds": 1, "seconds_per_byte": 0}]})"),
              HasSubstr("m.json: pieces: from_bytes: 0.5 is impossible"));
  EXPECT_THAT(ErrorOf(R"({"kind": "piecewise", "pieces": {"from_bytes": 0}})"), HasSubstr("nor a list of pieces"));
  EXPECT_EQ(ErrorOf(R"({"kind": "piecewise", "pieces": [{"from_bytes": 1, "seconds": 1, "seconds_per_byte": 0}]})"),
            "m.json: pieces: the first piece begins at 0 bytes");
  EXPECT_EQ(ErrorOf(R"({"kind": "piecewise", "pieces": [{"from_bytes": 0, "seconds": 1, "seconds_per_byte": -1}]})"),
            "m.json: pieces: the last piece falls below zero");
  EXPECT_THAT(ErrorOf(R"({"kind": "piecewise", "pieces": [{"from_bytes": 0, "seconds": 1, "seconds_per_byte": -1},
                          {"from_bytes": 5, "seconds": 1, "seconds_per_byte": 0}]})"),
              HasSubstr("pieces: is -3 s at 4 bytes; a time is not negative"));
  EXPECT_EQ(ErrorOf(R"({"kind": "piecewise", "pieces": [{"from_bytes": 0, "seconds": 1, "seconds_per_byte": 0},
                        {"from_bytes": 0, "seconds": 1, "seconds_per_byte": 0}]})"),
            "m.json: pieces: the pieces are not in order at 0 bytes");
  EXPECT_EQ(ErrorOf(R"({"kind": "loggps", "latency_seconds": 1e-9, "overhead_seconds": 0, "gap_seconds": 0,
                        "gap_per_byte_seconds": 0, "switching": "worm"})"),
            "m.json: unknown switching 'worm'; there are store-and-forward, cut-through, wormhole");
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("m.json: "));
}

}  // namespace
}  // namespace mpigauge
