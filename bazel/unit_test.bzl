"""cc_unit_test: the tests of a folder as one program, compiled together like the sources of a library.

A test by itself costs 5 CPU seconds of compiling and one of linking, most of it for headers that its neighbours include
too. Some of them: `ci/bazel test //stats:unit_test --test_filter='SignedRank*'`. The log names each test before it runs,
so a crash has a name.
"""

load("@rules_cc//cc:defs.bzl", "cc_test")
load("//bazel:library.bzl", "together")

# Every test may use these; gtest_main has the main function.
GTEST = ["@syslibs//:gmock", "@syslibs//:gtest_main"]

def _others(rules):
    """The tests of this folder that no rule above names."""
    # Not a select(): what is compiled together is in the list of a genrule, too.
    lists = [rule["srcs"] for rule in rules if type(rule.get("srcs")) in ("list", "tuple")]
    named = [file.split(":")[-1] for files in lists for file in files]
    return [file for file in native.glob(["*_test.cc"]) if file not in named]

def _libraries(rules):
    return [":" + rule["name"] for rule in rules if rule["kind"] == "cc_library" and not rule.get("alwayslink", 0)]

def cc_unit_test(name = "unit_test", srcs = None, helpers = [], deps = [], size = "medium", **kwargs):
    """Makes one test of files that need no process of their own.

    The one that is named unit_test is the last rule of its folder. It has all tests that no rule above names.

    Args:
      name: of the test.
      srcs: the tests, NAME.cc if none are given. A file's anonymous namespace stays its own.
      helpers: headers that tests share, and sources of theirs.
      deps: libraries. A unit_test that names none of its folder uses all of them.
      size: of the test, all files together.
      **kwargs: goes to cc_test.
    """
    if name == "unit_test":
        rules = native.existing_rules().values()
        srcs = _others(rules)
        if not [one for one in deps if one.startswith(":")]:
            deps = _libraries(rules) + deps
    cc_test(
        name = name,
        size = size,
        srcs = together(name, helpers + (srcs or [name + ".cc"]), own_namespaces = True),
        deps = deps + GTEST,
        **kwargs
    )
