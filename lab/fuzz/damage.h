#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <string>

#include "record/record.h"

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

// How many damaged inputs of each kind: 3000, or what MPIGAUGE_FUZZ_INPUTS says. The campaign of attacks asks for more
// (docs/maintain/attacks.md).
int FuzzInputs();

// Whatever else than an answer or an Error comes of damaged input (a crash, another exception, under the sanitizers
// undefined behaviour) ends or fails the test. `read` gets a damaged input each time and throws what it throws. Prints
// how many were read and refused: where one of them is rare, the damage does not reach what is behind the first check,
// or is not seen, and the test fails.
void ReadDamaged(const std::string& kind, const std::function<void()>& read);

// The same of a text that is damaged by the seed; it is read whole, too.
void ReadDamagedText(const std::string& kind, const std::string& whole, std::uint64_t seed,
                     const std::function<void(const std::string&)>& read);

// An empty folder of this test.
std::filesystem::path FuzzFolder(const std::string& name);

std::string FileText(const std::filesystem::path& file);

// A file of its own each time: one that is cut to nothing is written to the disk at once by some file systems.
void Overwrite(const std::filesystem::path& file, const std::string& text);

// A launch with a bit of everything in it, for what damages it.
LaunchRecord FuzzLaunch();

}  // namespace mpigauge
