#include "base/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"

namespace mpigauge {
namespace {

TEST(Units, SecondsKeepThreeDigits) {
  EXPECT_EQ(FormatSeconds(5.53e-7), "553 ns");
  EXPECT_EQ(FormatMicroseconds(5.53e-7), "0.553");
  EXPECT_EQ(FormatSeconds(9.994e-9), "9.99 ns");
  EXPECT_EQ(FormatSeconds(1.84e-5), "18.4 us");
  EXPECT_EQ(FormatSeconds(9.999e-7), "1.00 us");
  EXPECT_EQ(FormatSeconds(1.25e-3), "1.25 ms");
  EXPECT_EQ(FormatSeconds(3.2), "3.20 s");
  EXPECT_EQ(FormatSeconds(-2e-6), "-2.00 us");
  EXPECT_EQ(FormatSeconds(0), "0 s");
  EXPECT_EQ(FormatSeconds(std::nan("")), "-");
}

TEST(Units, BytesStayWhole) {
  EXPECT_EQ(FormatBytes(0), "0 B");
  EXPECT_EQ(FormatBytes(8), "8 B");
  EXPECT_EQ(FormatBytes(1000), "1000 B");
  EXPECT_EQ(FormatBytes(65536), "64 KiB");
  EXPECT_EQ(FormatBytes(1 << 20), "1 MiB");
}

TEST(Units, RoomIsRoundedUp) {
  EXPECT_EQ(FormatRoom(0), "0 B");
  EXPECT_EQ(FormatRoom(1), "1 KiB");
  EXPECT_EQ(FormatRoom(1024 * 1024), "1 MiB");
  EXPECT_EQ(FormatRoom(12 * 1024 * 1024 + 1), "13 MiB");
}

TEST(Units, ChangesReadAsPercentOrFactor) {
  EXPECT_EQ(FormatChange(1.203), "+20.3%");
  EXPECT_EQ(FormatChange(0.988), "-1.2%");
  EXPECT_EQ(FormatChange(4.31), "+331.0%");
  EXPECT_EQ(FormatChange(20.004), "+1900%");
  EXPECT_EQ(FormatChange(std::numeric_limits<double>::infinity()), "+inf%");
  EXPECT_EQ(FormatChange(std::nan("")), "-");
}

TEST(Units, WallTime) {
  EXPECT_EQ(FormatWallTime(12.4), "12 s");
  EXPECT_EQ(FormatWallTime(200), "3m 20s");
  EXPECT_EQ(FormatWallTime(3720), "1h 02m");
  EXPECT_EQ(FormatWallTime(-5), "0 s");
}

TEST(Units, DurationsParse) {
  EXPECT_DOUBLE_EQ(ParseSeconds("60s", "--x"), 60);
  EXPECT_DOUBLE_EQ(ParseSeconds("1.5 ms", "--x"), 1.5e-3);
  EXPECT_DOUBLE_EQ(ParseSeconds("10min", "--x"), 600);
  EXPECT_DOUBLE_EQ(ParseSeconds("0.25", "--x"), 0.25);
}

TEST(Units, RatiosParseWithTheirUnit) {
  EXPECT_DOUBLE_EQ(ParseRatio("15%").value(), 1.15);
  EXPECT_DOUBLE_EQ(ParseRatio("1.15x").value(), 1.15);
  EXPECT_DOUBLE_EQ(ParseRatio("200%").value(), 3);
  for (const char* text : {"1.15", "15 percent", "%", "x", "15%%", " 15%", ""}) EXPECT_FALSE(ParseRatio(text)) << text;
}

TEST(Units, BytesAndSharesParse) {
  EXPECT_EQ(ParseBytes("64KiB", "--x"), 65536);
  EXPECT_EQ(ParseBytes("1M", "--x"), 1 << 20);
  EXPECT_EQ(ParseBytes("8", "--x"), 8);
  EXPECT_DOUBLE_EQ(ParseShare("5%", "--x"), 0.05);
  EXPECT_DOUBLE_EQ(ParseShare("0.05", "--x"), 0.05);
}

// Every refusal names the option and the text that was given.
void ExpectRefused(void (*parse)(), const std::string& option, const std::string& given) {
  try {
    parse();
    FAIL() << "accepted " << given;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_NE(std::string(error.what()).find(option), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(given), std::string::npos) << error.what();
  }
}

TEST(Units, BadInputIsNamed) {
  ExpectRefused([] { ParseSeconds("fast", "--timeout"); }, "--timeout", "fast");
  ExpectRefused([] { ParseSeconds("5 parsec", "--timeout"); }, "--timeout", "parsec");
  ExpectRefused([] { ParseSeconds("-1s", "--timeout"); }, "--timeout", "-1s");
  ExpectRefused([] { ParseSeconds("nan", "--timeout"); }, "--timeout", "nan");
  ExpectRefused([] { ParseBytes("1.3", "--bytes"); }, "--bytes", "1.3");
  ExpectRefused([] { ParseBytes("99999999999G", "--bytes"); }, "--bytes", "99999999999G");
  ExpectRefused([] { ParseShare("5 permille", "--tolerance"); }, "--tolerance", "permille");
  ExpectRefused([] { ParseShare("", "--tolerance"); }, "--tolerance", "''");
  // --tolerance 5 was once taken for 500%.
  ExpectRefused([] { ParseShare("5", "--tolerance"); }, "--tolerance", "did you mean 5%?");
  ExpectRefused([] { ParseShare("1", "--tolerance"); }, "--tolerance", "did you mean 1%?");
  EXPECT_DOUBLE_EQ(ParseShare("500%", "--tolerance"), 5);
}

TEST(UtcMilliseconds, IsInUtcWithThreeDigits) {
  const std::chrono::system_clock::time_point time(std::chrono::milliseconds(1'700'000'000'045));
  EXPECT_EQ(UtcMilliseconds(time), "2023-11-14T22:13:20.045Z");
  EXPECT_EQ(UtcNow().size(), std::string("2023-11-14T22:13:20Z").size());
}

}  // namespace
}  // namespace mpigauge
