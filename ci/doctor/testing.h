#pragma once

#include <filesystem>
#include <string>

#include "ci/doctor/machine.h"

namespace mpigauge {

// A host made of files in a folder of the test: eight cores of its own, one Open MPI, and nothing to complain about.
class MadeHost {
 public:
  MadeHost();

  void Write(const std::string& path, const std::string& text);
  void Remove(const std::string& path);
  void AddProgram(const std::string& path, const std::string& script);
  // A launcher that says of itself what that of an Open MPI or an MPICH does.
  void AddOpenMpi(const std::string& prefix, const std::string& version);
  void AddMpich(const std::string& prefix, const std::string& version);

  const std::filesystem::path& root() const { return root_; }
  HostFiles files() const { return HostFiles(root_); }
  Machine Look(int ranks = 2) const { return LookAtMachine(files(), ranks, 0); }

 private:
  void AddLauncher(const std::string& path, const std::string& says);

  std::filesystem::path root_;
};

}  // namespace mpigauge
