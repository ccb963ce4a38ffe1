#include "record/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

SeriesRecord Visit(const std::string& name, double seconds) {
  SeriesRecord visit;
  visit.name = name;
  visit.passes = {{{seconds}, {seconds}, 0}};
  return visit;
}

std::filesystem::path WriteExample(const std::string& name) {
  auto path = std::filesystem::path(testing::TempDir()) / name;
  JournalWriter journal(path);
  LaunchRecord record;
  record.launch_id = "id";
  record.run_id = "run";
  record.started_at = "2026-11-20T16:05:00Z";
  journal.Launch(record);
  journal.Begin(Visit("a", 0));
  journal.End(Visit("a", 1));
  journal.Begin(Visit("b", 0));
  journal.End(Visit("b", 2));
  journal.Begin(Visit("a", 0));
  journal.End(Visit("a", 3));
  journal.Begin(Visit("b", 0));
  return path;
}

TEST(Journal, KeepsWhatWasFinishedAndNamesWhatWasRunning) {
  const auto content = ReadJournal(WriteExample("whole"));
  ASSERT_TRUE(content.has_value());
  EXPECT_EQ(content->record.launch_id, "id");
  ASSERT_TRUE(content->running.has_value());
  EXPECT_EQ(content->running->name, "b");
  EXPECT_TRUE(content->running->passes.empty());
  ASSERT_EQ(content->record.series.size(), 2u);
  EXPECT_THAT(content->record.series[0].Observations(), ElementsAre(1, 3));
  EXPECT_EQ(content->record.series[0].summary.count, 2);
}

TEST(Journal, ALastLineThatWasCutOffIsIgnored) {
  const auto path = WriteExample("cut");
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 5);
  const auto content = ReadJournal(path);
  EXPECT_FALSE(content->running.has_value());
  EXPECT_THAT(content->record.series[0].Observations(), ElementsAre(1, 3));
}

TEST(Journal, DamageInTheMiddleNamesTheLine) {
  const auto path = std::filesystem::path(testing::TempDir()) / "damaged";
  std::ofstream(path) << "{\"launch\"\n{}\n";
  try {
    ReadJournal(path);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("damaged:1: parse error"), std::string::npos) << error.what();
  }
}

TEST(Journal, AnImpossibleValueNamesTheLine) {
  const auto path = WriteExample("impossible");
  std::ofstream(path, std::ios::app) << R"({"begin": {"name": "a", "case": "a", "family": "", "case_version": -1}})"
                                     << "\n";
  try {
    ReadJournal(path);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::ContainsRegex("impossible:[0-9]+: case_version: -1 is impossible"));
  }
}

TEST(Journal, NothingWhereTheLaunchNeverWrote) { EXPECT_FALSE(ReadJournal("/no/such/journal").has_value()); }

TEST(Journal, AFullDiskIsNamed) {
  JournalWriter journal("/dev/full");
  try {
    journal.Begin(Visit("a", 0));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotMeasured);
    EXPECT_NE(std::string(error.what()).find("/dev/full: cannot be written: No space left"), std::string::npos);
  }
}

}  // namespace
}  // namespace mpigauge
