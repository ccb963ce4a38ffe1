#include "baselines/store/secrets.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/secret_name.h"

namespace mpigauge {
namespace {

// The variables of MPI libraries, their launchers and the layers below them; of threads, numerics, allocators, the
// loader and sanitizers; and of our interposers.
constexpr std::array<std::string_view, 61> kBeginnings = {
    "OMPI_", "OPAL_",  "ORTE_",  "PMIX_",    "PRTE_",     "PMI_",    "MPI_",      "MPICH_",  "MPIR_",
    "MPIO_", "ROMIO_", "HYDRA_", "MPIEXEC_", "I_MPI_",    "MV2_",    "MVP_",      "PSM_",    "PSM2_",
    "PSM3_", "FI_",    "OFI_",   "UCX_",     "UCC_",      "HCOLL_",  "SHARP_",    "MXM_",    "IBV_",
    "MLX4_", "MLX5_",  "RDMAV_", "HFI_",     "CXI_",      "HWLOC_",  "SHMEM_",    "OSHMEM_", "NCCL_",
    "RCCL_", "CUDA_",  "HIP_",   "ROCR_",    "HSA_",      "ZE_",     "SLURM_",    "FLUX_",   "JSM_",
    "OMP_",  "KMP_",   "GOMP_",  "MKL_",     "BLIS_",     "MALLOC_", "TCMALLOC_", "LD_",     "ASAN_",
    "LSAN_", "TSAN_",  "UBSAN_", "GLIBC_",   "OPENBLAS_", "GOTO_",   "MPIGAUGE_"};

}  // namespace

bool IsStored(std::string_view variable, std::string_view value) {
  const bool bears = std::any_of(kBeginnings.begin(), kBeginnings.end(),
                                 [&](std::string_view beginning) { return variable.starts_with(beginning); });
  return (bears || variable == "PATH") && variable != "MPIGAUGE_STORE" && !HoldsSecret(variable, value);
}

Json WithoutSecrets(const Json& plan) {
  if (!plan.is_object() || !plan.contains("environment") || !plan.at("environment").is_object()) return plan;
  Json stored = plan;
  Json kept = Json::object();
  Json left_out = Json::array();
  for (const auto& [name, value] : plan.at("environment").items()) {
    if (IsStored(name, value.is_string() ? value.get<std::string>() : "")) {
      kept[name] = value;
    } else {
      left_out.push_back(name);
    }
  }
  if (left_out.empty()) return plan;
  stored["environment"] = kept;
  stored["not_stored"] = left_out;
  return stored;
}

std::vector<std::string> NotStored(const Json& plan) {
  if (!plan.is_object() || !plan.contains("not_stored")) return {};
  return ReadingJson("not_stored", [&] { return plan.at("not_stored").get<std::vector<std::string>>(); });
}

}  // namespace mpigauge
