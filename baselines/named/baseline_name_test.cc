#include "baselines/named/baseline_name.h"

#include <gtest/gtest.h>

#include "baselines/store/testing.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

TEST(BaselineName, NamesOfRunsAreRefused) {
  for (const char* name : {"latest", "latest~2", "3f2a", "a327adea-094e", "a327adea-094e-46dd-956c-f32e8550588e", "",
                           "a\nb", "a\x1b[31m"}) {
    EXPECT_THROW(CheckBaselineName(name, "name"), Error) << name;
  }
  for (const char* name : {"release", "latest-release", "5.0.7", "v5", "20261120", "beef", "a327adea-x",
                           "a327adea-094e-46dd-956c-f32e8550588e-5", "ompi-5.0.7/2x16"}) {
    EXPECT_NO_THROW(CheckBaselineName(name, "name")) << name;
  }
}

TEST(BaselineName, ARunOfTheStoreIsNotHidden) {
  Store store = Store::Open(NewStoreName(StoreKind::kSqlite), Store::Access::kWrite);
  store.AddRun({"nightly-1", "library", "2026-01-01", RunStatus::kComplete, Json::object()});
  EXPECT_THROW(CheckBaselineName(store, "nightly"), Error);
  EXPECT_NO_THROW(CheckBaselineName(store, "nightlies"));
  store.SetBaseline("nightly", {"nightly-1"}, "");  // by whoever was first
  EXPECT_NO_THROW(CheckBaselineName(store, "nightly"));
}

}  // namespace
}  // namespace mpigauge
