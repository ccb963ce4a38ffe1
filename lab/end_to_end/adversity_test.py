"""Tests what the world does to a measurement: kills, full disks, locks, two commands at once. Nothing that was finished
is lost, and every error says what happened."""
import contextlib
import glob
import json
import os
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest
import unittest.mock

from testing.processes import left_behind, new_mark, processes
from testing.services import small_disk, wait_until

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
BAD_BENCH = os.path.abspath("harness/testing/bad-bench")
QUICK = ["--filter", "^barrier/", "--", "--passes", "2", "--observations", "5"]


class AdversityTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.store = os.path.join(self.folder, "store.sqlite")

    def words(self, *arguments):
        return [MPIGAUGE, "--store", self.store, *arguments]

    def mpigauge(self, *arguments, environment=None):
        return subprocess.run(self.words(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=600, env={**os.environ, **(environment or {})})

    def measure(self, launches, *more):
        done = self.mpigauge("run", "--bench", BENCH, "--launches", str(launches), *more, *QUICK)
        self.assertEqual(done.returncode, 0, done.stderr)

    def runs(self):
        done = self.mpigauge("runs", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def stored_launches(self):
        """Launches in the store, read past mpigauge; 0 while there is no store."""
        try:
            with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % self.store, uri=True, timeout=60)) as database:
                return database.execute("SELECT count(*) FROM launches").fetchone()[0]
        except sqlite3.OperationalError:
            return 0

    def start_long_run(self):
        process = subprocess.Popen(self.words("run", "--bench", BENCH, "--launches", "500", *QUICK),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
        wait_until(lambda: process.poll() is not None or self.stored_launches() >= 2, "two launches")
        self.assertIsNone(process.poll())
        return process

    def test_kill_9_in_the_middle_of_a_run_loses_no_finished_launch(self):
        process = self.start_long_run()
        process.kill()
        process.wait()
        process.stderr.close()
        kept = self.stored_launches()
        self.assertGreaterEqual(kept, 2)
        self.assertEqual(self.runs()[0]["complete"], kept)
        self.assertIn(self.mpigauge("compare", "latest", "latest").returncode, (0, 2))
        self.measure(1)
        self.assertEqual([run["status"] for run in self.runs()], ["complete", "interrupted"])

    def test_leftovers_of_a_killed_run_are_listed_and_removed(self):
        temporary, cache = (os.path.join(self.folder, name) for name in ("tmp", "cache"))
        os.mkdir(temporary)
        os.makedirs(os.path.join(cache, "mpigauge", "object"))
        with unittest.mock.patch.dict(os.environ, {"TMPDIR": temporary, "XDG_CACHE_HOME": cache}):
            process = self.start_long_run()
            process.kill()
            process.wait()
            process.stderr.close()
            left, = glob.glob(os.path.join(temporary, "mpigauge-*"))
            self.assertNotIn(left, self.mpigauge("clean", "--apply").stdout)  # it could be of one that has just begun
            hour_ago = time.time() - 3600
            os.utime(os.path.join(left, ".lock"), (hour_ago, hour_ago))
            listed = json.loads(self.mpigauge("clean", "--format", "json").stdout)["leftovers"]
            self.assertIn((left, False), [(one["path"], one["removed"]) for one in listed])
            self.assertTrue(os.path.exists(left))
            self.assertIn(left, self.mpigauge("clean", "--apply").stdout)
            self.assertFalse(os.path.exists(left))
            self.assertTrue(os.path.exists(os.path.join(cache, "mpigauge")))
            self.assertEqual(self.mpigauge("clean", "--apply", "--cache").returncode, 0)
            self.assertFalse(os.path.exists(os.path.join(cache, "mpigauge")))
        self.assertGreaterEqual(self.runs()[0]["complete"], 2)  # the store is no leftover

    def test_kill_9_of_a_gate_whose_launches_take_turns_leaves_no_process_behind(self):
        """Launches that sleep hear of it on their socket, and the one that measures when it asks for its next turn."""
        # A gate starts as many at once as there is shared memory for, 32 MB for two ranks: two of each side, or one.
        shared = os.statvfs("/dev/shm")
        room = int(shared.f_bavail * shared.f_frsize / 32e6) // 2
        if room < 1:
            self.skipTest("/dev/shm has no room for two launches at once")
        mark = new_mark()
        sides = ["--baseline-bench", BENCH, "--candidate-bench", BENCH, "--baseline-mpi", "openmpi", "--candidate-mpi",
                 "openmpi"]
        words = self.words("gate", *sides, "--turns", "2", "--folder", os.path.join(self.folder, "gate"), "--filter",
                           "^barrier/", "--", "--passes", "100000", "--observations", "5")
        with open(os.path.join(self.folder, "err"), "w+") as err:
            gate = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=err, env={**os.environ, **mark})
            wait_until(lambda: gate.poll() is not None or self.visits_begun() >= 20, "turns are taken")
            err.seek(0)
            self.assertIsNone(gate.poll(), err.read())
        self.assertEqual(len(processes(mark, "mpigauge-bench")), 2 * min(2, room) * 2)  # sides, launches, ranks
        gate.kill()
        gate.wait()
        self.assertEqual(left_behind(mark), [])

    def visits_begun(self):
        """The number in the journals of the launches of a gate that has this test's folder "gate"."""
        begun = 0
        for path in glob.glob(os.path.join(self.folder, "gate", "**", "launch-*.json.journal"), recursive=True):
            with open(path) as journal:
                begun += journal.read().count('"begin"')
        return begun

    def test_ctrl_c_keeps_what_is_done(self):
        process = self.start_long_run()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=600)
        self.assertEqual(process.returncode, 3)
        self.assertRegex(err, r"stopped; run [0-9a-f-]{36} keeps \d+ launch(es)? that had finished")
        run = self.runs()[0]
        self.assertEqual(run["status"], "interrupted")
        self.assertGreaterEqual(run["complete"], 2)

    def test_ctrl_c_while_the_library_is_identified_measures_nothing(self):
        """It was taken for a library that cannot be identified, and the measurement began."""
        prefix = os.path.join(self.folder, "mpi")
        os.makedirs(os.path.join(prefix, "bin"))
        launcher = os.path.join(prefix, "bin", "mpirun")
        asked = os.path.join(self.folder, "asked")
        with open(launcher, "w") as file:
            file.write('#!/bin/bash\n[ "$1" = --version ] && echo "mpirun (Open MPI) 4.1.4" && exit\ntouch %s\nexec sleep 300\n' % asked)
        os.chmod(launcher, 0o755)
        process = subprocess.Popen(self.words("run", "--mpi", prefix, "--bench", BENCH, *QUICK), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        wait_until(lambda: process.poll() is not None or os.path.exists(asked), "the library is identified")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=600)
        self.assertEqual((process.returncode, err), (3, "mpigauge: stopped\n"))
        self.assertFalse(os.path.exists(self.store))

    def test_two_runs_at_once_into_one_store(self):
        processes = [subprocess.Popen(self.words("run", "--bench", BENCH, "--launches", "3", *QUICK),
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        for process in processes:
            _, err = process.communicate(timeout=600)
            self.assertEqual(process.returncode, 0, err)
        self.assertEqual([run["complete"] for run in self.runs()], [3, 3])

    def test_a_store_that_is_locked_for_a_while_is_waited_for(self):
        self.measure(1)
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            database.execute("BEGIN IMMEDIATE")
            process = subprocess.Popen(self.words("run", "--bench", BENCH, "--launches", "1", *QUICK),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            with self.assertRaises(subprocess.TimeoutExpired):
                process.wait(2)
            database.rollback()
            _, err = process.communicate(timeout=600)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(len(self.runs()), 2)

    def test_a_full_disk_is_named_and_the_store_stays_whole(self):
        with small_disk("400k") as disk:
            self.store = os.path.join(disk, "store.sqlite")
            done = self.mpigauge("run", "--bench", BENCH, "--launches", "200", "--filter", "^bcast/")
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn("the disk is full; nothing of this step was stored", done.stderr)
            with contextlib.closing(sqlite3.connect(self.store)) as database:
                self.assertEqual(database.execute("PRAGMA integrity_check").fetchone()[0], "ok")

    def test_a_store_on_a_read_only_disk_can_be_read_and_says_that_it_cannot_be_written(self):
        with small_disk("20m") as disk:
            self.store = os.path.join(disk, "store.sqlite")
            self.measure(4)
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            self.assertIn(self.mpigauge("compare", "latest", "latest").returncode, (0, 2))
            done = self.mpigauge("baseline", "set", "release", "latest")
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertIn("that you may write there", done.stderr)

    def test_a_damaged_store_is_named(self):
        self.measure(2)
        with open(self.store, "r+b") as file:
            file.seek(4096)
            file.write(b"\x55" * 65536)
        done = self.mpigauge("runs")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("is damaged", done.stderr)

    def test_a_file_that_is_not_a_store_is_named(self):
        with open(self.store, "w") as file:
            file.write("not a database" * 100)
        done = self.mpigauge("runs")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("is not a store", done.stderr)

    def test_no_mpirun_anywhere(self):
        done = self.mpigauge("run", "--bench", BENCH, environment={"PATH": "/nowhere"})
        self.assertEqual(done.returncode, 4)
        self.assertIn("no MPI found: neither mpirun nor mpiexec", done.stderr)

    def test_a_bench_that_is_no_benchmark_program(self):
        done = self.mpigauge("run", "--bench", "/bin/false", "--launches", "5")
        self.assertEqual(done.returncode, 3)
        self.assertIn("no launch ended well", done.stderr)

    def test_a_crashing_series_does_not_lose_the_launches_without_it(self):
        done = self.mpigauge("run", "--bench", BAD_BENCH, "--launches", "2", "--filter", "good|aborts", "--", "--passes", "1")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("crashed in aborts/ranks:2", done.stderr)
        done = self.mpigauge("run", "--bench", BAD_BENCH, "--launches", "2", "--filter", "good", "--", "--passes", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([run["complete"] for run in self.runs()], [2, 0])

    def test_a_run_with_other_ranks_is_refused_and_can_be_allowed(self):
        self.measure(4)
        self.measure(4, "-n", "1")
        done = self.mpigauge("compare", "latest~1", "latest")
        self.assertEqual(done.returncode, 5)
        self.assertRegex(done.stderr, r"not comparable: \w+ differs between baseline and candidate: .*--allow-different=")

    def test_a_gate_in_another_environment_ends_after_its_first_launch(self):
        self.measure(2)
        done = self.mpigauge("gate", "--baseline", "latest", "--no-settle", "--candidate-bench", BENCH, "-n", "1",
                             "--launches", "5", *QUICK)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertRegex(done.stderr, r"not comparable: \w+ differs between baseline and candidate")
        self.assertEqual([run["launches"] for run in self.runs()], [1, 2])

    def test_arguments_that_are_not_understood_leave_no_run(self):
        self.measure(1)
        for words, said in ((("--suite", "medium"), "--suite: 'medium' is unknown; smoke, standard, full, network"),
                            (("--", "--passes", "no"), "--passes")):
            for command in (("run", "--bench", BENCH), ("gate", "--baseline", "latest", "--candidate-bench", BENCH)):
                done = self.mpigauge(*command, "--launches", "3", *words)
                self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
                self.assertIn(said, done.stderr)
        self.assertEqual(len(self.runs()), 1)

    def test_the_latest_run_is_one_that_says_something(self):
        self.measure(1)
        self.assertEqual(self.mpigauge("run", "--bench", "/bin/false", "--launches", "1").returncode, 3)
        self.assertEqual([run["complete"] for run in self.runs()], [0, 1])
        done = self.mpigauge("show", "latest")
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
