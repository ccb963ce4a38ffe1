#include "ci/impact/cost_request.h"

#include "record/handover_range.h"

namespace mpigauge {

CostOptions CostRequest::ToOptions() const {
  CostOptions options;
  options.network = network;
  options.caches = warm_caches ? Caches::kWarm : Caches::kCold;
  if (!handover.empty()) options.handover = ParseHandoverRange(handover, "handover");
  return options;
}

Setting HandoverSetting(std::string& handover, const char* group) {
  return {.key = "handover",
          .value = &handover,
          .group = group,
          .help = "Only passes in which a cache line took this time from rank to rank, such as 20ns-60ns",
          .type = "FROM-TO",
          .check = [](const std::string& text, const std::string& what) { ParseHandoverRange(text, what); }};
}

SettingList SettingsOf(CostRequest& request, const char* group) {
  return {{.key = "network",
           .value = &request.network,
           .group = group,
           .help = "Costs between measured sizes: table, or a fitted model (piecewise, loggps, hockney, blocks)",
           .type = "MODEL"},
          HandoverSetting(request.handover, group),
          {.key = "warm_caches",
           .value = &request.warm_caches,
           .group = group,
           .help = "Take the costs of messages without a computation before them"}};
}

}  // namespace mpigauge
