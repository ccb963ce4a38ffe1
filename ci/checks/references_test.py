"""ci/checks/references.py finds tags without a row, rows without a tag and rows that are there twice."""
import os
import tempfile
import unittest

from ci.checks import references


class ReferencesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def found(self, source, rows, page=""):
        self.write("sync/bound.h", source)
        self.write("docs/sync.md", page)
        self.write(references.PAGE, "| tag | what | section |\n|---|---|---|\n" +
                   "".join("| %s | a feature | 3.1 |\n" % row for row in rows))
        return references.findings(references.tags_of_files(self.folder.name, ["sync/bound.h"]),
                                   references.tags_of_page(self.folder.name),
                                   references.tags_of_files(self.folder.name, ["docs/sync.md"]))

    def test_ranges_and_lists(self):
        self.assertEqual(references.expand("SK3, SK7-SK9"), ["SK3", "SK7", "SK8", "SK9"])
        self.assertEqual(references.expand("KU15"), ["KU15"])

    def test_a_range_goes_up_within_one_paper(self):
        for text in ("SK9-SK7", "SK7-KU9"):
            with self.assertRaises(ValueError):
                references.expand(text)

    def test_all_is_well(self):
        self.assertEqual(self.found("// 3.1 [MP1-MP3].\n// 5 [KU1, KU2]\n", ["MP1", "MP2", "MP3", "KU1", "KU2"]), [])

    def test_a_tag_without_a_row_is_named_with_its_line(self):
        self.assertEqual(self.found("\n// [MP1, MP2]\n", ["MP1"]),
                         ["sync/bound.h:2: [MP2] has no row in " + references.PAGE])

    def test_a_row_without_a_tag(self):
        self.assertEqual(self.found("// [MP1]\n", ["MP1", "MP2"]), [references.PAGE + ": no source names [MP2]"])

    def test_a_row_that_is_there_twice(self):
        self.assertEqual(self.found("// [MP1]\n", ["MP1", "MP1"]), [references.PAGE + ": two rows for [MP1]"])

    def test_tags_of_other_pages_need_a_row_and_are_no_source(self):
        self.assertEqual(self.found("// [MP1]\n", ["MP1", "MP2"], "As in [MP2] and [MP3]."),
                         ["docs/sync.md:1: [MP3] has no row in " + references.PAGE,
                          references.PAGE + ": no source names [MP2]"])

    def test_places_of_arrays_are_no_tags(self):
        self.assertEqual(self.found("values[N2] = line[ABC12] + other[X1];\n", []), [])


if __name__ == "__main__":
    unittest.main()
