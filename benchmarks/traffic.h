#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/bit_patterns.h"
#include "harness/state/state.h"

namespace mpigauge {

// The buffers of a series and what is wrong in them. Of each message `first` says which piece of a rank's stream it is.
class Traffic {
 public:
  Traffic(const State& state, int blocks)
      : state_(state),
        send_(8 + static_cast<std::size_t>(blocks) * Most(state)),
        recv_(8 + static_cast<std::size_t>(blocks) * Most(state) + kBehind),
        blocks_(blocks) {}

  // The next message, or block of one: another place in the buffers and another piece of the stream in every turn.
  void Begin(BitPattern pattern, std::int64_t turn, std::int64_t bytes) {
    const std::int64_t bit = turn % 64;
    pattern_ = pattern;
    first_ = bit * 8 + bit / 8;  // one byte of walking ones is this bit
    place_ = static_cast<std::size_t>(turn % 8);
    bytes_ = static_cast<int>(bytes);
    FillBits(pattern, rank(), first_, {send(), length()});
    std::fill_n(recv(), length() + kBehind, kUnused);
  }

  int rank() const { return state_.rank(); }
  int size() const { return state_.size(); }
  MPI_Comm comm() const { return state_.comm(); }
  int partner() const { return state_.pair().PartnerOf(rank()); }
  bool first_of_pair() const { return state_.pair().first == rank(); }

  int bytes() const { return bytes_; }
  std::byte* send() { return send_.data() + place_; }
  std::byte* recv() { return recv_.data() + place_; }

  // Block `block` of the receive buffer must be block `sent` of what `sender` has.
  void Expect(int block, int sender, int sent) {
    const std::int64_t first = first_ + std::int64_t{sent} * bytes_;
    Compare(block, fmt::format("from rank {}", sender),
            [&](std::int64_t at, std::span<std::byte> out) { FillBits(pattern_, sender, first + at, out); });
  }

  // The whole receive buffer must be what `combine(a, b)` makes of the blocks of all ranks.
  template <typename Combine>
  void ExpectCombined(const char* what, Combine combine) {
    std::vector<std::byte> more;
    Compare(0, what, [&](std::int64_t at, std::span<std::byte> out) {
      FillBits(pattern_, 0, first_ + at, out);
      more.resize(out.size());
      for (int other = 1; other < size(); ++other) {
        FillBits(pattern_, other, first_ + at, more);
        std::transform(out.begin(), out.end(), more.begin(), out.begin(), combine);
      }
    });
  }

  // Nothing may have been written behind `blocks` blocks.
  void ExpectNothingBehind(int blocks) {
    const std::byte* end = recv() + static_cast<std::ptrdiff_t>(blocks) * bytes_;
    const std::byte* found = std::find_if(end, end + kBehind, [](std::byte b) { return b != kUnused; });
    if (found != end + kBehind) KeepWrong(fmt::format("byte {} behind the end was written", found - end));
  }

  void KeepWrong(const std::string& text) {
    if (wrong_) return;
    wrong_ = fmt::format("message of {} bytes, {}: {}", bytes_, BitPatternName(pattern_), text);
  }
  std::optional<std::string> TakeWrong() { return std::exchange(wrong_, std::nullopt); }

 private:
  static constexpr std::byte kUnused{0xa7};  // what is in a receive buffer that nothing arrived in
  static constexpr std::size_t kBehind = 64;

  static std::size_t Most(const State& state) { return static_cast<std::size_t>(state.bytes() + 1); }
  std::size_t length() const { return static_cast<std::size_t>(blocks_) * static_cast<std::size_t>(bytes_); }

  void Compare(int block, const std::string& source, const FillFunction& fill) {
    const std::span<const std::byte> received(recv() + std::ptrdiff_t{block} * bytes_,
                                              static_cast<std::size_t>(bytes_));
    if (const auto wrong = FirstWrongByte(received, fill)) KeepWrong(source + ": " + *wrong);
  }

  const State& state_;
  std::vector<std::byte> send_;
  std::vector<std::byte> recv_;
  int blocks_;
  BitPattern pattern_ = BitPattern::kWalkingOnes;
  std::int64_t first_ = 0;
  std::size_t place_ = 0;
  int bytes_ = 0;
  std::optional<std::string> wrong_;
};

}  // namespace mpigauge
