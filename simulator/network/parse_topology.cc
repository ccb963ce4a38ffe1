#include <fmt/format.h>

#include <charconv>
#include <map>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/plural.h"
#include "simulator/network/topology.h"

namespace mpigauge {
namespace {

int ParseCount(std::string_view text, std::string_view what) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) {
    throw UsageError("{}: '{}' is not a number", what, text);
  }
  return value;
}

// "4x3x2". At most 2^30 in all, so that hosts can be counted.
std::vector<int> ParseSizes(std::string_view text, std::string_view what) {
  std::vector<int> sizes;
  double product = 1;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    sizes.push_back(ParseCount(text.substr(begin, end - begin), what));
    product *= sizes.back();
    begin = end + 1;
  }
  if (product > (1 << 30)) throw UsageError("{}: too large", what);
  return sizes;
}

using Sizes = std::vector<int>;
using Maker = std::unique_ptr<Topology> (*)(const Sizes&);

struct Kind {
  std::size_t numbers;  // that it takes; 0 for any
  Maker make;
};

const std::map<std::string_view, Kind> kKinds = {
    {"bus", {1, [](const Sizes& n) { return Bus(n[0]); }}},
    {"complete", {1, [](const Sizes& n) { return CompleteNetwork(n[0]); }}},
    {"dragonfly", {3, [](const Sizes& n) { return Dragonfly(n[0], n[1], n[2]); }}},
    {"fat-tree", {1, [](const Sizes& n) { return FatTree(n[0]); }}},
    {"hypercube", {1, [](const Sizes& n) { return Hypercube(n[0]); }}},
    {"mesh", {0, [](const Sizes& n) { return Grid(n, false); }}},
    {"ring", {1, [](const Sizes& n) { return Grid(n, true); }}},
    {"torus", {0, [](const Sizes& n) { return Grid(n, true); }}},
};

}  // namespace

std::unique_ptr<Topology> ParseTopology(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  const std::string what = fmt::format("topology '{}'", text);
  if (name == "lists") {
    const std::string path(rest);
    return DirectNetwork(ParseIncidenceLists(ReadFile(path), path));
  }
  const auto kind = kKinds.find(name);
  if (kind == kKinds.end()) {
    throw UsageError(
        "{}: not known; there are complete, bus, ring, mesh, torus, hypercube, fat-tree, dragonfly and "
        "lists, such as torus:4x4 or lists:FILE",
        what);
  }
  const Sizes sizes = ParseSizes(rest, what);
  if (kind->second.numbers != 0 && sizes.size() != kind->second.numbers) {
    throw UsageError("{}: takes {}", what, Counted(kind->second.numbers, "number"));
  }
  return kind->second.make(sizes);
}

std::vector<std::vector<int>> ParseIncidenceLists(std::string_view text, std::string_view what) {
  std::map<int, std::vector<int>> lists;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word;
    if (!(words >> word)) continue;
    const std::string place = fmt::format("{}:{}", what, number);
    if (word.back() != ':') throw UsageError("{}: begins with '{}', not with a node and a colon", place, word);
    word.pop_back();
    const int node = ParseCount(word, place);
    const auto [list, fresh] = lists.try_emplace(node);
    if (!fresh) throw UsageError("{}: node {} has a list already", place, node);
    while (words >> word) list->second.push_back(ParseCount(word, place));
  }
  if (lists.empty()) throw UsageError("{}: has no incidence list", what);
  std::vector<std::vector<int>> result;
  for (auto& [node, list] : lists) {
    if (node != static_cast<int>(result.size())) throw UsageError("{}: node {} has no list", what, result.size());
    result.push_back(std::move(list));
  }
  return result;
}

}  // namespace mpigauge
