#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/units.h"
#include "record/foreign/columns.h"
#include "record/foreign/foreign.h"

namespace mpigauge {
namespace {

struct CaseOfImb {
  std::string case_name;
  std::string family;
};

// docs/reference/coverage.md; what prints rates and no times is not among them.
const std::map<std::string, CaseOfImb>& CasesOfImb() {
  static const std::map<std::string, CaseOfImb> kCases = [] {
    std::map<std::string, CaseOfImb> cases = {{"PingPong", {"ping_pong", "point-to-point"}},
                                              {"PingPongAnySource", {"ping_pong_any_source", "point-to-point"}},
                                              {"PingPing", {"head_to_head_isend", "point-to-point"}},
                                              {"PingPingAnySource", {"head_to_head_any_source", "point-to-point"}},
                                              {"Sendrecv", {"ring_sendrecv", "point-to-point"}},
                                              {"Exchange", {"ring_exchange", "point-to-point"}}};
    for (std::string name :
         {"Bcast", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Allreduce", "Reduce", "Reduce_scatter",
          "Reduce_scatter_block", "Gather", "Gatherv", "Scatter", "Scatterv", "Barrier"}) {
      std::string case_name = name;
      case_name[0] = static_cast<char>(case_name[0] - 'A' + 'a');
      cases[name] = {case_name, "collective"};
    }
    return cases;
  }();
  return kCases;
}

constexpr std::string_view kBenchmarking = "# Benchmarking ";
constexpr std::string_view kProcesses = "# #processes = ";

// The head of a table: where its columns are.
struct ColumnsOfImb {
  std::optional<std::size_t> bytes;
  std::optional<std::size_t> time;
  std::optional<std::size_t> defects;
};

std::optional<std::size_t> PlaceOf(const std::vector<std::string>& words, const std::string& wanted) {
  const auto found = std::find(words.begin(), words.end(), wanted);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

ColumnsOfImb HeadOfImb(const std::vector<std::string>& words) {
  auto time = PlaceOf(words, "t_max[usec]");
  if (!time) time = PlaceOf(words, "t[usec]");
  return {PlaceOf(words, "#bytes"), time, PlaceOf(words, "defects")};
}

// Options of the command line that change what is measured, with their values: "off_cache -1".
std::vector<std::string> SettingsIn(const std::vector<std::string>& words) {
  static const std::set<std::string> kSettings = {"-off_cache", "-root_shift", "-sync", "-imb_barrier", "-msg_pause"};
  std::vector<std::string> settings;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!kSettings.contains(words[i])) continue;
    settings.push_back(words[i].substr(1) + (i + 1 < words.size() ? " " + words[i + 1] : ""));
  }
  return settings;
}

// "Mon Oct  2 21:18:40 2023" as UTC; nothing where it is written in another way.
std::optional<std::string> DateIn(const std::string& text) {
  std::tm date{};
  if (strptime(text.c_str(), " %a %b %e %H:%M:%S %Y", &date) == nullptr) return std::nullopt;
  return UtcMilliseconds(std::chrono::system_clock::from_time_t(timegm(&date)));
}

class ImbReader {
 public:
  explicit ImbReader(const std::string& name) : name_(name) {}

  void Read(const TextLine& line) {
    const std::vector<std::string> words = ForeignWords(line.text);
    if (words.empty()) return;
    if (words[0] == "#bytes" || words[0] == "#repetitions") {
      columns_ = HeadOfImb(words);
    } else if (line.text.starts_with('#')) {
      ReadHead(line, words);
    } else if (benchmark_ && columns_.time && IsNumeric(words[0])) {
      Take(words, line);
    }
  }

  ForeignOutput Result() { return std::move(output_); }

 private:
  // "# MPI_Datatype for reductions    :   MPI_FLOAT": what stands behind the colon.
  static std::optional<std::string> ValueOf(const std::string& line, const std::string& head) {
    const auto colon = line.find(':');
    if (!line.starts_with(head) || colon == std::string::npos) return std::nullopt;
    return line.substr(colon + 1);
  }

  void ReadHead(const TextLine& line, const std::vector<std::string>& words) {
    if (const auto date = ValueOf(line.text, "# Date ")) output_.started_at = DateIn(*date);
    if (const auto datatype = ValueOf(line.text, "# MPI_Datatype for reductions ")) {
      reduced_ = ForeignWords(*datatype);
    } else if (const auto other = ValueOf(line.text, "# MPI_Datatype ")) {
      moved_ = ForeignWords(*other);
    }
    if (line.text.starts_with("# IMB-")) settings_ = SettingsIn(words);
    if (line.text.starts_with(kProcesses) && words.size() > 3) ranks_ = ForeignCount(words[3], name_, line);
    if (!line.text.starts_with(kBenchmarking) || words.size() < 3) return;
    const auto found = CasesOfImb().find(words[2]);
    benchmark_ = found == CasesOfImb().end() ? std::nullopt : std::optional(found->second);
    if (!benchmark_) AddOnce("IMB " + words[2], output_.left_out);
    columns_ = {};
  }

  void Take(const std::vector<std::string>& words, const TextLine& line) {
    ForeignResult result{benchmark_->case_name, benchmark_->family};
    result.bytes = columns_.bytes ? ForeignCount(words[*columns_.bytes], name_, line) : -1;
    result.ranks = ranks_;
    const auto& datatype = benchmark_->case_name.find("reduce") == std::string::npos ? moved_ : reduced_;
    if (!datatype.empty()) result.settings.push_back(datatype[0]);
    result.settings.insert(result.settings.end(), settings_.begin(), settings_.end());
    if (words.size() > 1 && !IsNumeric(words[1])) {  // "time-out.; Time limit ...", "out-of-mem.; needed X= ..."
      result.fault =
          Fault{FaultKind::kError, -1, fmt::format("IMB: {}", fmt::join(words.begin() + 1, words.end(), " "))};
    } else {
      if (words.size() <= *columns_.time) throw UsageError("{}, line {}: has no time", name_, line.number);
      result.seconds = ForeignNumber(words[*columns_.time], name_, line) * 1e-6;
    }
    if (result.seconds && columns_.defects && *columns_.defects < words.size() &&
        ForeignNumber(words[*columns_.defects], name_, line) > 0) {
      result.fault = Fault{FaultKind::kWrongData, -1, "IMB counted " + words[*columns_.defects] + " defects"};
    }
    output_.results.push_back(std::move(result));
  }

  const std::string& name_;
  std::optional<CaseOfImb> benchmark_;
  std::int64_t ranks_ = 0;
  ColumnsOfImb columns_;
  std::vector<std::string> reduced_;   // the datatype of reductions
  std::vector<std::string> moved_;     // that of everything else
  std::vector<std::string> settings_;  // of the command line
  ForeignOutput output_;
};

}  // namespace

ForeignOutput ReadImb(const std::string& text, const std::string& name) {
  ImbReader reader(name);
  for (const TextLine& line : ForeignLines(text)) reader.Read(line);
  return reader.Result();
}

}  // namespace mpigauge
