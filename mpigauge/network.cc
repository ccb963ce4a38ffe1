
#include <CLI/App.hpp>
#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/json.h"
#include "ci/impact/cost_request.h"
#include "ci/launch/keep_models.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"
#include "record/handover_range.h"
#include "simulator/fit/fit_text.h"
#include "simulator/fit/network_fit_json.h"

namespace mpigauge {
namespace {

struct NetworkOptions {
  std::string run = "latest";
  std::string distance;  // empty: all
  std::string model;     // a kind, printed as a model file
  std::string handover;
  bool refit = false;
  bool json = false;
};

// One launch tells by its passes how sure its times are.
std::vector<LaunchRecord> LaunchesOf(const std::string& reference, const NetworkOptions& options,
                                     const CommandContext& context) {
  constexpr auto kDetail = LaunchDetail::kObservations;
  std::vector<LaunchRecord> launches;
  if (!options.handover.empty()) {
    launches = context.FindCompared(reference, kDetail).launches;
    KeepPasses(ParseHandoverRange(options.handover, "--handover"), reference, launches);
    return launches;
  }
  launches = context.FindCompared(reference).launches;
  return launches.size() > 1 ? launches : context.FindCompared(reference, kDetail).launches;
}

// Returns the fits that are stored with a run, if they are up to date.
std::optional<std::vector<NetworkFit>> Kept(const std::vector<LaunchRecord>& launches, bool refit,
                                            const CommandContext& context) {
  const std::string& run_id = launches.front().run_id;
  const bool one_run = std::all_of(launches.begin(), launches.end(),
                                   [&](const LaunchRecord& launch) { return launch.run_id == run_id; });
  if (!one_run || !context.HasStore()) return std::nullopt;
  Store store = context.OpenStore(refit ? Store::Access::kWrite : Store::Access::kRead);
  if (refit) KeepNetworkModels(store, run_id, true);
  return KeptModels(store, run_id);
}

std::vector<NetworkFit> ModelsOf(const std::string& reference, const NetworkOptions& options,
                                 const CommandContext& context) {
  const std::vector<LaunchRecord> launches = LaunchesOf(reference, options, context);
  std::vector<NetworkFit> fits;
  if (options.handover.empty()) fits = Kept(launches, options.refit, context).value_or(fits);
  if (fits.empty()) fits = FitNetworks(launches);
  if (fits.empty()) {
    throw NotMeasured("{}: has no times of a network at five sizes or more; measure them: mpigauge run --suite network",
                      reference);
  }
  if (options.distance.empty()) return fits;
  std::string there;
  for (const NetworkFit& fit : fits) there += (there.empty() ? "" : ", ") + fit.distance;
  std::erase_if(fits, [&](const NetworkFit& fit) { return fit.distance != options.distance; });
  if (fits.empty()) throw UsageError("--distance {}: {} has {}", options.distance, reference, there);
  return fits;
}

// A file with one model, or a list of them.
ExitCode PrintModelFile(const std::vector<NetworkFit>& fits, const NetworkOptions& options, CommandContext& context) {
  Json files = Json::array();
  for (const NetworkFit& fit : fits) {
    const FittedModel* model = fit.Find(options.model);
    if (model == nullptr) {
      std::string kinds;
      for (const FittedModel& each : fit.models) kinds += (kinds.empty() ? "" : ", ") + each.kind;
      throw UsageError("--model {}: {} has {}; `mpigauge network fit` says why", options.model, fit.distance, kinds);
    }
    files.push_back(ModelFileOf(*model, fit.distance));
  }
  context.streams.out << JsonText(files.size() == 1 ? files[0] : files);
  return ExitCode::kPass;
}

ExitCode Fit(const NetworkOptions& options, CommandContext& context) {
  const std::vector<NetworkFit> fits = ModelsOf(options.run, options, context);
  if (!options.model.empty()) return PrintModelFile(fits, options, context);
  if (options.json) {
    context.streams.out << JsonText(NetworkFitsToJson(fits));
    return ExitCode::kPass;
  }
  std::string text;
  for (const NetworkFit& fit : fits) text += (text.empty() ? "" : "\n") + NetworkFitText(fit);
  context.streams.out << text;
  return ExitCode::kPass;
}

void AddFit(CLI::App& command, const std::shared_ptr<NetworkOptions>& options, CommandContext& context) {
  CLI::App* fit = command.add_subcommand("fit", "Fit models to the network of a run: parameters with their intervals");
  fit->footer(R"(Examples:
  mpigauge network fit
  mpigauge network fit records/ --format json
  mpigauge network fit latest --model piecewise --distance same-host > model.json)");
  fit->add_option("run", options->run, "A run, a baseline, a file or a folder")->capture_default_str();
  fit->add_option("--model", options->model, "Print one model as a file that mpigauge replay reads")
      ->check(CLI::IsMember({"hockney", "blocks", "loggps", "piecewise"}));
  fit->add_option("--distance", options->distance, "Only this distance: same-core-complex, same-host or other-host")
      ->type_name("NAME");
  CLI::Option* handover = AddSetting(*fit, HandoverSetting(options->handover, "Options"));
  fit->add_flag("--refit", options->refit, "Fit anew, even if models are stored with the run, and store the result")
      ->excludes(handover);
  AddFormatOption(*fit, options->json);
  OnChoice(*fit, context, [options, &context] { return Fit(*options, context); });
}

}  // namespace

void AddNetworkCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<NetworkOptions>();
  CLI::App* command = app.add_subcommand("network", "Models of the network that runs measured");
  command->require_subcommand(1);
  command->footer(R"(Examples:
  mpigauge run --suite network
  mpigauge network fit)");
  AddFit(*command, options, context);
}

}  // namespace mpigauge
