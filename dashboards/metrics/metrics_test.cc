#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "baselines/compare/comparison_json.h"
#include "baselines/format/example_comparisons.h"
#include "baselines/verdict/decide.h"
#include "dashboards/metrics/catalogue.h"
#include "dashboards/metrics/collector.h"
#include "dashboards/metrics/deliver.h"
#include "dashboards/metrics/labels.h"
#include "dashboards/metrics/page_testing.h"
#include "record/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kAllreduce = "allreduce/bytes:8/ranks:2";

class MetricsTest : public testing::Test {
 protected:
  MetricsTest() : path_(testing::TempDir() + "/metrics.sqlite") {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
  }

  // A gate of two runs, the candidate slower by `factor`.
  void AddGate(Store& store, const std::string& id, const std::string& decided_at, double factor) {
    Side sides[2] = {{"old", {}}, {"new", {}}};
    for (int i = 0; i < 10; ++i) {
      const double noise = 1 + 0.001 * i;
      sides[0].launches.push_back(
          ExampleLaunch(id + "-old", i, {{kAllreduce, noise * 1e-6}, {"spin/operations:1000", 1e-6}}));
      sides[1].launches.push_back(
          ExampleLaunch(id + "-new", i, {{kAllreduce, noise * factor * 1e-6}, {"spin/operations:1000", 1e-6}}));
    }
    store.runs().Add({id + "-new", "we\"ird\\ name\n", "2026-11-20T16:00:00Z", RunStatus::kComplete, Json::object()});
    for (const Side& side : sides) {
      for (const LaunchRecord& launch : side.launches) store.runs().AddLaunch(launch);
    }
    const Comparison comparison = CompareAndDecide(sides[0], sides[1], {});
    store.gates().Add({id, decided_at, id + "-new", "release", VerdictName(comparison.verdict), ToJson(comparison)});
  }

  std::string path_;
};

TEST_F(MetricsTest, TheNewestGateOfABaselineIsWhatIsShown) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.0);
  AddGate(store, "g2", "2026-11-20T17:00:00Z", 1.25);
  const std::string text = MetricsText(CollectMetrics(store));
  EXPECT_THAT(text, HasSubstr("mpigauge_gate_verdict{baseline=\"release\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_series_verdict{baseline=\"release\",series=\"" + kAllreduce +
                              "\",case=\"allreduce\",bytes=\"8\",ranks=\"2\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_gate_timestamp_seconds{baseline=\"release\"} 1795194000\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_control_ratio{baseline=\"release\",series=\"spin/operations:1000\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("role=\"candidate\"} 1.255"));
  EXPECT_THAT(text, HasSubstr("library=\"we\\\"ird\\\\ name\\n\""));
  EXPECT_THAT(text, Not(HasSubstr("Nan")));
}

// A gate that fails by a family or by lost launches alone has no series that fails.
TEST_F(MetricsTest, TheVerdictIsTheGatesWhateverDecidedIt) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  store.runs().Add({"run", "5.0.8", "2026-11-20T16:00:00Z", RunStatus::kComplete, Json::object()});
  const std::map<Verdict, std::string> codes = {
      {Verdict::kPass, "0"}, {Verdict::kFail, "1"}, {Verdict::kInconclusive, "2"}};
  int minute = 0;
  for (const DecidedExample& example : DecidedExamples()) {
    const Verdict verdict = example.comparison.verdict;
    store.gates().Add({example.what, fmt::format("2026-11-20T17:{:02}:00Z", minute++), "run", "release",
                       VerdictName(verdict), ToJson(example.comparison)});
    EXPECT_THAT(MetricsText(CollectMetrics(store)),
                HasSubstr("mpigauge_gate_verdict{baseline=\"release\"} " + codes.at(verdict) + "\n"))
        << example.what;
  }
}

