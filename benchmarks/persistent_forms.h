#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include <string>

namespace mpigauge::collectives {

// The type of a persistent collective: that of the nonblocking one, with an MPI_Info before the request.
template <typename Done, typename... Rest>
struct WithInfo;
template <typename... Arguments>
struct Types;
template <typename... Done, typename Request>
struct WithInfo<Types<Done...>, Request> {
  using Function = int(Done..., MPI_Info, Request);
};
template <typename... Done, typename Next, typename After, typename... Rest>
struct WithInfo<Types<Done...>, Next, After, Rest...> : WithInfo<Types<Done..., Next>, After, Rest...> {};

template <auto kNonblocking>
struct PersistentOf;
template <typename... Arguments, int (*kNonblocking)(Arguments...)>
struct PersistentOf<kNonblocking> : WithInfo<Types<>, Arguments...> {};

// A function of the library that the program runs with; null where it has none of this name. Looked up and not linked,
// so that a program runs with older and newer libraries of one binary interface than the one it was built with.
template <typename Function>
Function* FindMpiFunction(const std::string& name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name.c_str()));  // null: the library does not have it
}

// MPI_Barrier_init of the standard (MPI 4, Open MPI 5), or MPIX_Barrier_init, the extension that Open MPI 4 has.
template <auto kNonblocking>
auto* FindPersistent(const std::string& operation) {
  using Function = typename PersistentOf<kNonblocking>::Function;
  Function* const standard = FindMpiFunction<Function>("MPI_" + operation + "_init");
  return standard != nullptr ? standard : FindMpiFunction<Function>("MPIX_" + operation + "_init");
}

}  // namespace mpigauge::collectives
