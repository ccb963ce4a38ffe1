"""Changes are made where they mean something, and the log is counted right."""
import argparse
import contextlib
import io
import os
import tempfile
import unittest
from unittest import mock

from lab.mutations import bazel_tests, mutate
from lab.mutations.operators import mutations
from lab.mutations.reach import Reach, files_of

SOURCE = """#include <a + b>
// a < b
int F(std::vector<int>& v, int n) {
  if (n < 3 && !v.empty()) return 1;
  v.push_back(n + 1);
  Log("a == b", 'x');
  return true ? n : 0;  /* n - 1 */
}
"""


class MutationsTest(unittest.TestCase):
    def changed(self, operator):
        """The lines that this operator gives."""
        return [one.apply(SOURCE) for one in mutations(SOURCE) if one.operator == operator]

    def test_each_operator_changes_one_place_of_the_code(self):
        for operator, before, after in (("< to <=", "n < 3", "n <= 3"), ("&& to ||", "3 && !v", "3 || !v"),
                                        ("without !", "&& !v.", "&& v."), ("+ to -", "n + 1", "n - 1"),
                                        ("true to false", "true ?", "false ?"), ("statement removed", "  v.push_back(n + 1);", "  ;"),
                                        ("condition turned over", "(n < 3 && !v.empty())", "(!(n < 3 && !v.empty()))")):
            self.assertIn(SOURCE.replace(before, after, 1), self.changed(operator), operator)

    def test_comments_texts_and_includes_are_left_alone(self):
        for one in mutations(SOURCE):
            text = one.apply(SOURCE)
            for kept in ("#include <a + b>\n// a < b\n", "/* n - 1 */"):
                self.assertIn(kept, text, one)
            self.assertTrue('"a == b"' in text or one.operator == "statement removed", one)
        self.assertEqual(self.changed("== to !="), [])
        self.assertEqual(self.changed("- to +"), [])

    def test_numbers_are_whole_ones(self):
        numbers = [one.apply("x = 1e-9 + 0.5 + y1 + 7;") for one in mutations("x = 1e-9 + 0.5 + y1 + 7;")
                   if one.operator == "number plus 1"]
        self.assertEqual(numbers, ["x = 1e-9 + 0.5 + y1 + 8;"])

    def test_mutations_without_an_effect_are_not_made(self):
        source = """  v.reserve(n + 1);
  std::array<char, 64> line;
  return "a" + text == "b" ? std::min(a, b) : c + "d";
"""
        made = {(one.operator, one.apply(source)) for one in mutations(source)}
        self.assertEqual(made, {("== to !=", source.replace("==", "!=")), ("min to max", source.replace("min", "max"))})


GRAPH = """digraph mygraph {
  node [shape=box];
"//a:sum_test"
"//a:sum_test" -> "//a:sum"
"//a:sum_test" -> "//a:sum_test.cc"
"//a:sum" -> "//a:sum.cc" [label="//conditions:default"];
"//a:sum" -> "//a:sum.h"
"//a:sum" -> "//b:mean"
"//b:mean" -> "//b:mean.cc"
"//b:mean" -> "@syslibs//:fmt"
"//c:other_test" -> "//c:other.cc"
}
Loading: 0 packages loaded
"""


