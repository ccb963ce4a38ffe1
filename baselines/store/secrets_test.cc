#include "baselines/store/secrets.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

TEST(Secrets, OnlyVariablesThatBearOnMpiAreStored) {
  for (const char* name : {"OMPI_MCA_btl", "PMIX_MCA_gds", "UCX_TLS", "FI_PROVIDER", "MPIR_CVAR_CH4_NETMOD",
                           "I_MPI_FABRICS", "LD_LIBRARY_PATH", "LD_PRELOAD", "PATH", "OMP_NUM_THREADS",
                           "MALLOC_ARENA_MAX", "SLURM_CPU_BIND", "MPIGAUGE_SLOW"}) {
    EXPECT_TRUE(IsStored(name, "1")) << name;
  }
  for (const char* name : {"DATABASE_URL", "DOCKER_AUTH_CONFIG", "X_BEARER", "OMPI_MCA_sec_token", "HOME", "A",
                           "COMPILER", "MPIGAUGE_STORE", "SLURM_JWT", "PATHS"}) {
    EXPECT_FALSE(IsStored(name, "1")) << name;
  }
  EXPECT_FALSE(IsStored("OMPI_MCA_oob", "http://ada:x7@host"));
}

TEST(Secrets, AreLeftOutOfPlans) {
  const Json plan = {{"mpi", "openmpi"},
                     {"environment", {{"OMPI_MCA_btl", "tcp"}, {"CI_JOB_TOKEN", "x7"}, {"DATABASE_URL", "x7"}}}};
  const Json stored = WithoutSecrets(plan);
  EXPECT_EQ(stored.at("environment"), Json({{"OMPI_MCA_btl", "tcp"}}));
  EXPECT_EQ(stored.at("not_stored"), Json({"CI_JOB_TOKEN", "DATABASE_URL"}));
  EXPECT_EQ(NotStored(stored), (std::vector<std::string>{"CI_JOB_TOKEN", "DATABASE_URL"}));
  EXPECT_TRUE(NotStored(plan).empty());
  EXPECT_THROW(NotStored({{"not_stored", 3}}), Error);
  EXPECT_EQ(stored.dump().find("x7"), std::string::npos);
  const Json plain = {{"environment", {{"OMPI_MCA_btl", "tcp"}}}};
  EXPECT_EQ(WithoutSecrets(plain), plain);
  EXPECT_EQ(WithoutSecrets(Json::object()), Json::object());
}

}  // namespace
}  // namespace mpigauge
