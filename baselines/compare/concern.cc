#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "baselines/compare/selection_change.h"

namespace mpigauge {
namespace {

// Longer names before those that they contain.
constexpr std::array<std::string_view, 23> kOperations = {"neighbor_allgatherv",
                                                          "neighbor_allgather",
                                                          "neighbor_alltoallv",
                                                          "neighbor_alltoallw",
                                                          "neighbor_alltoall",
                                                          "reduce_scatter_block",
                                                          "reduce_scatter",
                                                          "reduce_local",
                                                          "allgatherv",
                                                          "allgather",
                                                          "allreduce",
                                                          "alltoallv",
                                                          "alltoallw",
                                                          "alltoall",
                                                          "barrier",
                                                          "bcast",
                                                          "exscan",
                                                          "gatherv",
                                                          "gather",
                                                          "reduce",
                                                          "scan",
                                                          "scatterv",
                                                          "scatter"};

// These words name a number of bytes at which the library changes its ways.
constexpr std::array<std::string_view, 7> kThresholds = {
    "eager_limit", "msg_size", "_small_msg", "_intermediate_msg", "_large_msg", "eager_max_sz", "p2p_threshold"};

// Cases whose name has one of these words apply an MPI_Op.
constexpr std::array<std::string_view, 6> kReducing = {"reduce", "scan", "accumulate", "fetch", "allreduce", "exscan"};

constexpr std::array<std::string_view, 5> kSilentFamilies = {"control", "self-test", "simple", "start-up", "io"};

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return lower;
}

bool Has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Whole words, words being what stands between underscores.
bool HasWords(std::string_view name, std::string_view words) {
  for (auto place = name.find(words); place != std::string_view::npos; place = name.find(words, place + 1)) {
    const std::size_t end = place + words.size();
    const bool begins = place == 0 || name[place - 1] == '_';
    if (begins && (end == name.size() || name[end] == '_')) return true;
  }
  return false;
}

// The first that stands in the name, with an i in front of it or not. Asked for each series and change, so nothing is
// made for the words that do not stand there.
std::string OperationIn(std::string_view name) {
  static const std::vector<std::string> kNonblocking = [] {
    std::vector<std::string> all;
    for (const std::string_view operation : kOperations) all.push_back("i" + std::string(operation));
    return all;
  }();
  for (std::size_t i = 0; i < kOperations.size(); ++i) {
    if (HasWords(name, kNonblocking[i])) return kNonblocking[i];
    if (HasWords(name, kOperations[i])) return std::string(kOperations[i]);
  }
  return "";
}

bool IsReduction(std::string_view case_name) {
  return std::any_of(kReducing.begin(), kReducing.end(), [&](std::string_view word) {
    return HasWords(case_name, word) || HasWords(case_name, "i" + std::string(word));
  });
}

std::optional<std::int64_t> Number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string Concern::Text() const {
  if (scope == Scope::kNone) return "";
  const std::string sizes = most_bytes >= 0 ? fmt::format("{} to {} bytes", least_bytes, most_bytes) : "";
  if (scope == Scope::kMessages) return sizes.empty() ? "messages" : sizes;
  if (scope == Scope::kReductions) return "reductions";
  const std::string what = scope == Scope::kOperation ? operation : "collectives";
  return sizes.empty() ? what : what + ", " + sizes;
}

Concern ConcernOf(std::string_view name, std::string_view before, std::string_view after) {
  const std::string lower = Lower(name);
  Concern concern;
  const bool threshold =
      std::any_of(kThresholds.begin(), kThresholds.end(), [&](std::string_view part) { return Has(lower, part); });
  if (HasWords(lower, "inter")) return concern;  // between two groups: no case does that
  if (concern.operation = OperationIn(lower); !concern.operation.empty()) {
    concern.scope = Concern::Scope::kOperation;
  } else if (threshold) {
    concern.scope = Concern::Scope::kMessages;
  } else if (lower.starts_with("op_") || lower == "components.op" || lower == "available.op") {
    concern.scope = Concern::Scope::kReductions;
  } else if (lower != "coll_tuned_use_dynamic_rules" &&  // alone it changes nothing: it lets other variables count
             (lower.starts_with("coll") || lower == "components.coll" || lower == "available.coll" ||
              lower.starts_with("mpir_cvar_coll") || lower == "mpir_cvar_device_collectives")) {
    concern.scope = Concern::Scope::kCollectives;
  }
  const auto old_value = Number(before);
  const auto new_value = Number(after);
  if (threshold && old_value && new_value && *old_value >= 0 && *new_value >= 0) {
    std::tie(concern.least_bytes, concern.most_bytes) = std::minmax(*old_value, *new_value);
  }
  return concern;
}

std::string OperationOf(std::string_view case_name) {
  std::string operation = OperationIn(case_name);
  if (operation.empty() || operation[0] == 'i') return operation;
  return HasWords(case_name, "persistent") ? "i" + operation : operation;
}

bool Concerns(const Concern& concern, std::string_view case_name, std::string_view family,
              const Parameters& parameters) {
  if (std::find(kSilentFamilies.begin(), kSilentFamilies.end(), family) != kSilentFamilies.end()) return false;
  const std::string operation = OperationOf(case_name);
  switch (concern.scope) {
    case Concern::Scope::kNone: return false;
    case Concern::Scope::kOperation:
      if (operation != concern.operation) return false;
      break;
    case Concern::Scope::kCollectives:
      if (operation.empty() || operation == "reduce_local") return false;
      break;
    case Concern::Scope::kReductions:
      if (!IsReduction(case_name)) return false;
      break;
    case Concern::Scope::kMessages:
      if (operation == "reduce_local") return false;
      break;
  }
  if (concern.most_bytes < 0) return true;
  const std::int64_t bytes = ParameterOr(parameters, "bytes", -1);
  const std::int64_t blocks = operation.empty() ? 1 : std::max<std::int64_t>(ParameterOr(parameters, "ranks", 1), 1);
  return bytes >= 0 && bytes * blocks >= concern.least_bytes && bytes <= concern.most_bytes;
}

}  // namespace mpigauge
