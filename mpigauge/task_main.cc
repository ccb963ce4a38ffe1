// mpigauge-task: the part of a submitted job that runs on the compute nodes, where the job script starts it. It is a
// program of its own because nodes lack what the command mpigauge loads: the libraries of databases, servers and
// traces.
#include <CLI/CLI.hpp>
#include <iostream>

#include "base/error.h"
#include "base/escape.h"
#include "base/version.h"
#include "ci/slurm/job_folder.h"
#include "ci/slurm/task.h"
#include "mpigauge/shown_output.h"

namespace mpigauge {
namespace {

ExitCode PrintError(const std::string& text, ExitCode code, std::ostream& err) {
  err << "mpigauge-task: " << ErrorEscaped(text) << "\n";
  return code;
}

ExitCode Main(int argc, char** argv, std::ostream& err) {
  CLI::App app("The part of a submitted job that runs on the compute nodes; the job script starts it", "mpigauge-task");
  std::string folder;
  app.set_version_flag("--version", VersionText("mpigauge-task"));
  app.add_option("folder", folder, "The job's folder")->required();
  try {
    app.parse(argc, argv);
    const JobFolder job = JobFolder::Open(folder);
    job.RequireTrusted();
    return RunTask(job, PlaceFromEnvironment(), err) ? ExitCode::kPass : ExitCode::kNotMeasured;
  } catch (const CLI::Success& asked) {
    app.exit(asked, std::cout, err);
    return ExitCode::kPass;
  } catch (const CLI::ParseError& error) {
    return PrintError(error.what(), ExitCode::kUsage, err);
  } catch (const Error& error) {
    return PrintError(error.what(), error.code(), err);
  } catch (const std::exception& error) {
    return PrintError(error.what(), ExitCode::kNotMeasured, err);
  }
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  mpigauge::ShownOutput shown(std::cerr, false);
  std::ostream err(&shown);
  err.setf(std::ios::unitbuf);
  return static_cast<int>(mpigauge::Main(argc, argv, err));
}
