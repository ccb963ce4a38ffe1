#include "harness/state/case.h"

#include <cctype>

namespace mpigauge {
namespace {

std::vector<std::unique_ptr<Case>>& Registry() {
  static std::vector<std::unique_ptr<Case>> cases;
  return cases;
}

}  // namespace

Case* Case::Collective() {
  family_ = "collective";
  loop_ = false;
  return this;
}

Case* Case::Exchange() {
  family_ = "point-to-point";
  loop_ = true;
  least_ranks_ = 2;
  return this;
}

Case* Case::RoundTrip() {
  messages_per_operation_ = 2;
  return Exchange();
}

Case* Case::Local() {
  family_ = "simple";
  loop_ = true;
  return this;
}

Case* Case::Control() {
  family_ = "control";
  loop_ = true;
  return this;
}

Case* Case::SelfTest() {
  Collective();
  family_ = "self-test";
  return this;
}

Case* Case::Once() {
  Collective();
  family_ = "start-up";
  once_ = true;
  return this;
}

Case* Case::LeavesTraces() {
  leaves_traces_ = true;
  return this;
}

Case* Case::Needs(Need need) {
  needs_.push_back(need);
  return this;
}

Case* Case::Parts() {
  parts_ = true;
  return this;
}

Case* Case::Distances() {
  by_distance_ = true;
  return Parameter(kDistance, {0, 1, 2});
}

Case* Case::Empty(bool loop) {
  SelfTest();
  loop_ = loop;
  empty_ = true;
  return this;
}

Case* Case::Messages(std::int64_t count) {
  messages_per_operation_ = count;
  return this;
}

Case* Case::Displaced(std::int64_t bytes) {
  displacement_ = bytes;
  return this;
}

Case* Case::LeastRanks(int ranks) {
  least_ranks_ = ranks;
  return this;
}

Case* Case::Family(std::string name) {
  family_ = std::move(name);
  return this;
}

Case* Case::Describe(std::string description) {
  description_ = std::move(description);
  return this;
}

Case* Case::Parameter(std::string name, std::vector<std::int64_t> values) {
  parameters_.emplace_back(std::move(name), std::move(values));
  return this;
}

Case* Case::Where(std::function<bool(const Parameters&)> makes_sense) {
  makes_sense_ = std::move(makes_sense);
  return this;
}

Case* Case::Usually(std::function<bool(const Parameters&)> usual) {
  usual_ = std::move(usual);
  return this;
}

Case* Case::Free(std::string name) {
  free_.insert(std::move(name));
  return this;
}

Case* Case::Version(int version) {
  version_ = version;
  return this;
}

std::vector<Parameters> Case::Points(int ranks, const ParameterValues& chosen) const {
  std::vector<Parameters> points = {{}};
  bool as_usual = true;
  for (const auto& [name, own_values] : parameters_) {
    const auto found = chosen.find(name);
    const bool takes = found != chosen.end() && !control() && (name == "bytes" || IsFree(name));
    const auto& values = takes ? found->second : own_values;
    as_usual = as_usual && !(takes && name != "bytes");
    std::vector<Parameters> longer;
    for (const Parameters& point : points) {
      for (const std::int64_t value : values) {
        longer.push_back(point);
        longer.back().emplace_back(name, value);
      }
    }
    points = std::move(longer);
  }
  if (control()) return points;
  for (Parameters& point : points) point.emplace_back("ranks", ranks);
  if (makes_sense_) std::erase_if(points, [&](const Parameters& point) { return !makes_sense_(point); });
  if (usual_ && as_usual) std::erase_if(points, [&](const Parameters& point) { return !usual_(point); });
  return points;
}

std::string CaseName(std::string_view function_name) {
  std::string name;
  if (function_name.starts_with("BM_")) function_name.remove_prefix(3);
  for (const char letter : function_name) {
    const auto code = static_cast<unsigned char>(letter);
    if (std::isupper(code) && !name.empty() && name.back() != '_') name += '_';
    name += static_cast<char>(std::tolower(code));
  }
  return name;
}

Case* RegisterCase(std::string name, Case::Function function) {
  return Registry().emplace_back(std::make_unique<Case>(std::move(name), std::move(function))).get();
}

Case* RegisterCase(std::string name, Case::GoogleFunction function) {
  return Registry().emplace_back(std::make_unique<Case>(std::move(name), function)).get();
}

const std::vector<std::unique_ptr<Case>>& RegisteredCases() { return Registry(); }

}  // namespace mpigauge
