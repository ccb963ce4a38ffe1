#include "harness/environment/tuning.h"

#include <gtest/gtest.h>

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

TEST(Tuning, SeesThisProcess) {
  setenv("OMPI_MCA_btl", "tcp,self", 1);
  EXPECT_NE(TuningParameters(ProcessEnvironment()).find("OMPI_MCA_btl=tcp,self"), std::string::npos);
}

}  // namespace
}  // namespace mpigauge
