"""`mpigauge run` and `mpigauge compare` with the MPI that the benchmark program was built with: openmpi or mpich."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

MPI = sys.argv.pop(1)
NAMES = {"openmpi": "Open MPI ", "mpich": "MPICH "}
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")


class RunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = os.path.join(folder.name, "store.sqlite")

    def mpigauge(self, command, *words, code=0):
        """Returns the output of a command that must end with this exit code, or with one of these."""
        done = subprocess.run([MPIGAUGE, command, "--store", self.store, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=600)
        self.assertIn(done.returncode, code if isinstance(code, tuple) else (code,), done.stdout + done.stderr)
        return done.stdout

    def measure(self, *words):
        self.mpigauge("run", "--mpi", MPI, "--bench", BENCH, "--launches", "6", "--filter", "^allreduce/bytes:8/", *words,
                      "--", "--passes", "2")

    def test_a_run_is_kept_and_a_slowed_one_told_from_it(self):
        self.measure("--baseline", "release")
        self.measure("--preload", SLOW, "--env", "MPIGAUGE_SLOW=MPI_Allreduce:+1ms", "--label", "slowed")
        slowed, release = json.loads(self.mpigauge("runs", "--format", "json"))
        self.assertIn(NAMES[MPI], release["library"])
        self.assertEqual((release["complete"], slowed["complete"]), (6, 6))
        comparison = json.loads(self.mpigauge("compare", "release", "latest", "--format", "json", code=1))
        self.assertEqual(comparison["verdict"], "fail")

    def test_a_library_that_starts_or_ends_a_second_later_fails(self):
        """Times of MPI_Init were recorded, and nothing compared them."""
        words = ["--baseline-mpi", MPI, "--candidate-mpi", MPI, "--baseline-bench", BENCH, "--candidate-bench", BENCH,
                 "--filter", "^(init|finalize|first_calls)/", "--max-launches", "10", "--format", "json"]
        equal = json.loads(self.mpigauge("gate", *words, code=(0, 2)))  # beside other programs it may stay open
        self.assertEqual(sorted(series["case"] for series in equal["series"]), ["finalize", "first_calls", "init"])
        slowed = json.loads(self.mpigauge("gate", *words, "--candidate-preload", SLOW, "--candidate-env",
                                          "MPIGAUGE_SLOW=MPI_Init_thread:+1s;MPI_Finalize:+1s", code=1))
        self.assertEqual(sorted(series["case"] for series in slowed["series"] if series["verdict"] == "fail"),
                         ["finalize", "init"])

    def test_a_dry_run_lists_the_series_and_measures_nothing(self):
        words = ["--mpi", MPI, "--bench", BENCH, "--filter", "^(allreduce|bcast)/bytes:(8|64)/"]
        names = ["%s/bytes:%d/ranks:2" % (case, size) for case in ("bcast", "allreduce") for size in (8, 64)]
        listed = self.mpigauge("run", *words, "--list").split()
        self.assertEqual(sorted(listed), sorted(names))
        told = self.mpigauge("run", *words, "--launches", "7", "--dry-run")
        self.assertIn("series: 4 (--list names them)\n", told)
        self.assertIn("launches: 7 of %s" % NAMES[MPI], told)
        self.assertIn("2 ranks each, on this host\n", told)
        self.assertIn("time: not known: no run with these arguments", told)
        self.assertRegex(told, r"command: .*mpi.* -n 2 .*mpigauge-bench .*benchmark_filter=")
        self.assertFalse(os.path.exists(self.store))
        self.mpigauge("run", *words, "--launches", "1")
        self.assertRegex(self.mpigauge("run", *words, "--launches", "7", "--dry-run"),
                         r"time: about \d+ s \(a launch took [0-9.]+ m?s on 20")
        gated = ["gate", "--baseline", "latest", "--candidate-mpi", MPI, "--candidate-bench", BENCH, *words[4:]]
        self.assertEqual(sorted(self.mpigauge(*gated, "--list").split()), sorted(names))
        gate = self.mpigauge(*gated, "--dry-run", "--max-launches", "9")
        self.assertIn("; if they do not pass, 6 to 9 of each library side by side\n", gate)
        self.assertEqual(len(json.loads(self.mpigauge("runs", "--format", "json"))), 1)

    def test_one_rank_is_measured_and_judged_by_what_one_rank_can_do(self):
        # Two launches of each would allow any ratio where one of them was disturbed.
        words = ["--mpi", MPI, "--bench", BENCH, "-n", "1", "--launches", "6", "--filter"]
        several = "^(allreduce|ping_pong|ring_exchange|bisection_nearest|put_latency_flush)/bytes:8/|^spin"
        names = ["allreduce/bytes:8/ranks:1", "spin/operations:1000"]
        self.assertEqual(sorted(self.mpigauge("run", *words, several, "--list").split()), names)
        for _ in range(2):
            self.mpigauge("run", *words, several, "--", "--passes", "2")
        comparison = json.loads(self.mpigauge("compare", "latest~1", "latest", "--tolerance", "1000%", "--format", "json"))
        self.assertEqual([series["name"] for series in comparison["series"] if series["family"] != "control"], names[:1])
        self.assertEqual(comparison["verdict"], "pass")
        # A case that has no series on one rank says so; it is not a run that passed.
        done = subprocess.run([MPIGAUGE, "run", "--store", self.store, *words, "^ping_pong/"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=600)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("no series matches --benchmark_filter and --series (--suite) on 1 rank", done.stderr)
        self.mpigauge("run", *["2" if word == "1" else word for word in words], several, "--", "--passes", "2")
        self.mpigauge("compare", "latest~2", "latest", code=5)  # of one rank and of two

    def test_a_budget_ends_a_run_early(self):
        done = subprocess.run([MPIGAUGE, "run", "--store", self.store, "--mpi", MPI, "--bench", BENCH, "--launches", "1000",
                               "--filter", "^barrier/", "--budget", "4s"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        run = json.loads(self.mpigauge("runs", "--format", "json"))[0]
        self.assertGreaterEqual(run["complete"], 1)
        self.assertLess(run["complete"], 100)
        self.assertIn("the budget of 4s ended it after %d of 1000 launches" % run["complete"], done.stderr)

    def test_a_library_that_is_not_loaded_is_an_error(self):
        """The dynamic linker does not preload a program. Its word was not heard, and the run was that of no library."""
        done = subprocess.run([MPIGAUGE, "run", "--store", self.store, "--mpi", MPI, "--bench", BENCH, "--launches", "1",
                               "--filter", "^allreduce/bytes:8/", "--preload", "/bin/true"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=600)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("did not load /bin/true", done.stderr)

    def test_a_launcher_that_drops_what_is_preloaded_is_an_error(self):
        script = os.path.join(os.path.dirname(self.store), "bench.sh")
        with open(script, "w") as file:
            file.write('#!/bin/bash\nunset LD_PRELOAD\nexec %s "$@"\n' % BENCH)
        os.chmod(script, 0o755)
        done = subprocess.run([MPIGAUGE, "run", "--store", self.store, "--mpi", MPI, "--bench", script, "--launches", "1",
                               "--filter", "^allreduce/bytes:8/", "--preload", SLOW], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=600)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("did not load %s" % SLOW, done.stderr)
        self.assertIn("drop LD_PRELOAD?", done.stderr)

    def test_cases_are_listed_without_measuring(self):
        text = self.mpigauge("cases", "--mpi", MPI, "--bench", BENCH)
        self.assertRegex(text, r"(?m)^collective +allreduce .* MPI_Allreduce")
        cases = json.loads(self.mpigauge("cases", "--mpi", MPI, "--bench", BENCH, "--format", "json"))
        self.assertEqual(len(cases), len(text.splitlines()) - 1)
        self.mpigauge("cases", "--mpi", MPI, "--bench", "/bin/false", code=3)

    def test_cases_lists_the_series_of_a_suite(self):
        suite = ["cases", "--mpi", MPI, "--bench", BENCH, "--suite", "smoke"]
        names = self.mpigauge(*suite).splitlines()
        self.assertIn("allreduce/bytes:8/ranks:2", names)
        self.assertEqual(json.loads(self.mpigauge(*suite, "--format", "json")),
                         {"suite": "smoke", "ranks": 2, "series": names})
        self.assertEqual(self.mpigauge("run", "--mpi", MPI, "--bench", BENCH, "--suite", "smoke", "--list").splitlines(), names)
        self.mpigauge(*suite[:-1], "medium", code=4)


if __name__ == "__main__":
    unittest.main()
