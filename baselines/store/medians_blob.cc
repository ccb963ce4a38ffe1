#include "baselines/store/medians_blob.h"

#include <bit>
#include <cstring>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

static_assert(std::endian::native == std::endian::little, "the stored format is little-endian");

struct Entry {
  std::uint32_t series_id;
  std::uint32_t launches;
  double median_seconds;
};
static_assert(sizeof(Entry) == 16, "the stored format has no gaps");

}  // namespace

Blob EncodeMedians(const std::vector<SeriesMedian>& medians) {
  Blob blob(medians.size() * sizeof(Entry));
  std::byte* to = blob.data();
  for (const SeriesMedian& median : medians) {
    const Entry entry = {static_cast<std::uint32_t>(median.series_id), static_cast<std::uint32_t>(median.launches),
                         median.median_seconds};
    std::memcpy(to, &entry, sizeof(Entry));
    to += sizeof(Entry);
  }
  return blob;
}

std::vector<SeriesMedian> DecodeMedians(const Blob& blob, std::string_view what) {
  if (blob.size() % sizeof(Entry) != 0) {
    throw NotMeasured("{}: the stored medians are cut off after {} bytes", what, blob.size());
  }
  std::vector<SeriesMedian> medians(blob.size() / sizeof(Entry));
  for (std::size_t i = 0; i < medians.size(); ++i) {
    Entry entry;
    std::memcpy(&entry, blob.data() + i * sizeof(Entry), sizeof(Entry));
    medians[i] = {entry.series_id, entry.launches, entry.median_seconds};
  }
  return medians;
}

}  // namespace mpigauge