TEST_F(MetricsTest, LostLaunchesAndFamiliesAreCounted) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.25);
  const std::string none = MetricsText(CollectMetrics(store));
  EXPECT_THAT(none, HasSubstr("mpigauge_gate_launches_lost{baseline=\"release\",role=\"candidate\"} 0\n"));
  EXPECT_THAT(none, HasSubstr("mpigauge_gate_families{baseline=\"release\",verdict=\"fail\"} 0\n"));
  store.gates().Add({"g2", "2026-11-20T17:00:00Z", "g1-new", "release", "fail", ToJson(OfEverythingAtOnce())});
  const std::string some = MetricsText(CollectMetrics(store));
  EXPECT_THAT(some, HasSubstr("mpigauge_gate_launches_lost{baseline=\"release\",role=\"baseline\"} 0\n"));
  EXPECT_THAT(some, HasSubstr("mpigauge_gate_launches_lost{baseline=\"release\",role=\"candidate\"} 7\n"));
  EXPECT_THAT(some, HasSubstr("mpigauge_gate_families{baseline=\"release\",verdict=\"fail\"} 1\n"));
}

TEST_F(MetricsTest, AFailureStandsUntilItIsForgotten) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.25);
  store.runs().Add({"other", "5.0.8", "2026-11-20T17:00:00Z", RunStatus::kComplete, Json::object()});
  store.gates().Add({"g2", "2026-11-20T17:00:00Z", "other", "release", "pass", store.gates().Find("g1")->comparison});
  EXPECT_THAT(MetricsText(CollectMetrics(store)),
              HasSubstr("mpigauge_gate_failed_timestamp_seconds{baseline=\"release\","
                        "library=\"we\\\"ird\\\\ name\\n\",run_id=\"g1-new\"} 1795190400\n"));
  store.gates().Forget("g1", "2026-11-21T08:00:00Z");
  EXPECT_THAT(MetricsText(CollectMetrics(store)), Not(HasSubstr("mpigauge_gate_failed_timestamp_seconds{")));
}

TEST_F(MetricsTest, AForgottenGateOfAnyVerdictIsGoneUntilItsBaselineIsJudgedAgain) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.0);
  const Json comparison = store.gates().Find("g1")->comparison;
  const auto add = [&](const std::string& id) {
    store.gates().Add({id, "2026-11-21T0" + id + ":00:00Z", "g1-new", "release", "inconclusive", comparison});
  };
  add("2");
  add("3");
  store.gates().Forget("3", "2026-11-21T08:00:00Z");
  EXPECT_THAT(MetricsText(CollectMetrics(store)), Not(HasSubstr("baseline=\"release\"")));
  add("4");
  EXPECT_THAT(MetricsText(CollectMetrics(store)),
              HasSubstr("mpigauge_gate_inconclusive_gates{baseline=\"release\"} 2\n"));  // the third does not count
}

// Each is the newest gate of its baseline.
TEST_F(MetricsTest, NewestHundredFailuresAreExported) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.25);
  const Json comparison = store.gates().Find("g1")->comparison;
  for (int i = 0; i < 120; ++i) {
    const std::string name = std::to_string(i);
    const std::string decided_at = fmt::format("2026-11-21T16:{:02}:{:02}Z", i / 60, i % 60);
    store.gates().Add({"gate " + name, decided_at, "g1-new", "baseline " + name, "fail", comparison});
  }
  const std::string text = MetricsText(CollectMetrics(store));
  std::size_t count = 0;
  for (auto at = text.find("\nmpigauge_gate_failed_timestamp_seconds{"); at != std::string::npos;
       at = text.find("\nmpigauge_gate_failed_timestamp_seconds{", at + 1))
    ++count;
  EXPECT_EQ(count, 100u);
  EXPECT_THAT(text, HasSubstr("mpigauge_gate_failed_timestamp_seconds{baseline=\"baseline 119\""));
  EXPECT_THAT(text, Not(HasSubstr("mpigauge_gate_failed_timestamp_seconds{baseline=\"baseline 19\"")));
}

