#include "harness/environment/tuning.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace mpigauge {
namespace {

constexpr std::array<std::string_view, 12> kTuning = {"OMPI_MCA_", "PMIX_MCA_", "PRTE_MCA_", "MPIR_CVAR_",
                                                      "MPICH_",    "UCX_",      "FI_",       "PSM2_",
                                                      "PSM3_",     "I_MPI_",    "MV2_",      "HCOLL_"};

// Set by mpirun, prterun and hydra for every job. Open MPI 5: ompi/tools/mpirun/main.c sets PREFIXES (the names of its
// frameworks) and PRTE_MCA_schizo_proxy, and PMIx's pmdl/ompi the number of processes, the CPU's type and restarts.
constexpr std::array<std::string_view, 27> kLauncher = {"OMPI_MCA_orte_",
                                                        "OMPI_MCA_ess",
                                                        "OMPI_MCA_plm",
                                                        "OMPI_MCA_ras",
                                                        "OMPI_MCA_rmaps",
                                                        "OMPI_MCA_schizo",
                                                        "OMPI_MCA_pmix",
                                                        "OMPI_MCA_initial_wdir",
                                                        "OMPI_MCA_shmem_RUNTIME_QUERY_hint",
                                                        "OMPI_MCA_hwloc_base_binding_policy",
                                                        "OMPI_MCA_mpi_oversubscribe",
                                                        "OMPI_MCA_hwloc_base_report_bindings",
                                                        "OMPI_MCA_base_env_list_internal",
                                                        "OMPI_MCA_PREFIXES",
                                                        "OMPI_MCA_num_procs",
                                                        "OMPI_MCA_num_restarts",
                                                        "OMPI_MCA_cpu_type",
                                                        "PMIX_MCA_mca_base_component_show_load_errors",
                                                        "PMIX_MCA_psec",
                                                        "PMIX_MCA_gds",
                                                        "PRTE_MCA_ess",
                                                        "PRTE_MCA_plm",
                                                        "PRTE_MCA_prte_",
                                                        "PRTE_MCA_schizo",
                                                        "MPIR_CVAR_CH3_INTERFACE_HOSTNAME",
                                                        "PSM2_DEVICES",
                                                        "I_MPI_HYDRA"};

template <std::size_t n>
bool StartsWithAny(std::string_view text, const std::array<std::string_view, n>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

}  // namespace

std::string TuningParameters(const std::vector<std::string>& environment) {
  std::vector<std::string> tuning;
  for (const std::string& entry : environment) {
    if (StartsWithAny(entry, kTuning) && !StartsWithAny(entry, kLauncher)) tuning.push_back(entry);
  }
  std::sort(tuning.begin(), tuning.end());
  std::string text;
  for (const std::string& entry : tuning) text += (text.empty() ? "" : "; ") + entry;
  return text;
}

std::vector<std::string> ProcessEnvironment() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

}  // namespace mpigauge
