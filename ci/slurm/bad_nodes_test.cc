#include "ci/slurm/bad_nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A cluster made of random numbers: every place has its own luck in a job, every launch its own in every series.
struct Simulation {
  int places = 4;
  int launches_a_place = 3;  // of each of two libraries
  int controls = 3;
  int series = 20;
  double noise = 0.05;       // of a series in a launch
  double job_effect = 0.02;  // of a place
  double slow = 0;           // of place 0, in logarithms: everything
  double slow_mpi = 0;       // of place 0: MPI alone
  double hiccups = 0;        // share of launches that are twice as slow

  std::vector<NodeLaunch> Draw(std::mt19937_64& random) const {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    std::vector<NodeLaunch> launches;
    for (int place = 0; place < places; ++place) {
      const double luck = job_effect * normal(random) + (place == 0 ? slow : 0);
      for (int i = 0; i < 2 * launches_a_place; ++i) {
        NodeLaunch launch{static_cast<std::size_t>(place), static_cast<std::size_t>(i % 2)};
        const double bad = luck + (uniform(random) < hiccups ? std::log(2.0) : 0);
        for (int s = 0; s < controls; ++s) launch.controls[std::to_string(s)] = bad - s + noise * normal(random);
        const double mpi = bad + (place == 0 ? slow_mpi : 0) + (i % 2 == 0 ? 0.3 : 0);  // the libraries differ, too
        for (int s = 0; s < series; ++s) launch.series[std::to_string(s)] = mpi + s + noise * normal(random);
        launches.push_back(launch);
      }
    }
    return launches;
  }

  // In how many of `jobs` place 0, and any other, is called slow.
  std::pair<int, int> Count(int jobs) const {
    std::mt19937_64 random(1);
    std::set<std::size_t> all;
    for (int place = 0; place < places; ++place) all.insert(place);
    std::pair<int, int> count;
    for (int job = 0; job < jobs; ++job) {
      bool others = false;
      for (const SlowPlace& place : SlowPlaces(Draw(random), all)) {
        place.place == 0 ? ++count.first : others = true;
      }
      count.second += others ? 1 : 0;
    }
    return count;
  }
};

TEST(SlowPlaces, NamesTheSlowOneAndHowSlowItIs) {
  Simulation simulation;
  simulation.noise = simulation.job_effect = 1e-4;
  simulation.slow = std::log(1.5);
  std::mt19937_64 random(1);
  const auto slow = SlowPlaces(simulation.Draw(random), {0, 1, 2, 3});
  ASSERT_EQ(slow.size(), 1u);
  EXPECT_EQ(slow[0].place, 0u);
  EXPECT_NEAR(slow[0].ratio, 1.5, 0.001);
  EXPECT_NEAR(slow[0].deviations, std::log(1.5) / kLeastDeviation, 0.1);
  EXPECT_TRUE(slow[0].controls);
  EXPECT_THAT(SlowPlaces(simulation.Draw(random), {1, 2, 3}), IsEmpty());  // it is not asked for
}

TEST(SlowPlaces, EqualNodesAreHardlyEverCalledSlow) {
  Simulation simulation;  // noise 5%, job effects 2%
  const auto [one, others] = simulation.Count(2000);
  EXPECT_LE(one + others, 2000 * 0.005);
  simulation.job_effect = 0.03;
  const auto [one_3, others_3] = simulation.Count(2000);
  EXPECT_LE(one_3 + others_3, 2000 * 0.015);
  simulation.places = 3;
  simulation.job_effect = 0.01;
  const auto [three, others_of_three] = simulation.Count(2000);
  EXPECT_LE(three + others_of_three, 2000 * 0.002);
}

TEST(SlowPlaces, ANodeThatIsAFifthSlowerIsFound) {
  Simulation simulation;
  simulation.slow = std::log(1.2);
  EXPECT_GE(simulation.Count(1000).first, 900);
  simulation.job_effect = 0.01;
  EXPECT_GE(simulation.Count(1000).first, 980);
  EXPECT_LE(simulation.Count(1000).second, 2);
  // A slow network: MPI alone shows it.
  std::swap(simulation.slow, simulation.slow_mpi);
  EXPECT_GE(simulation.Count(1000).first, 980);
  simulation.places = 3;
  EXPECT_GE(simulation.Count(1000).first, 900);
}

TEST(SlowPlaces, SingleBadLaunchesBlameNoNode) {
  Simulation simulation;
  simulation.hiccups = 0.05;
  const auto [one, others] = simulation.Count(1000);
  EXPECT_LE(one + others, 30);
}

TEST(SlowPlaces, WithoutOthersNothingIsKnown) {
  Simulation simulation;
  simulation.slow = std::log(2);
  simulation.places = 2;
  EXPECT_EQ(simulation.Count(10).first, 0);
  // All that are judged: it is the hour.
  simulation.places = 4;
  std::mt19937_64 random(1);
  EXPECT_THAT(SlowPlaces(simulation.Draw(random), {0}), IsEmpty());
  EXPECT_THAT(SlowPlaces({}, {}), IsEmpty());
}

TEST(ExpandNodes, AsScontrolShowsThem) {
  EXPECT_THAT(ExpandNodes("node[08-10,12],gpu1"), ElementsAre("node08", "node09", "node10", "node12", "gpu1"));
  EXPECT_THAT(ExpandNodes("a"), ElementsAre("a"));
  EXPECT_THAT(ExpandNodes(""), IsEmpty());
}

}  // namespace
}  // namespace mpigauge
