#include "harness/environment/process_facts.h"

#include <elf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "base/secret_name.h"

namespace mpigauge {
namespace {

constexpr std::size_t Padded(std::size_t size) { return (size + 3) / 4 * 4; }

// The build id among the notes of a segment; empty where there is none.
std::string BuildId(std::span<const std::byte> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    const auto& note = *reinterpret_cast<const ElfW(Nhdr)*>(notes.data());
    const std::size_t name = sizeof note;
    const std::size_t content = name + Padded(note.n_namesz);
    const std::size_t next = content + Padded(note.n_descsz);
    if (next > notes.size()) return "";
    const std::string_view owner(reinterpret_cast<const char*>(notes.data()) + name, note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && owner == std::string_view("GNU\0", 4)) {
      const auto* digits = reinterpret_cast<const unsigned char*>(notes.data()) + content;
      return fmt::format("{:02x}", fmt::join(digits, digits + note.n_descsz, ""));
    }
    notes = notes.subspan(next);
  }
  return "";
}

// Takes the identity of one loaded object; the first one is the program.
int TakeProgram(dl_phdr_info* object, std::size_t, void* result) {
  for (const ElfW(Phdr) & segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    // The linker puts notes of a larger alignment into segments of their own; the build id is not among them.
    if (segment.p_type != PT_NOTE || segment.p_align > 4) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the linker gives addresses as numbers
    const auto* start = reinterpret_cast<const std::byte*>(object->dlpi_addr + segment.p_vaddr);
    std::string id = BuildId({start, segment.p_memsz});
    if (!id.empty()) *static_cast<std::string*>(result) = std::move(id);
  }
  return 1;  // no other object
}

}  // namespace

std::string ProgramId() {
  std::string id;
  dl_iterate_phdr(TakeProgram, &id);
  return id;
}

namespace {

constexpr std::array<std::string_view, 12> kTuning = {"OMPI_MCA_", "PMIX_MCA_", "PRTE_MCA_", "MPIR_CVAR_",
                                                      "MPICH_",    "UCX_",      "FI_",       "PSM2_",
                                                      "PSM3_",     "I_MPI_",    "MV2_",      "HCOLL_"};

// Set by mpirun, prterun and hydra for every job. Open MPI 5: ompi/tools/mpirun/main.c sets PREFIXES (the names of its
// frameworks) and PRTE_MCA_schizo_proxy, and PMIx's pmdl/ompi the number of processes, the CPU's type and restarts.
// The PMIx 3 that Open MPI 4.1 brings along sets PMIX_MCA_ptl, how a rank talks to the launcher, in MPI_Init.
constexpr std::array<std::string_view, 28> kLauncher = {"OMPI_MCA_orte_",
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
                                                        "PMIX_MCA_ptl=",
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
    if (!StartsWithAny(entry, kTuning) || StartsWithAny(entry, kLauncher)) continue;
    const std::string name = entry.substr(0, entry.find('='));
    const std::string value = entry.substr(std::min(name.size() + 1, entry.size()));
    tuning.push_back(HoldsSecret(name, value) ? name : entry);
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

namespace {

std::vector<std::string> LoadedFiles() {
  std::vector<std::string> files;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        static_cast<std::vector<std::string>*>(to)->emplace_back(info->dlpi_name);
        return 0;
      },
      &files);
  return files;
}

bool IsOf(const std::string& name, const std::string& loaded) {
  if (name.find('/') == std::string::npos) return std::filesystem::path(loaded).filename() == name;
  std::error_code ignored;
  return std::filesystem::equivalent(name, loaded, ignored);
}

}  // namespace

std::vector<std::string> NotPreloaded(std::string_view preload) {
  const std::vector<std::string> loaded = LoadedFiles();
  std::vector<std::string> missing;
  while (!preload.empty()) {
    const std::string name(preload.substr(0, preload.find_first_of(": ")));
    preload.remove_prefix(std::min(name.size() + 1, preload.size()));
    if (name.empty() || name.find('$') != std::string::npos) continue;
    const auto is_it = [&](const std::string& file) { return IsOf(name, file); };
    if (std::none_of(loaded.begin(), loaded.end(), is_it)) missing.push_back(name);
  }
  return missing;
}

}  // namespace mpigauge
