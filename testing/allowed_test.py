"""Whether a test is skipped where the machine refuses what it needs, and nowhere else."""
import os
import re
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

from testing import allowed

QUESTIONS = [allowed.mounts, allowed.time_namespaces, allowed.host_names, allowed.links]
# The errors that a kernel or a supervisor gives; a mistake in a question would be said in other words.
REFUSED = (r"this machine refuses: [\w ]+: (.*not permitted|Permission denied|No space left on device|Invalid argument|"
           r"Function not implemented|.*not supported|.*Unknown device type|.*qdisc kind is unknown|"
           r".*No such file or directory)")
WITHOUT_RIGHTS = """
import sys
from testing import allowed
for name in sys.argv[1:]:
    print(getattr(allowed, name)())
"""


class AllowedTest(unittest.TestCase):
    def test_refusals_are_those_of_the_kernel(self):
        for question in QUESTIONS:
            if question():
                self.assertRegex(question(), "(?s)^%s" % REFUSED)

    def test_without_rights_everything_is_refused(self):
        names = [question.__name__ for question in QUESTIONS]
        code = [sys.executable, "-c", WITHOUT_RIGHTS, *names]
        without = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
        done = subprocess.run([*without, *code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = done.stdout.splitlines()
        self.assertEqual([bool(re.fullmatch(REFUSED, line)) for line in said], [True] * len(names), said)

    def test_a_trial_leaves_nothing_behind(self):
        name = os.uname().nodename
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(tempfile, "tempdir", folder):
            for question in QUESTIONS:
                question.__wrapped__()
            with open("/proc/mounts") as file:
                self.assertNotIn(folder, file.read())
            self.assertEqual(os.listdir(folder), [])
        self.assertEqual(os.uname().nodename, name)

    def test_a_trial_that_goes_wrong_by_itself_is_no_refusal(self):
        with self.assertRaisesRegex(RuntimeError, "ZeroDivisionError"):
            allowed._refusal(lambda: 1 / 0)

    def test_room_on_dev_shm_is_asked_of_the_file_system(self):
        for free, refused in ((127, "this machine refuses: 128 MB on /dev/shm, which has 127"), (128, None)):
            found = types.SimpleNamespace(f_bavail=free * 1000, f_frsize=1000)
            with unittest.mock.patch.object(os, "statvfs", lambda path, found=found: found):
                self.assertEqual(allowed.turns(2)(), refused)

    def test_allowed_tests_are_not_skipped(self):
        allowed.require(lambda: None)
        with self.assertRaisesRegex(unittest.SkipTest, "refused"):
            allowed.require(lambda: "refused")


if __name__ == "__main__":
    unittest.main()
