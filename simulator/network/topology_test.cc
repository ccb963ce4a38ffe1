#include "simulator/network/topology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The closed forms against breadth-first search over the graph that the same topology draws.
class ClosedForm : public testing::TestWithParam<const char*> {};

TEST_P(ClosedForm, EqualsBreadthFirstSearch) {
  const auto topology = ParseTopology(GetParam());
  const Graph graph = topology->ToGraph();
  ASSERT_EQ(graph.hosts(), topology->hosts());
  int diameter = 0;
  for (int to = 0; to < graph.hosts(); ++to) {
    const auto distances = DistancesTo(graph, to);
    for (int from = 0; from < graph.hosts(); ++from) {
      ASSERT_EQ(topology->Hops(from, to), distances[static_cast<std::size_t>(from)]) << from << " to " << to;
      diameter = std::max(diameter, topology->Hops(from, to));
    }
  }
  EXPECT_EQ(topology->Diameter(), diameter);
}

INSTANTIATE_TEST_SUITE_P(Topologies, ClosedForm,
                         testing::Values("complete:1", "complete:7", "bus:5", "ring:1", "ring:2", "ring:3", "ring:9",
                                         "mesh:4x3", "mesh:2x3x4", "torus:2x2", "torus:5x4", "torus:3x1x4",
                                         "hypercube:0", "hypercube:5", "fat-tree:4", "fat-tree:6", "dragonfly:1x4x2",
                                         "dragonfly:9x4x2", "dragonfly:5x2x1", "dragonfly:6x2x2", "dragonfly:2x3x1",
                                         "dragonfly:33x8x1"));

// Known diameters and counts, from the papers that define the networks.
TEST(Topology, KnownFigures) {
  EXPECT_EQ(ParseTopology("torus:8x8x8")->Diameter(), 12);
  EXPECT_EQ(ParseTopology("mesh:8x8")->Diameter(), 14);
  EXPECT_EQ(ParseTopology("ring:16")->Diameter(), 8);
  EXPECT_EQ(ParseTopology("hypercube:4")->Diameter(), 4);
  EXPECT_EQ(ParseTopology("fat-tree:48")->hosts(), 27648);   // Al-Fares and others
  EXPECT_EQ(ParseTopology("dragonfly:9x4x2")->hosts(), 72);  // Kim and others, figure 5
  EXPECT_EQ(ParseTopology("dragonfly:9x4x2")->Diameter(), 5);
}

// A switch of a fat tree has as many links as ports, and there are 5/4 k^2 of them.
TEST(Topology, FatTreeUsesAllPorts) {
  const Graph graph = FatTree(6)->ToGraph();
  EXPECT_EQ(graph.nodes() - graph.hosts(), 45);
  for (int node = graph.hosts(); node < graph.nodes(); ++node) EXPECT_EQ(graph.Edges(node).size(), 6u);
}

TEST(Topology, BusHasOneLink) {
  EXPECT_EQ(Bus(4)->ToGraph().links(), 1);
  EXPECT_EQ(CompleteNetwork(4)->ToGraph().links(), 12);
}

// The paper: the graph is directed, links need not be bidirectional.
TEST(Topology, OneWayRing) {
  const auto ring = DirectNetwork({{1}, {2}, {3}, {0}});
  EXPECT_EQ(ring->Hops(0, 1), 1);
  EXPECT_EQ(ring->Hops(1, 0), 3);
  EXPECT_EQ(ring->Diameter(), 3);
}

TEST(Topology, PathsAreShortest) {
  const Graph graph = ParseTopology("torus:5x4")->ToGraph();
  for (int to = 0; to < graph.hosts(); ++to) {
    const auto distances = DistancesTo(graph, to);
    for (int from = 0; from < graph.hosts(); ++from) {
      const auto path = PathFrom(graph, from, distances);
      ASSERT_EQ(path.size(), distances[static_cast<std::size_t>(from)]);
      ASSERT_EQ(path.empty() ? from : path.back().to, to);
    }
  }
}

TEST(Topology, IncidenceListsAsText) {
  EXPECT_THAT(ParseIncidenceLists("# a one-way ring\n1: 2\n0: 1\n\n2: 0 1 # and back\n", "x"),
              ElementsAre(ElementsAre(1), ElementsAre(2), ElementsAre(0, 1)));
}

TEST(Topology, ErrorsNameThePlace) {
  const auto lists = [](const char* text) {
    return ErrorOf([&] { DirectNetwork(ParseIncidenceLists(text, "net.txt")); });
  };
  EXPECT_EQ(lists("0: 1\n1 0\n"), "net.txt:2: begins with '1', not with a node and a colon");
  EXPECT_EQ(lists("0: 1\n1: x\n"), "net.txt:2: 'x' is not a number");
  EXPECT_EQ(lists("0: 1\n0: 1\n"), "net.txt:2: node 0 has a list already");
  EXPECT_EQ(lists("0: 1\n2: 0\n"), "net.txt: node 1 has no list");
  EXPECT_EQ(lists("0: 5\n"), "node 0 has neighbour 5, but the network has nodes 0 to 0");
  EXPECT_EQ(lists("0: 1\n1:\n"), "the network has no path from node 1 to node 0");
  EXPECT_EQ(lists(""), "net.txt: has no incidence list");
  const auto topology = [](const char* text) { return ErrorOf([&] { ParseTopology(text); }); };
  EXPECT_THAT(topology("tours:4x4"), HasSubstr("topology 'tours:4x4': not known; there are complete, bus"));
  EXPECT_EQ(topology("torus"), "topology 'torus': '' is not a number");
  EXPECT_EQ(topology("torus:4x"), "topology 'torus:4x': '' is not a number");
  EXPECT_EQ(topology("ring:4x4"), "topology 'ring:4x4': takes 1 number");
  EXPECT_EQ(topology("mesh:100000x100000"), "topology 'mesh:100000x100000': too large");
  EXPECT_EQ(topology("mesh:0x3"), "each dimension of a mesh or torus needs at least one host");
  EXPECT_THAT(topology("fat-tree:5"), HasSubstr("an even number of ports"));
  EXPECT_THAT(topology("dragonfly:9x0x2"), HasSubstr("at least one group, router and host"));
  EXPECT_THAT(topology("lists:/no/such"), HasSubstr("/no/such"));
}

}  // namespace
}  // namespace mpigauge
