"""Libraries whose MPI_Finalize does not end well, from the command line to the exit code, with the MPI that the
benchmark program was built with: openmpi or mpich."""
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

MPI = sys.argv.pop(1)
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
FINALIZE = os.path.abspath("harness/testing/libmpigauge_finalize.so")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")  # slows nothing down unless it is told to
QUICK = ["--filter", "^barrier/", "--", "--passes", "2", "--observations", "5"]
PASS, FAIL, INCONCLUSIVE, BROKEN = 0, 1, 2, 3


class EndingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.store = os.path.join(self.folder, "store.sqlite")

    def mpigauge(self, command, *words):
        return subprocess.run([MPIGAUGE, command, "--store", self.store, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=600)

    def gate(self, how, *words):
        """A gate of a candidate that ends so; its exit code and its JSON."""
        path = os.path.join(self.folder, "gate.json")
        limit = "2s" if how == "hang" else "30s"
        done = self.mpigauge("gate", "--candidate-mpi", MPI, "--candidate-bench", BENCH, "--candidate-preload", FINALIZE,
                             "--candidate-env", "MPIGAUGE_FINALIZE=" + how, "--finalize-timeout", limit,
                             "--output", "json:" + path, *words, *QUICK)
        self.assertTrue(os.path.exists(path), done.stdout + done.stderr)
        with open(path) as file:
            return done.returncode, json.load(file)

    def side_by_side(self, how, *words):
        return self.gate(how, "--baseline-mpi", MPI, "--baseline-bench", BENCH, *words)

    def test_a_library_that_dies_in_every_finalize_fails_in_turns_and_one_by_one(self):
        for how, text in (("abort", "in MPI_Finalize (exit code"), ("exit:3", "in MPI_Finalize (exit code 3)"),
                          ("hang", "hung (ended after 2 s, --finalize-timeout) in MPI_Finalize")):
            for turns in (["--turns", "3"], ["--turns", "off"]):
                with self.subTest(how=how, turns=turns):
                    code, comparison = self.side_by_side(how, *turns)
                    self.assertEqual((code, comparison["verdict"]), (FAIL, "fail"))
                    self.assertTrue(any(text in note for note in comparison["notes"]), comparison["notes"])

    def test_against_a_stored_baseline_it_fails_and_is_not_promoted(self):
        for _ in range(2):
            done = self.mpigauge("run", "--mpi", MPI, "--bench", BENCH, "--launches", "6", *QUICK)
            self.assertEqual(done.returncode, PASS, done.stderr)
        runs = [run["run_id"] for run in json.loads(self.mpigauge("runs", "--format", "json").stdout)]
        self.assertEqual(self.mpigauge("baseline", "roll", "release", *runs, "--keep", "5").returncode, PASS)
        code, comparison = self.gate("abort", "--baseline", "release", "--promote")
        self.assertEqual((code, comparison["verdict"]), (FAIL, "fail"))
        listed = json.loads(self.mpigauge("baseline", "show", "release", "--format", "json").stdout)
        self.assertEqual(sorted(runs), sorted(listed["runs"]))

    def test_a_run_without_a_launch_that_ended_well_becomes_no_baseline(self):
        done = self.mpigauge("run", "--mpi", MPI, "--bench", BENCH, "--launches", "2", "--preload", FINALIZE, "--env",
                             "MPIGAUGE_FINALIZE=exit:3", "--baseline", "release", *QUICK)
        self.assertEqual(done.returncode, BROKEN, done.stdout)
        self.assertIn("no launch ended well: launch 1", done.stderr)
        self.assertNotEqual(self.mpigauge("baseline", "show", "release").returncode, PASS)

    def test_a_bisection_names_a_commit_that_hangs_there_within_seconds(self):
        repository = os.path.join(self.folder, "library")

        def git(*words):
            subprocess.run(["git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@b.c", *words], check=True,
                           stdout=subprocess.DEVNULL)

        os.mkdir(repository)
        git("init")
        for library in (SLOW, FINALIZE):
            with open(os.path.join(repository, "library"), "w", encoding="utf-8") as file:
                file.write(library)
            git("add", "library")
            git("commit", "-m", library)
        began = time.monotonic()
        done = subprocess.run(
            [MPIGAUGE, "bisect", "--repo", repository, "--good", "HEAD~1", "--bad", "HEAD", "--series", "^barrier/",
             "--build", 'cp "$(cat library)" "$MPIGAUGE_OUT/libbuilt.so"', "--mpi", MPI, "--bench", BENCH,
             "--preload", "{out}/libbuilt.so", "--env", "MPIGAUGE_FINALIZE=hang", "--finalize-timeout", "2s",
             "--state", os.path.join(self.folder, "state"), "--", "--passes", "2", "--observations", "5"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600)
        self.assertEqual(done.returncode, BROKEN, done.stdout + done.stderr)
        self.assertIn("cannot be measured: launch ", done.stderr)
        self.assertIn("hung (ended after 2 s, --finalize-timeout) in MPI_Finalize", done.stderr)
        self.assertLess(time.monotonic() - began, 75)  # three launches with the default limit take longer


if __name__ == "__main__":
    unittest.main()
