#include "baselines/store/postgres_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PostgresUrl, ThePasswordIsNotShown) {
  EXPECT_EQ(PostgresUrl("postgresql://me:secret@host:5433/db").shown(), "postgresql://me@host:5433/db");
  EXPECT_EQ(PostgresUrl("postgres://me:a:b%2Fc@host/db?sslmode=require").shown(),
            "postgres://me@host/db?sslmode=require");
  EXPECT_EQ(PostgresUrl("postgresql://host/db?user=me&password=secret&x=1").shown(),
            "postgresql://host/db?user=me&password=&x=1");
  EXPECT_EQ(PostgresUrl("postgresql://host/db?sslpassword=of-the-key&password=secret").shown(),
            "postgresql://host/db?sslpassword=&password=");
  EXPECT_EQ(PostgresUrl("postgresql://me@host:5433/db").shown(), "postgresql://me@host:5433/db");
  EXPECT_EQ(PostgresUrl("postgresql://host:5433/d@b").shown(), "postgresql://host:5433/d@b");
  EXPECT_EQ(PostgresUrl("postgresql://").shown(), "postgresql://");
}

TEST(PostgresUrl, ThePasswordIsTakenOutOfOtherTextsInBothItsForms) {
  const PostgresUrl url("postgresql://me:a%2Fb@host/db");
  EXPECT_EQ(url.Scrubbed("a%2Fb was a/b, and a/b"), "... was ..., and ...");
  EXPECT_EQ(PostgresUrl("postgresql://host/db?sslpassword=of%2Dthe-key").Scrubbed("is it of-the-key?"), "is it ...?");
  EXPECT_EQ(PostgresUrl("postgresql://me@host/db").Scrubbed("as it is"), "as it is");
  // Also where libpq refuses the URL, and quotes what it refuses.
  EXPECT_EQ(PostgresUrl("postgresql://me:a%zz@host/db").Scrubbed("invalid: \"a%zz\""), "invalid: \"...\"");
}

TEST(PostgresUrl, WaitsAreBoundedUnlessTheUrlSaysOtherwise) {
  EXPECT_THAT(PostgresUrl("postgresql://host/db").connection(), HasSubstr("db?connect_timeout=10&"));
  const std::string own = PostgresUrl("postgresql://host/db?connect_timeout=3&sslmode=require").connection();
  EXPECT_THAT(own, HasSubstr("db?connect_timeout=3&sslmode=require&keepalives_idle="));
  EXPECT_THAT(own, Not(HasSubstr("connect_timeout=10")));
  // As libpq reads it.
  EXPECT_THAT(PostgresUrl("postgresql://host/db?connect%5Ftimeout=3").connection(),
              Not(HasSubstr("connect_timeout=10")));
}

}  // namespace
}  // namespace mpigauge
