"""Whether ci/words finds phrases in messages and comments, comments without a subject, and names of tests that say nothing."""
import os
import shutil
import subprocess
import tempfile
import unittest


class WordsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.makedirs(os.path.join(self.folder, "ci"))
        shutil.copy("ci/words", os.path.join(self.folder, "ci"))

    def findings(self, path, text):
        """The lines, and the first words, of the findings in a file with this text."""
        os.makedirs(os.path.dirname(os.path.join(self.folder, path)), exist_ok=True)
        with open(os.path.join(self.folder, path), "w") as file:
            file.write(text)
        done = subprocess.run(["python3", os.path.join(self.folder, "ci/words"), path], stdout=subprocess.PIPE, text=True)
        lines = done.stdout.splitlines()
        self.assertEqual(done.returncode, 1 if lines else 0)
        return [line.split(":", 2)[1] + line.split(":", 2)[2].split(": ")[0] for line in lines]

    def test_messages_that_are_read_twice_are_found(self):
        text = 'throw UsageError("{}: is no folder", path);\nthrow UsageError("{} is not a folder", path);\n'
        self.assertEqual(self.findings("base/a.cc", text), ["1 'is no folder'"])
        self.assertEqual(self.findings("base/a.cc", 'Error("\'{}\' is one word too many", word)'), ["1 'word too many'"])
        self.assertEqual(self.findings("base/a.cc", 'Error("there is no store, and it is no longer needed")'), [])

    def test_a_comment_is_read_over_its_lines(self):
        text = "int a;\n// A launch that has come to\n// its end.\n\n  // Its\n  // end.\n"
        self.assertEqual(self.findings("base/a.h", text), ["2 'come to its end'"])
        self.assertEqual(self.findings("lab/a.py", '"""A launch\nthat has come to\nits end."""\n'), ["1 'come to its end'"])
        self.assertEqual(self.findings("lab/a.py", 'TEXT = """\nthat has come to\nits end\n"""\n'), [])

    def test_a_comment_needs_a_subject(self):
        self.assertEqual(self.findings("base/a.h", "// Of a launch\n// the name.\n"), ["1 'Of a launch the name.'"])

    def test_names_of_tests_are_statements(self):
        for path, bad, good in (("base/a_test.cc", "TEST(File, WhatIsNoFileIsRefused) {", "TEST(File, WholeFilesAreRead) {"),
                                ("lab/a_test.py", "    def test_what_is_wrong(self):", "    def test_offsets_add_up(self):"),
                                ("dashboards/a.mjs", "test('of many the worst', () => {", "test('offsets add up', () => {")):
            self.assertEqual(len(self.findings(path, bad + "\n")), 1, path)
            self.assertEqual(self.findings(path, good + "\n"), [])


if __name__ == "__main__":
    unittest.main()
