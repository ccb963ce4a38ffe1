#include "harness/environment/file_fingerprint.h"

#include <gtest/gtest.h>

#include <fstream>

namespace mpigauge {
namespace {

TEST(FileFingerprint, IsSizeAndChecksum) {
  const std::string path = testing::TempDir() + "rules";
  std::ofstream(path) << "123456789";
  EXPECT_EQ(FileFingerprint(path), "9 bytes, CRC-32 cbf43926");  // the check value of the catalogue of CRCs
  EXPECT_EQ(FileFingerprint(path + ".none"), "cannot be read");
}

}  // namespace
}  // namespace mpigauge
