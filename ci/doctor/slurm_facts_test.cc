#include "ci/doctor/slurm_facts.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(ParseSinfo, PartitionsNodesAndTheDefault) {
  const auto nodes = ParseSinfo(
      "perf*|up|4|128|icelake,ib|infinite\n"
      "debug|down|2|36+|(null)|30:00\n"
      "sinfo: error: something else\n");
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].partition, "perf");
  EXPECT_TRUE(nodes[0].is_default);
  EXPECT_TRUE(nodes[0].up);
  EXPECT_EQ(nodes[0].nodes, 4);
  EXPECT_EQ(nodes[0].processors, 128);
  EXPECT_EQ(nodes[0].features, "icelake,ib");
  EXPECT_EQ(nodes[1].processors, 36);
  EXPECT_FALSE(nodes[1].is_default);
  EXPECT_FALSE(nodes[1].up);
  SlurmFacts facts;
  EXPECT_EQ(facts.DefaultPartition(), "");
  facts.nodes = nodes;
  EXPECT_EQ(facts.DefaultPartition(), "perf");
}

}  // namespace
}  // namespace mpigauge
