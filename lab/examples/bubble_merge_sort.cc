// Bubble sort on every rank, then merging: much to compute for few messages.
#include "lab/examples/merge_sort.h"
#include "lab/examples/sorting.h"

int main(int argc, char** argv) {
  mpigauge::MergeSort example(mpigauge::BubbleSort, 20000);
  return mpigauge::RunExample("bubble-merge-sort", "Sorts integers: Bubble sort on every rank, then merging", example,
                              argc, argv);
}
