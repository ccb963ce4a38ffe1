#include "harness/environment/selection_filter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mpigauge {
namespace {

// Frameworks of Open MPI that decide how messages go. Their components are there when MPI_Init is over. Since 5.0
// single copies are smsc's, and there are part (partitioned messages), accelerator and threads.
constexpr std::array<std::string_view, 13> kFrameworks = {
    "coll", "pml", "btl", "bml", "mtl", "osc", "mpool", "rcache", "op", "smsc", "part", "accelerator", "threads"};
constexpr std::string_view kVersion = "_major_version";
// How files are written: components come with the first file.
constexpr std::array<std::string_view, 5> kFileFrameworks = {"io", "fcoll", "fbtl", "fs", "sharedfp"};
constexpr std::array<std::string_view, 11> kOpenMpiVariables = {
    "mpi_leave_pinned",    "mpi_leave_pinned_pipeline", "mpi_param_check",
    "mpi_yield_when_idle", "mpi_event_tick_rate",       "mpi_preconnect_mpi",
    "mpi_preconnect_all",  "mpi_add_procs_cutoff",      "mpi_use_sparse_group_storage",
    "opal_event_include",  "opal_cuda_support"};

constexpr std::array<std::string_view, 10> kPrinting = {"verbose", "VERBOSE", "DEBUG", "PRINT",    "DUMP",
                                                        "ABORT",   "debug",   "stats", "_version", "configure_params"};
constexpr std::array<std::string_view, 10> kMpichStarting = {"HOSTNAME",    "PORT_RANGE", "NAMESERV", "TIMEOUT",
                                                             "ERROR_STACK", "PROCTABLE",  "RETRY",    "RETRIES",
                                                             "QMPI_TOOL",   "FUNCNAME"};

template <typename List>
bool Contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

template <typename List>
bool HasAnyOf(std::string_view name, const List& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

// {"uct", "cma"} of "libuct_cma.so.0.0.0"; empty where the file is no component.
std::pair<std::string, std::string> ComponentOf(std::string_view file) {
  const std::string_view stem = file.substr(0, file.find(".so"));
  const auto after = [&](std::string_view prefix) { return std::string(stem.substr(prefix.size())); };
  if (stem.starts_with("mca_")) {
    const auto end = stem.find('_', 4);
    if (end == std::string_view::npos) return {};
    return {std::string(stem.substr(4, end - 4)), std::string(stem.substr(end + 1))};
  }
  if (stem.starts_with("libuct_")) return {"uct", after("libuct_")};
  if (stem.starts_with("lib") && stem.ends_with("-fi")) return {"fi", std::string(stem.substr(3, stem.size() - 6))};
  return {};
}

}  // namespace

LoadedComponents ComponentsIn(std::string_view maps) {
  LoadedComponents components;
  while (!maps.empty()) {
    const std::string_view line = maps.substr(0, maps.find('\n'));
    maps.remove_prefix(std::min(maps.size(), line.size() + 1));
    if (line.find('/') == std::string_view::npos || line.find(".so") == std::string_view::npos) continue;
    const auto [framework, component] = ComponentOf(line.substr(line.rfind('/') + 1));
    const bool ours = Contains(kFrameworks, framework) || framework == "uct" || framework == "fi";
    if (ours && !component.empty()) components[framework].insert(component);
  }
  return components;
}

AvailableComponent ComponentWithVersion(std::string_view name) {
  if (!name.ends_with(kVersion)) return {};
  const std::string_view stem = name.substr(0, name.size() - kVersion.size());
  const auto end = stem.find('_');
  if (end == std::string_view::npos || !Contains(kFrameworks, stem.substr(0, end))) return {};
  return {std::string(stem.substr(0, end)), std::string(stem.substr(end + 1))};
}

SelectionFilter::SelectionFilter(std::string implementation, std::string device, LoadedComponents components)
    : implementation_(std::move(implementation)), device_(std::move(device)), components_(std::move(components)) {}

bool SelectionFilter::Keeps(std::string_view name) const {
  if (HasAnyOf(name, kPrinting)) return false;
  if (implementation_ == "Open MPI") return KeepsOpenMpi(name);
  return implementation_ != "MPICH" || KeepsMpich(name);
}

bool SelectionFilter::BuiltIn() const { return implementation_ == "Open MPI" && !components_.contains("pml"); }

bool SelectionFilter::KeepsOpenMpi(std::string_view name) const {
  if (Contains(kOpenMpiVariables, name)) return true;
  const std::string framework(name.substr(0, name.find('_')));
  if (Contains(kFileFrameworks, framework)) return true;
  if (!Contains(kFrameworks, framework) || name.ends_with("_algorithm_count")) return false;
  if (name == framework || BuiltIn()) return true;
  const std::string_view rest = name.substr(framework.size() + 1);
  const auto begins = [&](const std::string& component) { return rest.starts_with(component + "_"); };
  const auto loaded = components_.find(framework);
  return begins("base") ||
         (loaded != components_.end() && std::any_of(loaded->second.begin(), loaded->second.end(), begins));
}

// MPICH has the variables of all its devices and networks, whichever was built.
bool SelectionFilter::KeepsMpich(std::string_view name) const {
  if (HasAnyOf(name, kMpichStarting)) return false;
  const auto is_for = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (device_.starts_with("ch4") && (is_for("_CH3_") || is_for("_NEMESIS_"))) return false;
  if (device_.starts_with("ch3") && (is_for("_CH4_") || is_for("_POSIX_"))) return false;
  if (device_.ends_with("ucx") && is_for("_OFI_")) return false;
  return !device_.ends_with("ofi") || !is_for("_UCX_");
}

}  // namespace mpigauge
