#include "ci/gate/library_access.h"

#include <utility>

#include "ci/launch/series_of_plan.h"
#include "ci/library/identity.h"

namespace mpigauge {
namespace {

class Installed : public LibraryAccess {
 public:
  Installed(KeptLibraries kept, std::filesystem::path jobs, std::string mpigauge)
      : kept_(std::move(kept)), jobs_(std::move(jobs)), mpigauge_(std::move(mpigauge)) {}

  std::string IdentityOf(const Library& library) const override { return Identify(library, mpigauge_).hash; }

  KeptStart TakeKept(const LaunchPlan& baseline, const std::string& candidate_bench) const override {
    if (!jobs_.empty()) RequireSameFileSystem(kept_.folder(), jobs_);
    return kept_.Take(baseline, candidate_bench);
  }

  std::vector<std::string> SeriesOf(const LaunchPlan& plan, const Launches::Deadline& deadline) const override {
    return SeriesOfPlan(plan, deadline);
  }

  std::string ImplementationOf(const Library& library) const override {
    if (!jobs_.empty()) return "";  // the nodes may have another default, or the library may be there alone
    const MpiInstall::Kind kind = FindMpi(library.mpi).kind;
    return kind == MpiInstall::Kind::kOpenMpi ? "Open MPI" : kind == MpiInstall::Kind::kMpich ? "MPICH" : "";
  }

 private:
  KeptLibraries kept_;
  std::filesystem::path jobs_;
  std::string mpigauge_;
};

}  // namespace

std::shared_ptr<const LibraryAccess> InstalledLibraries(KeptLibraries kept, const std::filesystem::path& jobs,
                                                        const std::string& mpigauge) {
  return std::make_shared<const Installed>(std::move(kept), jobs, mpigauge);
}

}  // namespace mpigauge
