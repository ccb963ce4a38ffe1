// Every file that a command reads back may be damaged, or somebody's work: it is read, or it is an Error. Whatever
// else happens (a crash, another exception, under the sanitizers undefined behaviour) ends this test.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include "ci/launch/campaign_state.h"
#include "ci/pipeline/config.h"
#include "ci/pipeline/update.h"
#include "ci/slurm/outcome.h"
#include "ci/slurm/testing.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/record/journal.h"
#include "harness/record/record_json.h"
#include "harness/record/testing.h"

namespace mpigauge {
namespace {

constexpr int kInputs = 3000;  // of each kind of file

// Damages texts, the same ones whenever the test runs.
class Damage {
 public:
  explicit Damage(std::uint64_t seed) : random_(seed) {}

  std::string Of(std::string text) {
    for (std::size_t i = 0, times = 1 + Below(3); i < times; ++i) Once(text);
    return text;
  }

 private:
  std::size_t Below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

  void Once(std::string& text) {
    if (text.empty()) return;
    const std::size_t at = Below(text.size());
    const std::size_t length = 1 + Below(std::min<std::size_t>(30, text.size() - at));
    switch (Below(7)) {
      case 0:
        text[at] = static_cast<char>(Below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        if (Below(10) == 0) text.resize(at);
        break;
      default:
        ReplaceValue(text, at);
    }
  }

  // The number or text at this place, or the next one behind it, becomes something that is none or too large.
  void ReplaceValue(std::string& text, std::size_t at) {
    static const std::array<const char*, 20> kValues = {"1e300",
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
    const std::size_t begin = text.find_first_of("0123456789-\"", at);
    if (begin == std::string::npos) return;
    const bool quoted = text[begin] == '"';
    const std::size_t end = quoted ? text.find('"', begin + 1) : text.find_first_not_of("0123456789.e+-", begin);
    if (end == std::string::npos) return;
    text.replace(begin, end - begin + (quoted ? 1 : 0), kValues.at(Below(kValues.size())));
  }

  std::mt19937_64 random_;
};

struct Seen {
  int read = 0;
  int refused = 0;
};

// Reads what is whole, and kInputs times what is damaged.
Seen ReadDamaged(const std::string& whole, std::uint64_t seed, const std::function<void(const std::string&)>& read) {
  read(whole);
  Damage damage(seed);
  Seen seen;
  for (int i = 0; i < kInputs; ++i) {
    const std::string text = damage.Of(whole);
    try {
      read(text);
      ++seen.read;
    } catch (const Error&) {
      ++seen.refused;
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what() << " of:\n" << text;
      break;
    }
  }
  EXPECT_GT(seen.read, kInputs / 100);  // not everything is refused by the first check
  EXPECT_GT(seen.refused, kInputs / 100);
  return seen;
}

std::filesystem::path NewFolder(const std::string& name) {
  const auto folder = std::filesystem::path(testing::TempDir()) / ("fuzz_" + name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

std::string Written(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// A file of its own each time: one that is cut to nothing is written to the disk at once by some file systems.
void Overwrite(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::remove(file);
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

LaunchPlan Plan() {
  LaunchPlan plan;
  plan.library = {"new", "/opt/mpi", {"/lib/x.so"}, {{"OMPI_MCA_btl", "tcp"}}, "0123456789ab"};
  plan.bench = "/b/mpigauge-bench";
  plan.bench_arguments = {"--passes", "3"};
  return plan;
}

LaunchRecord Launch() {
  LaunchRecord record = ExampleLaunch("run", 1, {{"allreduce/bytes:8/ranks:2", 1e-6}, {"barrier/ranks:2", 2e-6}});
  record.environment.key["ranks"] = "2";
  record.series[1].fault = Fault{FaultKind::kCrash, 1, "gone"};
  record.series[0].passes[0].rank_seconds = {{4e-7, 5e-7, 6e-7}, {1e-7, 2e-7, 3e-7}};
  Summarize(record.series[0]);
  return record;
}

TEST(StateFuzz, Records) {
  ReadDamaged(JsonText(ToJson(Launch(), {})), 1, [](const std::string& text) {
    const LaunchRecord record = LaunchRecordFromJson(ParseJson(text, "record"), "record");
    EXPECT_FALSE(ToJson(record, {}).empty());
  });
}

TEST(StateFuzz, Journals) {
  const auto file = NewFolder("journal") / "launch-1.json.journal";
  LaunchRecord record = Launch();
  const auto series = std::exchange(record.series, {});
  {
    JournalWriter journal(file);
    journal.Launch(record);
    for (const SeriesRecord& one : series) {
      journal.Begin(one);
      journal.End(one);
      journal.End(one);
    }
    journal.Begin(series[0]);
  }
  ReadDamaged(Written(file), 2, [&](const std::string& text) {
    Overwrite(file, text);
    ReadJournal(file);
  });
}

TEST(StateFuzz, Campaigns) {
  const auto folder = NewFolder("campaign");
  const CampaignState fresh{7, {"a", "b"}, {"then", "later"}, {Plan(), Plan()}};
  OpenCampaignState(folder, fresh);
  ReadDamaged(Written(folder / "campaign.json"), 3, [&](const std::string& text) {
    Overwrite(folder / "campaign.json", text);
    BlockOrder(OpenCampaignState(folder, fresh).seed, 1, 2);
  });
}

TEST(StateFuzz, Jobs) {
  SlurmJob whole = ExampleFolder("fuzz_job", 4, 2).job();
  whole.arms.push_back({"other-run", "other", "2026-11-20T18:00:00Z", Plan(), {1, 2}});
  ReadDamaged(JsonText(ToJson(whole)), 4, [](const std::string& text) {
    const SlurmJob job = JobFromJson(ParseJson(text, "job.json"), "job.json");
    for (int task = 0; task < job.TaskCount(); ++task) {
      for (const JobLaunch& launch : job.LaunchesOf(task)) EXPECT_FALSE(job.Text(launch).empty());
    }
    EXPECT_GE(job.LaunchCount(), 0);
  });
}

TEST(StateFuzz, StatusesOfTasks) {
  const JobFolder folder = ExampleFolder("fuzz_status", 4, 2);
  AddExampleLaunch(folder, 0, 0, 0);
  WriteStatus(folder.AttemptPath(0, 0),
              {"node1", "node1", "srun", {{0, 1}}, {2, "why", 1}, AttemptEnd::kNone, "text", {"a problem"}});
  const auto file = folder.AttemptPath(0, 0) / "status.json";
  ReadDamaged(Written(file), 5, [&](const std::string& text) {
    Overwrite(file, text);
    EXPECT_EQ(Outcomes(folder, {ExampleState(folder, 0, "NODE_FAIL")}, true).size(), 2u);
    StatusFromJson(ParseJson(text, "status.json"), "status.json");
  });
}

TEST(StateFuzz, Updates) {
  Update whole;
  whole.name = "openmpi";
  whole.identity = "0123456789abcdef";
  whole.library = Plan().library;
  whole.shapes = {{"1x2", {1, 2, "", ""}, Plan(), "openmpi", false, "gate", "", "pass", "", "run"}};
  ReadDamaged(JsonText(ToJson(whole)), 6, [](const std::string& text) {
    const Update update = UpdateFromJson(ParseJson(text, "update.json"), "update.json");
    EXPECT_GE(update.Id().size() + update.Verdict().size(), 1u);
  });
}

TEST(StateFuzz, Configurations) {
  const std::string whole = R"(store = "mpigauge.sqlite"
quiet = "1min"
[[library]]
name = "openmpi"
prefix = ["/opt/openmpi-*"]
bench = "/b/mpigauge-bench"
environment = { OMPI_MCA_btl = "tcp" }
[measure]
suite = "quick"
launches = 10
timeout = "10min"
arguments = ["--passes", "3"]
[[shape]]
nodes = 2
ranks_per_node = 4
[gate]
tolerance = ["5%", "allreduce*=10%"]
alpha = 0.05
max_launches = 20
turns = 6
budget = "1h"
keep = 30
promote = true
[impact]
trace = ["traces"]
fail = "3%"
[slurm]
partition = "all"
tasks = 2
launcher = "srun:pmix"
[output]
folder = "reports"
)";
  const auto file = NewFolder("config") / "mpigauge.toml";
  ReadDamaged(whole, 7, [&](const std::string& text) {
    Overwrite(file, text);
    EXPECT_FALSE(ReadPipelineConfig(file).libraries.empty());
  });
}

}  // namespace
}  // namespace mpigauge
