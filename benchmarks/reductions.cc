// Allreduce of several types and operations, predefined and of our own, and the library's arithmetic alone. Source:
// SKaMPI A [SK4], MPIPerf 5 [KU12], OSU's -T, IMB Reduce_local.
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "benchmarks/collective_operations.h"
#include "benchmarks/first_difference.h"
#include "benchmarks/owned_handle.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {
namespace {

template <typename T>
using Combine = T (*)(T, T);

template <typename T>
T CombineAll(int ranks, Combine<T> combine, const std::function<T(int)>& of_rank) {
  T value = of_rank(0);
  for (int rank = 1; rank < ranks; ++rank) value = combine(value, of_rank(rank));
  return value;
}

template <typename T>
void AllreduceOf(State& state, MPI_Datatype type, MPI_Op op, Combine<T> combine) {
  Buffers<T> buffers(state);
  state.CheckData([&] {
    return buffers.FirstUnlikePeriod([&](std::int64_t i) {
      return CombineAll<T>(state.size(), combine, [&](int rank) { return buffers.Sent(rank, i); });
    });
  });
  for (auto _ : state) Checked(MPI_Allreduce(buffers.send(), buffers.recv(), buffers.count(), type, op, state.comm()));
}

// The same for structures, of which `make(rank, index)` is what a rank has. They lie in the same place in all
// operations, whatever --buffers says.
template <typename T>
void AllreduceOfStructures(State& state, MPI_Datatype type, MPI_Op op, T (*make)(int, std::int64_t),
                           Combine<T> combine) {
  const auto count = static_cast<std::size_t>(state.bytes()) / sizeof(T);
  PageArray<T> send(count);
  PageArray<T> recv(count);
  std::int64_t first = 0;
  const auto renew = [&](std::int64_t contents) {
    first = contents;
    for (std::size_t i = 0; i < count; ++i) send.data()[i] = make(state.rank(), first + static_cast<std::int64_t>(i));
    std::fill(recv.values().begin(), recv.values().end(), T{});
  };
  renew(0);
  state.RenewData(renew);
  state.CheckData([&] {
    auto wrong = FirstDifference<T>(recv.values(), [&](std::int64_t i) {
      return CombineAll<T>(state.size(), combine, [&](int rank) { return make(rank, first + i); });
    });
    std::fill(recv.values().begin(), recv.values().end(), T{});
    return wrong;
  });
  for (auto _ : state)
    Checked(MPI_Allreduce(send.data(), recv.data(), static_cast<int>(count), type, op, state.comm()));
}

template <typename T>
T Sum(T a, T b) {
  return a + b;
}
template <typename T>
T Product(T a, T b) {
  return a * b;
}
template <typename T>
T Smaller(T a, T b) {
  return std::min(a, b);
}
template <typename T>
T Larger(T a, T b) {
  return std::max(a, b);
}
template <typename T>
T BitAnd(T a, T b) {
  return a & b;
}

// Not commutative: the first number that is not 0.
int FirstNonZero(int a, int b) { return a != 0 ? a : b; }

// MPI_DOUBLE_INT.
struct ValueAndIndex {
  double value;
  int index;
  bool operator==(const ValueAndIndex&) const = default;
};
ValueAndIndex MakeValueAndIndex(int rank, std::int64_t i) { return {PatternValue<double>(rank, i), rank}; }
ValueAndIndex LargestValue(ValueAndIndex a, ValueAndIndex b) {
  if (a.value == b.value) return {a.value, std::min(a.index, b.index)};
  return a.value > b.value ? a : b;
}

// x -> scale * x + offset, in whole numbers modulo 2^32; one after the other is one again, and the order matters.
struct LinearMap {
  std::uint32_t scale;
  std::uint32_t offset;
  bool operator==(const LinearMap&) const = default;
};
LinearMap MakeLinearMap(int rank, std::int64_t i) {
  return {2 * PatternValue<std::uint32_t>(rank, i) + 1, PatternValue<std::uint32_t>(rank, i + 1)};
}
LinearMap OneAfterTheOther(LinearMap a, LinearMap b) { return {a.scale * b.scale, b.scale * a.offset + b.offset}; }

template <typename T, T (*kCombine)(T, T)>
void UserFunction(void* in, void* in_out, int* length, MPI_Datatype*) {
  const T* left = static_cast<const T*>(in);
  T* right = static_cast<T*>(in_out);
  for (int i = 0; i < *length; ++i) right[i] = kCombine(left[i], right[i]);
}

Case* Register(std::string name, Case::Function function) {
  const std::string description = "Other types and operations: " + name;
  return RegisterCase(std::move(name), std::move(function))
      ->Collective()
      ->Describe(description)
      ->Parameter("bytes", kFewSizes);
}

template <typename T>
void RegisterPredefined(std::string name, MPI_Datatype type, MPI_Op op, Combine<T> combine) {
  Register(std::move(name), [=](State& state) { AllreduceOf<T>(state, type, op, combine); });
}

template <typename T, T (*kCombine)(T, T)>
void RegisterUserFunction(std::string name, MPI_Datatype type, bool commutes) {
  Register(std::move(name), [=](State& state) {
    OwnedOp op(MPI_OP_NULL);
    Checked(MPI_Op_create(&UserFunction<T, kCombine>, commutes, op.put()));
    AllreduceOf<T>(state, type, op.get(), kCombine);
  });
}

void AllreduceDoubleIntMaxloc(State& state) {
  AllreduceOfStructures<ValueAndIndex>(state, MPI_DOUBLE_INT, MPI_MAXLOC, MakeValueAndIndex, LargestValue);
}
MPIGAUGE_CASE(AllreduceDoubleIntMaxloc)
    ->Collective()
    ->Parameter("bytes", {16, 4096, 65536, 1048576})
    ->Describe("MPI_Allreduce with MPI_MAXLOC of MPI_DOUBLE_INT");

// Reduces values of a derived type, which no predefined operation takes.
void AllreduceUserStructure(State& state) {
  OwnedType type(MPI_DATATYPE_NULL);
  Checked(MPI_Type_contiguous(2, MPI_UINT32_T, type.put()));
  Checked(MPI_Type_commit(type.put()));
  OwnedOp op(MPI_OP_NULL);
  Checked(MPI_Op_create(&UserFunction<LinearMap, OneAfterTheOther>, false, op.put()));
  AllreduceOfStructures<LinearMap>(state, type.get(), op.get(), MakeLinearMap, OneAfterTheOther);
}
MPIGAUGE_CASE(AllreduceUserStructure)
    ->Collective()
    ->Parameter("bytes", kFewSizes)
    ->Describe("MPI_Allreduce of a structure with an operation of the user");

// The library's arithmetic without communication. The next operation subtracts the sum again, so that numbers stay
// small. Source: IMB Reduce_local.
void ReduceLocal(State& state) {
  const auto count = static_cast<std::size_t>(state.bytes()) / sizeof(float);
  PageArray<float> added(count);
  PageArray<float> taken(count);
  PageArray<float> result(count);
  const auto value = [&](std::size_t i) { return PatternValue<float>(state.rank(), static_cast<std::int64_t>(i)); };
  for (std::size_t i = 0; i < count; ++i) {
    added.data()[i] = value(i);
    taken.data()[i] = -value(i);
    result.data()[i] = 1;
  }
  std::int64_t operations = 0;
  const auto add_or_take = [&] {
    const float* in = operations++ % 2 == 0 ? added.data() : taken.data();
    Checked(MPI_Reduce_local(in, result.data(), static_cast<int>(count), MPI_FLOAT, MPI_SUM));
  };
  state.CheckData([&] {
    if (operations % 2 == 0) add_or_take();  // or nothing were to be seen
    return FirstDifference<float>(result.values(),
                                  [&](std::int64_t i) { return 1 + value(static_cast<std::size_t>(i)); });
  });
  for (auto _ : state) add_or_take();
}
MPIGAUGE_CASE(ReduceLocal)
    ->Control()
    ->Family("collective")
    ->MessageSizes()
    ->Describe("MPI_Reduce_local: no communication");

[[maybe_unused]] const bool reductions_registered = [] {
  RegisterPredefined<float>("allreduce_float_max", MPI_FLOAT, MPI_MAX, Larger<float>);
  RegisterPredefined<double>("allreduce_double_sum", MPI_DOUBLE, MPI_SUM, Sum<double>);
  RegisterPredefined<double>("allreduce_double_min", MPI_DOUBLE, MPI_MIN, Smaller<double>);
  RegisterPredefined<int>("allreduce_int_sum", MPI_INT, MPI_SUM, Sum<int>);
  RegisterPredefined<int>("allreduce_int_max", MPI_INT, MPI_MAX, Larger<int>);
  RegisterPredefined<int>("allreduce_int_band", MPI_INT, MPI_BAND, BitAnd<int>);
  RegisterPredefined<unsigned>("allreduce_unsigned_prod", MPI_UNSIGNED, MPI_PROD, Product<unsigned>);
  Register("allreduce_long_double_sum",
           [](State& state) { AllreduceOf<long double>(state, MPI_LONG_DOUBLE, MPI_SUM, Sum<long double>); });
  RegisterUserFunction<float, Sum<float>>("allreduce_user_sum", MPI_FLOAT, true);
  RegisterUserFunction<int, FirstNonZero>("allreduce_user_ordered", MPI_INT, false);
  return true;
}();

}  // namespace
}  // namespace mpigauge::collectives
