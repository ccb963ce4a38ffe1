"""Whether ci/skipped finds what the machine made tests skip, in the logs of Python's tests and of GoogleTest's."""
import os
import subprocess
import tempfile
import unittest

CASES = '''
import unittest
from bazel.lab import BY_DESIGN, in_the_lab

class Some(unittest.TestCase):
    def test_alone(self):
        """A text, which unittest would print instead of the name."""
        self.skipTest("not\\n here")

    def test_passes(self):
        pass

    @in_the_lab
    def test_lab(self):
        self.fail()

    @unittest.skip(BY_DESIGN + "it says nothing")
    def test_design(self):
        self.fail()

    def test_parts(self):
        for part in (1, 2):
            with self.subTest(part=part):
                if part == 2:
                    self.skipTest("the second")

class All(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise unittest.SkipTest("none of them")

    def test_any(self):
        self.fail()

if __name__ == "__main__":
    unittest.main()
'''
GTEST = '''[==========] Running 3 tests from 1 test suite.
[ RUN      ] Kinds/StoreTest.Is/Sqlite
a/b_test.cc:12: Skipped
this machine refuses: mount: Operation not permitted

[  SKIPPED ] Kinds/StoreTest.Is/Sqlite (3 ms)
[ RUN      ] StoreTest.Two
a/b_test.cc:14: Skipped
by design: one rank

[  SKIPPED ] StoreTest.Two (0 ms)
[ RUN      ] StoreTest.Silent
a/b_test.cc:15: Skipped

[  SKIPPED ] StoreTest.Silent (0 ms)
[ RUN      ] StoreTest.Three
[       OK ] StoreTest.Three (0 ms)
[==========] 4 tests from 1 test suite ran. (3 ms total)
[  PASSED  ] 1 test.
[  SKIPPED ] 3 tests, listed below:
[  SKIPPED ] Kinds/StoreTest.Is/Sqlite
[  SKIPPED ] StoreTest.Two
[  SKIPPED ] StoreTest.Silent
'''


class SkippedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        return path

    def skipped(self, *logs):
        done = subprocess.run([os.path.abspath("ci/skipped"), *logs], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def log_of(self, cases):
        """Runs these cases as all Python tests are run, and returns what they print."""
        done = subprocess.run(["bash", "bazel/python_test.sh", self.write("some_test.py", cases)], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_python(self):
        log = self.write("testlogs/lab/some_test/test.log", self.log_of(CASES))
        self.assertEqual(self.skipped(log), ["//lab:some_test: All: none of them",
                                             "//lab:some_test: Some.test_alone: not here",
                                             "//lab:some_test: Some.test_parts (part=2): the second"])

    def test_google_test(self):
        log = self.write("x/testlogs/a/b_test/test.log", GTEST)
        self.assertEqual(self.skipped(log), [
            "//a:b_test: Kinds/StoreTest.Is/Sqlite: this machine refuses: mount: Operation not permitted",
            "//a:b_test: StoreTest.Silent: no reason"])

    def test_shards_and_attempts_are_one_target(self):
        paths = ["testlogs/a/c/d_test/shard_1_of_2/test.log", "testlogs/a/c/d_test/test_attempts/attempt_1.log",
                 "testlogs/a/c/d_test/shard_1_of_2/test_attempts/attempt_1.log"]
        lines = self.skipped(*(self.write(path, GTEST) for path in paths))
        self.assertEqual({line.split(": ")[0] for line in lines}, {"//a/c:d_test"})
        self.assertEqual(len(lines), 2)

    def test_without_logs_those_of_the_last_tests(self):
        self.write("bazel-testlogs/a/b_test/test.log", GTEST)
        self.write("bazel-testlogs/a/b_test/test_attempts/attempt_1.log", GTEST.replace("Silent", "Earlier"))
        self.assertEqual(len(self.skipped()), 2)

    def test_a_test_that_ran_is_not_listed(self):
        passed = "import unittest\nclass T(unittest.TestCase):\n  def test(self): print('a: Skipped')\n"
        log = self.write("testlogs/x/y/test.log", self.log_of(passed + "unittest.main()\n"))
        self.assertEqual(self.skipped(log), [])


if __name__ == "__main__":
    unittest.main()
