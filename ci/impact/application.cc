#include "ci/impact/application.h"

#include <filesystem>
#include <set>

#include "harness/base/error.h"
#include "harness/base/file.h"
#include "simulator/program/program_text.h"
#include "simulator/trace/read_traces.h"

namespace mpigauge {
namespace {

void TakeTraces(const ReadOptions& options, Application& application) {
  const TraceSet traces = ReadTraces(application.path);
  TracedProgram traced = ToProgram(traces, options.program);
  application.program = std::move(traced.program);
  application.communicators = std::move(traced.communicators);
  application.hosts = std::move(traced.hosts);
  application.notes = std::move(traced.notes);
  const std::string program = std::filesystem::path(traces.ranks[0].header.program).filename();
  if (application.name.empty()) application.name = program;
}

void TakeText(const ReadOptions& options, Application& application) {
  if (options.program.from_barrier != 0 || options.program.to_barrier != 0) {
    throw UsageError("--trace {}: is a program as text; --from-barrier and --to-barrier are for traces",
                     application.path);
  }
  ParsedProgram parsed = ParseProgram(ReadFile(application.path), application.path);
  application.program = std::move(parsed.program);
  application.communicators = std::move(parsed.communicators);
  if (application.name.empty()) application.name = std::filesystem::path(application.path).stem();
}

}  // namespace

ImpactProgram Application::ForImpact() const {
  return {name, path, program.get(), communicators.get(), hosts, notes, topology.get()};
}

Application ReadApplication(const std::string& text, const ReadOptions& options) {
  Application application;
  const auto equals = text.rfind('=');
  application.path = text.substr(0, equals);
  if (equals != std::string::npos) application.name = text.substr(equals + 1);
  if (application.path.empty() || (equals != std::string::npos && application.name.empty())) {
    throw UsageError("--trace '{}': write FOLDER=NAME, or FOLDER", text);
  }
  if (std::filesystem::is_directory(application.path)) {
    TakeTraces(options, application);
  } else if (std::filesystem::exists(application.path)) {
    TakeText(options, application);
  } else {
    throw UsageError("--trace {}: there is nothing of that name; mpigauge trace record makes traces", application.path);
  }
  if (application.name.empty()) application.name = application.path;
  if (!options.topology.empty()) application.topology = ParseTopology(options.topology);
  return application;
}

std::vector<Application> ReadApplications(const std::vector<std::string>& texts, const ReadOptions& options) {
  std::vector<Application> applications;
  std::set<std::string> names;
  for (const std::string& text : texts) {
    applications.push_back(ReadApplication(text, options));
    if (!names.insert(applications.back().name).second) {
      throw UsageError("--trace {}: there is another application '{}'; give it a name of its own: {}=NAME", text,
                       applications.back().name, applications.back().path);
    }
  }
  return applications;
}

}  // namespace mpigauge
