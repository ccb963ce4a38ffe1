// Quicksort on every rank, then merging: little to compute for what is sent.
#include "lab/examples/merge_sort.h"
#include "lab/examples/sorting.h"

int main(int argc, char** argv) {
  mpigauge::MergeSort example(mpigauge::QuickSort, 2000000);
  return mpigauge::RunExample("quick-merge-sort", "Sorts integers: Quicksort on every rank, then merging", example,
                              argc, argv);
}
