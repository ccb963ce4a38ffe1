#pragma once

#include <string>

namespace mpigauge {

// Which program this process runs, known by its contents: the build id that the linker computed from them (GNU
// NT_GNU_BUILD_ID), as hexadecimal digits. Two programs built apart differ in the layout of their code, and what that
// costs is not the library's. Empty where the program was linked without one.
std::string ProgramId();

}  // namespace mpigauge
