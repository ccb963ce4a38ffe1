#include "harness/environment/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>

#include <boost/crc.hpp>
#include <cctype>
#include <fstream>
#include <sstream>

#include "harness/environment/control_variables.h"
#include "harness/environment/environment.h"
#include "harness/environment/selection_filter.h"

namespace mpigauge {
namespace {

std::string Slurp(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// "ch4:ucx" of MPICH's version text; empty for other libraries.
std::string Device() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  PMPI_Get_library_version(version, &length);
  constexpr std::string_view kLabel = "MPICH Device:";
  const std::string text(version);
  const auto label = text.find(kLabel);
  if (label == std::string::npos) return "";
  std::istringstream rest(text.substr(label + kLabel.size()));
  std::string device;
  rest >> device;
  return device;
}

bool NamesAFile(std::string name) {
  for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return name.ends_with("rules_filename") || name.ends_with("json_file");
}

// The components that were told by their versions, by framework; the versions themselves are taken away.
std::map<std::string, std::string> TakeAvailable(std::map<std::string, std::string>& selection) {
  LoadedComponents available;
  std::erase_if(selection, [&](const auto& variable) {
    const AvailableComponent one = ComponentWithVersion(variable.first);
    if (!one.name.empty()) available[one.framework].insert(one.name);
    return !one.name.empty();
  });
  std::map<std::string, std::string> texts;
  for (const auto& [framework, names] : available) {
    texts["available." + framework] = fmt::format("{}", fmt::join(names, " "));
  }
  return texts;
}

}  // namespace

std::string FileFingerprint(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  if (!file) return "cannot be read";
  std::ostringstream text;
  text << file.rdbuf();
  const std::string contents = text.str();
  boost::crc_32_type crc;
  crc.process_bytes(contents.data(), contents.size());
  return fmt::format("{} bytes, CRC-32 {:08x}", contents.size(), crc.checksum());
}

std::map<std::string, std::string> CaptureSelection() {
  const std::string device = Device();
  const LoadedComponents components = ComponentsIn(Slurp("/proc/self/maps"));
  const SelectionFilter filter(MpiImplementation(), device, components);
  auto selection = ReadControlVariables([&](std::string_view name) {
    return filter.Keeps(name) || (filter.BuiltIn() && !ComponentWithVersion(name).name.empty());
  });
  std::map<std::string, std::string> more = TakeAvailable(selection);
  for (const auto& [name, value] : selection) {
    if (!value.empty() && NamesAFile(name)) more[name + ".contents"] = FileFingerprint(value);
  }
  for (const auto& [framework, names] : components) {
    more["components." + framework] = fmt::format("{}", fmt::join(names, " "));
  }
  if (!device.empty()) more["device"] = device;
  selection.merge(more);
  return selection;
}

}  // namespace mpigauge
