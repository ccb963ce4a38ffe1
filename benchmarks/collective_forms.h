#pragma once

#include <mpi.h>
#if defined(OPEN_MPI) && MPI_VERSION < 4 && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

// The persistent form of a collective: the standard's, or the extension that Open MPI 4 has.
#if MPI_VERSION >= 4
#define MPIGAUGE_INIT(Name) MPI_##Name##_init
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define MPIGAUGE_INIT(Name) MPIX_##Name##_init
#endif

#ifdef MPIGAUGE_INIT
#define MPIGAUGE_PERSISTENT_FORM(Name, ...)                                         \
  [](const Arguments& a, MPI_Request* request) {                                    \
    MPIGAUGE_INIT(Name)(__VA_ARGS__ __VA_OPT__(, ) a.comm, MPI_INFO_NULL, request); \
  }
#else
#define MPIGAUGE_PERSISTENT_FORM(Name, ...) nullptr
#endif

// The blocking and the nonblocking form, MPI_Name and MPI_Iname. Their arguments are the same up to the communicator;
// `a` are the Arguments they are made of.
#define MPIGAUGE_TWO_FORMS(Name, Iname, ...)                                 \
  [](const Arguments& a) { MPI_##Name(__VA_ARGS__ __VA_OPT__(, ) a.comm); }, \
      [](const Arguments& a, MPI_Request* request) { MPI_##Iname(__VA_ARGS__ __VA_OPT__(, ) a.comm, request); }

#define MPIGAUGE_FORMS(Name, Iname, ...) \
  MPIGAUGE_TWO_FORMS(Name, Iname, __VA_ARGS__), MPIGAUGE_PERSISTENT_FORM(Name, __VA_ARGS__)
