#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/table.h"
#include "base/units.h"
#include "simulator/replay/outputs.h"

namespace mpigauge {
namespace {

const char* NameOf(PathPiece::Kind kind) {
  constexpr std::array kNames = {"compute", "overhead", "message", "interface", "collective"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::map<PathPiece::Kind, double> SumsOf(const std::vector<PathPiece>& path) {
  std::map<PathPiece::Kind, double> seconds;
  for (const PathPiece& piece : path) seconds[piece.kind] += piece.end - piece.begin;
  return seconds;
}

std::string Percent(double share) { return fmt::format("{:.1f}%", share * 100); }

}  // namespace

Json ToJson(const ReplayResult& result) {
  Json ranks = Json::array();
  for (std::size_t rank = 0; rank < result.finish_seconds.size(); ++rank) {
    ranks.push_back({{"finish_seconds", result.finish_seconds[rank]},
                     {"compute_seconds", result.compute_seconds[rank]},
                     {"utilization", result.Utilization(static_cast<int>(rank))}});
  }
  return {{"parallel_seconds", result.parallel_seconds},
          {"serial_seconds", result.serial_seconds},
          {"speedup", result.speedup()},
          {"events", result.events},
          {"messages", result.messages},
          {"unreceived", result.unreceived},
          {"ranks", ranks}};
}

Json ToJson(const Gradient& gradient) {
  return {{"link_seconds", gradient.link_seconds},
          {"link_seconds_per_byte", gradient.link_seconds_per_byte},
          {"send_overhead_seconds", gradient.send_overhead_seconds},
          {"receive_overhead_seconds", gradient.receive_overhead_seconds},
          {"gap_seconds", gradient.gap_seconds},
          {"gap_seconds_per_byte", gradient.gap_seconds_per_byte},
          {"compute_factor", gradient.compute_factor}};
}

Json ToJson(const std::vector<PathPiece>& path) {
  Json pieces = Json::array();
  for (const PathPiece& piece : path) {
    pieces.push_back({{"what", NameOf(piece.kind)},
                      {"rank", piece.rank},
                      {"begin_seconds", piece.begin},
                      {"end_seconds", piece.end}});
  }
  Json sums = Json::object();
  for (const auto& [kind, sum] : SumsOf(path)) sums[std::string(NameOf(kind)) + "_seconds"] = sum;
  return {{"sums", sums}, {"pieces", pieces}};
}

std::string ReplayText(const std::vector<std::string>& names, const std::vector<ReplayResult>& results) {
  Table table({{"model", Table::Align::kLeft}, {"parallel"}, {"serial"}, {"speedup"}, {"ranks compute"}});
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ReplayResult& result = results[i];
    double least = 1;
    double most = 0;
    double sum = 0;
    const int ranks = static_cast<int>(result.finish_seconds.size());
    for (int rank = 0; rank < ranks; ++rank) {
      least = std::min(least, result.Utilization(rank));
      most = std::max(most, result.Utilization(rank));
      sum += result.Utilization(rank);
    }
    table.AddRow({names[i], FormatSeconds(result.parallel_seconds), FormatSeconds(result.serial_seconds),
                  fmt::format("{:.3f}", result.speedup()),
                  fmt::format("{} ({} to {})", Percent(sum / ranks), Percent(least), Percent(most))});
  }
  return table.Text(false);
}

std::string PathText(const std::vector<PathPiece>& path) {
  double all = 0;
  for (const auto& [kind, seconds] : SumsOf(path)) all += seconds;
  std::string text;
  for (const auto& [kind, seconds] : SumsOf(path)) {
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", NameOf(kind), FormatSeconds(seconds),
                        Percent(seconds / all));
  }
  return text;
}

std::string GradientText(const Gradient& gradient) {
  Table table({{"parameter", Table::Align::kLeft}, {"counts"}});
  const auto add = [&](const char* name, double value, const char* unit) {
    table.AddRow({name, fmt::format("{:.6g} {}", value, unit)});
  };
  add("link", gradient.link_seconds, "times");
  add("link per byte", gradient.link_seconds_per_byte, "bytes");
  add("send overhead", gradient.send_overhead_seconds, "times");
  add("receive overhead", gradient.receive_overhead_seconds, "times");
  add("gap", gradient.gap_seconds, "times");
  add("gap per byte", gradient.gap_seconds_per_byte, "bytes");
  add("computation", gradient.compute_factor, "s");
  return table.Text(false);
}

}  // namespace mpigauge
