"""cc_unit_test: the tests of a folder as one program, compiled together like the sources of a library.

A test by itself costs 5 CPU seconds of compiling and one of linking, most of it for headers that its neighbours include
too. Some of them: `ci/bazel test //stats:unit_test --test_filter='SignedRank*'`. The log names each test before it runs,
so a crash has a name.
"""

load("@rules_cc//cc:defs.bzl", "cc_test")
load("//bazel:library.bzl", "together")

def cc_unit_test(srcs, name = "unit_test", size = "medium", **kwargs):
    """Makes one test of files that need no process of their own.

    Args:
      srcs: the tests, and headers that they share. A file's anonymous namespace stays its own.
      name: of the test.
      size: of the test, all files together.
      **kwargs: goes to cc_test.
    """
    cc_test(
        name = name,
        size = size,
        srcs = together(name, srcs, own_namespaces = True),
        **kwargs
    )