TEST_F(MetricsTest, EveryTimeSeriesIsThereOnce) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.0);
  std::set<std::string> seen;
  for (const auto& family : CollectMetrics(store)) {
    EXPECT_EQ(family.help.find_first_of("\\\n"), std::string::npos) << family.name;
    for (const auto& metric : family.metric) {
      std::string key = family.name;
      for (const auto& label : metric.label) key += "," + label.name + "=" + label.value;
      EXPECT_TRUE(seen.insert(key).second) << key;
    }
  }
}

TEST_F(MetricsTest, AnEmptyStoreAndAMissingOneAreSaid) {
  { Store::Open(path_, Store::Access::kWrite); }
  EXPECT_THAT(MetricsText(MetricCollector(path_).Collect()), HasSubstr("mpigauge_up 1\n"));
  EXPECT_THAT(MetricsText(MetricCollector("/no/such/store.sqlite").Collect()), HasSubstr("mpigauge_up 0\n"));
}

// Runs on twenty days, the last ten a tenth slower, so that there is a change; a baseline, a calibration, a gate, and a
// newest run that left a node out.
void FillWithEverything(Store& store) {
  for (int day = 10; day < 30; ++day) {
    const std::string id = "run" + std::to_string(day);
    store.runs().Add(
        {id, "library", "2026-10-" + std::to_string(day) + "T12:00:00Z", RunStatus::kComplete, Json::object()});
    for (int i = 0; i < 3; ++i) {
      store.runs().AddLaunch(ExampleLaunch(id, i, {{kAllreduce, (day > 19 ? 1.1e-6 : 1e-6) * (1 + 0.0001 * i)}}));
    }
  }
  store.baselines().Set("release", {"run10"}, "");
  const Json share = {{"count", 1}, {"of", 20}, {"share", 0.05}, {"low", 0.001}, {"high", 0.2}};
  store.gates().AddCalibration(
      {"c",
       "2026-10-30T12:00:00Z",
       {{"rules", {{{"false_gates", share}, {"slowdowns", {{{"slowdown", 0.05}, {"found", share}}}}}}}}});
}

// Adds applications to the gate: "solver" twice, and one that was measured in one launch.
void AddImpactTo(Store& store, const std::string& gate_id, const std::string& new_id) {
  const auto application = [](const std::string& name, double ratio, double confidence) {
    return Json{{"application", name},        {"trace", "traces"}, {"ranks", 2},         {"baseline_seconds", 1.0},
                {"candidate_seconds", ratio}, {"ratio", ratio},    {"low", 1.009},       {"high", 1.017},
                {"confidence", confidence},   {"hangs", nullptr},  {"verdict", nullptr}, {"parts", Json::array()},
                {"notes", Json::array()}};
  };
  GateResult gate = store.gates().Find(gate_id).value();
  gate.gate_id = new_id;
  gate.decided_at = "2026-11-21T16:00:00Z";
  gate.comparison["impact"] = {
      {"applications",
       {application("solver", 1.013, 0.95), application("solver", 2, 0.95), application("halo", 0.99, 0)}},
      {"fail_impact", 0.02},
      {"verdict", "pass"},
      {"sensitivity", nullptr}};
  store.gates().Add(gate);
}

void AddRunOnABadNode(Store& store) {
  store.runs().Add({"newest", "library", "2026-11-21T12:00:00Z", RunStatus::kComplete, Json::object()});
  const std::pair<const char*, LaunchStatus> hosts[] = {{"node1", LaunchStatus::kComplete},
                                                        {"node1 node2", LaunchStatus::kBadNode}};
  int index = 0;
  for (const auto& [names, status] : hosts) {
    LaunchRecord launch = ExampleLaunch("newest", index++, {{kAllreduce, 1e-6}});
    launch.environment.context["host_names"] = names;
    launch.environment.context["clock_error_start_seconds"] = "0.000000120";
    launch.environment.context["clock_error_end_seconds"] = "-0.000000450";
    launch.status = status;
    store.runs().AddLaunch(launch);
  }
}

