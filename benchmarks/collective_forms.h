#pragma once

#include <mpi.h>

#include "benchmarks/persistent_forms.h"
#include "harness/state/state.h"

// The persistent form of a collective, where the library that the program runs with has it; else a null pointer.
#define MPIGAUGE_PERSISTENT_FORM(Name, Iname, ...)                                                           \
  FindPersistent<&MPI_##Iname>(#Name) == nullptr ? nullptr : +[](const Arguments& a, MPI_Request* request) { \
    static auto* const init = FindPersistent<&MPI_##Iname>(#Name);                                           \
    Checked(init(__VA_ARGS__ __VA_OPT__(, ) a.comm, MPI_INFO_NULL, request));                                \
  }

// The blocking and the nonblocking form, MPI_Name and MPI_Iname. Their arguments are the same up to the communicator;
// `a` are the Arguments they are made of.
#define MPIGAUGE_TWO_FORMS(Name, Iname, ...)                                          \
  [](const Arguments& a) { Checked(MPI_##Name(__VA_ARGS__ __VA_OPT__(, ) a.comm)); }, \
      [](const Arguments& a, MPI_Request* request) {                                  \
        Checked(MPI_##Iname(__VA_ARGS__ __VA_OPT__(, ) a.comm, request));             \
      }

#define MPIGAUGE_FORMS(Name, Iname, ...) \
  MPIGAUGE_TWO_FORMS(Name, Iname, __VA_ARGS__), MPIGAUGE_PERSISTENT_FORM(Name, Iname, __VA_ARGS__)
