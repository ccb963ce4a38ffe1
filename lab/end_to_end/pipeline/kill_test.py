"""`mpigauge ci` killed behind every step: it resumes, measures nothing twice and says the same."""
import os
import shutil
import tempfile
import unittest

from bazel.lab import LAB
from lab.end_to_end.pipeline.pipeline_testing import HARMLESS, SLOWER, PipelineCase

KILL = os.path.abspath("testing/libkill_after_rename.so")
KILLED = -9

# Behind every file it takes minutes more.
EVERY = 1 if LAB else 2
MOST_FILES = 40


class KillTest(PipelineCase):
    def setUp(self):
        super().setUp()
        self.configure(self.read("mpigauge.toml").replace("|^bcast/bytes:8/|spin", ""))  # what counts is where it is killed

    def killed_behind(self, number):
        """Whether the pipeline was killed behind the file that it finished as this number: it finishes fewer at last."""
        self.ci(code=None, LD_PRELOAD=KILL, KILL_AFTER_RENAME=str(number))
        return self.code == KILLED

    def own_files(self):
        """The pipeline's own files about its updates: by them it knows what is done."""
        own = {}
        for folder, _, names in os.walk(self.path("mpigauge-ci", "updates")):
            own.update({os.path.join(folder, name): self.read(folder, name)
                        for name in names if name in ("update.json", "campaign.json")})
        return own

    def go_back_to(self, copy):
        shutil.rmtree(self.folder)
        shutil.copytree(copy, self.folder, symlinks=True)

    def copy(self):
        parent = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, parent)
        return shutil.copytree(self.folder, os.path.join(parent, "copy"), symlinks=True)

    def check(self, verdicts, gates):
        self.assertEqual([update["verdict"] for update in self.updates()], verdicts)
        self.assertEqual({update["state"] for update in self.updates()}, {"done"})
        self.assert_nothing_twice()
        self.assertEqual(self.query("SELECT count(*) FROM gates"), [(gates,)])
        self.assertEqual(self.query("SELECT count(*) FROM runs"), [(1 + 2 * gates,)])  # both sides of each
        self.assertEqual(self.query("SELECT DISTINCT status FROM launches"), [("complete",)])
        # No run lacks a launch between the first and the last.
        for most, count in self.query("SELECT max(launch_index), count(*) FROM launches GROUP BY run_id"):
            self.assertEqual(most + 1, count)

    def kill_everywhere(self, verdicts, gates, at_least):
        """Kills the pipeline behind one file after another; in the end it is not killed any more.

        Where a kill leaves other files of the pipeline's own than before, the next run goes on from there, so that what
        was measured is not measured again for the kills behind it. Where it leaves the same, the next run begins where
        this one did and is killed behind a later file, and what this one has left is run to its end by itself.
        """
        before, begun, number, after = self.copy(), self.own_files(), 0, 1
        while self.killed_behind(after):
            self.assertLess(number + after, MOST_FILES, "it does not go on where it was")
            went_on = self.own_files() != begun
            killed = self.copy() if went_on else None
            if LAB or not went_on:
                self.ci(code=None)
                with self.subTest(killed_behind=number + after):
                    self.check(verdicts, gates)
            if went_on:
                if LAB:
                    self.go_back_to(killed)
                before, begun, number, after = killed, self.own_files(), number + after, EVERY
            else:
                self.go_back_to(before)
                after += EVERY
        self.check(verdicts, gates)
        self.assertGreater(number + after, at_least)

    def test_a_first_library_and_one_that_fails_and_one_that_is_compared_with_that(self):
        self.install("openmpi-1")
        self.kill_everywhere(["baseline"], 0, at_least=7)

        self.install("openmpi-2", SLOWER)
        self.kill_everywhere(["baseline", "fail"], 1, at_least=11)
        self.assertTrue(os.path.exists(self.path("reports", self.updates()[1]["id"], "report.html")))

        self.configure(self.read("mpigauge.toml").replace("[gate]", '[gate]\nagainst = "previous"'))
        self.install("openmpi-3", SLOWER + HARMLESS)
        self.kill_everywhere(["baseline", "fail", "pass"], 2, at_least=11)
        labels = [update["library"]["label"] for update in self.updates()]
        self.assertTrue(self.updates()[2]["shapes"][0]["headline"].endswith("; compared with " + labels[1]))


if __name__ == "__main__":
    unittest.main()
