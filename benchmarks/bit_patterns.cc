#include "benchmarks/bit_patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace mpigauge {
namespace {

constexpr std::int64_t kWord = 8;

static_assert(std::endian::native == std::endian::little, "patterns are words in memory");

// Steele, Lea and Flood's SplitMix64: a good hash of a counter.
std::uint64_t Mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

std::uint64_t WordOf(BitPattern pattern, int rank, std::int64_t index) {
  const auto number = static_cast<std::uint64_t>(index);
  const auto high = static_cast<std::uint64_t>(rank) << 48;
  switch (pattern) {
    case BitPattern::kWalkingOnes: return std::uint64_t{1} << (number % 64);
    case BitPattern::kWalkingZeros: return ~(std::uint64_t{1} << (number % 64));
    case BitPattern::kAlternating: return 0xaa55aa55aa55aa55U;
    case BitPattern::kRandom: return Mixed(number ^ high);
    case BitPattern::kAddress: break;
  }
  return (number * kWord) | high;
}

std::string BitsText(unsigned difference) {
  std::string text;
  int count = 0;
  for (int bit = 0; bit < 8; ++bit) {
    if ((difference >> bit & 1U) == 0) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", bit);
    ++count;
  }
  return count == 1 ? "bit " + text + " differs" : "bits " + text + " differ";
}

}  // namespace

std::string_view BitPatternName(BitPattern pattern) {
  constexpr std::array kNames = {"walking ones", "walking zeros", "alternating bits", "random bits", "addresses"};
  return kNames[static_cast<std::size_t>(pattern)];
}

void FillBits(BitPattern pattern, int rank, std::int64_t first, std::span<std::byte> out) {
  std::int64_t index = first / kWord;
  auto skipped = static_cast<std::size_t>(first % kWord);
  while (!out.empty()) {
    const std::uint64_t word = WordOf(pattern, rank, index++);
    const std::size_t count = std::min(out.size(), static_cast<std::size_t>(kWord) - skipped);
    std::memcpy(out.data(), reinterpret_cast<const std::byte*>(&word) + skipped, count);
    out = out.subspan(count);
    skipped = 0;
  }
}

std::optional<std::string> FirstWrongByte(std::span<const std::byte> received, const FillFunction& fill) {
  std::array<std::byte, 4096> piece;
  for (std::size_t done = 0; done < received.size();) {
    const std::size_t count = std::min(piece.size(), received.size() - done);
    const std::span<std::byte> right(piece.data(), count);
    fill(static_cast<std::int64_t>(done), right);
    if (std::memcmp(right.data(), received.data() + done, count) != 0) {
      const auto wrong =
          std::mismatch(right.begin(), right.end(), received.begin() + static_cast<std::ptrdiff_t>(done));
      const auto is = std::to_integer<unsigned>(*wrong.second);
      const auto should_be = std::to_integer<unsigned>(*wrong.first);
      return fmt::format("byte {} is {:#04x}, should be {:#04x}: {}", wrong.second - received.begin(), is, should_be,
                         BitsText(is ^ should_be));
    }
    done += count;
  }
  return std::nullopt;
}

}  // namespace mpigauge
