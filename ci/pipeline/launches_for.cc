#include "ci/pipeline/launches_for.h"

#include "ci/launch/campaign.h"

namespace mpigauge {

MakeLaunches LaunchesFor(const PipelineTools& tools, const Update& update, const ShapeState& shape) {
  CampaignOptions options;
  options.folder = tools.folder.Of(update, shape);
  options.progress = &tools.progress;
  options.terminal = tools.terminal;
  return OnThisHost(options, tools.store);
}

}  // namespace mpigauge
