#include <algorithm>
#include <map>
#include <optional>

#include "base/error.h"
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
};

std::optional<std::size_t> PlaceOf(const std::vector<std::string>& words, const std::string& wanted) {
  const auto found = std::find(words.begin(), words.end(), wanted);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

ColumnsOfImb HeadOfImb(const std::vector<std::string>& words) {
  auto time = PlaceOf(words, "t_max[usec]");
  if (!time) time = PlaceOf(words, "t[usec]");
  return {PlaceOf(words, "#bytes"), time};
}

}  // namespace

ForeignOutput ReadImb(const std::string& text, const std::string& name) {
  ForeignOutput output;
  std::optional<CaseOfImb> benchmark;
  std::int64_t ranks = 0;
  ColumnsOfImb columns;
  for (const TextLine& line : ForeignLines(text)) {
    const std::vector<std::string> words = ForeignWords(line.text);
    if (line.text.starts_with(kBenchmarking) && words.size() > 2) {
      const auto found = CasesOfImb().find(words[2]);
      benchmark = found == CasesOfImb().end() ? std::nullopt : std::optional(found->second);
      if (!benchmark) AddOnce("IMB " + words[2], output.left_out);
      columns = {};
    } else if (line.text.starts_with(kProcesses) && words.size() > 3) {
      ranks = ForeignCount(words[3], name, line);
    } else if (!words.empty() && (words[0] == "#bytes" || words[0] == "#repetitions")) {
      columns = HeadOfImb(words);
    } else if (benchmark && columns.time && !words.empty() && IsNumeric(words[0])) {
      if (words.size() <= *columns.time) throw UsageError("{}, line {}: has no time", name, line.number);
      const std::int64_t bytes = columns.bytes ? ForeignCount(words[*columns.bytes], name, line) : -1;
      const double seconds = ForeignNumber(words[*columns.time], name, line) * 1e-6;
      output.results.push_back({benchmark->case_name, benchmark->family, bytes, ranks, seconds});
    }
  }
  return output;
}

}  // namespace mpigauge
