// Files that describe what a simulation is of: they are read, or it is an Error.
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "base/json.h"
#include "lab/fuzz/damage.h"
#include "simulator/network/model.h"
#include "simulator/network/topology.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/collective_costs.h"

namespace mpigauge {
namespace {

TEST(ReaderFuzz, NetworkModels) {
  const std::string whole = R"([
{"kind": "blocks", "name": "b", "startup_seconds": 1e-5, "seconds_per_byte": 1e-9, "block_bytes": 1500,
 "eager_limit_bytes": 4096, "hop_seconds": 1e-7, "switching": "wormhole", "send_overhead": 1e-7},
{"kind": "piecewise", "gap": 5e-7, "receiver_fetches": true,
 "pieces": [{"from_bytes": 0, "seconds": 1e-6, "seconds_per_byte": 1e-9},
            {"from_bytes": 4096, "seconds": 2e-6, "seconds_per_byte": 5e-10}]},
{"kind": "loggps", "latency_seconds": 1e-6, "overhead_seconds": 1e-7, "gap_seconds": 3e-7,
 "gap_per_byte_seconds": 1e-9, "handshake_seconds": 1e-6}
])";
  const auto file = FuzzFolder("models") / "models.json";
  ReadDamagedText("network models", whole, 16, [&](const std::string& text) {
    Overwrite(file, text);
    for (const NetworkModel& model : ReadNetworkModels(file)) {
      EXPECT_GE(TransitSeconds(model, 1'000'000, 3), 0);
      EXPECT_GE(HandshakeSeconds(model, 3), 0);
      EXPECT_FALSE(ToJson(model).empty());
    }
  });
}

TEST(ReaderFuzz, CostsOfCollectives) {
  const std::string whole = R"([
{"collective": "allreduce", "ranks": 4, "bytes": 65536, "seconds": 3.1e-5},
{"collective": "allreduce", "ranks": 16, "bytes": 8, "seconds": 2e-6},
{"collective": "barrier", "ranks": 2, "bytes": 0, "seconds": 1e-6}
])";
  ReadDamagedText("costs of collectives", whole, 17, [](const std::string& text) {
    const auto costs = CollectiveCostsFromJson(ParseJson(text, "costs.json"), "costs.json");
    for (const CollectiveKind kind : {CollectiveKind::kAllreduce, CollectiveKind::kBarrier}) {
      if (costs.Has(kind)) {
        EXPECT_GE(costs.Seconds(kind, 64, 1 << 20), 0);
      }
    }
  });
}

TEST(ReaderFuzz, Programs) {
  const std::string whole = R"(ranks 4
communicator 0 2                # number 1
rank 0
  calc 1500
  isend 2 64 request 3 tag 7
  sendrecv 1 8 3
  recv any tag any
  repeat 3
    ssend 1 4096 comm 0
  end
  wait 3
  allreduce 8 comm 1
rank 2
  irecv 0 request 1
  bcast 64 root 1
  waitall
  barrier
)";
  ReadDamagedText("programs", whole, 18, [](const std::string& text) {
    const ParsedProgram parsed = ParseProgram(text, "program.txt");
    std::vector<Operation> buffer;
    for (int rank = 0; rank < parsed.program->ranks(); ++rank) {
      for (Chunk chunk = parsed.program->Fetch(rank, 0, buffer); !chunk.operations.empty();
           chunk = parsed.program->Fetch(rank, chunk.next, buffer)) {
        for (const Operation& operation : chunk.operations) EXPECT_FALSE(Describe(operation).empty());
      }
    }
  });
}

TEST(ReaderFuzz, Topologies) {
  const std::string whole = "dragonfly:9x4x2 torus:8x8x8 mesh:4x3 fat-tree:8 hypercube:4 bus:4 ring:16";
  ReadDamagedText("topologies", whole, 19, [](const std::string& text) {
    std::istringstream names(text);
    for (std::string name; names >> name;) {
      const auto topology = ParseTopology(name);
      EXPECT_GE(topology->Hops(0, topology->hosts() - 1), 0) << name;
    }
  });
}

TEST(ReaderFuzz, IncidenceLists) {
  ReadDamagedText("incidence lists", "0: 1 2  # a ring and a chord\n1: 2 3\n2: 3 0\n3: 0\n", 20,
                  [](const std::string& text) {
                    const auto network = DirectNetwork(ParseIncidenceLists(text, "network.txt"));
                    EXPECT_GE(network->Diameter(), 0);
                  });
}

}  // namespace
}  // namespace mpigauge