TEST_F(MetricsTest, ThePageListsWhatIsExportedAndNothingElse) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  FillWithEverything(store);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.25);
  AddImpactTo(store, "g1", "g2");
  AddRunOnABadNode(store);
  const LabelsByMetric page = MetricsOfThePage("mpigauge_");
  LabelsByMetric of_stores = page;
  std::erase_if(of_stores, [](const auto& metric) { return metric.first.starts_with("mpigauge_pipeline_"); });
  const auto families = CollectMetrics(store);
  EXPECT_EQ(MetricsOf(families), of_stores);
  LabelsByMetric catalogue;
  for (const MetricDescription& one : MetricCatalogue()) {
    catalogue[std::string(one.name)] = {one.labels.begin(), one.labels.end()};
  }
  EXPECT_EQ(catalogue, page);
  const std::string text = MetricsText(families);
  EXPECT_THAT(text, HasSubstr("mpigauge_node_bad{node=\"node2\"} 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("node=\"node1\"")));
  EXPECT_THAT(text, HasSubstr("mpigauge_run_clock_error_seconds 4.5"));
  EXPECT_THAT(text, HasSubstr("mpigauge_calibration_power_ratio{slowdown=\"0.05\"} 0.05"));
  EXPECT_THAT(text, HasSubstr("mpigauge_change_timestamp_seconds{case=\"allreduce\",kind=\"step\","));
}

TEST_F(MetricsTest, ApplicationsHaveWhatTheNewestGateSaidOfThem) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.25);
  EXPECT_THAT(MetricsText(CollectMetrics(store)), Not(HasSubstr("mpigauge_impact")));
  AddImpactTo(store, "g1", "g2");
  const std::string text = MetricsText(CollectMetrics(store));
  EXPECT_THAT(text, HasSubstr("mpigauge_impact_ratio{baseline=\"release\",application=\"solver\"} 1.013\n"));
  EXPECT_THAT(text, HasSubstr("application=\"solver\",bound=\"high\"} 1.017"));
  EXPECT_THAT(text, HasSubstr("mpigauge_impact_ratio{baseline=\"release\",application=\"halo\"} 0.99\n"));
  EXPECT_THAT(text, Not(HasSubstr("application=\"halo\",bound")));  // one launch has no interval
  EXPECT_THAT(text, HasSubstr("mpigauge_impact_tolerance_ratio{baseline=\"release\"} 1.02\n"));
  EXPECT_THAT(text, Not(HasSubstr("application=\"solver\"} 2\n")));
}

// Standard deviation of log(1), log(1.001), ..., log(1.009) by Python's statistics.stdev: 0.0030141.
TEST_F(MetricsTest, NoiseIsHowMuchTheBaselinesLaunchesDiffer) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g1", "2026-11-20T16:00:00Z", 1.25);
  double noise = 0;
  for (const auto& family : CollectMetrics(store)) {
    if (family.name == "mpigauge_series_noise_ratio") noise = family.metric.at(0).gauge.value;
  }
  EXPECT_NEAR(noise, 0.0030141, 1e-7);
}

// The store has enough about inconclusive gates: no number of time series grows with the number of gates.
TEST_F(MetricsTest, InconclusiveGatesAreCountedUpToTheNewestOtherOne) {
  Store store = Store::Open(path_, Store::Access::kWrite);
  AddGate(store, "g0", "2026-11-20T15:00:00Z", 1.25);
  const Json comparison = store.gates().Find("g0")->comparison;
  const auto add = [&](const std::string& id, const std::string& baseline, const std::string& verdict) {
    store.gates().Add({id, "2026-11-21T0" + id + ":00:00Z", "g0-new", baseline, verdict, comparison});
  };
  add("1", "a", "inconclusive");
  add("2", "a", "pass");
  add("3", "a", "inconclusive");
  add("4", "b", "inconclusive");
  add("5", "a", "inconclusive");
  add("6", "c", "fail");
  const std::string text = MetricsText(CollectMetrics(store));
  EXPECT_THAT(text, HasSubstr("mpigauge_gate_inconclusive_gates{baseline=\"a\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_gate_inconclusive_gates{baseline=\"b\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_gate_inconclusive_gates{baseline=\"c\"} 0\n"));
}

