#pragma once

// Counts calls that are not modelled. Internal to this folder.

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mpigauge {

class Notes {
 public:
  template <typename... Args>
  void Count(fmt::format_string<Args...> text, Args&&... args) {
    ++counts_[fmt::format(text, std::forward<Args>(args)...)];
  }
  void Add(const std::string& text, std::int64_t times = 1) { counts_[text] += times; }

  // "MPI_Put is not modelled (12 times)", in the order of the alphabet.
  std::vector<std::string> Lines() const {
    std::vector<std::string> lines;
    for (const auto& [text, times] : counts_) {
      lines.push_back(times == 1 ? text : fmt::format("{} ({} times)", text, times));
    }
    return lines;
  }

 private:
  std::map<std::string, std::int64_t> counts_;
};

}  // namespace mpigauge
