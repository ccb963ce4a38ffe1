#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/environment/process_facts.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NotPreloaded, NamesWhatIsNotThere) {
  Dl_info info;
  ASSERT_NE(dladdr(reinterpret_cast<void*>(&std::abort), &info), 0);
  const std::string loaded = info.dli_fname;
  EXPECT_THAT(NotPreloaded(""), IsEmpty());
  EXPECT_THAT(NotPreloaded(loaded), IsEmpty());
  EXPECT_THAT(NotPreloaded("libc.so.6"), IsEmpty());
  EXPECT_THAT(NotPreloaded("/$LIB/libx.so"), IsEmpty());
  EXPECT_THAT(NotPreloaded("libno-such.so.6"), ElementsAre("libno-such.so.6"));
  EXPECT_THAT(NotPreloaded("/etc/passwd:" + loaded + " /no/such.so"), ElementsAre("/etc/passwd", "/no/such.so"));
}

}  // namespace
}  // namespace mpigauge
