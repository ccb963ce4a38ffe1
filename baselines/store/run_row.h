#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/json.h"
#include "baselines/store/run.h"

// Rows of the tables `runs`, `run_tags` and `network_models`. The functions throw Error naming the store and the row
// where it is not as it was stored.

namespace mpigauge {

struct RunRow {
  std::string run_id;
  std::string library;
  std::string started_at;
  std::string status;
  std::string plan;
  std::string owner;
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) {
    each("run_id", row.run_id);
    each("library", row.library);
    each("started_at", row.started_at);
    each("status", row.status);
    each("plan", row.plan);
    each("owner", row.owner);
    each("checksum", row.checksum);
  }
};
// Without secrets in its plan.
RunRow RunRowOf(const Run& run);
Run ToRun(RunRow row, const std::string& store);

struct TagRow {
  std::string tag;
  std::string run_id;
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) {
    each("tag", row.tag);
    each("run_id", row.run_id);
    each("checksum", row.checksum);
  }
};
TagRow TagRowOf(const std::string& tag, const std::string& run_id);
void RequireWhole(const TagRow& row, const std::string& store);

struct NetworkModelRow {
  std::string run_id;
  std::string content;
  std::optional<std::int64_t> checksum;

  static void Columns(auto& row, auto&& each) {
    each("run_id", row.run_id);
    each("content", row.content);
    each("checksum", row.checksum);
  }
};
NetworkModelRow NetworkModelRowOf(const std::string& run_id, const Json& model);
Json ToNetworkModel(const NetworkModelRow& row, const std::string& store);

}  // namespace mpigauge
