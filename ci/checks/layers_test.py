"""ci/checks/layers.py finds imports that go up, exceptions that are none, MPI in the wrong place, heads that lie."""
import unittest
from unittest import mock

from ci.checks import layers

BUILD = """# What messages cost.
# May import: base, stats.
# Begin with cost.h.

load("//bazel:library.bzl", "cc_library")

SHARED = ["//stats"]

package(default_visibility = ["//ci:__subpackages__"])

cc_library(
    name = "cost",
    srcs = ["cost.cc"],
    visibility = ["//dashboards:__pkg__"],
    deps = SHARED + select({
        "//bazel/mpi:use_mpich": ["//base:file"],
        "//conditions:default": [":other"],
    }),
)

python_test(
    name = "cost_test",
    src = "cost_test.py",
    data = ["//mpigauge"],
)

cc_library(
    name = "testing",
    testonly = True,
    deps = ["//testing:services"],
)
"""


class ImportsTest(unittest.TestCase):
    def test_imports_of_programs_and_of_tests_are_told_apart(self):
        product, tests = layers.imports_of(BUILD, "simulator/cost")
        self.assertEqual(product, {"bazel/mpi", "base", "stats"})
        self.assertEqual(tests, {"mpigauge", "testing"})

    def test_a_package_for_tests_alone_has_imports_of_tests_only(self):
        text = 'package(default_testonly = True)\n\ncc_library(\n    name = "a",\n    deps = ["//mpigauge:cli"],\n)\n'
        self.assertEqual(layers.imports_of(text, "simulator/cost"), (set(), {"mpigauge"}))


class UpwardsTest(unittest.TestCase):
    def found(self, imports, exceptions=None, of_tests=None):
        with mock.patch.multiple(layers, EXCEPTIONS=exceptions or {}, PROGRAMS_OF_TESTS=of_tests or {}):
            return layers.upwards(imports)

    def test_down_and_beside_is_right(self):
        self.assertEqual(self.found({"dashboards/plot": ({"baselines/store", "dashboards/data", "bazel"}, {"docs"}),
                                     "base": (set(), set())}), [])

    def test_up_is_wrong_in_what_is_shipped_and_in_tests(self):
        for imports in (({"ci/gate"}, set()), (set(), {"ci/gate"})):
            self.assertEqual(self.found({"baselines/store": imports}),
                             ["baselines/store/BUILD: imports //ci/gate, which is not a layer below it"])

    def test_tests_may_start_what_is_not_linked(self):
        self.assertEqual(self.found({"ci/launch": (set(), {"benchmarks", "testing"})}), [])
        for name in ("benchmarks", "testing"):
            self.assertEqual(len(self.found({"ci/launch": ({name}, set())})), 1)

    def test_the_base_is_a_layer_of_its_own(self):
        self.assertEqual(self.found({"base": ({"stats"}, set())}),
                         ["base/BUILD: imports //stats, which is not a layer below it"])

    def test_an_exception_is_for_what_it_names(self):
        pair = {("baselines/compare", "ci/impact"): "a reason"}
        self.assertEqual(self.found({"baselines/compare": ({"ci/impact"}, set())}, pair), [])
        self.assertEqual(len(self.found({"baselines/compare": ({"simulator/fit"}, set())}, pair)), 2)

    def test_an_exception_that_is_none_any_more(self):
        pair = {("baselines/compare", "ci/impact"): "a reason"}
        self.assertEqual(self.found({"baselines/compare": (set(), set())}, pair),
                         ["ci/checks/layers.py: baselines/compare does not import ci/impact any more; take the "
                          "exception away"])

    def test_programs_that_tests_may_start_may_not_be_shipped(self):
        pair = {("simulator/trace", "mpigauge"): "a reason"}
        self.assertEqual(self.found({"simulator/trace": (set(), {"mpigauge"})}, {}, pair), [])
        self.assertEqual(len(self.found({"simulator/trace": ({"mpigauge"}, set())}, {}, pair)), 2)


class MpiTest(unittest.TestCase):
    def test_only_where_it_may_be(self):
        with mock.patch.object(layers, "WITH_MPI", ["harness/sync", "benchmarks"]):
            self.assertEqual(layers.wrong_mpi({"harness/sync", "benchmarks"}), [])
            self.assertEqual(layers.wrong_mpi({"harness/sync", "benchmarks", "ci/gate"}),
                             ["ci/gate: includes mpi.h; may it?"])
            self.assertEqual(layers.wrong_mpi({"benchmarks"}),
                             ["ci/checks/layers.py: nothing in harness/sync includes mpi.h any more"])


class HeadTest(unittest.TestCase):
    def found(self, text, product, exists=True):
        return layers.wrong_head("simulator/cost", layers.head_of(text), product, lambda name: exists)

    def test_a_true_head(self):
        self.assertEqual(self.found(BUILD, {"base", "stats"}), [])

    def test_a_folder_stands_for_what_is_below_it(self):
        self.assertEqual(self.found("# Costs. May import: harness.\n", {"harness/state", "harness/sync"}), [])

    def test_no_head(self):
        self.assertEqual(self.found("load()\n", set()),
                         ["simulator/cost/BUILD: does not begin with a comment: what is the folder for?"])

    def test_an_import_that_it_does_not_name(self):
        self.assertEqual(self.found(BUILD, {"base", "stats", "record"}),
                         ["simulator/cost/BUILD: its head does not say that it may import record"])

    def test_a_name_that_is_not_imported(self):
        self.assertEqual(self.found(BUILD, {"base"}),
                         ["simulator/cost/BUILD: its head says that it may import stats, and it does not"])

    def test_a_file_to_begin_with_that_is_not_there(self):
        self.assertEqual(self.found(BUILD, {"base", "stats"}, exists=False),
                         ["simulator/cost/BUILD: there is no cost.h to begin with"])


if __name__ == "__main__":
    unittest.main()
