#include "ci/impact/impact_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "ci/impact/scenarios.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

struct Application {
  explicit Application(const std::string& text) : parsed(ParseProgram(text, "p")) {
    program = {"app", "traces/app", parsed.program.get(), parsed.communicators.get(), {}, {}, nullptr};
  }
  ParsedProgram parsed;
  ImpactProgram program;
};

// Costs of launches that all agree.
MeasuredCosts Exact(const NetworkModel& model, const CollectiveCosts& collectives = {}) {
  const LibraryCosts costs{{{"same-host", model}}, collectives};
  return {"run", costs, {costs, costs}, 10, {}};
}

NetworkModel Slower(double nanoseconds) {
  NetworkModel model = ExampleModel();
  model.link = Curve((100 + nanoseconds) * kNs, 1 * kNs);
  return model;
}

CollectiveCosts Allreduce(double seconds_small, double seconds_large) {
  CollectiveCosts costs;
  costs.Add(CollectiveKind::kAllreduce, 2, 8, seconds_small);
  costs.Add(CollectiveKind::kAllreduce, 2, 65536, seconds_large);
  return costs;
}

TEST(ImpactOf, OneMessageByHand) {
  const Application app("ranks 2\nrank 0\ncalc 700\nsend 1 100\nrank 1\nrecv 0\n");
  const ApplicationImpact impact = ImpactOf(app.program, Exact(ExampleModel()), Exact(Slower(93)));
  EXPECT_DOUBLE_EQ(impact.baseline_seconds, 930 * kNs);  // 700, overhead 10, transit 200, overhead 20
  EXPECT_DOUBLE_EQ(impact.candidate_seconds, 1023 * kNs);
  EXPECT_DOUBLE_EQ(impact.ratio, 1.1);
  EXPECT_DOUBLE_EQ(impact.low, 1.1);
  EXPECT_DOUBLE_EQ(impact.high, 1.1);
  EXPECT_EQ(impact.ranks, 2);
  ASSERT_EQ(impact.parts.size(), 1U);
  EXPECT_EQ(impact.parts[0].label, "send 100 B");
  EXPECT_DOUBLE_EQ(impact.parts[0].ratio, 1.1);
  EXPECT_EQ(impact.parts[0].calls, 1);
}

TEST(ImpactOf, TheSameLibraryCostsNothing) {
  const Application app("ranks 2\nrank 0\nsend 1 100\nallreduce 8\nrank 1\nrecv 0\nallreduce 8\n");
  const auto costs = Exact(ExampleModel(), Allreduce(1e-6, 1e-5));
  const ApplicationImpact impact = ImpactOf(app.program, costs, costs);
  EXPECT_EQ(impact.ratio, 1);
  EXPECT_TRUE(impact.parts.empty());
}

// Only messages from 513 to 1000 bytes wait for their receive with the candidate: 100 ns to ask, 100 to be answered.
TEST(ImpactOf, ALowerEagerLimitIsFoundAtItsSizes) {
  const Application app("ranks 2\nrank 0\nsend 1 100\nsend 1 800\nsend 1 5000\nrank 1\nrecv 0\nrecv 0\nrecv 0\n");
  NetworkModel lower = ExampleModel();
  lower.eager_limit_bytes = 512;
  const ApplicationImpact impact = ImpactOf(app.program, Exact(ExampleModel()), Exact(lower));
  EXPECT_GT(impact.ratio, 1.01);
  ASSERT_EQ(impact.parts.size(), 1U);
  EXPECT_EQ(impact.parts[0].label, "send 800 B");
  EXPECT_DOUBLE_EQ(impact.parts[0].ratio, impact.ratio);
}

TEST(ImpactOf, CollectivesTakeTheirMeasuredTimes) {
  const Application app(
      "ranks 2\nrank 0\ncalc 7000\nallreduce 8\nallreduce 65536\nrank 1\ncalc 7000\nallreduce 8\n"
      "allreduce 65536\n");
  const ApplicationImpact impact =
      ImpactOf(app.program, Exact(ExampleModel(), Allreduce(1e-6, 2e-6)), Exact(ExampleModel(), Allreduce(1e-6, 3e-6)));
  EXPECT_NEAR(impact.baseline_seconds, 10e-6, 1e-15);
  EXPECT_NEAR(impact.ratio, 1.1, 1e-12);
  ASSERT_EQ(impact.parts.size(), 1U);
  EXPECT_EQ(impact.parts[0].label, "allreduce 64 KiB");
  EXPECT_EQ(impact.parts[0].calls, 2);
  EXPECT_TRUE(impact.notes.empty());
}

