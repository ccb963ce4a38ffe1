#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace mpigauge {

// Damages texts and bytes in the ways that chance finds, the same ones for the same seed. For tests of readers.
class Damage {
 public:
  explicit Damage(std::uint64_t seed) : random_(seed) {}

  // The text with one to three damages: bytes that are others, gone or there twice, a cut, and numbers or texts that
  // became something that is none, or too large.
  std::string Of(std::string text);

  // Something that stands for no number that anybody meant.
  std::string Value();

  // A number from 0 to `end` - 1.
  std::size_t Below(std::size_t end);

 private:
  void Once(std::string& text);
  void ReplaceValue(std::string& text, std::size_t at);

  std::mt19937_64 random_;
};

}  // namespace mpigauge
