#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mpigauge {

// The libraries that a program or a shared library names as needed (DT_NEEDED), in their order: "libmpi.so.40",
// "libc.so.6". Reads the file and loads nothing. Empty where the file is no ELF file of this machine's word size, or is
// not whole: a script, for instance.
std::vector<std::string> NeededLibraries(const std::filesystem::path& file);

}  // namespace mpigauge
