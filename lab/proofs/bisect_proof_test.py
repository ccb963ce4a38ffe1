"""`mpigauge bisect`, and `git bisect run` with `mpigauge gate`, on repositories of a real library, with the MPI that
the benchmark program was built with: openmpi or mpich."""
import contextlib
import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from lab.proofs.library_repository import LibraryRepository
from testing.services import wait_until

MPI = sys.argv.pop(1)
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
# By one rank: how far apart two processors are changes too much where others use the machine.
SERIES = r"^allreduce/bytes:(4096|16384)/"
COMMITS = 63
CULPRIT = 40


class BisectTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.state = os.path.join(self.folder, "state")
        self.environment = {**os.environ, "MPICC": "mpicc." + MPI}

    def repository(self, **options):
        return LibraryRepository(os.path.join(self.folder, "library"), **options)

    def words(self, repository, *more, good="HEAD~%d" % COMMITS, series=SERIES, build="sh build.sh"):
        return [MPIGAUGE, "bisect", "--repo", repository.folder, "--good", good, "--bad", "HEAD", "--series", series,
                "--build", build, "--mpi", MPI, "--bench", BENCH, "--preload", "{out}/libslow.so",
                "--state", self.state, "--format", "json", "--realtime", "--ranks", "1", *more, "--", "--passes", "4"]

    @staticmethod
    def sides():
        return ["--baseline-mpi", MPI, "--candidate-mpi", MPI, "--baseline-bench", BENCH, "--candidate-bench", BENCH]

    def run_it(self, words, code):
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def pairs(self):
        try:
            with open(os.path.join(self.state, "state.json"), encoding="utf-8") as file:
                return json.load(file)["pairs"]
        except FileNotFoundError:
            return []

    def check_pairs_took_turns(self, pairs):
        """Each launch was in one circle with the launch that it is compared with, and with no other."""
        with contextlib.closing(sqlite3.connect(os.path.join(self.state, "launches.sqlite"))) as store:
            rows = store.execute("SELECT settings, run_id, launch_index FROM launches").fetchall()
        circles = {}
        for settings, run, index in rows:
            circles.setdefault(json.loads(settings)["circle"], []).append((run, index))
        self.assertEqual(len(circles), pairs)
        for (good, index), (asked, same_index) in circles.values():
            self.assertNotEqual(good, asked)
            self.assertEqual(index, same_index)

    def kill_after(self, words, pairs):
        """Starts it, and kills it once there are so many pairs."""
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
        wait_until(lambda: process.poll() is not None or len(self.pairs()) >= pairs, "%d pairs" % pairs)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGKILL)
        process.wait()
        return self.pairs()

    def test_one_of_64_commits_that_is_8_percent_slower_is_named_and_kills_lose_nothing(self):
        repository = self.repository(commits=COMMITS, culprit=CULPRIT)
        # As seldom as that a right bisection may name the wrong commit; this one runs often.
        words = self.words(repository, "--error", "0.1%", "--max-launches", "2000", "--jobs", "2")
        first = self.kill_after(words, 3)
        second = self.kill_after(words, 8)
        self.assertEqual(second[:len(first)], first)
        result = json.loads(self.run_it(words, 0).stdout)
        self.assertEqual(self.pairs()[:len(second)], second)
        self.assertEqual([one["commit"] for one in result["commits"]], [repository.hashes[CULPRIT]])
        self.assertRegex(result["commits"][0]["subject"], "^Change %d: " % CULPRIT)
        self.assertGreaterEqual(result["posterior"], 0.999)
        self.assertEqual(result["launches"], 2 * len(self.pairs()))
        # Only what was needed was built; the user's tree is as it was.
        self.assertLess(result["built_commits"], 30)
        self.assertEqual(repository.git("status", "--porcelain"), "")
        self.assertEqual(len(repository.git("worktree", "list").splitlines()), 1)
        # At its end nothing is measured again, and other arguments are not taken for the same.
        before = self.pairs()
        self.assertEqual(json.loads(self.run_it(words, 0).stdout)["commits"], result["commits"])
        self.assertEqual(self.pairs(), before)
        other = self.run_it(self.words(repository, series="^bcast/"), 4)
        self.assertIn("--series was", other.stderr)

    def test_impossible_bisections_name_the_reason(self):
        repository = self.repository(commits=3, culprit=2)
        self.assertIn("no such commit", self.run_it(self.words(repository, good="nowhere"), 4).stderr)
        missing = self.run_it(self.words(repository, good="HEAD~3", series="^no_such/"), 3)
        self.assertIn("no series matches", missing.stderr)
        self.state += "-2"
        broken = self.run_it(self.words(repository, good="HEAD~3", build="exit 125"), 3)
        self.assertRegex(broken.stderr, r"the good commit, [0-9a-f]+, cannot be measured: the build command says skip")
        self.state += "-3"
        nothing = self.run_it(self.words(repository, good="HEAD~3", build="true"), 4)
        self.assertRegex(nothing.stderr, r"--preload .*libslow.so: no such file")
        self.state += "-4"
        lost = self.run_it(self.words(repository, "--checkout", "echo no mirror; exit 1", good="HEAD~3"), 3)
        self.assertRegex(lost.stderr, r"the good commit, [0-9a-f]+, cannot be measured: cannot be checked out "
                         r"\(exit code 1\): no mirror; see \S+/checkout\.log")
        # Another command may take its place as long as nothing is measured.
        clone = 'git clone --quiet "$MPIGAUGE_REPO" . && git checkout --quiet "$MPIGAUGE_COMMIT"'
        spent = self.run_it(self.words(repository, "--checkout", clone, "--max-launches", "8", good="HEAD~3"), 2)
        self.assertEqual((json.loads(spent.stdout)["launches"], json.loads(spent.stdout)["skipped"]), (8, []))
        self.check_pairs_took_turns(4)
        other = self.run_it(self.words(repository, good="HEAD~3"), 4)
        self.assertRegex(other.stderr, r"--checkout was .*git clone.*, now it is \"\"")

    def test_git_bisect_run_takes_a_gate(self):
        # Half as slow again: each gate is decided at its first look.
        repository = self.repository(commits=10, culprit=6, slowdown=0.5)
        out = os.path.join(self.folder, "out")
        os.makedirs(os.path.join(out, "good"))
        build = {**self.environment, "MPIGAUGE_OUT": os.path.join(out, "good")}
        repository.git("checkout", "--quiet", repository.hashes[0])
        subprocess.run(["sh", "build.sh"], cwd=repository.folder, env=build, check=True)
        script = os.path.join(self.folder, "judge.sh")
        gate = [MPIGAUGE, "gate", "--git-bisect", "--store", os.path.join(self.folder, "store.sqlite"), *self.sides(),
                "--baseline-preload", os.path.join(out, "good/libslow.so"),
                "--candidate-preload", os.path.join(out, "libslow.so"), "--filter", SERIES, "--realtime", "--ranks", "1",
                "--tolerance", "20%", "--max-launches", "60", "--", "--passes", "2"]
        with open(script, "w", encoding="utf-8") as file:
            file.write("export MPIGAUGE_OUT=%s\nsh build.sh || exit 125\nexec %s\n" % (out, shlex.join(gate)))
        repository.git("bisect", "start", repository.hashes[10], repository.hashes[0])
        done = subprocess.run(["git", "-C", repository.folder, "bisect", "run", "sh", script], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(repository.git("rev-parse", "refs/bisect/bad").strip(), repository.hashes[6], done.stdout)

    def test_a_gate_that_cannot_measure_is_skipped_and_wrong_usage_stops(self):
        gate = [MPIGAUGE, "gate", "--git-bisect", "--store", os.path.join(self.folder, "store.sqlite")]
        self.run_it(gate + self.sides() + ["--filter", "^no_such/"], 125)
        self.run_it(gate + self.sides() + ["--budget", "1us", "--filter", "^barrier/"], 125)
        self.run_it(gate, 255)
        self.run_it(gate + ["--no-such-option"], 255)
        self.run_it([MPIGAUGE, "gate", "--no-such-option"], 4)


if __name__ == "__main__":
    unittest.main()
