#include <array>
#include <utility>

#include "harness/base/error.h"
#include "simulator/program/collective.h"

namespace mpigauge {
namespace {

constexpr std::array<std::pair<CollectiveKind, std::string_view>, 10> kKinds = {{
    {CollectiveKind::kBarrier, "barrier"},
    {CollectiveKind::kBcast, "bcast"},
    {CollectiveKind::kReduce, "reduce"},
    {CollectiveKind::kAllreduce, "allreduce"},
    {CollectiveKind::kGather, "gather"},
    {CollectiveKind::kScatter, "scatter"},
    {CollectiveKind::kAllgather, "allgather"},
    {CollectiveKind::kAlltoall, "alltoall"},
    {CollectiveKind::kReduceScatter, "reduce_scatter"},
    {CollectiveKind::kScan, "scan"},
}};

constexpr std::array<std::pair<Algorithm, std::string_view>, 7> kAlgorithms = {{
    {Algorithm::kBinomial, "binomial"},
    {Algorithm::kScatterAllgather, "scatter_allgather"},
    {Algorithm::kRecursiveDoubling, "recursive_doubling"},
    {Algorithm::kRabenseifner, "rabenseifner"},
    {Algorithm::kRing, "ring"},
    {Algorithm::kPairwise, "pairwise"},
    {Algorithm::kDissemination, "dissemination"},
}};

template <typename Table, typename Value>
std::string NameIn(const Table& table, Value value) {
  for (const auto& [candidate, name] : table) {
    if (candidate == value) return std::string(name);
  }
  return "?";
}

template <typename Table>
auto Find(const Table& table, std::string_view text, std::string_view what) {
  std::string names;
  for (const auto& [value, name] : table) {
    if (name == text) return value;
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  throw UsageError("{}: '{}' is not known ({})", what, text, names);
}

}  // namespace

std::string NameOf(CollectiveKind kind) { return NameIn(kKinds, kind); }
std::string NameOf(Algorithm algorithm) { return NameIn(kAlgorithms, algorithm); }
CollectiveKind ParseCollectiveKind(std::string_view text, std::string_view what) { return Find(kKinds, text, what); }
Algorithm ParseAlgorithm(std::string_view text, std::string_view what) { return Find(kAlgorithms, text, what); }

bool IsCollective(std::string_view text) {
  for (const auto& [kind, name] : kKinds) {
    if (name == text) return true;
  }
  return false;
}

}  // namespace mpigauge
