#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"

namespace mpigauge {

// Another process works on the pipeline.
class PipelineBusy : public Error {
 public:
  explicit PipelineBusy(const std::string& text) : Error(ExitCode::kNotMeasured, text) {}
};

// One process at a time works on a pipeline. The lock goes with the process that holds it, however it ends.
class PipelineLock {
 public:
  // Takes the lock of a state folder, which it makes. Where another process has it: waits for it if `wait` is set, else
  // throws PipelineBusy that names the process and its host. Throws Error (usage) where somebody else could change what
  // is in the folder, since its files name programs to start.
  PipelineLock(const std::filesystem::path& folder, bool wait);
  PipelineLock(const PipelineLock&) = delete;
  PipelineLock& operator=(const PipelineLock&) = delete;
  ~PipelineLock();

 private:
  int file_ = -1;
};

// Whether somebody works on it now, and who: "process 1234 on login1"; empty: nobody.
std::string WhoWorksOn(const std::filesystem::path& folder);

}  // namespace mpigauge
