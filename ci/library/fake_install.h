#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "base/file.h"
#include "ci/library/identity.h"
#include "ci/library/kept_libraries.h"
#include "testing/error_of.h"

namespace mpigauge {

inline void Put(const std::filesystem::path& file, const std::string& content) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << content;
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

// An install of text files: libmpi, a plugin, a parameter file, a launcher with a helper, and a transport that lies
// elsewhere. Equal contents have equal identities, as with Identify.
class FakeInstall : public testing::Test {
 protected:
  FakeInstall() : root_(std::filesystem::path(testing::TempDir()) / "kept") {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
    root_ = std::filesystem::canonical(root_);
    Install("install");
    Put(root_ / "ucx/lib64/libucs.so.0.1", "transport");
    std::filesystem::create_symlink("libucs.so.0.1", root_ / "ucx/lib64/libucs.so.0");
    Put(root_ / "ucx/lib64/ucx/libuct_ib.so.0", "module of the transport");
  }

  // Returns the prefix.
  std::string Install(const std::string& name, const std::string& parameters = "btl = self\n") {
    const auto prefix = root_ / name;
    Put(prefix / "bin/orterun", "#!/bin/sh\n");
    Put(prefix / "bin/orted", "#!/bin/sh\n");
    std::filesystem::remove(prefix / "bin/mpirun");
    std::filesystem::create_symlink("orterun", prefix / "bin/mpirun");
    Put(prefix / "lib/libmpi.so.40.1", "libmpi");
    std::filesystem::remove(prefix / "lib/libmpi.so.40");
    std::filesystem::create_symlink("libmpi.so.40.1", prefix / "lib/libmpi.so.40");
    Put(prefix / "lib/openmpi/mca_btl_tcp.so", "plugin");
    Put(prefix / "etc/openmpi-mca-params.conf", parameters);
    Put(prefix / "share/openmpi/help-mpi.txt", "help");
    return prefix;
  }

  LibraryIdentity Identity(const Library& library) const {
    const std::filesystem::path prefix(library.mpi);
    LibraryIdentity identity;
    identity.version = "Open MPI v0";
    for (const auto& folder : {prefix / "lib", root_ / "ucx"}) {
      const bool moved = std::filesystem::exists(prefix / "lib/ucx");
      if (folder != prefix / "lib" && moved) continue;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && !entry.is_symlink()) identity.files.push_back(entry.path());
      }
    }
    identity.parameter_files = {prefix / "etc/openmpi-mca-params.conf"};
    identity.files.push_back(identity.parameter_files[0]);
    identity.files.insert(identity.files.end(), library.preload.begin(), library.preload.end());
    identity.libmpi = prefix / "lib/libmpi.so.40.1";
    std::vector<std::string> parts = {outside_};
    for (const std::string& file : identity.files) {
      parts.push_back(std::filesystem::path(file).filename().string() + "=" + ReadFile(file));
    }
    std::sort(parts.begin(), parts.end());
    std::string all;
    for (const std::string& part : parts) all += part + "\n";
    identity.hash = std::to_string(std::hash<std::string>()(all));
    return identity;
  }

  Library Original(const std::string& name = "install") const {
    Library library{"old", (root_ / name).string(), {}, {}, ""};
    library.identity = Identity(library).hash;
    return library;
  }

  static MpiInstall OpenMpiIn(const std::string& prefix) {
    return {MpiInstall::Kind::kOpenMpi, prefix + "/bin/mpirun", "0", {}};
  }

  KeptLibraries Libraries() { return Libraries(root_ / "store.libraries"); }
  KeptLibraries Libraries(const std::filesystem::path& folder) {
    return KeptLibraries(folder, {[this](const Library& library) { return Identity(library); }, OpenMpiIn,
                                  [this](const Library& library, const std::string& bench) {
                                    tried_.push_back(bench);
                                    if (on_try_) on_try_(library, bench);
                                  },
                                  [this](const std::filesystem::path&) { return free_bytes_; }});
  }

  std::filesystem::path root_;
  std::string outside_;  // what the library loads from elsewhere
  std::uintmax_t free_bytes_ = 1 << 30;
  std::vector<std::string> tried_;
  std::function<void(const Library&, const std::string& bench)> on_try_;
};

}  // namespace mpigauge
