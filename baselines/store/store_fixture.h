#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>

#include "baselines/store/store.h"
#include "baselines/store/testing.h"
#include "record/testing.h"

namespace mpigauge {

inline const std::string kSeries = "allreduce/bytes:8/ranks:2";

// store_test.cc says for all sources of the program on which kinds they run.
class StoreTest : public testing::TestWithParam<StoreKind> {
 protected:
  StoreTest() : name_(NewStoreName(GetParam())) { store_.emplace(Store::Open(name_, Store::Access::kWrite)); }

  void AddRun(const std::string& id, const std::string& started_at, std::initializer_list<double> medians) {
    store_->runs().Add({id, "library " + id, started_at, RunStatus::kRunning, {{"ranks", 2}}});
    int index = 0;
    for (const double median : medians) store_->runs().AddLaunch(ExampleLaunch(id, index++, {{kSeries, median}}));
    store_->runs().SetStatus(id, RunStatus::kComplete);
  }

  std::string name_;
  std::optional<Store> store_;
};

}  // namespace mpigauge
