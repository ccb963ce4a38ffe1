"""postgres_test: a C++ test that finds a real PostgreSQL server of its own."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//bazel:library.bzl", "together")
load("//bazel:python_test.bzl", "python_test")
load("//bazel:unit_test.bzl", "GTEST")

def postgres_test(name, srcs = None, deps = [], data = [], size = "medium", tags = [], **kwargs):
    """Makes NAME_bin, and NAME, which starts a server, runs NAME_bin with its URL in MPIGAUGE_TEST_POSTGRES, and stops it.

    Several sources are one program: they share its server, what they include is compiled once, and it is linked once.

    Args:
      name: of the test.
      srcs: of the test program; NAME.cc if none are given.
      deps: of the test program, beside GoogleTest.
      data: files that the test program reads.
      size: of the test.
      tags: of the test.
      **kwargs: goes to the test.
    """
    program = name + "_bin"
    cc_binary(
        name = program,
        testonly = True,
        srcs = together(program, srcs or [name + ".cc"], own_namespaces = True),
        deps = deps + GTEST,
    )
    python_test(
        name = name,
        src = "//testing:with_postgres.py",
        args = ["$(location :%s)" % program],
        data = data + [
            ":" + program,
            "//testing:postgres",
        ],
        size = size,
        tags = tags,
        **kwargs
    )
