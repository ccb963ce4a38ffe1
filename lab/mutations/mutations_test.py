"""Changes are made where they mean something, and the log is counted right."""
import csv
import os
import tempfile
import unittest

from lab.mutations import mutate
from lab.mutations.operators import mutations

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

    def test_what_does_not_compile_does_not_count(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "log")
            with open(name, "w", newline="") as log:
                writer = csv.writer(log, delimiter="\t")
                for answer in ("noticed", "survived", "does not compile", "noticed"):
                    writer.writerow(["stats/a.cc", 3, "+ to -", "17", "a + b", "a - b", answer, ""])
            text = mutate.summary(mutate.read_log(name))
        self.assertRegex(text, "(?m)^stats +3 +1 +33.3%$")
        self.assertIn("stats/a.cc:3: + to -\n  a + b\n  a - b", text)

    def test_a_package_answers_for_its_files_and_a_files_own_test_comes_first(self):
        bazel = mutate.Bazel("ci/bazel", 5)
        bazel.fast = {"stats": ["//stats:rank_sum_test", "//stats:summary_test"]}
        self.assertEqual(bazel.tests_of("stats/summary.cc"), (["//stats:summary_test"], ["//stats:rank_sum_test"]))
        self.assertEqual(bazel.tests_of("harness/sync/window.cc"), ([], []))


if __name__ == "__main__":
    unittest.main()
