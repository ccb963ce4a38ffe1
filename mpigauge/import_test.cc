// Output of other tools, from files to a store: which launches it makes, when they were, and what is not compared.
#include <cstdio>
#include <filesystem>
#include <functional>

#include "base/file.h"
#include "base/json.h"
#include "mpigauge/testing.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

const std::string kAllreduce = "# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)\n";

class ImportTest : public CliTest {
 protected:
  std::string File(const std::string& name, const std::string& text) {
    WriteFileAtomically(folder_ / name, text);
    return folder_ / name;
  }

  // Imports files of one tool, ten launches on each side whose texts differ in their times alone.
  void ImportSides(const std::string& tool, const std::function<std::string(int side, int launch)>& text) {
    for (int side = 0; side < 2; ++side) {
      std::vector<std::string> words = {"import", tool, "--ranks", "2", "--run", side == 0 ? "old" : "new"};
      for (int i = 0; i < 10; ++i) {
        words.push_back(File(std::to_string(side) + "-" + std::to_string(i), text(side, i)));
      }
      ASSERT_EQ(Run(words), ExitCode::kPass) << err_;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, ImportTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

TEST_P(ImportTest, EqualTextsOfTwoLibrariesAreTwoLaunches) {
  const std::string file = File("a", kAllreduce + "8  10.0\n");
  EXPECT_EQ(Run({"import", "osu", file, "--ranks", "2", "--label", "4.1"}), ExitCode::kPass);
  EXPECT_EQ(Run({"import", "osu", file, "--ranks", "2", "--label", "5.0"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("1 launch added, 0 there already"));
  EXPECT_EQ(Run({"runs"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("4.1"));
  EXPECT_THAT(out_, HasSubstr("5.0"));
}

TEST_P(ImportTest, EqualTextsInOneImportAreTwoLaunchesAndCopiesAreKnown) {
  const std::string text = kAllreduce + "8  10.0\n";
  std::vector<std::string> words = {"import", "osu", File("a", text), File("b", text), "--ranks", "2"};
  EXPECT_EQ(Run(words), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("2 launches added"));
  // A copy has another name and another time.
  words[2] = File("c", text);
  std::filesystem::last_write_time(words[2], std::filesystem::file_time_type::clock::now() - std::chrono::hours(100));
  EXPECT_EQ(Run(words), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, HasSubstr("0 launches added, 2 there already"));
}

TEST_P(ImportTest, ImportIsAllOrNothing) {
  AddRun("ours", "2026-01-01", 1);
  LaunchRecord good = ExampleLaunch("fresh", 0, {{kSeries, 1e-6}});
  LaunchRecord changed = ExampleLaunch("ours", 0, {{kSeries, 2e-6}});
  const std::string records = folder_ / "records";
  std::filesystem::create_directories(records);
  WriteFileAtomically(records + "/0.json", JsonText(ToJson(good, {})));
  WriteFileAtomically(records + "/1.json", JsonText(ToJson(changed, {})));
  EXPECT_EQ(Run({"import", records}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("is stored already, with other content"));
  EXPECT_EQ(Run({"show", "fresh"}), ExitCode::kUsage);
}

TEST_P(ImportTest, WindowsAreNotComparedAndNamed) {
  ImportSides("osu", [](int side, int launch) {
    return "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4\n# [ pairs: 1 ] [ window size: " +
           std::string(side == 0 ? "64" : "1") + " ]\n8  3.7  " + std::to_string(900000 + launch) + "\n";
  });
  EXPECT_NE(Run({"compare", "old", "new"}), ExitCode::kFail);
  EXPECT_THAT(out_ + err_, HasSubstr("window 64"));
  EXPECT_THAT(out_ + err_, HasSubstr("window 1)"));
}

TEST_P(ImportTest, DatatypesAndCachesAreNotComparedAndNamed) {
  ImportSides("imb", [](int side, int launch) {
    return "# IMB-MPI1 Allreduce" + std::string(side == 0 ? "" : " -off_cache -1") +
           "\n# MPI_Datatype for reductions    :   " + (side == 0 ? "MPI_FLOAT" : "MPI_DOUBLE") +
           "\n# Benchmarking Allreduce\n# #processes = 2\n#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]\n"
           "8 1000 1.5 " +
           std::to_string(4.6 + 2 * side + 0.01 * launch) + " 2.4\n";
  });
  EXPECT_NE(Run({"compare", "old", "new"}), ExitCode::kFail);
  EXPECT_THAT(out_ + err_, HasSubstr("imb (MPI_FLOAT)"));
  EXPECT_THAT(out_ + err_, HasSubstr("imb (MPI_DOUBLE, off_cache -1)"));
}

// Months whose files were copied in another order: the date in the output counts.
TEST_P(ImportTest, HistoryIsDatedByItsOutput) {
  for (int month = 17; month >= 0; --month) {
    static const std::vector<std::string> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::string date =
        "# Date : Mon " + kMonths[month % 12] + "  2 21:18:40 " + std::to_string(2024 + month / 12) + "\n";
    const std::string file =
        File(std::to_string(month),
             date +
                 std::string("# Benchmarking Allreduce\n# #processes = 4\n"
                             "#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]\n64 1000 1.0 ") +
                 std::to_string((month < 9 ? 10 : 13) + 0.01 * (7 * month % 10)) + " 5.0\n");
    ASSERT_EQ(Run({"import", "imb", file, "--label", std::to_string(month)}), ExitCode::kPass) << err_;
    EXPECT_THAT(out_, testing::Not(HasSubstr("time at which the file was changed")));
  }
  EXPECT_EQ(Run({"changes"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, ContainsRegex("2024-10-02.*allreduce.*\\+(29|30)[.0-9]*%.*step"));
  EXPECT_EQ(Run({"runs", "--format", "json"}), ExitCode::kPass);
  EXPECT_EQ(ParseJson(out_, "output")[0]["plan"]["imported"]["dated_by"], "the output");
  EXPECT_EQ(Run({"runs"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("by imb, dated by the output"));
}

TEST_P(ImportTest, DateComesFromTheOptionOrTheNameOrTheFile) {
  const std::string file = File("allreduce-2024-01-31.txt", kAllreduce + "8  10.0\n");
  const std::vector<std::string> words = {"import", "osu", file, "--ranks", "2"};
  const auto dated = [&](const std::string& run, const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--run", run});
    all.insert(all.end(), more.begin(), more.end());
    EXPECT_EQ(Run(all), ExitCode::kPass) << err_;
    const std::string said = out_;
    Run({"runs", "--format", "json"});
    for (const Json& one : ParseJson(out_, "output")) {
      if (one.at("run_id") == run) return one.at("started_at").get<std::string>() + "|" + said;
    }
    return std::string();
  };
  EXPECT_THAT(dated("a", {"--date", "%Y-%m-%d"}), testing::StartsWith("2024-01-31T00:00:00.000Z|"));
  EXPECT_THAT(dated("b", {"--date", "2023-05-06"}), testing::StartsWith("2023-05-06T00:00:00.000Z|"));
  EXPECT_THAT(dated("c", {"--date", "2023-05-06T07:08:09Z"}), testing::StartsWith("2023-05-06T07:08:09.000Z|"));
  EXPECT_THAT(dated("d", {}), HasSubstr("is the time at which the file was changed"));
  EXPECT_EQ(Run({"import", "osu", file, "--ranks", "2", "--date", "%d.%m.%Y"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("allreduce-2024-01-31.txt: its name has no date like '%d.%m.%Y'"));
  EXPECT_EQ(Run({"import", "osu", file, "--ranks", "2", "--date", "tomorrow"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("--date: 'tomorrow' is not a date"));
}

TEST_P(ImportTest, WrongDataAndLostLaunchesAreNoBaseline) {
  const std::string wrong = File("wrong", kAllreduce + "8  10.0  Pass\n16  11.0  Fail\n");
  EXPECT_EQ(Run({"import", "osu", wrong, "--ranks", "2", "--run", "wrong"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("allreduce/bytes:16/ranks:2: the validation of OSU failed"));
  EXPECT_EQ(Run({"baseline", "set", "site", "wrong"}), ExitCode::kUsage);
  EXPECT_THAT(err_, HasSubstr("wrong data"));
  const std::string cut = File("cut", kAllreduce + "8  10.0\nrank 1 exited on signal 11\n");
  EXPECT_EQ(Run({"import", "osu", cut, "--ranks", "2", "--run", "cut"}), ExitCode::kPass);
  EXPECT_THAT(out_, HasSubstr("a lost launch: rank 1 exited on signal 11"));
  EXPECT_NE(Run({"baseline", "set", "site", "cut"}), ExitCode::kPass);
}

// 32 days, a step of 6% at the 17th, and the 6th twice as slow.
TEST_P(ImportTest, StrangeRunHidesNoStep) {
  for (int k = 0; k < 32; ++k) {
    const double time = (k < 16 ? 10 : 10.6) + 0.01 * (7 * k % 10);
    char day[32];
    std::snprintf(day, sizeof day, "2026-01-%02d", k + 1);
    const std::string date = k < 31 ? day : "2026-02-01";
    const std::string file = File(date, kAllreduce + "8  " + std::to_string(k == 5 ? 20 : time) + "\n");
    ASSERT_EQ(Run({"import", "osu", file, "--ranks", "2", "--date", date, "--label", k < 16 ? "4.1" : "5.0"}),
              ExitCode::kPass)
        << err_;
  }
  EXPECT_EQ(Run({"changes"}), ExitCode::kPass) << err_;
  EXPECT_THAT(out_, ContainsRegex("4\\.1 -> 5\\.0 +allreduce.*\\+6[.0-9]*%.*step"));
}

}  // namespace
}  // namespace mpigauge
