// The suites of mpigauge-bench: the TOML files beside this one. The first is the one that nobody asked for.
#include "harness/program/suites.h"

#include "benchmarks/suites/full.h"
#include "benchmarks/suites/network.h"
#include "benchmarks/suites/smoke.h"
#include "benchmarks/suites/standard.h"

namespace mpigauge {
namespace {

[[maybe_unused]] const bool registered = RegisterSuites(
    {{"smoke", kSmokeSuite}, {"standard", kStandardSuite}, {"full", kFullSuite}, {"network", kNetworkSuite}});

}  // namespace
}  // namespace mpigauge