TEST(ImpactOf, UnmeasuredCollectivesCostTheirMessages) {
  const Application app(
      "ranks 4\nrank 0\nallreduce 8\nrank 1\nallreduce 8\nrank 2\nallreduce 8\nrank 3\nallreduce 8\n");
  const ApplicationImpact impact =
      ImpactOf(app.program, Exact(ExampleModel(), Allreduce(1e-6, 1e-5)), Exact(Slower(100), Allreduce(5e-6, 5e-5)));
  EXPECT_THAT(impact.notes, testing::ElementsAre(HasSubstr("allreduce was not measured with 4 ranks")));
  ASSERT_EQ(impact.parts.size(), 1U);
  EXPECT_EQ(impact.parts[0].operation, "send");
}

TEST(ImpactOf, MessagesWithinAHostHaveTheirOwnModel) {
  Application app("ranks 3\nrank 0\nsend 1 100\nrank 1\nrecv 0\nsend 2 100\nrank 2\nrecv 1\n");
  MeasuredCosts baseline = Exact(ExampleModel());
  baseline.costs.networks["other-host"] = Slower(1000);
  MeasuredCosts candidate = baseline;
  candidate.costs.networks["other-host"] = Slower(2000);
  app.program.hosts = {"a", "a", "b"};
  const ApplicationImpact impact = ImpactOf(app.program, baseline, candidate);
  EXPECT_DOUBLE_EQ(impact.baseline_seconds, (230 + 1230) * kNs);
  EXPECT_DOUBLE_EQ(impact.candidate_seconds, (230 + 2230) * kNs);
  app.program.hosts = {"a", "a", "a"};
  EXPECT_DOUBLE_EQ(ImpactOf(app.program, baseline, candidate).candidate_seconds, 460 * kNs);
}

// Both send first: fine as long as messages are buffered.
TEST(ImpactOf, AProgramThatReliesOnBufferingHangs) {
  const Application app("ranks 2\nrank 0\nsend 1 800\nrecv 1\nrank 1\nsend 0 800\nrecv 0\n");
  NetworkModel lower = ExampleModel();
  lower.eager_limit_bytes = 512;
  const ApplicationImpact impact = ImpactOf(app.program, Exact(ExampleModel()), Exact(lower));
  EXPECT_THAT(impact.hangs, HasSubstr("deadlock"));
  EXPECT_TRUE(std::isinf(impact.ratio));
  EXPECT_EQ(ImpactVerdict(impact, 10), Verdict::kFail);
  EXPECT_THROW(ImpactOf(app.program, Exact(lower), Exact(lower)), Error);
}

TEST(ReplayBoth, ShowsWhatEachRankDoes) {
  const Application app("ranks 2\nrank 0\ncalc 700\nsend 1 800\nrecv 1\nrank 1\nsend 0 800\nrecv 0\n");
  const LibraryCosts baseline = Exact(ExampleModel()).costs;
  const auto both = ReplayBoth(app.program, baseline, Exact(Slower(93)).costs);
  ASSERT_TRUE(both && both->candidate);
  EXPECT_DOUBLE_EQ(both->baseline.spans()[1].back().end, (700 + 10 + 900 + 20) * kNs);
  EXPECT_DOUBLE_EQ(both->candidate->spans()[1].back().end, (700 + 10 + 993 + 20) * kNs);
  NetworkModel lower = ExampleModel();
  lower.eager_limit_bytes = 512;
  EXPECT_FALSE(ReplayBoth(app.program, baseline, Exact(lower).costs)->candidate);
  EXPECT_FALSE(ReplayBoth(app.program, baseline, baseline, 1));
}

TEST(ImpactOf, OneLaunchHasNoInterval) {
  const Application app("ranks 2\nrank 0\nsend 1 100\nrank 1\nrecv 0\n");
  MeasuredCosts alone = Exact(Slower(10));
  alone.resampled.clear();
  alone.launches = 1;
  const ApplicationImpact impact = ImpactOf(app.program, Exact(ExampleModel()), alone);
  EXPECT_EQ(impact.confidence, 0);
  EXPECT_GT(impact.ratio, 1);
  EXPECT_EQ(ImpactVerdict(impact, 0.02), Verdict::kInconclusive);
}

