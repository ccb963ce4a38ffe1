#include "dashboards/report/examples.h"

#include <map>
#include <random>

#include "baselines/verdict/decide.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

// Medians of series by name, in seconds.
using Medians = std::map<std::string, double>;

Medians FiftySeries() {
  Medians medians = {
      {"barrier/ranks:2", 0.4e-6}, {"sendrecv/bytes:65536/ranks:2", 11e-6}, {"spin/operations:1000", 1e-6}};
  for (const char* name : {"allreduce", "bcast", "reduce", "alltoall", "ping_pong", "head_to_head"}) {
    for (int bytes : {8, 64, 512, 4096, 16384, 65536, 262144, 1048576}) {
      medians[std::string(name) + "/bytes:" + std::to_string(bytes) + "/ranks:2"] = 0.5e-6 + 0.2e-9 * bytes;
    }
  }
  return medians;
}

// Launches that differ by up to 2%, as real ones do; the same in each run of the test.
Side Launches(const std::string& label, const Medians& medians, int count, unsigned seed) {
  std::mt19937 generator(seed);
  Side side{label, {}};
  for (int i = 0; i < count; ++i) {
    Medians noisy = medians;
    for (auto& [name, seconds] : noisy) {
      seconds *= 1 + 0.02 * static_cast<double>(generator()) / static_cast<double>(std::mt19937::max());
    }
    side.launches.push_back(ExampleLaunch(label, i, noisy));
  }
  return side;
}

// Multiplies what begins with `prefix`.
Medians Times(Medians medians, const std::string& prefix, double factor) {
  for (auto& [name, seconds] : medians) {
    if (name.starts_with(prefix)) seconds *= factor;
  }
  return medians;
}

Comparison Compared(const Medians& before, const Medians& after, int launches) {
  return CompareAndDecide(Launches("release", before, launches, 1), Launches("nightly", after, launches, 2), {});
}

Comparison Failing() {
  Medians after = Times(FiftySeries(), "allreduce/", 1.2);
  after = Times(Times(after, "bcast/bytes:64/", 1.1), "bcast/bytes:512/", 1.12);
  after = Times(after, "reduce/", 0.8);
  Comparison comparison = Compared(FiftySeries(), after, 10);
  comparison.context_differences = {{"kernel", "6.1.0-18", "6.1.0-21"}};
  comparison.not_compared = {"scan/bytes:8/ranks:2: only in the candidate"};
  comparison.notes = {"the control spin moved by +0.1%"};
  comparison.selection_changes = {{"coll_tuned_allreduce_algorithm", "0 (ignore)", "1 (basic_linear)", "allreduce"},
                                  {"btl_vader_eager_limit", "4096", "8192", ""}};
  comparison.counted_differences = {{"barrier/ranks:2", "resident_bytes", 1000, 1000, 1200, 1200, true},
                                    {"barrier/ranks:2", "page_faults", 3, 4, 5, 7, false}};
  comparison.families = {{"allreduce over bytes, ranks:2",
                          {"allreduce/bytes:8/ranks:2", "allreduce/bytes:64/ranks:2"},
                          1.2,
                          0.05,
                          1e-5,
                          Verdict::kFail,
                          "20% slower together",
                          ""}};
  return comparison;
}

// A thousand times: its median stays.
void SlowDownAThird(SeriesRecord& series) {
  std::vector<double>& times = series.passes[0].observations_seconds;
  times.assign(20, series.summary.median);
  for (std::size_t i = 0; i < times.size(); i += 3) times[i] *= 1000;
  series.passes.resize(1);
  series.passes[0].local_seconds = times;
  Summarize(series);
}

Comparison Extreme() {
  const Medians before = {
      {"gather/bytes:0/ranks:2", 1e-6}, {"gather/bytes:8/ranks:2", 1e-6}, {"gather/bytes:64/ranks:2", 1.2e-6},
      {"gather/bytes:0/ranks:4", 2e-6}, {"gather/bytes:8/ranks:4", 2e-6}, {"scatter/bytes:1000/ranks:2", 1},
      {"barrier/ranks:2", 1e-9}};
  Side after = Launches("nightly", Times(before, "gather/bytes:8/ranks:4", 4.3), 10, 2);
  for (LaunchRecord& launch : after.launches) {
    for (SeriesRecord& series : launch.series) {
      if (series.name == "gather/bytes:0/ranks:4") SlowDownAThird(series);
      if (series.name == "gather/bytes:64/ranks:2") series.fault = {FaultKind::kWrongData, 1, "element 3 is 7, not 8"};
    }
  }
  return CompareAndDecide(Launches("release", before, 10, 1), after, {});
}

// `count` series, eight sizes of each case; every fifth case is slower from 4 KiB on.
Comparison Many(int count, int launches) {
  Medians before = {{"spin/operations:1000", 1e-6}};
  Medians after = before;
  for (int i = 0; i < count; ++i) {
    const int bytes = 8 << (3 * (i % 8));
    const std::string name = "case_" + std::to_string(i / 8) + "/bytes:" + std::to_string(bytes) + "/ranks:64";
    before[name] = 1e-6 + 0.2e-9 * bytes;
    after[name] = before[name] * (i / 8 % 5 == 0 && bytes >= 4096 ? 1.2 : 1);
  }
  return Compared(before, after, launches);
}

Comparison Empty() {
  return CompareAndDecide(Launches("release", {}, 3, 1), Launches("nightly", {{"scan/bytes:8/ranks:2", 1e-6}}, 3, 2),
                          {});
}

// Each would run a script, load something or break the page if it were taken for markup, JSON or a marker.
Comparison Hostile() {
  Comparison comparison = Failing();
  const std::string script = "</script><script>alert(1)</script>";
  comparison.baseline = "<img src=http://example.invalid/x onerror=alert(2)>";
  comparison.candidate = "{{DATA}} \"'><svg onload=alert(3)> <!-- \xff \xe2\x80\xa8";
  comparison.notes = {script, "<!--<script>"};
  comparison.not_compared = {script};
  comparison.context_differences = {{script, "{{SCRIPT}}", "{a|b}<b>bold</b>"}};
  for (SeriesComparison& series : comparison.series) {
    series.case_name += script + "<b>bold</b>";
    series.name = script + series.name;
    series.reason += script;
    if (series.case_name.starts_with("barrier")) {
      series.case_name = std::string(10'000, 'x') + "\n\"quoted\" 'too'";
      series.name = series.case_name + "/ranks:2";
    }
    if (series.case_name.starts_with("sendrecv")) series.name = "=HYPERLINK(\"http://example.invalid\")" + series.name;
  }
  return comparison;
}

}  // namespace

Comparison ExampleComparison(const std::string& kind) {
  if (kind == "fail") return Failing();
  if (kind == "pass") return Compared(FiftySeries(), FiftySeries(), 10);
  if (kind == "inconclusive") return Compared(FiftySeries(), Times(FiftySeries(), "bcast/", 1.03), 3);
  if (kind == "extreme") return Extreme();
  if (kind == "hostile") return Hostile();
  if (kind == "single") return Compared(FiftySeries(), FiftySeries(), 1);
  if (kind == "large") return Many(500, 20);
  if (kind == "huge") return Many(10'000, 10);
  return Empty();
}

std::vector<std::string> ExampleKinds() {
  return {"fail", "pass", "inconclusive", "empty", "extreme", "hostile", "single"};
}

std::vector<std::string> LargeExampleKinds() { return {"large", "huge"}; }

}  // namespace mpigauge
