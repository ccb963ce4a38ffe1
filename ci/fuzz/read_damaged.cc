#include "ci/fuzz/read_damaged.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "harness/base/error.h"

namespace mpigauge {

int FuzzInputs() {
  const char* variable = std::getenv("MPIGAUGE_FUZZ_INPUTS");
  return variable == nullptr ? 3000 : std::stoi(variable);
}

void ReadDamaged(const std::string& kind, const std::function<void()>& read) {
  const int inputs = FuzzInputs();
  int answers = 0;
  int refused = 0;
  for (int i = 0; i < inputs; ++i) {
    try {
      read();
      ++answers;
    } catch (const Error&) {
      ++refused;
    } catch (const std::exception& error) {
      ADD_FAILURE() << kind << ", input " << i << ": " << error.what();
      break;
    }
    if (testing::Test::HasFailure()) break;
  }
  std::cout << "fuzzed " << kind << ": " << answers + refused << " inputs, " << answers << " read, " << refused
            << " refused" << std::endl;
  EXPECT_GT(answers, inputs / 100) << kind;
  EXPECT_GT(refused, inputs / 100) << kind;
}

void ReadDamagedText(const std::string& kind, const std::string& whole, std::uint64_t seed,
                     const std::function<void(const std::string&)>& read) {
  read(whole);
  Damage damage(seed);
  std::string text;
  ReadDamaged(kind, [&] {
    text = damage.Of(whole);
    read(text);
  });
  if (testing::Test::HasFailure()) std::cout << "the newest input:\n" << text << std::endl;
}

std::filesystem::path FuzzFolder(const std::string& name) {
  auto folder = std::filesystem::path(testing::TempDir()) / ("fuzz_" + name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

std::string FileText(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void Overwrite(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::remove(file);
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

}  // namespace mpigauge
