#include "ci/launch/campaign_state.h"

#include <fmt/format.h>

#include <chrono>
#include <random>

#include "base/error.h"
#include "base/file.h"
#include "base/trusted_path.h"
#include "base/units.h"
#include "base/uuid.h"
#include "ci/launch/random_order.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

constexpr int kSchemaVersion = 1;

Json ToJson(const CampaignState& state) {
  Json json = {{"schema_version", kSchemaVersion},
               {"seed", state.seed},
               {"run_ids", state.run_ids},
               {"started_at", state.started_at},
               {"plans", Json::array()}};
  for (const LaunchPlan& plan : state.plans) json["plans"].push_back(ToJson(plan));
  return json;
}

// Whether these are plans of the same launches. A library that could not be identified once (its launcher was killed
// meanwhile) is not another one for that.
bool SamePlans(const Json& stored, const Json& fresh) {
  if (!stored.is_array() || stored.size() != fresh.size()) return false;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    Json was = stored[i];
    Json is = fresh[i];
    const bool known = was.is_object() && was.value("identity", Json("")) != "" && is.at("identity") != "";
    if (!known && was.is_object()) was["identity"] = is["identity"] = "";
    if (was != is) return false;
  }
  return true;
}

std::uint64_t DrawSeed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

}  // namespace

CampaignState FreshCampaignState(const std::vector<LaunchPlan>& plans, std::uint64_t seed) {
  CampaignState state{seed != 0 ? seed : DrawSeed(), {}, {}, plans};
  auto started = std::chrono::system_clock::now();
  for (std::size_t i = 0; i < plans.size(); ++i) {
    state.run_ids.push_back(NewUuid());
    state.started_at.push_back(UtcMilliseconds(started));
    started += std::chrono::milliseconds(1);  // the newest one is the last one
  }
  return state;
}

CampaignState OpenCampaignState(const std::filesystem::path& folder, const CampaignState& fresh) {
  const std::filesystem::path path = folder / "campaign.json";
  if (!std::filesystem::exists(path)) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw UsageError("{}: {}; give a folder that you may write", folder.string(), error.message());
    WriteFileAtomically(path, JsonText(ToJson(fresh)), Readers::kOwner);
    return fresh;
  }
  const Json json = ReadJson(path);
  return ReadingValues(path.string(), [&] {
    if (json.at("schema_version") != kSchemaVersion || !SamePlans(json.at("plans"), ToJson(fresh).at("plans"))) {
      throw UsageError("was begun with other libraries or settings; remove {} to measure anew", folder.string());
    }
    CampaignState state = fresh;
    state.seed = SeedAt(json, "seed");
    state.started_at = json.at("started_at").get<std::vector<std::string>>();
    state.run_ids = json.at("run_ids").get<std::vector<std::string>>();
    if (state.run_ids.size() != fresh.plans.size() || state.started_at.size() != fresh.plans.size()) {
      throw UsageError("run_ids and started_at are {} and {}, of {} libraries; remove {} to measure anew",
                       state.run_ids.size(), state.started_at.size(), fresh.plans.size(), folder.string());
    }
    for (const std::string& id : state.run_ids) CheckId(id, "run_ids");
    return state;
  });
}

void RequireTrustedState(const std::filesystem::path& folder) {
  for (const auto& path : {folder, folder / "campaign.json"}) {
    RequireTrusted(path, "and what was measured is taken from there; give a --folder of your own");
  }
}

std::vector<std::size_t> BlockOrder(std::uint64_t seed, int block, std::size_t libraries) {
  return RandomOrder(seed, static_cast<std::uint32_t>(block), libraries);
}

std::string SideName(const std::vector<std::string>& labels, std::size_t side) {
  const bool same = labels.size() == 2 && labels[0] == labels[1];
  return same ? fmt::format("{} ({})", labels[side], side == 0 ? "baseline" : "candidate") : labels.at(side);
}

}  // namespace mpigauge