class ReachTest(unittest.TestCase):
    reach = Reach({"//a:sum_test": 1.0, "//a:sum_test_np2": 2.0, "//a:x_test": 3.0, "//a:y_test": 0.5, "//c:other_test": 1.0},
                  {"//a:sum_test": {"a/sum.cc", "b/mean.cc"}, "//a:sum_test_np2": {"a/sum.cc"}, "//a:x_test": {"a/sum.cc"},
                   "//a:y_test": {"a/sum.cc", "a/y.cc"}, "//c:other_test": {"c/other.cc"}})

    def test_a_test_is_built_from_what_its_libraries_are_built_from(self):
        self.assertEqual(files_of(GRAPH, ["//a:sum_test", "//c:other_test"]),
                         {"//a:sum_test": {"a/sum_test.cc", "a/sum.cc", "a/sum.h", "b/mean.cc"},
                          "//c:other_test": {"c/other.cc"}})

    def test_a_files_own_tests_come_first_and_others_beside_it_as_far_as_there_is_time(self):
        own = ["//a:sum_test", "//a:sum_test_np2"]
        self.assertEqual(self.reach.tests_of("a/sum.cc", 10), (own, ["//a:y_test", "//a:x_test"]))
        self.assertEqual(self.reach.tests_of("a/sum.cc", 3), (own, ["//a:y_test"]))
        self.assertEqual(self.reach.tests_of("a/y.cc", 10), (["//a:y_test"], []))

    def test_a_test_that_is_named_after_a_file_counts_wherever_it_is(self):
        reach = Reach({"//a:x_test": 1.0, "//c:sum_test": 1.0, "//d:sum_test": 1.0},
                      {"//a:x_test": {"a/sum.cc"}, "//c:sum_test": {"a/sum.cc"}, "//d:sum_test": {"d/sum.cc"}})
        self.assertEqual(reach.tests_of("a/sum.cc", 10), (["//c:sum_test"], ["//a:x_test"]))

    def test_a_file_without_a_test_beside_it_is_left_to_other_folders(self):
        self.assertEqual(self.reach.tests_of("b/mean.cc", 10), ([], ["//a:sum_test"]))
        self.assertEqual(self.reach.tests_of("b/nobody.cc", 10), ([], []))

    def test_tests_of_other_folders_are_those_that_are_not_asked_first(self):
        reach = Reach({"//a:sum_test": 1.0, "//a:x_test": 3.0, "//c:other_test": 2.0, "//d:far_test": 1.0},
                      {"//a:sum_test": {"a/sum.cc"}, "//a:x_test": {"a/sum.cc"}, "//c:other_test": {"a/sum.cc"},
                       "//d:far_test": {"a/sum.cc"}})
        self.assertEqual(reach.elsewhere("a/sum.cc", 10), ["//d:far_test", "//c:other_test"])
        self.assertEqual(reach.elsewhere("a/sum.cc", 2), ["//d:far_test"])
        self.assertEqual(reach.elsewhere("b/nobody.cc", 10), [])

    def test_files_are_apart_where_no_test_of_one_is_built_from_the_other(self):
        self.assertTrue(self.reach.apart("a/sum.cc", "c/other.cc", 10))
        for one, other in (("a/sum.cc", "b/mean.cc"), ("a/sum.cc", "a/y.cc"), ("c/other.cc", "c/other.cc")):
            self.assertFalse(self.reach.apart(one, other, 10), one)
            self.assertFalse(self.reach.apart(other, one, 10), one)

    def test_a_batch_has_files_that_are_apart_from_each_other(self):
        waiting = ["a/sum.cc", "b/mean.cc", "c/other.cc", "a/y.cc"]
        self.assertEqual(self.reach.batch(waiting, 6, 10), ["a/sum.cc", "c/other.cc"])
        self.assertEqual(self.reach.batch(waiting, 1, 10), ["a/sum.cc"])
        self.assertEqual(self.reach.batch([], 6, 10), [])


BUILT = """Target //a:sum_test up-to-date:
  bazel-bin/a/sum_test
Target //c:other_test failed to build
Target //d:d_test up-to-date (nothing to build)
"""

TESTED = """//a:sum_test                                                    PASSED in 0.1s
//a:x_test                                             (cached) PASSED in 0.2s
//b:b_test                                                      FAILED in 3.0s
  /root/log
//c:other_test                                                  FAILED TO BUILD
//d:d_test                                                      TIMEOUT in 20.1s
//e:e_test                                                      FLAKY, failed in 1 out of 2 in 0.3s
//f:f_test                                                      NO STATUS
"""


