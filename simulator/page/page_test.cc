#include "simulator/page/page.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

NetworkFit Fit(const std::string& distance) {
  NetworkFit fit;
  fit.distance = distance;
  fit.launches = 10;
  fit.bytes = {8, 8192};
  fit.measured_seconds = {1e-6, 4.5e-6};
  FittedModel model;
  model.kind = "piecewise";
  model.pieces = {{0, {1e-6, 0.9e-6, 1.1e-6}, {1e-10, 1e-10, 1e-10}},
                  {4097, {2e-6, 1.9e-6, 2.1e-6}, {2e-10, 2e-10, 2e-10}}};
  model.predicted_seconds = {1e-6, 4e-6};
  model.relative_rms = 0.0786;
  model.latency_seconds = FittedValue{3e-7, 2e-7, 4e-7};
  fit.models = {model};
  fit.switches = {{4096, 8192, 1e-6}};
  fit.eager_limit_bytes = 4096;
  return fit;
}

TEST(NetworkJson, DistancesOfBothSidesStandTogether) {
  const Json json = NetworkJson({Fit("same-host")}, {Fit("other-host"), Fit("same-host")});
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json.at(0).at("distance"), "same-host");
  EXPECT_EQ(json.at(0).at("candidate").at("bytes"), Json::parse("[8, 8192]"));
  EXPECT_TRUE(json.at(1).at("baseline").is_null());
  const Json& fit = json.at(0).at("baseline");
  EXPECT_EQ(fit.at("eager_limit_bytes"), 4096);
  EXPECT_EQ(fit.at("switches").at(0).at("first_bytes_after"), 8192);
  const Json& parameters = fit.at("models").at(0).at("parameters");
  EXPECT_EQ(parameters.at("seconds").at("high"), 1.1e-6);
  EXPECT_EQ(parameters.at("seconds from 4097 B").at("value"), 2e-6);
  EXPECT_EQ(parameters.at("seconds_per_byte from 4097 B").at("value"), 2e-10);
  EXPECT_EQ(parameters.at("latency_seconds").at("low"), 2e-7);
  EXPECT_FALSE(parameters.contains("block_bytes"));
  EXPECT_TRUE(NetworkJson({}, {}).is_null());
}

}  // namespace
}  // namespace mpigauge
