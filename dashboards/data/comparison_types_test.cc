#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/file.h"
#include "baselines/compare/comparison_json.h"

namespace mpigauge {
namespace {

// Where it is not: UPDATE_GOLDEN=<absolute path of dashboards/web/src> writes it.
TEST(ComparisonTypes, ArePageTypesThatWereGeneratedFromTheFieldsOfAComparison) {
  const std::string types =
      "// Generated from baselines/compare/comparison_json.cc by comparison_types_test.cc.\n" + ComparisonTypes();
  if (const char* folder = std::getenv("UPDATE_GOLDEN")) {
    WriteFileAtomically(std::string(folder) + "/comparison_types.ts", types);
  }
  EXPECT_EQ(types, ReadFile("dashboards/web/src/comparison_types.ts"));
}

}  // namespace
}  // namespace mpigauge
