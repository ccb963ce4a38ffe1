// Tests troubles of a server and of the way to it. Tests that are the same for every database are in database_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/store/database.h"
#include "baselines/store/store.h"
#include "baselines/store/testing.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PostgresTest : public testing::Test {
 protected:
  std::string OpenError(const std::string& url) {
    return ErrorOf([&] { OpenPostgres(url, true); });
  }

  // The URL with a part of it exchanged.
  std::string With(const std::string& old, const std::string& fresh) {
    std::string url = url_;
    return url.replace(url.find(old), old.size(), fresh);
  }

  // Makes a user who may connect and no more; the URL of the database for them.
  std::string NewRole(const std::string& name) {
    OnServer(url_, "CREATE ROLE " + name + " LOGIN PASSWORD 'p@ss/w0rd'");
    return With("mpigauge:", name + ":");
  }

  std::string url_ = NewStoreName(StoreKind::kPostgres);
};

TEST_F(PostgresTest, TheNameHasNoPassword) {
  EXPECT_THAT(OpenPostgres(url_, true)->name(), AllOf(HasSubstr("://mpigauge@127.0.0.1:"), Not(HasSubstr("w0rd"))));
}

TEST_F(PostgresTest, AWrongPasswordIsNamedAndNotShown) {
  EXPECT_THAT(OpenError(With("w0rd", "secret")),
              AllOf(HasSubstr("password authentication failed"), HasSubstr("~/.pgpass"), Not(HasSubstr("secret"))));
}

TEST_F(PostgresTest, AMissingDatabaseOrUserIsNamed) {
  EXPECT_THAT(OpenError(With("/store_", "/nowhere_")), HasSubstr("`createdb` makes one"));
  EXPECT_THAT(OpenError(With("mpigauge:", "nobody:")), HasSubstr("is the password right?"));
}

TEST_F(PostgresTest, AServerThatDoesNotRunIsNamed) {
  EXPECT_THAT(OpenError("postgresql://u:secret@127.0.0.1:1/x"),
              AllOf(HasSubstr("postgresql://u@127.0.0.1:1/x: cannot be opened"), HasSubstr("is the server running"),
                    Not(HasSubstr("secret"))));
}

TEST_F(PostgresTest, AUrlThatIsNoneIsNamed) {
  EXPECT_THAT(OpenError("postgresql://u:sec%zzret@127.0.0.1/x"),
              AllOf(HasSubstr("write postgresql://user@host:port/database"), Not(HasSubstr("zzret"))));
  EXPECT_THAT(OpenError("postgres://127.0.0.1/x?no_such_option=1"), HasSubstr("write postgresql://"));
}

TEST_F(PostgresTest, AStoreMayLiveInASchemaOfADatabaseOfOthers) {
  OnServer(url_, "CREATE TABLE photographs(a INTEGER)");
  EXPECT_THAT(ErrorOf([&] { Store::Open(url_, Store::Access::kWrite); }), HasSubstr("not a store of mpigauge"));
  const std::string in_schema = url_ + "?options=-csearch_path%3Dbench";
  EXPECT_THAT(ErrorOf([&] { Store::Open(in_schema, Store::Access::kWrite); }), HasSubstr("`CREATE SCHEMA` makes it"));
  OnServer(url_, "CREATE SCHEMA bench");
  Store::Open(in_schema, Store::Access::kWrite)
      .runs()
      .Add({"run", "x", "2026-01-01", RunStatus::kComplete, Json::object()});
  EXPECT_EQ(Store::Open(in_schema, Store::Access::kRead).runs().All().size(), 1u);
}