TEST_F(MetricsTest, LabelsFromOutsideAreBoundedAndStayDifferent) {
  const std::string longest(10000, 'x');
  EXPECT_EQ(LabelValue("</script>\"\\\n"), "</script>\"\\\n");
  EXPECT_EQ(LabelValue(longest).size(), kLongestLabel);
  EXPECT_NE(LabelValue(longest), LabelValue(longest + "x"));
  EXPECT_NE(LabelValue(std::string("a\0b", 3)), LabelValue("a\1b"));
  EXPECT_THAT(LabelValue(std::string("a\0b", 3)), testing::StartsWith("a?b~"));
  EXPECT_THAT(LabelValue("a`b"), testing::StartsWith("a'b~"));
  EXPECT_NE(LabelValue("a`b"), LabelValue("a'b"));
  EXPECT_THAT(LabelValue("a\xff"), testing::StartsWith("a\xef\xbf\xbd~"));
  EXPECT_NE(LabelValue("a\xff"), LabelValue("a\xfe"));
  std::string umlauts;
  for (int i = 0; i < 200; ++i) umlauts += "\xc3\xbc";
  EXPECT_THAT(LabelValue("x" + umlauts), testing::MatchesRegex("x(\xc3\xbc)+~[0-9a-f]{16}"));
  EXPECT_EQ(LabelValue("Z\xc3\xbcrich"), "Z\xc3\xbcrich");
}

TEST_F(MetricsTest, HelpWithBackslashesAndNewlinesIsEscaped) {
  const std::string text = MetricsText({{"m", "C:\\a\nb", prometheus::MetricType::Gauge, {{}}}});
  EXPECT_THAT(text, HasSubstr("# HELP m C:\\\\a\\nb\n"));
}

TEST_F(MetricsTest, ConstantLabelsAreOnEveryTimeSeries) {
  { Store::Open(path_, Store::Access::kWrite); }
  const ConstantLabels labels = ParseLabels({"cluster=a=b", "site="}, "--label");
  const std::string text = MetricsText(MetricCollector(path_, labels).Collect());
  EXPECT_THAT(text, HasSubstr("mpigauge_up{cluster=\"a=b\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("mpigauge_store_runs{cluster=\"a=b\"} 0\n"));
}

TEST_F(MetricsTest, AServerLooksForChangesWhenThereIsANewRun) {
  const auto changes = [](MetricCollector& collector) {
    return MetricsOf(collector.Collect()).count("mpigauge_change_ratio");
  };
  MetricCollector collector(path_);
  EXPECT_EQ(MetricsText(collector.Collect()),
            "# HELP mpigauge_up Whether the store could be read.\n# TYPE mpigauge_up gauge\nmpigauge_up 0\n");
  Store store = Store::Open(path_, Store::Access::kWrite);
  store.runs().Add({"first", "library", "2026-09-01T12:00:00Z", RunStatus::kComplete, Json::object()});
  EXPECT_EQ(changes(collector), 0);
  FillWithEverything(store);
  EXPECT_EQ(changes(collector), 1);
}

TEST_F(MetricsTest, AddressesThatCannotWorkAreNamed) {
  EXPECT_THAT(ErrorOf([] { PushMetrics({"localhost:9091"}, {}); }),
              HasSubstr("write the address of a Pushgateway as http://host:port"));
  EXPECT_THAT(ErrorOf([] { PushMetrics({"http://127.0.0.1:1"}, {}); }), HasSubstr("no Pushgateway answers there"));
}

}  // namespace
}  // namespace mpigauge
