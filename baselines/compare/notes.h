#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace mpigauge {

// Appends these lists to `notes`, in their order. Functions whose names end in Notes return such lists.
inline void AddNotes(std::initializer_list<std::vector<std::string>> lists, std::vector<std::string>& notes) {
  for (const std::vector<std::string>& list : lists) notes.insert(notes.end(), list.begin(), list.end());
}

}  // namespace mpigauge
