#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "benchmarks/owned_handle.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {

// Data that do not lie together: `numbers` of 8 bytes, in memory that is counted in words of 4 bytes. A layout tells
// it to MPI by Type() and count(), and to loops by ForEachBlock(f), which calls f(first word, words) for each piece
// that does lie together, in the order of the type map.

// All in one piece.
class ContiguousLayout {
 public:
  static constexpr const char* kName = "contiguous";
  explicit ContiguousLayout(int numbers) : numbers_(numbers) {}
  int words() const { return 2 * numbers_; }
  int payload_words() const { return 2 * numbers_; }
  int count() const { return numbers_; }
  void Type(MPI_Datatype* type) const { Checked(MPI_Type_dup(MPI_DOUBLE, type)); }
  template <typename Function>
  void ForEachBlock(Function f) const {
    f(0, 2 * numbers_);
  }

 private:
  int numbers_;
};

// One number, then a gap as long.
class VectorLayout {
 public:
  static constexpr const char* kName = "vector";
  explicit VectorLayout(int numbers) : numbers_(numbers) {}

  int words() const { return 4 * numbers_; }  // of memory
  int payload_words() const { return 2 * numbers_; }
  int count() const { return 1; }
  void Type(MPI_Datatype* type) const { Checked(MPI_Type_vector(numbers_, 1, 2, MPI_DOUBLE, type)); }

  template <typename Function>
  void ForEachBlock(Function f) const {
    for (int i = 0; i < numbers_; ++i) f(4 * i, 2);
  }

 private:
  int numbers_;
};

// Many small vectors of four numbers in two cache lines, where a fixed cost of each piece shows. Source: Open MPI's
// pull request 10037, which mended such a one that had become four times slower.
class SmallVectorsLayout {
 public:
  static constexpr const char* kName = "small_vectors";
  explicit SmallVectorsLayout(int numbers) : count_(numbers / 4) {}

  int words() const { return 32 * count_; }
  int payload_words() const { return 8 * count_; }
  int count() const { return count_; }
  void Type(MPI_Datatype* type) const {
    OwnedType vector(MPI_DATATYPE_NULL);
    Checked(MPI_Type_vector(2, 2, 8, MPI_DOUBLE, vector.put()));
    Checked(MPI_Type_create_resized(vector.get(), 0, 128, type));
  }

  template <typename Function>
  void ForEachBlock(Function f) const {
    for (int i = 0; i < count_; ++i) {
      f(32 * i, 4);
      f(32 * i + 16, 4);
    }
  }

 private:
  int count_;
};

// Blocks of one, two and three numbers in turn, gaps of one and two.
class IndexedLayout {
 public:
  static constexpr const char* kName = "indexed";
  explicit IndexedLayout(int numbers) {
    int place = 0;
    for (int left = numbers, i = 0; left > 0; left -= lengths_.back(), ++i) {
      lengths_.push_back(std::min(left, 1 + i % 3));
      places_.push_back(place);
      place += lengths_.back() + 1 + i % 2;
    }
    words_ = 2 * place;
    payload_words_ = 2 * numbers;
  }

  int words() const { return words_; }
  int payload_words() const { return payload_words_; }
  int count() const { return 1; }
  void Type(MPI_Datatype* type) const {
    Checked(MPI_Type_indexed(static_cast<int>(lengths_.size()), lengths_.data(), places_.data(), MPI_DOUBLE, type));
  }

  template <typename Function>
  void ForEachBlock(Function f) const {
    for (std::size_t i = 0; i < lengths_.size(); ++i) f(2 * places_[i], 2 * lengths_[i]);
  }

 private:
  std::vector<int> lengths_;
  std::vector<int> places_;
  int words_ = 0;
  int payload_words_ = 0;
};

// Structures of which two members of 4 bytes are sent and the one between them is not.
class StructLayout {
 public:
  static constexpr const char* kName = "struct";
  explicit StructLayout(int numbers) : count_(numbers) {}

  int words() const { return 3 * count_; }
  int payload_words() const { return 2 * count_; }
  int count() const { return count_; }
  void Type(MPI_Datatype* type) const {
    const std::array<int, 2> lengths = {1, 1};
    const std::array<MPI_Aint, 2> places = {0, 8};
    const std::array<MPI_Datatype, 2> types = {MPI_FLOAT, MPI_INT};
    OwnedType members(MPI_DATATYPE_NULL);
    Checked(MPI_Type_create_struct(2, lengths.data(), places.data(), types.data(), members.put()));
    Checked(MPI_Type_create_resized(members.get(), 0, 12, type));
  }

  template <typename Function>
  void ForEachBlock(Function f) const {
    for (int i = 0; i < count_; ++i) {
      f(3 * i, 1);
      f(3 * i + 2, 1);
    }
  }

 private:
  int count_;
};

// The columns in the middle of a matrix that is twice as wide: rows of up to 16 numbers.
class SubarrayLayout {
 public:
  static constexpr const char* kName = "subarray";
  explicit SubarrayLayout(int numbers) : columns_(WidestRows(numbers)), rows_(numbers / columns_) {}

  int words() const { return 4 * rows_ * columns_; }
  int payload_words() const { return 2 * rows_ * columns_; }
  int count() const { return 1; }
  void Type(MPI_Datatype* type) const {
    const std::array<int, 2> sizes = {rows_, 2 * columns_};
    const std::array<int, 2> parts = {rows_, columns_};
    const std::array<int, 2> starts = {0, columns_ / 2};
    Checked(MPI_Type_create_subarray(2, sizes.data(), parts.data(), starts.data(), MPI_ORDER_C, MPI_DOUBLE, type));
  }

  template <typename Function>
  void ForEachBlock(Function f) const {
    for (int row = 0; row < rows_; ++row) f(4 * columns_ * row + 2 * (columns_ / 2), 2 * columns_);
  }

 private:
  // This width makes rows full.
  static int WidestRows(int numbers) {
    int columns = 16;
    while (columns > 1 && numbers % columns != 0) --columns;
    return columns;
  }

  int columns_;
  int rows_;
};

}  // namespace mpigauge::collectives
