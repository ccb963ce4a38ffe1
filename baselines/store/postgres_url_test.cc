#include "baselines/store/postgres_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "baselines/store/database.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PostgresUrl, ThePasswordIsNotShown) {
  EXPECT_EQ(PostgresUrl("postgresql://me:secret@host:5433/db").shown(), "postgresql://me@host:5433/db");
  EXPECT_EQ(PostgresUrl("postgres://me:a:b%2Fc@host/db?sslmode=require").shown(),
            "postgres://me@host/db?sslmode=require");
  EXPECT_EQ(PostgresUrl("postgresql://host/db?user=me&password=secret&sslmode=require").shown(),
            "postgresql://host/db?user=me&password=&sslmode=require");
  EXPECT_EQ(PostgresUrl("postgresql://host/db?sslpassword=of-the-key&password=secret").shown(),
            "postgresql://host/db?sslpassword=&password=");
  EXPECT_EQ(PostgresUrl("postgresql://me@host:5433/db").shown(), "postgresql://me@host:5433/db");
  EXPECT_EQ(PostgresUrl("postgresql://[::1]:5433,h2:1/d%40b").shown(), "postgresql://[::1]:5433,h2:1/d%40b");
  EXPECT_EQ(PostgresUrl("postgresql://").shown(), "postgresql://");
}

TEST(PostgresUrl, ThePasswordIsTakenOutOfOtherTextsInBothItsForms) {
  const PostgresUrl url("postgresql://me:a%2Fb@host/db");
  EXPECT_EQ(url.Scrubbed("a%2Fb was a/b, and a/b"), "... was ..., and ...");
  EXPECT_EQ(PostgresUrl("postgresql://host/db?sslpassword=of%2Dthe-key").Scrubbed("is it of-the-key?"), "is it ...?");
  EXPECT_EQ(PostgresUrl("postgresql://me@host/db").Scrubbed("as it is"), "as it is");
}

// libpq takes "se" for a port and "cret@host/db" for a database, say.
TEST(PostgresUrl, AUrlWithASlipIsRefusedAndNotShown) {
  for (const char* url :
       {"postgresql://me:se/cret@host/db", "postgresql://me:12/cret@host/db", "postgresql://me:se@cret@host/db",
        "postgresql://me:se?cret@host/db", "postgresql://host/db?%70assword=secret",
        "postgresql://host/db?PASSWORD=secret", "postgresql://me:a%zzcret@host/db", "postgres:/me:secret@host/db",
        "POSTGRESQL://me:secret@host/db", "postgresql+psycopg2://me:secret@host/db", " postgresql://me:secret@host/db",
        "mysql://me:secret@host/db", "host=127.0.0.1 pasword=secret", "password=secret hots=x",
        "host=h dbname=postgresql://me:secret@host/db"}) {
    for (const std::string& said :
         {ErrorOf([&] { OpenDatabase(url, true); }), ErrorOf([&] { RequireStoreName(url); })}) {
      EXPECT_THAT(said, HasSubstr("the name of the store looks like a connection")) << url;
      EXPECT_THAT(said, Not(HasSubstr("cret"))) << url;
    }
    EXPECT_EQ(ShownStore(url), "a connection that is not understood") << url;
    EXPECT_FALSE(std::filesystem::exists(url)) << url;
  }
}

TEST(PostgresUrl, KeywordsAreAConnectionToo) {
  const PostgresUrl keywords("host=127.0.0.1 password='a b' user=me dbname=db");
  EXPECT_EQ(keywords.shown(), "dbname=db host=127.0.0.1 user=me");
  EXPECT_THAT(keywords.connection(), HasSubstr("dbname=db connect_timeout=10 "));
  EXPECT_EQ(keywords.Scrubbed("'a b' is wrong"), "'...' is wrong");
  EXPECT_EQ(PostgresUrl("password=secret").shown(), "postgresql://");
  EXPECT_EQ(PostgresUrl("application_name='x y'").shown(), "application_name='x y'");
  for (const char* name : {"service=bench", "host=/run/postgresql dbname=x", "postgresql://", "password=secret"}) {
    EXPECT_TRUE(IsPostgresUrl(name)) << name;
    EXPECT_EQ(ErrorOf([&] { RequireStoreName(name); }), "no error") << name;
  }
  for (const char* file :
       {"mpigauge.sqlite", "a=b.sqlite", "/x/user=me/store.sqlite", "./host=x", "file:x.sqlite", ""}) {
    EXPECT_FALSE(IsPostgresUrl(file)) << file;
    EXPECT_EQ(ErrorOf([&] { RequireStoreName(file); }), "no error") << file;
  }
}

TEST(PostgresUrl, WaitsAreBoundedUnlessTheUrlSaysOtherwise) {
  EXPECT_THAT(PostgresUrl("postgresql://host/db").connection(), HasSubstr("db?connect_timeout=10&"));
  const std::string own = PostgresUrl("postgresql://host/db?connect_timeout=3&sslmode=require").connection();
  EXPECT_THAT(own, HasSubstr("db?connect_timeout=3&sslmode=require&keepalives_idle="));
  EXPECT_THAT(own, Not(HasSubstr("connect_timeout=10")));
}

}  // namespace
}  // namespace mpigauge
