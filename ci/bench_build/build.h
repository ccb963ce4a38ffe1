#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "ci/bench_build/compiler.h"
#include "ci/bench_build/kit.h"

namespace mpigauge {

// Compiles the kit's sources, `jobs` at a time, and links `output`, which is there as a whole or not at all. `say` is
// told how far it has come. Throws Error (not measured) with the first error of the compiler or linker and the command,
// and Stopped where somebody stops it.
void BuildBench(const BenchKit& kit, const MpiCompiler& compiler, const std::filesystem::path& output, int jobs,
                const std::function<void(const std::string&)>& say);

}  // namespace mpigauge
