#include "harness/environment/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "base/json.h"
#include "harness/environment/child_output.h"
#include "harness/environment/environment.h"
#include "harness/environment/file_fingerprint.h"
#include "harness/environment/selection_filter.h"

namespace mpigauge {
namespace {

constexpr int kMostCrashes = 20;
constexpr double kTimeoutSeconds = 20;

struct Info {
  std::string name;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum items = MPI_T_ENUM_NULL;
};

std::optional<Info> FindInfo(int index) {
  Info info;
  char name[512] = "";
  int length = sizeof name;
  int verbosity = 0;
  int binding = 0;
  int scope = 0;
  int no_description = 0;
  if (MPI_T_cvar_get_info(index, name, &length, &verbosity, &info.type, &info.items, nullptr, &no_description, &binding,
                          &scope) != MPI_SUCCESS ||
      binding != MPI_T_BIND_NO_OBJECT) {
    return std::nullopt;
  }
  info.name = name;
  return info;
}

std::string ItemName(MPI_T_enum items, int value) {
  int count = 0;
  char name[256] = "";
  int length = sizeof name;
  if (MPI_T_enum_get_info(items, &count, name, &length) != MPI_SUCCESS) return "";
  for (int i = 0; i < count; ++i) {
    int item = 0;
    length = sizeof name;
    if (MPI_T_enum_get_item(items, i, &item, name, &length) == MPI_SUCCESS && item == value) return name;
  }
  return "";
}

template <typename T>
T As(const std::vector<char>& buffer) {
  T value{};
  std::memcpy(&value, buffer.data(), sizeof value);
  return value;
}

// Returns nothing if control variables cannot have this type.
std::optional<std::string> Text(const Info& info, const std::vector<char>& buffer) {
  if (info.type == MPI_CHAR) return std::string(buffer.data());
  if (info.type == MPI_INT) {
    const int value = As<int>(buffer);
    const std::string item = info.items == MPI_T_ENUM_NULL ? "" : ItemName(info.items, value);
    return item.empty() ? std::to_string(value) : fmt::format("{} ({})", value, item);
  }
  if (info.type == MPI_C_BOOL) return As<bool>(buffer) ? "true" : "false";
  if (info.type == MPI_UNSIGNED) return std::to_string(As<unsigned>(buffer));
  if (info.type == MPI_UNSIGNED_LONG) return std::to_string(As<unsigned long>(buffer));
  if (info.type == MPI_UNSIGNED_LONG_LONG) return std::to_string(As<unsigned long long>(buffer));
  if (info.type == MPI_COUNT) return std::to_string(As<MPI_Count>(buffer));
  if (info.type == MPI_DOUBLE) return fmt::format("{}", As<double>(buffer));
  return std::nullopt;
}

std::optional<std::string> Read(int index, const Info& info) {
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  int size = 0;
  if (MPI_Type_size(info.type, &size) != MPI_SUCCESS ||
      MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) {
    return std::nullopt;
  }
  // Open MPI tells the same length for all texts, and copies longer ones.
  constexpr std::size_t kSpare = 65536;
  std::vector<char> buffer(static_cast<std::size_t>(count) * static_cast<std::size_t>(size) + kSpare);
  const int result = MPI_T_cvar_read(handle, buffer.data());
  MPI_T_cvar_handle_free(&handle);
  return result == MPI_SUCCESS ? Text(info, buffer) : std::nullopt;
}

void WriteLine(int pipe, const Json& json) {
  const std::string line = JsonLine(json) + "\n";
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = write(pipe, line.data() + done, line.size() - done);
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

// Runs in the child: two lines for each variable, [index] before it is read and [index, name, value] behind it.
void WriteVariables(int first, const std::function<bool(std::string_view)>& wanted, int pipe) {
  int provided = 0;
  int count = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return;
  if (MPI_T_cvar_get_num(&count) != MPI_SUCCESS) return;
  for (int index = first; index < count; ++index) {
    WriteLine(pipe, Json::array({index}));
    const auto info = FindInfo(index);
    if (!info || !wanted(info->name)) continue;
    if (const auto value = Read(index, *info)) WriteLine(pipe, Json::array({index, info->name, *value}));
  }
}

// The index that was begun last; -1 where there was none.
int TakeVariables(std::string_view lines, std::map<std::string, std::string>& variables) {
  int last = -1;
  while (lines.find('\n') != std::string_view::npos) {
    const Json line = ParseJson(lines.substr(0, lines.find('\n')), "a control variable");
    lines.remove_prefix(lines.find('\n') + 1);
    last = line.at(0);
    if (line.size() == 3) variables[line.at(1)] = line.at(2);
  }
  return last;
}

}  // namespace

std::map<std::string, std::string> ReadControlVariables(const std::function<bool(std::string_view)>& wanted) {
  std::map<std::string, std::string> variables;
  int first = 0;
  for (int crashes = 0; crashes <= kMostCrashes; ++crashes) {
    const ChildOutput output = OutputOfChild([&](int pipe) { WriteVariables(first, wanted, pipe); }, kTimeoutSeconds);
    const int last = TakeVariables(output.text, variables);
    if (output.whole || last < 0) break;
    first = last + 1;
  }
  for (auto& [name, value] : variables) {
    const char* given = std::getenv(name.c_str());
    if (given != nullptr && *given != '\0' && value != given) value += fmt::format(" ({})", given);
  }
  return variables;
}

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
