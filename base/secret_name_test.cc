#include "base/secret_name.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(Secrets, AreKnownByTheNamesOfTheirVariables) {
  for (const char* name : {"CI_JOB_TOKEN",
                           "MY_SECRET",
                           "PGPASSWORD",
                           "AWS_SECRET_ACCESS_KEY",
                           "api_key",
                           "KEY",
                           "GPG_PASSPHRASE",
                           "SSH_PASSPHRASE_FILE",
                           "MYSQL_PWD",
                           "SMTP_PASS",
                           "PASS",
                           "REDIS_AUTH",
                           "GITHUB_PAT",
                           "GITLAB_CREDS",
                           "npm_auth",
                           "DOCKER_AUTH_CONFIG",
                           "HTTP_BEARER",
                           "XBEARERX",
                           "OMPI_MCA_sec_token",
                           "SLURM_JWT",
                           "AWS_ACCESS_KEY_ID"}) {
    EXPECT_TRUE(LooksSecret(name)) << name;
  }
  for (const char* name : {"OMPI_MCA_btl", "MONKEY", "UCX_TLS", "OMP_NUM_THREADS", "KEYBOARD", "PWD", "OLDPWD", "PATH",
                           "LD_LIBRARY_PATH", "XAUTHORITY", "BYPASS", "PASSES", "SLURM_PATTERN", "UCX_IB_PKEY", ""}) {
    EXPECT_FALSE(LooksSecret(name)) << name;
  }
}

TEST(Secrets, AreKnownByAPasswordInAUrl) {
  EXPECT_TRUE(HoldsSecret("OMPI_MCA_x", "http://ada:x7@host/"));
  EXPECT_TRUE(HoldsSecret("OMPI_MCA_x", "tcp://h:1,http://ada:x7/y@host/"));
  EXPECT_TRUE(HoldsSecret("OMPI_MCA_token", "1"));
  EXPECT_FALSE(HoldsSecret("OMPI_MCA_x", "http://ada@host/"));
  EXPECT_FALSE(HoldsSecret("OMPI_MCA_x", "tcp://192.0.2.2:1"));
}

}  // namespace
}  // namespace mpigauge
