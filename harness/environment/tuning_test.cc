#include <gtest/gtest.h>

#include "harness/environment/process_facts.h"

namespace mpigauge {
namespace {

TEST(Tuning, KeepsWhatTunesAndDropsWhatTheLauncherSets) {
  EXPECT_EQ(TuningParameters({"PATH=/bin", "UCX_TLS=tcp", "OMPI_MCA_coll_tuned_use_dynamic_rules=1",
                              "OMPI_MCA_orte_hnp_uri=1.0;tcp://192.0.2.2:1", "OMPI_MCA_ess=pmi",
                              "OMPI_MCA_hwloc_base_binding_policy=core", "MPIR_CVAR_CH3_INTERFACE_HOSTNAME=vm",
                              "MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=smp"}),
            "MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=smp; OMPI_MCA_coll_tuned_use_dynamic_rules=1; UCX_TLS=tcp");
  EXPECT_EQ(TuningParameters({"HOME=/root"}), "");
}

// A record is stored and shown to others.
TEST(Tuning, ValuesThatLookSecretAreLeftOut) {
  EXPECT_EQ(
      TuningParameters({"OMPI_MCA_sec_token=x7", "UCX_TLS=tcp", "FI_AUTH_KEY=x7", "OMPI_MCA_oob=http://ada:x7@host"}),
      "FI_AUTH_KEY; OMPI_MCA_oob; OMPI_MCA_sec_token; UCX_TLS=tcp");
}

// These are the environments of a process of Open MPI 4.1 and of one of 5.0 if a user tunes the same in both.
TEST(Tuning, IsTheSameUnderMpirunOfOpenMpi4AndPrterunOfOpenMpi5) {
  const std::vector<std::string> of_4 = {"OMPI_MCA_coll_tuned_use_dynamic_rules=1",
                                         "OMPI_MCA_orte_num_nodes=1",
                                         "OMPI_MCA_initial_wdir=/home/user",
                                         "OMPI_MCA_ess=^singleton",
                                         "OMPI_MCA_shmem_RUNTIME_QUERY_hint=mmap",
                                         "PMIX_MCA_mca_base_component_show_load_errors=1",
                                         "PMIX_MCA_ptl=tcp,usock"};
  const std::vector<std::string> of_5 = {
      "OMPI_MCA_PREFIXES=mca,opal,ompi,bml,coll,op,osc,part,pml,accelerator,btl,smsc",
      "OMPI_MCA_num_procs=2",
      "OMPI_MCA_num_restarts=0",
      "OMPI_MCA_cpu_type=x86_64",
      "OMPI_MCA_initial_wdir=/home/user",
      "PRTE_MCA_schizo_proxy=ompi",
      "OMPI_MCA_coll_tuned_use_dynamic_rules=1"};
  EXPECT_EQ(TuningParameters(of_4), "OMPI_MCA_coll_tuned_use_dynamic_rules=1");
  EXPECT_EQ(TuningParameters(of_5), TuningParameters(of_4));
}

TEST(Tuning, SeesThisProcess) {
  setenv("OMPI_MCA_btl", "tcp,self", 1);
  EXPECT_NE(TuningParameters(ProcessEnvironment()).find("OMPI_MCA_btl=tcp,self"), std::string::npos);
}

}  // namespace
}  // namespace mpigauge
