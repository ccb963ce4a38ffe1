#include "lab/examples/sorting.h"

#include <algorithm>
#include <utility>

namespace mpigauge {
namespace {

int MedianOfThree(int a, int b, int c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

// Swaps until no value before the returned position is above the pivot, and none from there on below.
std::size_t Partition(std::span<int> values) {
  const int pivot = MedianOfThree(values.front(), values[values.size() / 2], values.back());
  std::size_t low = 0;
  std::size_t high = values.size() - 1;
  while (true) {
    while (values[low] < pivot) ++low;
    while (values[high] > pivot) --high;
    if (low >= high) return low;
    std::swap(values[low++], values[high--]);
  }
}

}  // namespace

void BubbleSort(std::span<int> values) {
  std::size_t unsorted = values.size();
  while (unsorted > 1) {
    std::size_t last_swap = 0;
    for (std::size_t i = 1; i < unsorted; ++i) {
      if (values[i - 1] > values[i]) {
        std::swap(values[i - 1], values[i]);
        last_swap = i;
      }
    }
    unsorted = last_swap;
  }
}

void QuickSort(std::span<int> values) {
  while (values.size() > 1) {
    const std::size_t middle = Partition(values);
    // The smaller side first, so that the stack stays shallow.
    std::span<int> smaller = values.first(middle);
    std::span<int> larger = values.subspan(middle);
    if (smaller.size() > larger.size()) std::swap(smaller, larger);
    QuickSort(smaller);
    values = larger;
  }
}

std::vector<int> Merged(std::span<const int> a, std::span<const int> b) {
  std::vector<int> merged(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin());
  return merged;
}

}  // namespace mpigauge
