#include "baselines/store/secrets.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

TEST(Secrets, AreKnownByTheNamesOfTheirVariables) {
  for (const char* name : {"CI_JOB_TOKEN", "MY_SECRET", "PGPASSWORD", "AWS_SECRET_ACCESS_KEY", "api_key", "KEY",
                           "GPG_PASSPHRASE", "SSH_PASSPHRASE_FILE", "MYSQL_PWD", "SMTP_PASS", "PASS", "REDIS_AUTH",
                           "GITHUB_PAT", "GITLAB_CREDS", "npm_auth"}) {
    EXPECT_TRUE(LooksSecret(name)) << name;
  }
  for (const char* name : {"OMPI_MCA_btl", "MONKEY", "UCX_TLS", "OMP_NUM_THREADS", "KEYBOARD", "PWD", "OLDPWD", "PATH",
                           "LD_LIBRARY_PATH", "XAUTHORITY", "BYPASS", "PASSES", "SLURM_PATTERN"}) {
    EXPECT_FALSE(LooksSecret(name)) << name;
  }
}

TEST(Secrets, AreLeftOutOfPlans) {
  const Json plan = {{"mpi", "openmpi"}, {"environment", {{"OMPI_MCA_btl", "tcp"}, {"CI_JOB_TOKEN", "x7"}}}};
  const Json stored = WithoutSecrets(plan);
  EXPECT_EQ(stored.at("environment"), Json({{"OMPI_MCA_btl", "tcp"}}));
  EXPECT_EQ(stored.at("not_stored"), Json({"CI_JOB_TOKEN"}));
  EXPECT_EQ(NotStored(stored), std::vector<std::string>{"CI_JOB_TOKEN"});
  EXPECT_TRUE(NotStored(plan).empty());
  EXPECT_THROW(NotStored({{"not_stored", 3}}), Error);
  EXPECT_EQ(stored.dump().find("x7"), std::string::npos);
  const Json plain = {{"environment", {{"OMPI_MCA_btl", "tcp"}}}};
  EXPECT_EQ(WithoutSecrets(plain), plain);
  EXPECT_EQ(WithoutSecrets(Json::object()), Json::object());
}

}  // namespace
}  // namespace mpigauge
