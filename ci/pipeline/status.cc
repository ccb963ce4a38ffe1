#include "ci/pipeline/status.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>

#include "base/plural.h"
#include "base/table.h"
#include "baselines/format/format.h"
#include "ci/pipeline/lock.h"
#include "ci/slurm/outcome.h"
#include "ci/slurm/slurm.h"

namespace mpigauge {
namespace {

constexpr std::size_t kNewest = 20;

// The next step, by state.
std::string NextOf(const Update& update) {
  static const std::map<std::string, std::string> kNext = {
      {"found", "the benchmark program is built"},
      {"built", "it is measured and judged"},
      {"judged", "metrics are pushed"},
      {"exported", "reports are written"},
      {"reported", "its runs join the baseline"},
  };
  if (update.state == "given up") return "mpigauge ci retry " + update.Id();
  const auto next = kNext.find(update.state);
  return next == kNext.end() ? "" : next->second;
}

Table::Color ColorOf(const Update& update) {
  if (update.Verdict() == "fail" || update.state == "given up") return Table::Color::kRed;
  if (update.Verdict() == "inconclusive" || !update.problem.empty()) return Table::Color::kYellow;
  return Table::Color::kNone;
}

std::string DetailText(const Update& update) {
  std::string text;
  for (const ShapeState& shape : update.shapes) {
    if (shape.verdict == "fail" || shape.verdict == "inconclusive") {
      text += fmt::format("{}, {}: {}\n", update.Id(), shape.name, shape.headline);
    }
  }
  if (!update.problem.empty()) {
    text += fmt::format("{}: failed {}: {}\n", update.Id(), Counted(update.failures, "time"), update.problem);
  }
  return text;
}

// The jobs of an update that is being measured, by Slurm and by their folders.
std::vector<std::string> JobsOf(const StateFolder& folder, const Update& update) {
  std::vector<std::string> lines;
  if (update.state != "built") return lines;
  const auto slurm = MakeSlurm();
  for (const ShapeState& shape : update.shapes) {
    const auto path = folder.Of(update, shape);
    if (!shape.verdict.empty() || !std::filesystem::is_directory(path)) continue;
    const auto more = JobTexts(path, *slurm);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

}  // namespace

PipelineStatus StatusOf(const PipelineConfig& config) {
  const StateFolder folder(config.state);
  PipelineStatus status{folder.Updates(), {}, WhoWorksOn(config.state)};
  for (const Update& update : status.updates) {
    auto jobs = config.slurm ? JobsOf(folder, update) : std::vector<std::string>();
    if (!jobs.empty()) status.jobs[update.Id()] = std::move(jobs);
  }
  return status;
}

std::string StatusText(const PipelineStatus& status, bool colors, bool all) {
  if (status.updates.empty()) return "no library was found yet: mpigauge ci looks for them\n";
  Table table({{"update", Table::Align::kLeft},
               {"found", Table::Align::kLeft},
               {"state", Table::Align::kLeft},
               {"verdict", Table::Align::kLeft},
               {"next", Table::Align::kLeft}});
  std::string details;
  const std::size_t first = all || status.updates.size() <= kNewest ? 0 : status.updates.size() - kNewest;
  for (std::size_t i = first; i < status.updates.size(); ++i) {
    const Update& update = status.updates[i];
    table.AddRow({update.Id(), update.found_at, update.state, update.Verdict(), NextOf(update)}, ColorOf(update));
    details += DetailText(update);
  }
  std::string text = table.Text(colors);
  if (first > 0) text += fmt::format("({} older ones: --all)\n", first);
  text += details;
  for (const auto& [id, jobs] : status.jobs) {
    text += fmt::format("{}:\n  {}\n", id, fmt::join(jobs, "\n  "));
  }
  text += status.working.empty() ? "no process works on it now\n" : status.working + " works on it\n";
  return text;
}

Json ToJson(const PipelineStatus& status) {
  Json json = {{"working", status.working}, {"updates", Json::array()}};
  for (const Update& update : status.updates) {
    Json one = ToJson(update);
    one["id"] = update.Id();
    one["next"] = NextOf(update);
    const auto jobs = status.jobs.find(update.Id());
    one["jobs"] = jobs == status.jobs.end() ? std::vector<std::string>() : jobs->second;
    json["updates"].push_back(std::move(one));
  }
  return json;
}

std::string NewsText(const PipelineAnswer& answer, bool colors) {
  std::string text;
  for (const Comparison& finding : answer.findings) text += TerminalText(finding, {colors, false}) + "\n";
  for (const Update& update : answer.worked_on) {
    for (const ShapeState& shape : update.shapes) {
      if (!shape.verdict.empty()) text += fmt::format("{}, {}: {}\n", update.Id(), shape.name, shape.headline);
    }
    for (const std::string& note : update.notes) text += fmt::format("{}: {}\n", update.Id(), note);
  }
  return text;
}

std::string KnownText(const PipelineAnswer& answer) {
  std::string text;
  for (const Update& update : answer.known) {
    text += fmt::format("{}: nothing new, {}\n", update.Id(),
                        update.state == "done" ? update.Verdict() + " before" : update.state);
  }
  for (const std::string& later : answer.later) text += later + "\n";
  return text;
}

}  // namespace mpigauge
