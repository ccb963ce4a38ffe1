#include "baselines/store/blobs.h"

#include <array>
#include <bit>
#include <cstring>

#include "base/error.h"

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

namespace {

static_assert(std::endian::native == std::endian::little, "the stored format is little-endian");

template <typename T>
void Append(const T* values, std::size_t count, Blob& blob) {
  const auto* bytes = reinterpret_cast<const std::byte*>(values);
  blob.insert(blob.end(), bytes, bytes + count * sizeof(T));
}

class Reader {
 public:
  Reader(const Blob& blob, std::string_view what) : blob_(blob), what_(what) {}

  template <typename T>
  std::vector<T> Take(std::size_t count) {
    Require(count, sizeof(T));  // before memory is asked for: a damaged count may be anything
    std::vector<T> values(count);
    Copy(values.data(), count);
    return values;
  }

  template <typename T>
  std::array<T, 2> TakeTwo() {
    Require(2, sizeof(T));
    std::array<T, 2> values = {};
    Copy(values.data(), values.size());
    return values;
  }

  bool AtEnd() const { return place_ == blob_.size(); }

 private:
  void Require(std::size_t count, std::size_t bytes) const {
    if (count <= (blob_.size() - place_) / bytes) return;
    throw NotMeasured("{}: the stored observations are cut off after {} bytes", what_, blob_.size());
  }

  template <typename T>
  void Copy(T* values, std::size_t count) {
    if (count > 0) std::memcpy(values, blob_.data() + place_, count * sizeof(T));
    place_ += count * sizeof(T);
  }

  const Blob& blob_;
  std::string_view what_;
  std::size_t place_ = 0;
};

}  // namespace

Blob EncodePasses(const std::vector<Pass>& passes) {
  Blob blob;
  for (const Pass& pass : passes) {
    const std::uint32_t counts[2] = {static_cast<std::uint32_t>(pass.observations_seconds.size()),
                                     static_cast<std::uint32_t>(pass.late)};
    const double times[2] = {pass.start_spread_seconds, pass.wall_seconds};
    Append(counts, 2, blob);
    Append(times, 2, blob);
    Append(pass.observations_seconds.data(), pass.observations_seconds.size(), blob);
    Append(pass.local_seconds.data(), pass.local_seconds.size(), blob);
  }
  return blob;
}

std::vector<Pass> DecodePasses(const Blob& blob, std::string_view what) {
  Reader reader(blob, what);
  std::vector<Pass> passes;
  while (!reader.AtEnd()) {
    const auto counts = reader.TakeTwo<std::uint32_t>();
    Pass pass;
    pass.late = counts[1];
    const auto times = reader.TakeTwo<double>();
    pass.start_spread_seconds = times[0];
    pass.wall_seconds = times[1];
    pass.observations_seconds = reader.Take<double>(counts[0]);
    pass.local_seconds = reader.Take<double>(counts[0]);
    passes.push_back(std::move(pass));
  }
  return passes;
}

}  // namespace mpigauge