// Launches differ by 5%, messages and collectives together; the truth is known. 400 pairs of runs of 10 launches: with
// 95% coverage fewer than 365 intervals that hold it have a chance below 0.001.
TEST(ImpactOf, IntervalsHoldTheTruthAsOftenAsTheyState) {
  const Application app("ranks 2\nrank 0\ncalc 2000\nsend 1 400\nallreduce 8\nrank 1\nrecv 0\nallreduce 8\n");
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(0, 0.05);
  const auto median = [](std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return (values[4] + values[5]) / 2;
  };
  const auto costs = [](double level, double slower) {
    NetworkModel model = ExampleModel();
    model.link = Curve(500 * kNs * level * slower, 0);
    return LibraryCosts{{{"same-host", model}}, Allreduce(1e-6 * level * slower, 1e-5)};
  };
  const auto run = [&](double slower) {
    std::vector<double> levels(10);
    for (double& level : levels) level = std::exp(noise(random));
    MeasuredCosts measured{"run", costs(median(levels), slower), {}, 10, {}};
    for (int i = 0; i < 100; ++i) {
      std::vector<double> drawn;
      for (int j = 0; j < 10; ++j) drawn.push_back(levels[random() % 10]);
      measured.resampled.push_back(costs(median(drawn), slower));
    }
    return measured;
  };
  const ApplicationImpact truth =
      ImpactOf(app.program, Exact(costs(1, 1).networks.at("same-host"), costs(1, 1).collectives),
               Exact(costs(1, 1.1).networks.at("same-host"), costs(1, 1.1).collectives));
  EXPECT_GT(truth.ratio, 1.03);
  int held = 0;
  for (int i = 0; i < 400; ++i) {
    const ApplicationImpact impact = ImpactOf(app.program, run(1), run(1.1), {.most_parts = 0});
    held += impact.low <= truth.ratio && truth.ratio <= impact.high ? 1 : 0;
  }
  EXPECT_GE(held, 365);
  RecordProperty("held", held);
}

TEST(SensitivityOf, IsTheDerivativeByHand) {
  // Rank 1 needs the message; the allreduce of 1 us comes after it.
  const Application app("ranks 2\nrank 0\ncalc 870\nsend 1 0\nallreduce 8\nrank 1\nrecv 0\nallreduce 8\n");
  NetworkModel model = ExampleModel();
  const auto list = SensitivityOf(app.program, Exact(model, Allreduce(1e-6, 1e-5)));
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].label, "allreduce 8 B");
  EXPECT_NEAR(list[0].cost_of_one_percent, 0.01 * 1000 / 2000, 1e-9);
  EXPECT_EQ(list[1].label, "send 0 B");
  EXPECT_NEAR(list[1].cost_of_one_percent, 0.01 * 130 / 2000, 1e-9);  // overheads 10 and 20, transit 100
}

TEST(SensitivityOf, HiddenMessagesCostNothing) {
  const Application app("ranks 2\nrank 0\nsend 1 100\nrank 1\nirecv 0 request 2\ncalc 5000\nwait 2\n");
  NetworkModel model = ExampleModel();
  model.receive_overhead = Curve(0, 0);
  EXPECT_EQ(SensitivityOf(app.program, Exact(model))[0].cost_of_one_percent, 0);
}

ApplicationImpact Told(const std::string& name, double low, double ratio, double high) {
  ApplicationImpact impact;
  impact.application = name;
  impact.low = low;
  impact.ratio = ratio;
  impact.high = high;
  return impact;
}

TEST(ImpactSectionOf, FailsWhereTheWholeIntervalIsAboveTheLimit) {
  const auto verdict = [](double low, double ratio, double high) {
    return ImpactSectionOf({Told("a", low, ratio, high)}, 0.02).verdict;
  };
  EXPECT_EQ(verdict(1.021, 1.03, 1.04), Verdict::kFail);
  EXPECT_EQ(verdict(1.01, 1.03, 1.04), Verdict::kInconclusive);
  EXPECT_EQ(verdict(1.00, 1.01, 1.019), Verdict::kPass);
  EXPECT_EQ(verdict(0.9, 0.95, 0.99), Verdict::kPass);
}

TEST(ImpactSectionOf, TheWorstApplicationDecides) {
  const auto section =
      ImpactSectionOf({Told("a", 1, 1, 1), Told("b", 1.03, 1.05, 1.07), Told("c", 1, 1.02, 1.03)}, 0.02);
  EXPECT_EQ(section.applications[0].application, "b");
  EXPECT_EQ(section.applications[0].verdict, Verdict::kFail);
  EXPECT_EQ(section.applications[1].verdict, Verdict::kInconclusive);
  EXPECT_EQ(section.applications[2].verdict, Verdict::kPass);
  EXPECT_EQ(section.verdict, Verdict::kFail);
  EXPECT_EQ(ImpactSectionOf({Told("a", 1, 1, 1)}, std::nullopt).verdict, std::nullopt);
}

}  // namespace
}  // namespace mpigauge
