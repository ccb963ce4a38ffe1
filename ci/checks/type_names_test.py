"""ci/checks/type_names.py finds two types of one name that one program can link."""
import unittest

from ci.checks import type_names

EVENT = "namespace mpigauge {\n\nstruct Event {\n  struct Place {};\n};\n\n}  // namespace mpigauge\n"


class TypeNamesTest(unittest.TestCase):
    def test_types_with_their_namespaces(self):
        text = "namespace mpigauge {\nclass Store {\n};\nnamespace detail {\nenum class Kind { kOne };\n" \
               "}  // namespace detail\nstruct Row final : Base {\n};\nstruct Later;\n}  // namespace mpigauge\n"
        self.assertEqual(type_names.types_of(text),
                         ["mpigauge::Store", "mpigauge::detail::Kind", "mpigauge::Row"])

    def test_two_types_of_one_name(self):
        found = type_names.wrong({"baselines/changes.h": EVENT, "simulator/queue.h": EVENT})
        self.assertEqual(len(found), 1)
        self.assertIn("simulator/queue.h is a type of baselines/changes.h, too", found[0])
        self.assertIn("mpigauge::Event", found[0])

    def test_programs_that_never_meet_may_have_the_same_names(self):
        self.assertEqual(type_names.wrong({"baselines/changes.h": EVENT, "benchmarks/queue.h": EVENT}), [])
        other = EVENT.replace("namespace mpigauge {", "namespace mpigauge::replay {")
        self.assertEqual(type_names.wrong({"baselines/changes.h": EVENT, "simulator/queue.h": other}), [])


if __name__ == "__main__":
    unittest.main()
