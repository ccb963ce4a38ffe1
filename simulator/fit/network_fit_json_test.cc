#include "simulator/fit/network_fit_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "simulator/fit/fit_network.h"
#include "simulator/fit/message_model.h"
#include "simulator/fit/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

NetworkSamples Samples(int launches) {
  const auto sizes = GeometricSizes(41, 1 << 20);
  NetworkSamples samples;
  samples.distance = "same-host";
  samples.one_way = SyntheticCurve(
      sizes, launches, [](double s) { return s <= 4096 ? 1e-6 + 2e-10 * s : 5e-6 + 1e-10 * s; }, {}, 1);
  samples.send_overhead = SyntheticCurve(
      sizes, launches, [](double s) { return 2e-7 + 1e-11 * s; }, {}, 2);
  samples.receive_overhead = SyntheticCurve(
      sizes, launches, [](double s) { return 3e-7 + 1e-11 * s; }, {}, 3);
  samples.gap = SyntheticCurve(
      sizes, launches, [](double s) { return 4e-7 + 1e-10 * s; }, {}, 4);
  samples.largest_eager_bytes = 4096;
  samples.smallest_rendezvous_bytes = 5793;
  return samples;
}

TEST(NetworkFitJson, GivesTheSameFitBack) {
  const NetworkFit fit = FitNetwork(Samples(6), {.resamples = 10});
  ASSERT_NE(fit.Find("loggps"), nullptr);
  const Json json = ParseJson(JsonText(ToJson(fit)), "fit");
  const NetworkFit back = NetworkFitFromJson(json, "fit");
  EXPECT_EQ(ToJson(back), json);
  for (std::size_t i = 0; i < fit.models.size(); ++i) {
    ASSERT_THAT(back.models[i].resampled, SizeIs(10));
    for (const std::int64_t bytes : {1, 100, 4096, 4097, 1 << 20}) {
      EXPECT_DOUBLE_EQ(OneWaySeconds(back.models[i].model, bytes), OneWaySeconds(fit.models[i].model, bytes));
      const double resampled = OneWaySeconds(fit.models[i].resampled[3], bytes);
      EXPECT_NEAR(OneWaySeconds(back.models[i].resampled[3], bytes) / resampled, 1, 1e-9);
    }
  }
}

// The page reads these names.
TEST(NetworkFitJson, NamesItsParametersAsModelFilesDo) {
  const Json json = ToJson(FitNetwork(Samples(6), {.resamples = 10}));
  const Json& hockney = json.at("models").at(0);
  EXPECT_EQ(hockney.at("kind"), "hockney");
  EXPECT_GT(hockney.at("parameters").at("startup_seconds").at("value"), 0);
  EXPECT_LT(hockney.at("parameters").at("seconds_per_byte").at("low"),
            hockney.at("parameters").at("seconds_per_byte").at("high"));
  EXPECT_EQ(hockney.at("model").at("startup_seconds"), hockney.at("parameters").at("startup_seconds").at("value"));
  const Json& loggps = json.at("models").at(1);
  EXPECT_EQ(loggps.at("model").at("kind"), "loggps");
  EXPECT_EQ(loggps.at("model").at("eager_limit_bytes"), 4096);
  EXPECT_EQ(loggps.at("model").at("latency_seconds"), loggps.at("parameters").at("latency_seconds").at("value"));
  EXPECT_EQ(json.at("models").at(2).at("model").at("kind"), "piecewise");
}

TEST(NetworkFitJson, OneLaunchHasNoIntervalAndJsonHasNull) {
  const Json json = ToJson(FitNetwork(Samples(1)));
  EXPECT_TRUE(json.at("models").at(0).at("parameters").at("startup_seconds").at("low").is_null());
  EXPECT_TRUE(std::isnan(NetworkFitFromJson(json, "fit").models[0].pieces[0].seconds.low));
  EXPECT_THAT(json.at("notes").dump(), HasSubstr("no interval can be given"));
}

TEST(NetworkFitJson, ErrorsNameTheSource) {
  Json json = NetworkFitsToJson({FitNetwork(Samples(2), {.resamples = 2})});
  EXPECT_THAT(NetworkFitsFromJson(json, "run x"), SizeIs(1));
  const auto error_of = [](const Json& value) -> std::string {
    try {
      NetworkFitsFromJson(value, "run x");
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  Json wrong = json;
  wrong["fits"][0]["launches"] = "many";
  EXPECT_THAT(error_of(wrong), HasSubstr("run x: "));
  json["version"] = 2;
  EXPECT_THAT(error_of(json), HasSubstr("has version 2 of network models, this mpigauge reads 1; fit again"));
}

}  // namespace
}  // namespace mpigauge
