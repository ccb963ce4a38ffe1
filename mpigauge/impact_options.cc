#include "mpigauge/impact_options.h"

#include <CLI/App.hpp>
#include <filesystem>

#include "base/error.h"
#include "base/units.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {

void ImpactOptionTexts::AddTo(CLI::App& command) {
  const InGroup group(command, kApplicationsGroup);
  command
      .add_option("--trace", traces,
                  "An application: the folder of its traces, or a program as text; may be given several times")
      ->type_name("FOLDER[=NAME]")
      ->allow_extra_args(false);
  command.add_option("--fail-impact", fail_impact, "Fail where an application loses more than this")
      ->type_name("SHARE");
  command.add_option("--topology", topology, "The network of the hosts, such as torus:4x4")->type_name("NAME:SIZE");
  command
      .add_option("--network", network,
                  "Costs between measured sizes: table, or a fitted model (piecewise, loggps, hockney, blocks)")
      ->type_name("MODEL")
      ->capture_default_str();
  command.add_option("--handover", handover, kHandoverHelp)->type_name("FROM-TO");
  command.add_flag("--warm-caches", warm_caches, kWarmCachesHelp);
  command.add_option("--resamples", resamples, "Draws of the launches for the intervals")
      ->check(CLI::Range(20, 100000))
      ->capture_default_str();
  AddRegionOptions(command, program);
}

std::vector<std::string> ImpactOptionTexts::Arguments() const {
  const ImpactOptionTexts defaults;
  std::vector<std::string> words;
  const auto add = [&words](const std::string& name, const std::string& value, const std::string& usual) {
    if (value != usual) words.insert(words.end(), {name, value});
  };
  for (const std::string& trace : traces) add("--trace", std::filesystem::absolute(trace).string(), "");
  add("--fail-impact", fail_impact, defaults.fail_impact);
  add("--topology", topology, defaults.topology);
  add("--network", network, defaults.network);
  add("--handover", handover, defaults.handover);
  add("--resamples", std::to_string(resamples), std::to_string(defaults.resamples));
  if (warm_caches) words.emplace_back("--warm-caches");
  return words;
}

ImpactSettings ImpactOptionTexts::ToSettings() const {
  ImpactSettings settings;
  settings.traces = traces;
  settings.read = {topology, program};
  settings.costs.network = network;
  settings.costs.caches = warm_caches ? Caches::kWarm : Caches::kCold;
  settings.costs.resamples = static_cast<std::size_t>(resamples);
  if (!handover.empty()) settings.costs.handover = ParseHandoverRange(handover, "--handover");
  if (fail_impact.empty()) return settings;
  settings.fail_impact = ParseShare(fail_impact, "--fail-impact");
  if (*settings.fail_impact <= 0) throw UsageError("--fail-impact {}: must be above 0%", fail_impact);
  if (traces.empty()) throw UsageError("--fail-impact needs an application: give its traces with --trace FOLDER");
  return settings;
}

}  // namespace mpigauge
