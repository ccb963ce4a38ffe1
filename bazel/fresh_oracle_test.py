"""A committed oracle with one wrong number or one key too few is found."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

FRESH_ORACLE = "bazel/fresh_oracle.py"
WRITTEN = {"cases": [{"name": "a", "p": 0.25, "slope": 2e-10, "n": 3, "none": None}, {"name": "b", "p": 0.5, "slope": 1e-10}],
           "big": [1234567.5, -8.0], "zero": 0.0}


class FreshOracle(unittest.TestCase):
    def judged(self, change):
        """The exit code and output where the committed file is what the script writes, but for `change`."""
        kept = json.loads(json.dumps(WRITTEN))
        change(kept)
        with tempfile.TemporaryDirectory() as folder:
            script, data = os.path.join(folder, "make_oracle.py"), os.path.join(folder, "oracle.json")
            with open(script, "w", encoding="utf-8") as out:
                out.write("import json, sys\njson.dump(%r, open(sys.argv[1], 'w'))\n" % WRITTEN)
            with open(data, "w", encoding="utf-8") as out:
                json.dump(kept, out)
            done = subprocess.run([sys.executable, FRESH_ORACLE, script, data], capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def check_found(self, where, change):
        code, output = self.judged(change)
        self.assertEqual(code, 1, output)
        self.assertTrue(output.startswith(where + ":"), output)

    def check_passed(self, change):
        self.assertEqual(self.judged(change), (0, ""))

    def test_the_same(self):
        self.check_passed(lambda kept: None)

    def test_last_digits_may_differ(self):
        self.check_passed(lambda kept: kept["cases"][0].update(p=0.25 + 4e-10, slope=2e-10 * (1 + 4e-10)))
        self.check_passed(lambda kept: kept.update(big=[1234567.5 * (1 + 9e-10), -8.0 + 7e-9]))

    def test_a_number_is_changed(self):
        self.check_found("/cases/0/p", lambda kept: kept["cases"][0].update(p=0.25 + 2e-9))
        self.check_found("/big/1", lambda kept: kept["big"].__setitem__(1, -8.0 + 9e-9))
        self.check_found("/zero", lambda kept: kept.update(zero=1e-6))
        self.check_found("/cases/0/n", lambda kept: kept["cases"][0].update(n=4))

    def test_numbers_that_are_all_small_are_not_all_equal(self):
        self.check_found("/cases/1/slope", lambda kept: kept["cases"][1].update(slope=1.0001e-10))

    def test_a_key_is_missing(self):
        self.check_found("/cases/1/p", lambda kept: kept["cases"][1].pop("p"))
        self.check_found("/cases/1/q", lambda kept: kept["cases"][1].update(q=0.5))

    def test_anything_else_is_changed(self):
        self.check_found("/cases/0/name", lambda kept: kept["cases"][0].update(name="c"))
        self.check_found("/cases/0/none", lambda kept: kept["cases"][0].update(none=0.0))
        self.check_found("/big", lambda kept: kept["big"].pop())

    def test_a_script_that_fails(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
            script.write("raise SystemExit(7)\n")
            script.flush()
            done = subprocess.run([sys.executable, FRESH_ORACLE, script.name, "/dev/null"], capture_output=True)
            self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
