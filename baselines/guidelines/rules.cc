#include "baselines/guidelines/rules.h"

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

std::vector<Guideline> FormGuidelines(const std::string& case_name) {
  return {{"i" + case_name, {{case_name}}}, {case_name + "_persistent", {{case_name}}}};
}

}  // namespace mpigauge
