#include "ci/pipeline/launches_for.h"

#include <filesystem>

#include "ci/launch/campaign.h"
#include "ci/slurm/slurm_campaign.h"
#include "ci/slurm/slurm_commands.h"

namespace mpigauge {
namespace {

SlurmRequest RequestOf(const SlurmConfig& slurm, const Shape& shape) {
  SlurmRequest request;
  request.ntasks_per_node = shape.ranks_per_node;
  request.at_once = slurm.exclusive ? 0 : 1;  // tasks that share a node would disturb each other
  request.partition = slurm.partition;
  request.account = slurm.account;
  request.constraint = slurm.constraint;
  request.time = slurm.time;
  request.exclusive = slurm.exclusive;
  request.more = slurm.arguments;
  return request;
}

MakeLaunches InJobs(const PipelineTools& tools, const Update& update, const ShapeState& shape) {
  const SlurmConfig& slurm = *tools.config.slurm;
  SlurmCampaignOptions options;
  options.slurm = MakeSlurm();
  options.request = RequestOf(slurm, shape.shape);
  options.nodes = shape.shape.nodes;
  options.tasks = slurm.tasks;
  options.turns = tools.config.turns;
  options.launcher = slurm.launcher;
  options.mpigauge = std::filesystem::canonical(tools.mpigauge);
  options.folder = tools.folder.Of(update, shape);
  options.pause = MakePause();
  options.progress = &tools.progress;
  options.terminal = tools.terminal;
  return InSlurm(options, tools.store);
}

}  // namespace

MakeLaunches LaunchesFor(const PipelineTools& tools, const Update& update, const ShapeState& shape) {
  if (tools.make_launches) return tools.make_launches;
  if (tools.config.slurm) return InJobs(tools, update, shape);
  CampaignOptions options;
  options.turns = tools.config.turns;
  options.folder = tools.folder.Of(update, shape);
  options.progress = &tools.progress;
  options.terminal = tools.terminal;
  return OnThisHost(options, tools.store);
}

}  // namespace mpigauge