TEST_F(PostgresTest, AUserWithoutRightsIsToldSo) {
  Store::Open(url_, Store::Access::kWrite);
  OnServer(url_, "DROP ROLE IF EXISTS guest");
  OnServer(url_, "CREATE ROLE guest LOGIN PASSWORD 'p@ss/w0rd'");
  const std::string guest = With("mpigauge:", "guest:");
  EXPECT_THAT(ErrorOf([&] { Store::Open(guest, Store::Access::kRead); }), HasSubstr("this user may not do that"));
  OnServer(url_, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest");
  EXPECT_TRUE(Store::Open(guest, Store::Access::kRead).runs().All().empty());
  Store store = Store::Open(guest, Store::Access::kWrite);
  EXPECT_THAT(ErrorOf([&] {
                store.runs().Add({"run", "x", "2026-01-01", RunStatus::kComplete, Json::object()});
              }),
              HasSubstr("this user may not do that"));
}

TEST_F(PostgresTest, AUserWhoMayOnlyWriteRowsStoresLaunches) {
  Store::Open(url_, Store::Access::kWrite);
  const std::string writer = NewRole("writer");
  OnServer(url_, "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO writer");
  OnServer(url_, "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO writer");
  Store store = Store::Open(writer, Store::Access::kWrite);
  EXPECT_TRUE(store.runs().AddLaunch(ExampleLaunch("run", 0, {{"a/x:1", 1e-6}})));
  EXPECT_EQ(store.runs().Launches("run", LaunchDetail::kSummaries).size(), 1u);
}

TEST_F(PostgresTest, AUserWhoMayCreateNothingIsToldSoWhereTheTablesAreMissing) {
  const std::string stranger = NewRole("stranger");
  EXPECT_THAT(ErrorOf([&] { Store::Open(stranger, Store::Access::kWrite); }), HasSubstr("this user may not do that"));
  EXPECT_FALSE(HoldsTables(url_));
}

TEST_F(PostgresTest, AServerThatHasNoConnectionLeftIsNamed) {
  const std::string crowd = NewRole("crowd");
  OnServer(url_, "ALTER ROLE crowd CONNECTION LIMIT 1");
  const auto taken = OpenPostgres(crowd, true);
  EXPECT_THAT(OpenError(crowd), HasSubstr("the server has as many connections as it takes; try again"));
}

TEST_F(PostgresTest, ATextThatCannotBeKeptIsRefusedAndNotCutOff) {
  Store store = Store::Open(url_, Store::Access::kWrite);
  const auto add = [&](const std::string& library) {
    return ErrorOf([&] { store.runs().Add({"run", library, "2026-01-01", RunStatus::kComplete, Json::object()}); });
  };
  EXPECT_THAT(add(std::string("half\0whole", 10)), HasSubstr("'half...' has a NUL byte"));
  EXPECT_THAT(add("\xff"), HasSubstr("invalid byte sequence"));
  EXPECT_TRUE(store.runs().All().empty());
}

TEST_F(PostgresTest, AConnectionThatWasLostBetweenTwoStepsIsMadeAgain) {
  Store store = Store::Open(url_, Store::Access::kWrite);
  store.runs().AddLaunch(ExampleLaunch("run", 0, {{"a/x:1", 1e-6}}));
  CutConnections(url_);
  EXPECT_TRUE(store.runs().AddLaunch(ExampleLaunch("run", 1, {{"a/x:1", 1e-6}})));
  CutConnections(url_);
  EXPECT_EQ(store.runs().Launches("run", LaunchDetail::kSummaries).size(), 2u);
}

TEST_F(PostgresTest, AConnectionThatIsLostInTheMiddleStoresNothingAndTheStepCanBeRepeated) {
  const auto database = OpenPostgres(url_, true);
  database->Execute("CREATE TABLE t(a BIGINT)");
  for (const bool before_commit : {false, true}) {
    const auto step = [&](bool cut) {
      database->InTransaction([&] {
        database->Execute("INSERT INTO t VALUES(1)");
        if (cut) CutConnections(url_);
        if (!before_commit) database->Execute("INSERT INTO t VALUES(2)");
      });
    };
    // Whether a commit arrived is not known where no answer came; nothing else is in doubt.
    EXPECT_THAT(ErrorOf([&] { step(true); }), HasSubstr("the connection was lost"));
    database->Query("SELECT count(*) FROM t", {}, [](const SqlRow& row) { EXPECT_EQ(row.Integer(0), 0); });
    step(false);
    database->Execute("DELETE FROM t");
  }
}

TEST_F(PostgresTest, AClientThatFallsSilentInTheMiddleIsNotWaitedForForEver) {
  const auto silent = OpenPostgres(url_, true, 0.2);
  silent->Execute("CREATE TABLE t(a BIGINT)");
  const auto other = OpenPostgres(url_, true);
  EXPECT_THAT(ErrorOf([&] {
                silent->InTransaction([&] {
                  silent->Execute("INSERT INTO t VALUES(1)");
                  other->InTransaction([&] { other->Execute("INSERT INTO t VALUES(2)"); });
                });
              }),
              HasSubstr("the connection was lost"));
  other->Query("SELECT sum(a) FROM t", {}, [](const SqlRow& row) { EXPECT_EQ(row.Integer(0), 2); });
}

// Ids that were given in a transaction that was taken back must not be used again.
TEST_F(PostgresTest, ALaunchThatWasTakenBackCanBeAddedAgain) {
  Store store = Store::Open(url_, Store::Access::kWrite);
  OnServer(url_,
           "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
           "PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$");
  OnServer(url_, "CREATE TRIGGER cut BEFORE INSERT ON results EXECUTE FUNCTION cut()");
  const LaunchRecord launch = ExampleLaunch("run", 0, {{"a/x:1", 1e-6}, {"b/x:1", 2e-6}});
  EXPECT_THAT(ErrorOf([&] { store.runs().AddLaunch(launch); }), HasSubstr("nothing of this step was stored"));
  OnServer(url_, "DROP TRIGGER cut ON results");
  EXPECT_TRUE(store.runs().All().empty());
  EXPECT_TRUE(store.runs().AddLaunch(launch));
  EXPECT_EQ(store.runs().Launches("run", LaunchDetail::kObservations)[0].series.size(), 2u);
}

}  // namespace
}  // namespace mpigauge
