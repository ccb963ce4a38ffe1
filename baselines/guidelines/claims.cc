#include "baselines/guidelines/claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <set>

namespace mpigauge {

std::string Guideline::Text() const {
  std::string text;
  for (const Term& term : right) text += (text.empty() ? "" : " + ") + term.case_name;
  return left + " <= " + text;
}

const std::vector<Guideline>& Guidelines() {
  constexpr auto kTimesRanks = TermBytes::kTimesRanks;
  constexpr auto kOverRanks = TermBytes::kOverRanks;
  static const std::vector<Guideline> kGuidelines = {
      {"allreduce", {{"reduce"}, {"bcast"}}},
      {"allreduce", {{"reduce_scatter_block", kOverRanks}, {"allgather", kOverRanks}}},
      {"reduce", {{"allreduce"}}},
      {"reduce", {{"reduce_scatter_block", kOverRanks}, {"gather", kOverRanks}}},
      {"bcast", {{"scatter", kOverRanks}, {"allgather", kOverRanks}}},
      {"scan", {{"exscan"}, {"reduce_local"}}},
      {"reduce_scatter", {{"reduce", kTimesRanks}, {"scatter"}}},
      {"reduce_scatter_block", {{"reduce", kTimesRanks}, {"scatter"}}},
      {"reduce_scatter_block", {{"reduce_scatter"}}},
      {"reduce_scatter_block", {{"allreduce", kTimesRanks}}},
      {"gather", {{"allgather"}}},
      {"gather", {{"gatherv"}}},
      {"gather", {{"reduce", kTimesRanks}}},
      {"scatter", {{"bcast", kTimesRanks}}},
      {"scatter", {{"scatterv"}}},
      {"allgather", {{"gather"}, {"bcast", kTimesRanks}}},
      {"allgather", {{"alltoall"}}},
      {"allgather", {{"allgatherv"}}},
      {"alltoall", {{"alltoallv"}}},
      {"alltoallv", {{"alltoallw"}}},
      {"ping_pong", {{"ping_pong_synchronous"}}},
      {"ping_pong", {{"ping_pong_buffered"}}},
      {"ping_pong_ready", {{"ping_pong"}}},
      {"ping_pong_any_source", {{"ping_pong_mprobe"}}},
      {"head_to_head_sendrecv", {{"head_to_head"}}},
  };
  return kGuidelines;
}

namespace {

// The forms of an operation, by their names, that must not take longer than the operation itself: "i" before it with
// the wait, "_persistent" behind it.
std::vector<Guideline> FormGuidelines(const std::string& case_name) {
  return {{"i" + case_name, {{case_name}}}, {case_name + "_persistent", {{case_name}}}};
}

// Series of one case that differ in "bytes" alone, by it.
using Sizes = std::map<std::int64_t, const SeriesRecord*>;

// The parameters without "bytes".
std::string OtherParameters(const SeriesRecord& series) {
  Parameters others = series.parameters;
  std::erase_if(others, [](const auto& parameter) { return parameter.first == "bytes"; });
  return SeriesName("", others);
}

class Index {
 public:
  explicit Index(const std::vector<SeriesRecord>& all) {
    for (const SeriesRecord& series : all) {
      if (!IsOfTheLibrary(series)) continue;
      sizes_[series.case_name][OtherParameters(series)][ParameterOr(series.parameters, "bytes", -1)] = &series;
      cases_.insert(series.case_name);
    }
  }

  const std::set<std::string>& cases() const { return cases_; }
  const std::map<std::string, Sizes>& Of(const std::string& case_name) const {
    static const std::map<std::string, Sizes> kNone;
    const auto found = sizes_.find(case_name);
    return found == sizes_.end() ? kNone : found->second;
  }

  // Finds a series with at least so many bytes, the other parameters the same.
  const SeriesRecord* AtLeast(const std::string& case_name, const std::string& others, std::int64_t bytes) const {
    const auto& of_case = Of(case_name);
    const auto sizes = of_case.find(others);
    if (sizes == of_case.end()) return nullptr;
    const auto found = sizes->second.lower_bound(bytes);
    const bool has_size = found != sizes->second.end() && (found->first >= 0) == (bytes >= 0);
    return has_size ? found->second : nullptr;
  }

 private:
  static bool IsOfTheLibrary(const SeriesRecord& series) {
    static const std::set<std::string> kOthers = {"control", "self-test", "stress", "adopted", "overlap"};
    return !kOthers.contains(series.family) && series.case_name.find("_overlap") == std::string::npos;
  }

  std::map<std::string, std::map<std::string, Sizes>> sizes_;  // by case, then by the other parameters
  std::set<std::string> cases_;
};

std::optional<std::int64_t> BytesOf(const Term& term, const SeriesRecord& left) {
  const std::int64_t bytes = ParameterOr(left.parameters, "bytes", -1);
  if (bytes < 0 || term.bytes == TermBytes::kSame) return bytes;
  const std::int64_t ranks = ParameterOr(left.parameters, "ranks", 0);
  if (ranks == 0) return std::nullopt;
  return term.bytes == TermBytes::kTimesRanks ? bytes * ranks : (bytes + ranks - 1) / ranks;
}

std::optional<Claim> ClaimOf(const Guideline& guideline, const SeriesRecord& left, const std::string& others,
                             const Index& index) {
  Claim claim{guideline.Text(), left.name, {}};
  for (const Term& term : guideline.right) {
    const auto bytes = BytesOf(term, left);
    const SeriesRecord* series = bytes ? index.AtLeast(term.case_name, others, *bytes) : nullptr;
    if (series == nullptr) return std::nullopt;
    claim.right.push_back({1, series->name});
  }
  return claim;
}

void AddRule(const Guideline& guideline, const Index& index, std::vector<Claim>& claims) {
  for (const auto& [others, sizes] : index.Of(guideline.left)) {
    for (const auto& [bytes, left] : sizes) {
      if (auto claim = ClaimOf(guideline, *left, others, index)) claims.push_back(std::move(*claim));
    }
  }
}

// Two claims about neighbouring sizes: the smaller one takes no longer than the larger, and the larger no longer than
// as many of the smaller as it has bytes.
void AddSizes(const Sizes& sizes, std::vector<Claim>& claims) {
  for (auto small = sizes.begin(); small != sizes.end(); ++small) {
    const auto large = std::next(small);
    if (small->first < 0 || large == sizes.end()) continue;
    claims.push_back({"monotony in bytes", small->second->name, {{1, large->second->name}}});
    if (small->first == 0 || large->first % small->first != 0) continue;
    const std::int64_t times = large->first / small->first;
    claims.push_back({"split robustness", large->second->name, {{static_cast<double>(times), small->second->name}}});
  }
}

}  // namespace

std::string Claim::RightText() const {
  std::vector<std::string> texts;
  for (const Part& part : right)
    texts.push_back((part.times == 1 ? "" : fmt::format("{} x ", part.times)) + part.series);
  return fmt::format("{}", fmt::join(texts, " + "));
}

std::vector<Claim> ClaimsOn(const std::vector<SeriesRecord>& series) {
  const Index index(series);
  std::vector<Claim> claims;
  for (const Guideline& guideline : Guidelines()) AddRule(guideline, index, claims);
  for (const std::string& name : index.cases()) {
    for (const Guideline& guideline : FormGuidelines(name)) AddRule(guideline, index, claims);
    for (const auto& [others, sizes] : index.Of(name)) AddSizes(sizes, claims);
  }
  return claims;
}

}  // namespace mpigauge
