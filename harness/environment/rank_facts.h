#pragma once

#include <string>
#include <vector>

namespace mpigauge {

// A rank tells rank 0 this about itself.
struct RankFacts {
  std::string host;
  std::string kernel;  // clock identity: one per running kernel
  std::vector<int> processing_units;
};

// The facts on their way to rank 0.
std::string AsText(const RankFacts& facts);

// Throws Error (usage) where the text is none of AsText.
RankFacts RankFactsFromText(const std::string& text);

}  // namespace mpigauge