class BazelTest(unittest.TestCase):
    def test_build_failures_and_test_results_are_read_from_the_output(self):
        self.assertEqual(bazel_tests.built_of(BUILT), {"//a:sum_test", "//d:d_test"})
        self.assertEqual(bazel_tests.results_of(TESTED), {
            "//a:sum_test": "PASSED", "//a:x_test": "PASSED", "//b:b_test": "FAILED", "//d:d_test": "TIMEOUT",
            "//e:e_test": "PASSED"})

    def test_each_file_is_answered_for_by_its_own_tests(self):
        bazel = bazel_tests.Bazel("bazel", 5)
        outputs = iter([(1, BUILT + "Target //b:b_test up-to-date:\n"), (3, TESTED), (0, "//d:d_test    PASSED in 9.0s\n")])
        calls = []

        def run(words, **_):
            calls.append(words)
            code, out = next(outputs)
            return mock.Mock(returncode=code, stdout=out)

        with mock.patch.object(bazel_tests.subprocess, "run", run):
            answers = bazel.answers({"a": ["//a:sum_test"], "b": ["//a:sum_test", "//b:b_test"], "c": ["//c:other_test"],
                                     "d": ["//d:d_test"]})
        self.assertEqual(answers, {"a": ("survived", ""), "b": ("noticed", "//b:b_test"), "c": ("does not compile", ""),
                                   "d": ("survived", "")})
        self.assertEqual([words[1] for words in calls], ["build", "test", "test"])
        self.assertNotIn("//c:other_test", calls[1])
        self.assertEqual([word for word in calls[2] if word.startswith("//")], ["//d:d_test"])

    def test_another_exit_code_ends_the_program(self):
        with mock.patch.object(bazel_tests.subprocess, "run", lambda *_, **__: mock.Mock(returncode=37, stdout="crashed")):
            with self.assertRaisesRegex(SystemExit, "crashed\nbazel build ended with exit code 37"):
                bazel_tests.Bazel("bazel", 5).build(["//a:sum_test"])


class FakeBazel:
    """Answers by what the files say: a change of "<" is noticed, one of "+" does not compile, others survive."""

    def __init__(self):
        self.asked = []

    def learn(self, folders):
        return Reach({"//a:a_test": 1.0, "//a:more_test": 1.0, "//b:b_test": 1.0},
                     {"//a:a_test": {"a/a.cc"}, "//a:more_test": {"a/a.cc"}, "//b:b_test": {"b/b.cc"}})

    def answers(self, wanted):
        self.asked.append(wanted)
        return {file: self.answer(mutate.read(file), tests) for file, tests in wanted.items()}

    def answer(self, text, tests):
        if " + " not in text:
            return "does not compile", ""
        return ("noticed", tests[0]) if " < " not in text else ("survived", "")


SMALL = "bool f(int x, int y) { return x < y && y + x == z; }\n"


class MutateTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        for name in ("a/a.cc", "b/b.cc", "c/c.cc"):
            os.makedirs(os.path.dirname(name))
            mutate.write(name, SMALL)
        listed = mock.patch.object(mutate, "sources", lambda *_: ["a/a.cc", "b/b.cc", "c/c.cc"])
        listed.start()
        self.addCleanup(listed.stop)
        self.bazel = FakeBazel()

    def mutate(self, **changed):
        options = {"log": "log", "seed": 1, "each": 1, "most": 10**6, "minutes": 10**6, "together": 6, "seconds": 40,
                   "folders": [], "tests": None, "headers": False}
        with contextlib.redirect_stdout(io.StringIO()) as out:
            mutate.mutate(self.bazel, argparse.Namespace(**{**options, **changed}))
        return mutate.Log("log"), out.getvalue()

    def test_all_places_of_all_files_are_tried_once_and_the_files_are_put_back(self):
        log, out = self.mutate(each=9)
        for name in ("a/a.cc", "b/b.cc"):
            rows = {row["operator"]: (row["answer"], row["by"]) for row in log.rows if row["file"] == name}
            self.assertEqual(rows, {"< to <=": ("noticed", "//%s:%s_test" % (name[0], name[0])), "&& to ||": ("survived", ""),
                                    "== to !=": ("survived", ""), "+ to -": ("does not compile", "")})
            self.assertEqual(mutate.read(name), SMALL)
        self.assertEqual(len(log.rows), 8)
        self.assertIn("no fast test is built from them: c/c.cc\n", out)

    def test_tests_named_after_the_file_are_asked_first_and_others_where_they_pass(self):
        self.mutate(each=9)
        self.assertEqual(self.bazel.asked[0], {"a/a.cc": ["//a:a_test"], "b/b.cc": ["//b:b_test"]})
        # Two of four changes pass the first test.
        self.assertEqual(self.bazel.asked.count({"a/a.cc": ["//a:more_test"]}), 2)

    def test_it_ends_where_it_is_told_and_goes_on_there(self):
        self.assertEqual(len(self.mutate(most=1)[0].counted()), 1)
        self.assertEqual(len(self.mutate(minutes=0)[0].counted()), 1)
        log, _ = self.mutate()
        self.assertEqual([len(log.counted(name)) for name in ("a/a.cc", "b/b.cc")], [1, 1])

    def test_tests_of_other_folders_are_asked_about_what_none_beside_it_noticed(self):
        self.mutate(each=9)
        self.bazel.learn = None  # what was learned is kept
        kept = mutate.json.loads(mutate.read("log.tests.json"))
        kept["seconds"]["//far:far_test"] = 1.0
        kept["files"]["//far:far_test"] = ["a/a.cc"]
        mutate.write("log.tests.json", mutate.json.dumps(kept))
        answers = iter([("noticed", "//far:far_test"), ("survived", "")])
        self.bazel.answer = lambda *_: next(answers)
        self.bazel.asked.clear()
        options = argparse.Namespace(log="log", seed=1, minutes=10**6, seconds=40, folders=[], tests=None)
        with contextlib.redirect_stdout(io.StringIO()):
            mutate.elsewhere(self.bazel, options)
            mutate.elsewhere(self.bazel, options)  # both are answered: nothing is asked again
        self.assertEqual(self.bazel.asked, [{"a/a.cc": ["//far:far_test"]}] * 2)
        self.assertEqual(mutate.read("a/a.cc"), SMALL)
        log = mutate.Log("log")
        self.assertEqual(len(log.counted()), 6)
        text = mutate.summary(log)
        self.assertIn("of those that survived: 1 noticed elsewhere, 1 survived everywhere; 2 were not shown to tests", text)
        self.assertEqual(text.count("a/a.cc:1: "), 1)
        self.assertEqual(text.count("b/b.cc:1: "), 2)

    def test_files_are_put_back_where_the_build_ends_the_program(self):
        def fails(_):
            self.assertNotEqual(mutate.read("a/a.cc"), SMALL)
            raise SystemExit("crashed")

        self.bazel.answers = fails
        with self.assertRaises(SystemExit):
            self.mutate()
        self.assertEqual([mutate.read(name) for name in ("a/a.cc", "b/b.cc")], [SMALL, SMALL])

    def test_a_file_is_given_up_where_nothing_compiles(self):
        self.bazel.answer = lambda *_: ("does not compile", "")
        with mock.patch.object(mutate, "TRIES", 2):
            log, _ = self.mutate()
        self.assertEqual(sorted(row["file"] for row in log.rows), ["a/a.cc"] * 2 + ["b/b.cc"] * 2)

    def test_mutations_that_do_not_compile_are_in_no_share(self):
        with open("log", "w") as log:
            for answer in ("noticed", "survived", "does not compile", "noticed"):
                log.write("\t".join(["stats/a.cc", "3", "+ to -", "17", "a + b", "a - b", answer, ""]) + "\n")
        text = mutate.summary(mutate.Log("log"))
        self.assertRegex(text, "(?m)^stats +3 +1 +33.3%$")
        self.assertIn("stats/a.cc:3: + to -\n  a + b\n  a - b", text)


if __name__ == "__main__":
    unittest.main()
