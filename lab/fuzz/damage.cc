#include "lab/fuzz/damage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "base/error.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

constexpr std::array<const char*, 20> kValues = {"1e300",
                                                 "-1e300",
                                                 "1e999",
                                                 "-1",
                                                 "0",
                                                 "0.5",
                                                 "3000000000",
                                                 "2147483647",
                                                 "-2147483649",
                                                 "18446744073709551615",
                                                 "9223372036854775808",
                                                 "99999999999999999999999",
                                                 "null",
                                                 "true",
                                                 "\"\"",
                                                 "\"../x\"",
                                                 "[]",
                                                 "{}",
                                                 "[[[[[[]]]]]]",
                                                 "nan"};

}  // namespace

std::size_t Damage::Below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

std::string Damage::Value() { return kValues.at(Below(kValues.size())); }

std::string Damage::Of(std::string text) {
  for (std::size_t i = 0, times = 1 + Below(3); i < times; ++i) Once(text);
  return text;
}

void Damage::Once(std::string& text) {
  if (text.empty()) return;
  const std::size_t at = Below(text.size());
  const std::size_t length = 1 + Below(std::min<std::size_t>(30, text.size() - at));
  switch (Below(7)) {
    case 0: text[at] = static_cast<char>(Below(256)); break;
    case 1: text.erase(at, length); break;
    case 2: text.insert(at, text.substr(at, length)); break;
    case 3:
      if (Below(10) == 0) text.resize(at);
      break;
    default: ReplaceValue(text, at);
  }
}

// The number or text at this place, or the next one behind it.
void Damage::ReplaceValue(std::string& text, std::size_t at) {
  const std::size_t begin = text.find_first_of("0123456789-\"", at);
  if (begin == std::string::npos) return;
  const bool quoted = text[begin] == '"';
  const std::size_t end = quoted ? text.find('"', begin + 1) : text.find_first_not_of("0123456789.e+-", begin);
  if (end == std::string::npos) return;
  text.replace(begin, end - begin + (quoted ? 1 : 0), Value());
}

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

LaunchRecord FuzzLaunch() {
  LaunchRecord record = ExampleLaunch("run", 1, {{"allreduce/bytes:8/ranks:2", 1e-6}, {"barrier/ranks:2", 2e-6}});
  record.environment.key["ranks"] = "2";
  record.environment.selection = {{"btl", "tcp"}};
  record.series[1].fault = Fault{FaultKind::kCrash, 1, "gone"};
  record.series[0].passes[0].rank_seconds = {{4e-7, 5e-7, 6e-7}, {1e-7, 2e-7, 3e-7}};
  Summarize(record.series[0]);
  return record;
}

}  // namespace mpigauge
