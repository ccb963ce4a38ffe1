"""interposer: a library for LD_PRELOAD that stands between a program and MPI."""

load("@rules_cc//cc:defs.bzl", "cc_binary")

_EXPORTS = "//harness/inject:interposer.lds"

def interposer(name, srcs, deps = ["//bazel/mpi"], **kwargs):
    """Makes a shared library that exports the functions of MPI alone.

    Args:
      name: of its file, libmpigauge_*.so.
      srcs: its sources.
      deps: libraries.
      **kwargs: goes to cc_binary.
    """
    cc_binary(
        name = name,
        srcs = srcs,
        additional_linker_inputs = [_EXPORTS],
        linkopts = ["-Wl,--version-script=$(location %s)" % _EXPORTS],
        linkshared = True,
        visibility = ["//visibility:public"],
        deps = deps,
        **kwargs
    )
