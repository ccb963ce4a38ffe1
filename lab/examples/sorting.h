#pragma once

#include <span>
#include <vector>

namespace mpigauge {

void BubbleSort(std::span<int> values);

// Hoare's, around the median of the first, the middle and the last value.
void QuickSort(std::span<int> values);

// Both must be sorted.
std::vector<int> Merged(std::span<const int> a, std::span<const int> b);

}  // namespace mpigauge
