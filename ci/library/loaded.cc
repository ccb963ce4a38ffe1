#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <sstream>

#include "base/error.h"
#include "ci/library/identity.h"

namespace mpigauge {
namespace {

std::set<std::string> FilesNow() {
  std::set<std::string> files;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        const std::string name = info->dlpi_name;
        // Neither this program, which has no name, nor the kernel's part, which is no file.
        if (name.starts_with('/')) static_cast<std::set<std::string>*>(to)->insert(std::filesystem::canonical(name));
        return 0;
      },
      &files);
  return files;
}

void* LoadFirst(const std::vector<std::string>& sonames) {
  std::string errors;
  for (const std::string& name : sonames) {
    if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL)) return library;
    const std::string error = dlerror();
    errors += "\n  " + error;
    if (error.find("No such file") == std::string::npos) break;  // it is there, and broken: another is not it
  }
  throw NotMeasured("no MPI library can be loaded:{}", errors);
}

std::string PathOf(void* library) {
  link_map* map = nullptr;
  return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : "";
}

template <typename Function>
Function Find(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

template <typename Function>
Function Need(void* library, const char* name) {
  if (const auto function = Find<Function>(library, name)) return function;
  throw NotMeasured("this is not an MPI library: it has no {}", name);
}

// Texts among the control variables of the MPI tool interface. Their handles are pointers in Open MPI and in MPICH.
class TextVariables {
 public:
  explicit TextVariables(void* library)
      : index_(Find<GetIndex*>(library, "MPI_T_cvar_get_index")),
        alloc_(Find<Alloc*>(library, "MPI_T_cvar_handle_alloc")),
        read_(Find<Read*>(library, "MPI_T_cvar_read")) {
    const auto init = Find<InitThread*>(library, "MPI_T_init_thread");
    int provided = 0;
    there_ = init != nullptr && index_ != nullptr && alloc_ != nullptr && read_ != nullptr && init(0, &provided) == 0;
  }

  // Returns an empty text if there is no variable of that name.
  std::string Value(const char* name) const {
    int index = 0;
    void* handle = nullptr;
    int count = 0;
    if (!there_ || index_(name, &index) != 0 || alloc_(index, nullptr, &handle, &count) != 0) return "";
    std::string text(static_cast<std::size_t>(std::max(count, 0)) + 1, '\0');
    if (read_(handle, text.data()) != 0) return "";
    return text.c_str();
  }

 private:
  using InitThread = int(int, int*);
  using GetIndex = int(const char*, int*);
  using Alloc = int(int, void*, void**, int*);
  using Read = int(void*, void*);

  GetIndex* index_;
  Alloc* alloc_;
  Read* read_;
  bool there_ = false;
};

// Variables that name files, with a colon or a comma between them.
constexpr std::array kFileVariables = {"mca_base_param_files", "mca_base_override_param_file",
                                       "coll_tuned_dynamic_rules_filename",
                                       "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE"};

std::vector<std::string> ParameterFiles(void* library) {
  const TextVariables variables(library);
  std::set<std::string> files;
  for (const char* name : kFileVariables) {
    std::string text = variables.Value(name);
    std::replace(text.begin(), text.end(), ',', ':');
    std::istringstream paths(text);
    for (std::string path; std::getline(paths, path, ':');) {
      if (std::filesystem::is_regular_file(path)) files.insert(path);
    }
  }
  return {files.begin(), files.end()};
}

}  // namespace

LoadedMpi LoadMpi(const std::vector<std::string>& sonames) {
  const std::set<std::string> before = FilesNow();
  void* library = LoadFirst(sonames);
  const auto init = Need<int (*)(int*, char***)>(library, "MPI_Init");
  const auto version = Need<int (*)(char*, int*)>(library, "MPI_Get_library_version");
  const auto finalize = Need<int (*)()>(library, "MPI_Finalize");
  if (init(nullptr, nullptr) != 0) throw NotMeasured("MPI_Init failed");
  LoadedMpi loaded;
  loaded.library = PathOf(library);
  std::array<char, 65536> text{};  // longer than any MPI_MAX_LIBRARY_VERSION_STRING
  int length = 0;
  version(text.data(), &length);
  loaded.version = std::string(text.data()).substr(0, std::string(text.data()).find('\n'));
  const std::set<std::string> after = FilesNow();
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(loaded.files));
  loaded.parameter_files = ParameterFiles(library);
  finalize();
  return loaded;
}

Json ToJson(const LoadedMpi& loaded) {
  return {{"library", loaded.library},
          {"version", loaded.version},
          {"files", loaded.files},
          {"parameter_files", loaded.parameter_files}};
}

LoadedMpi LoadedMpiFromJson(const Json& json, std::string_view what) {
  return ReadingJson(what, [&] {
    return LoadedMpi{json.at("library"), json.at("version"), json.at("files").get<std::vector<std::string>>(),
                     json.at("parameter_files").get<std::vector<std::string>>()};
  });
}

}  // namespace mpigauge
