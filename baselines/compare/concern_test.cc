#include <gtest/gtest.h>

#include "baselines/compare/selection_change.h"

namespace mpigauge {
namespace {

using Scope = Concern::Scope;

struct Example {
  std::string name;
  std::string before;
  std::string after;
  std::string text;
};

TEST(Concern, IsReadFromTheNameOfAVariable) {
  const Example examples[] = {
      {"coll_tuned_allreduce_algorithm", "0 (ignore)", "1 (basic_linear)", "allreduce"},
      {"coll_tuned_reduce_scatter_block_algorithm", "0", "1", "reduce_scatter_block"},
      {"coll_tuned_reduce_scatter_algorithm", "0", "1", "reduce_scatter"},
      {"coll_libnbc_iallreduce_algorithm", "0", "1", "iallreduce"},
      {"coll_han_use_simple_bcast", "false", "true", "bcast"},
      {"MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM", "0", "3", "allreduce"},
      {"MPIR_CVAR_INEIGHBOR_ALLTOALLV_INTRA_ALGORITHM", "0", "3", "ineighbor_alltoallv"},
      {"MPIR_CVAR_BCAST_SHORT_MSG_SIZE", "12288", "2048", "bcast, 2048 to 12288 bytes"},
      {"btl_vader_eager_limit", "4096", "8192", "4096 to 8192 bytes"},
      {"btl_vader_eager_limit", "4096", "(none)", "messages"},
      {"btl_vader_eager_limit", "0", "1024", "0 to 1024 bytes"},
      {"MPIR_CVAR_CH4_OFI_EAGER_MAX_MSG_SIZE", "-1", "1024", "messages"},
      {"coll_tuned_priority", "30", "5", "collectives"},
      {"coll_tuned_dynamic_rules_filename.contents", "1", "2", "collectives"},
      {"components.coll", "basic tuned", "basic", "collectives"},
      {"available.coll", "basic tuned", "basic", "collectives"},
      {"components.op", "avx", "(none)", "reductions"},
      {"available.op", "avx", "(none)", "reductions"},
      {"op_avx_capabilities", "7", "1", "reductions"},
      {"coll_tuned_use_dynamic_rules", "false", "true", ""},
      {"MPIR_CVAR_ALLREDUCE_INTER_ALGORITHM", "0", "1", ""},
      {"components.pml", "ob1", "ucx", ""},
      {"mpi_leave_pinned", "-1 (auto)", "1", ""},
  };
  for (const Example& one : examples) {
    EXPECT_EQ(ConcernOf(one.name, one.before, one.after).Text(), one.text) << one.name;
  }
}

TEST(OperationOf, ACaseIsTheOperationWithoutItsForm) {
  EXPECT_EQ(OperationOf("allreduce"), "allreduce");
  EXPECT_EQ(OperationOf("allreduce_user_structure"), "allreduce");
  EXPECT_EQ(OperationOf("stress_allreduce"), "allreduce");
  EXPECT_EQ(OperationOf("reduce_scatter_block_in_place"), "reduce_scatter_block");
  EXPECT_EQ(OperationOf("iallreduce_overlap_test"), "iallreduce");
  EXPECT_EQ(OperationOf("allreduce_persistent"), "iallreduce");
  EXPECT_EQ(OperationOf("neighbor_alltoall_cart"), "neighbor_alltoall");
  EXPECT_EQ(OperationOf("reduce_local"), "reduce_local");
  EXPECT_EQ(OperationOf("ping_pong"), "");
  EXPECT_EQ(OperationOf("comm_idup"), "");
}

TEST(Concerns, AnOperationAndNoOtherThatIsCalledAlike) {
  const Concern concern = ConcernOf("coll_tuned_allreduce_algorithm", "0", "1");
  const Parameters at = {{"bytes", 8}, {"ranks", 2}};
  EXPECT_TRUE(Concerns(concern, "allreduce", "collective", at));
  EXPECT_TRUE(Concerns(concern, "allreduce_in_place", "collective", at));
  EXPECT_FALSE(Concerns(concern, "iallreduce", "nonblocking", at));
  EXPECT_FALSE(Concerns(concern, "reduce", "collective", at));
  EXPECT_FALSE(Concerns(concern, "barrier", "collective", {{"ranks", 2}}));
  EXPECT_FALSE(Concerns(ConcernOf("coll_tuned_reduce_algorithm", "0", "1"), "reduce_local", "collective", at));
}

// Open MPI 4.0.7 has no component op/avx; with that of 4.1.8 a reduce_local of 4 KiB takes a tenth of the time.
TEST(Concerns, ReductionsConcernAllCasesThatComputeWithElements) {
  const Parameters at = {{"bytes", 8}, {"ranks", 2}};
  const Concern reductions = ConcernOf("components.op", "avx", "(none)");
  for (const char* name : {"allreduce", "iallreduce_overlap", "reduce_local", "reduce_scatter_block_in_place",
                           "iexscan", "get_accumulate", "fetch_and_op", "allreduce_mt"}) {
    EXPECT_TRUE(Concerns(reductions, name, "collective", at)) << name;
  }
  for (const char* name : {"bcast", "alltoall", "ping_pong", "barrier", "scatter", "put"}) {
    EXPECT_FALSE(Concerns(reductions, name, "collective", at)) << name;
  }
}

TEST(Concerns, CollectivesAndMessagesConcernAllCasesThatUseThem) {
  const Parameters at = {{"bytes", 8}, {"ranks", 2}};
  const Concern collectives = ConcernOf("coll_tuned_priority", "30", "5");
  EXPECT_TRUE(Concerns(collectives, "barrier", "collective", {{"ranks", 2}}));
  EXPECT_FALSE(Concerns(collectives, "ping_pong", "point-to-point", at));
  EXPECT_FALSE(Concerns(collectives, "reduce_local", "collective", at));
  const Concern messages = ConcernOf("btl_vader_eager_limit", "4096", "(none)");
  EXPECT_TRUE(Concerns(messages, "ping_pong", "point-to-point", at));
  EXPECT_TRUE(Concerns(messages, "barrier", "collective", {{"ranks", 2}}));
  EXPECT_FALSE(Concerns(messages, "reduce_local", "collective", at));
  EXPECT_FALSE(Concerns(ConcernOf("components.pml", "ob1", "ucx"), "ping_pong", "point-to-point", at));
}

TEST(Concerns, AThresholdIsAboutTheSizesThatItMovedOver) {
  const Concern eager = ConcernOf("btl_vader_eager_limit", "4096", "65536");
  const auto sized = [](std::int64_t bytes) { return Parameters{{"bytes", bytes}, {"ranks", 2}}; };
  EXPECT_FALSE(Concerns(eager, "ping_pong", "point-to-point", sized(2048)));
  EXPECT_TRUE(Concerns(eager, "ping_pong", "point-to-point", sized(4096)));
  EXPECT_TRUE(Concerns(eager, "ping_pong", "point-to-point", sized(65536)));
  EXPECT_FALSE(Concerns(eager, "ping_pong", "point-to-point", sized(131072)));
  EXPECT_TRUE(Concerns(eager, "allgather", "collective", sized(2048)));  // both blocks together are 4096
  EXPECT_FALSE(Concerns(eager, "barrier", "collective", {{"ranks", 2}}));
  EXPECT_FALSE(Concerns(eager, "copy_in_cache", "control", sized(16384)));
}

}  // namespace
}  // namespace mpigauge
