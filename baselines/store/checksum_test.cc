#include "baselines/store/checksum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace mpigauge {
namespace {

Blob BlobOf(const std::string& letters) {
  const auto bytes = std::as_bytes(std::span(letters));
  return {bytes.begin(), bytes.end()};
}

// FNV-1a of "t", a length of eight bytes and "a": computed with another program from the definition.
TEST(Checksum, IsFnv1a) {
  EXPECT_EQ(static_cast<std::uint64_t>(ChecksumOf({})), 0xcbf29ce484222325U);  // the offset basis
  EXPECT_EQ(static_cast<std::uint64_t>(ChecksumOf({std::string("a")})), 0x12ca00091e213c99U);
}

TEST(Checksum, EqualLettersInOtherValuesAreOthers) {
  const std::vector<std::vector<SqlValue>> rows = {
      {std::string("ab"), std::string("c")},
      {std::string("a"), std::string("bc")},
      {std::string("abc")},
      {std::string("c"), std::string("ab")},
      {BlobOf("ab"), BlobOf("c")},
      {BlobOf("a"), BlobOf("bc")},
      {BlobOf("abc")},
      {std::int64_t{1}},
      {1.0},
      {std::string("1")},
      {BlobOf("1")},
      {std::int64_t{1}, SqlValue{}},
  };
  std::set<std::int64_t> sums;
  for (const std::vector<SqlValue>& row : rows) sums.insert(ChecksumOf(row));
  EXPECT_EQ(sums.size(), rows.size());
}

TEST(Checksum, ValuesThatDatabasesDoNotTellApartHaveOneChecksum) {
  EXPECT_EQ(ChecksumOf({SqlValue{}}), ChecksumOf({std::nan("")}));
  EXPECT_EQ(ChecksumOf({0.0}), ChecksumOf({-0.0}));
  EXPECT_NE(ChecksumOf({0.0}), ChecksumOf({SqlValue{}}));
}

}  // namespace
}  // namespace mpigauge
