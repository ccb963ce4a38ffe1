"""`mpigauge ci` killed behind every step: it goes on where it was, measures nothing twice and says the same."""
import os
import shutil
import tempfile
import unittest

from bazel.lab import LAB
from lab.end_to_end.pipeline.pipeline_testing import HARMLESS, SLOWER, PipelineCase

KILL = os.path.abspath("testing/libkill_after_rename.so")
KILLED = -9

# Behind every file it takes minutes more.
EVERY = 1 if LAB else 4


class KillTest(PipelineCase):
    def setUp(self):
        super().setUp()
        self.configure(self.read("mpigauge.toml").replace("|^bcast/bytes:8/|spin", ""))  # what counts is where it is killed

    def killed_behind(self, number):
        """Whether the pipeline was killed behind the file that it finished as this number: it finishes fewer at last."""
        self.ci(code=None, LD_PRELOAD=KILL, KILL_AFTER_RENAME=str(number))
        return self.code == KILLED

    def check(self, verdicts, gates):
        self.assertEqual([update["verdict"] for update in self.updates()], verdicts)
        self.assertEqual({update["state"] for update in self.updates()}, {"done"})
        self.assert_nothing_twice()
        self.assertEqual(self.query("SELECT count(*) FROM gates"), [(gates,)])
        self.assertEqual(self.query("SELECT DISTINCT status FROM launches"), [("complete",)])
        # No run lacks a launch between the first and the last.
        for most, count in self.query("SELECT max(launch_index), count(*) FROM launches GROUP BY run_id"):
            self.assertEqual(most + 1, count)

    def kill_everywhere(self, verdicts, gates, at_least):
        """From the same beginning, killed behind the first file, behind one of the next ones, ... and then run to its
        end."""
        before = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, before)
        shutil.copytree(self.folder, before, dirs_exist_ok=True, symlinks=True)
        number = 1
        while self.killed_behind(number):
            self.ci(code=None)
            with self.subTest(killed_behind=number):
                self.check(verdicts, gates)
            shutil.rmtree(self.folder)
            shutil.copytree(before, self.folder, symlinks=True)
            # Behind file `at_least` in any case: it finishes so many.
            number = at_least if number < at_least < number + EVERY else number + EVERY
        self.assertGreater(number, at_least)

    def test_the_first_of_its_kind(self):
        self.install("openmpi-1")
        self.kill_everywhere(["baseline"], 0, at_least=7)

    def test_an_update_that_fails(self):
        self.install("openmpi-1")
        self.ci()
        self.install("openmpi-2", SLOWER)
        self.kill_everywhere(["baseline", "fail"], 1, at_least=11)
        self.assertTrue(os.path.exists(self.path("reports", self.updates()[1]["id"], "report.html")))

    def test_a_version_that_is_compared_with_the_one_before_it(self):
        self.configure(self.read("mpigauge.toml").replace("[gate]", '[gate]\nagainst = "previous"'))
        self.install("openmpi-1")
        self.ci()
        self.install("openmpi-2", SLOWER)
        self.ci(code=1)
        self.install("openmpi-3", SLOWER + HARMLESS)
        self.kill_everywhere(["baseline", "fail", "pass"], 2, at_least=11)
        labels = [update["library"]["label"] for update in self.updates()]
        self.assertTrue(self.updates()[2]["shapes"][0]["headline"].endswith("; compared with " + labels[1]))


if __name__ == "__main__":
    unittest.main()
