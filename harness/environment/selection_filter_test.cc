#include "harness/environment/selection_filter.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

constexpr const char* kMaps =
    "55d0 r-xp 00000000 fe:00 1 /usr/bin/bench\n"
    "7f00 r-xp 00000000 fe:00 2 /usr/lib/openmpi3/mca_btl_vader.so\n"
    "7f01 r--p 00001000 fe:00 2 /usr/lib/openmpi3/mca_btl_vader.so\n"
    "7f02 r-xp 00000000 fe:00 3 /usr/lib/openmpi3/mca_btl_self.so\n"
    "7f03 r-xp 00000000 fe:00 4 /usr/lib/openmpi3/mca_ess_pmi.so\n"
    "7f04 r-xp 00000000 fe:00 5 /usr/lib/openmpi3/mca_fcoll_dynamic_gen2.so\n"
    "7f05 r-xp 00000000 fe:00 6 /usr/lib/ucx/libuct_cma.so.0.0.0\n"
    "7f05 r-xp 00000000 fe:00 6 /usr/lib/openmpi3/mca_pml_ob1.so\n"
    "7f05 r-xp 00000000 fe:00 6 /usr/lib/openmpi3/mca_coll_tuned.so\n"
    "7f06 r-xp 00000000 fe:00 7 /usr/lib/libfabric/libpsm3-fi.so\n"
    "7f07 rw-p 00000000 00:00 0 [stack]";

TEST(LoadedComponents, AreThoseThatDecideHowMessagesGo) {
  const LoadedComponents expected = {
      {"btl", {"self", "vader"}}, {"coll", {"tuned"}}, {"fi", {"psm3"}}, {"pml", {"ob1"}}, {"uct", {"cma"}}};
  EXPECT_EQ(ComponentsIn(kMaps), expected);
  EXPECT_TRUE(ComponentsIn("").empty());
}

TEST(SelectionFilter, KeepsVariablesOfLoadedComponentsOfOpenMpiOnly) {
  const SelectionFilter filter("Open MPI", "", ComponentsIn(kMaps));
  for (const char* kept : {"btl", "btl_base_include", "btl_vader_eager_limit", "pml", "pml_ob1_priority",
                           "coll_tuned_allreduce_algorithm", "io_ompio_bytes_per_agg", "mpi_leave_pinned"}) {
    EXPECT_TRUE(filter.Keeps(kept)) << kept;
  }
  for (const char* left_out :
       {"btl_openib_eager_limit", "mtl_ofi_priority", "coll_sm_priority", "btl_vader_major_version", "btl_base_verbose",
        "coll_tuned_allreduce_algorithm_count", "orte_tmpdir_base", "opal_common_ucx_verbose", "mpi_show_mca_params",
        "rmaps_base_oversubscribe"}) {
    EXPECT_FALSE(filter.Keeps(left_out)) << left_out;
  }
}

TEST(SelectionFilter, KeepsVariablesOfAllComponentsBuiltIntoOpenMpi) {
  const SelectionFilter filter("Open MPI", "", {{"uct", {"cma"}}});
  EXPECT_TRUE(filter.Keeps("btl_openib_eager_limit"));
  EXPECT_TRUE(filter.Keeps("mtl_ofi_priority"));
  EXPECT_FALSE(filter.Keeps("orte_tmpdir_base"));
}

// Maps and variables of Open MPI 5.0, which has its components in libmpi.so and libopen-pal.so.
TEST(SelectionFilter, KeepsNewFrameworksOfOpenMpi5) {
  const LoadedComponents loaded =
      ComponentsIn("7f00 r-xp 00000000 fe:00 2 /opt/openmpi-5.0.10/lib/libmpi.so.40.40.10\n");
  EXPECT_TRUE(loaded.empty());
  const SelectionFilter filter("Open MPI", "", loaded);
  EXPECT_TRUE(filter.BuiltIn());
  EXPECT_FALSE(SelectionFilter("Open MPI", "", ComponentsIn(kMaps)).BuiltIn());
  EXPECT_FALSE(SelectionFilter("MPICH", "ch4:ucx", {}).BuiltIn());
  for (const char* kept : {"smsc", "smsc_cma_priority", "smsc_xpmem_memcpy_chunk_size", "part_persist_priority",
                           "accelerator", "threads_pthreads_yield_strategy"}) {
    EXPECT_TRUE(filter.Keeps(kept)) << kept;
  }
  EXPECT_FALSE(filter.Keeps("smsc_base_verbose"));
  EXPECT_FALSE(filter.Keeps("prte_tmpdir_base"));
}

TEST(ComponentWithVersion, IsTheOwnerOfTheVersionVariable) {
  const auto text = [](std::string_view name) {
    const AvailableComponent one = ComponentWithVersion(name);
    return one.framework + " " + one.name;
  };
  EXPECT_EQ(text("btl_sm_major_version"), "btl sm");
  EXPECT_EQ(text("mpool_hugepage_major_version"), "mpool hugepage");
  EXPECT_EQ(text("rcache_gpu_sm_major_version"), "rcache gpu_sm");
  EXPECT_EQ(text("btl_sm_minor_version"), " ");
  EXPECT_EQ(text("plm_ssh_major_version"), " ");
  EXPECT_EQ(text("btl_sm_eager_limit"), " ");
}

TEST(SelectionFilter, KeepsVariablesOfTheDeviceOfMpich) {
  const SelectionFilter filter("MPICH", "ch4:ucx", {});
  for (const char* kept : {"MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM", "MPIR_CVAR_CH4_NETMOD",
                           "MPIR_CVAR_BCAST_SHORT_MSG_SIZE", "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE"}) {
    EXPECT_TRUE(filter.Keeps(kept)) << kept;
  }
  for (const char* left_out : {"MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE", "MPIR_CVAR_CH4_OFI_EAGER_MAX_MSG_SIZE",
                               "MPIR_CVAR_DEBUG_HOLD", "MPIR_CVAR_CH3_INTERFACE_HOSTNAME"}) {
    EXPECT_FALSE(filter.Keeps(left_out)) << left_out;
  }
  EXPECT_TRUE(SelectionFilter("MPICH", "ch4:ofi", {}).Keeps("MPIR_CVAR_CH4_OFI_EAGER_MAX_MSG_SIZE"));
  EXPECT_TRUE(SelectionFilter("MPICH", "ch3:nemesis", {}).Keeps("MPIR_CVAR_CH3_EAGER_MAX_MSG_SIZE"));
}

TEST(SelectionFilter, KeepsAllButVerbosityOfAnotherLibrary) {
  const SelectionFilter filter("Another MPI", "", {});
  EXPECT_TRUE(filter.Keeps("ALLREDUCE_ALGORITHM"));
  EXPECT_FALSE(filter.Keeps("coll_verbose"));
}

}  // namespace
}  // namespace mpigauge
