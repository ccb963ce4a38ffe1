#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace mpigauge {

// Components of an MPI library and of its transports that a process has loaded, by framework: {"pml", {"ob1"}},
// {"uct", {"cma", "ib"}}. A component that was tried and not selected is unloaded again.
using LoadedComponents = std::map<std::string, std::set<std::string>>;

// Reads the text of /proc/self/maps: Open MPI's mca_FRAMEWORK_COMPONENT.so, UCX's libuct_TRANSPORT.so, libfabric's
// libPROVIDER-fi.so. Empty where a library was built with its components inside. Those of frameworks that do not decide
// how fast messages and files go, or that are loaded by the first file only, are left out.
LoadedComponents ComponentsIn(std::string_view maps);

// A component that a library has, loaded or not: {"btl", "sm"}.
struct AvailableComponent {
  std::string framework;
  std::string name;
};

// Returns the component that the variable "btl_sm_major_version" names. Open MPI has such a variable for each component
// that it knows, built in or not. The result is empty for all other variables and for frameworks that do not decide how
// fast messages go.
AvailableComponent ComponentWithVersion(std::string_view name);

// Selects the control variables that say what a library selected: components, algorithms and thresholds of protocols.
// It leaves out variables about starting processes, debugging and printing, and the variables of components that are
// not loaded.
class SelectionFilter {
 public:
  // `implementation`: "Open MPI", "MPICH", ...; of a library that is not known all variables are kept but those that
  // print. `device`: MPICH's, "ch4:ucx"; empty where it is not known.
  SelectionFilter(std::string implementation, std::string device, LoadedComponents components);
  bool Keeps(std::string_view name) const;
  // The library has its components inside, as Open MPI 5 mostly has: nobody can see which are in use, and the variables
  // of all of them are kept.
  bool BuiltIn() const;

 private:
  bool KeepsOpenMpi(std::string_view name) const;
  bool KeepsMpich(std::string_view name) const;

  std::string implementation_;
  std::string device_;
  LoadedComponents components_;
};

}  // namespace mpigauge
