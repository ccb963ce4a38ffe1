"""An attack notices what is wrong: with a store that somebody changed, and with a program in the place of mpigauge that
answers wrongly."""
import contextlib
import json
import os
import random
import sqlite3
import stat
import subprocess
import types
import unittest

from lab.attacks import counts
from lab.attacks.faults import Faults
from lab.attacks.kills import Kills
from lab.attacks.slurm import Slurm
from lab.attacks.world import World

# Says that all is well, whatever it is asked. A gate passes with the words that the variable has.
FAKE = """#!/bin/sh
case " $* " in
*" gate "*) printf '%s' "$FAKE_GATE" ;;
*) echo '{}' ;;
esac
"""
TABLES = """
CREATE TABLE mpigauge_store(version INTEGER);
INSERT INTO mpigauge_store VALUES(1);
CREATE TABLE runs(run_id TEXT, started_at TEXT, status TEXT, plan TEXT);
CREATE TABLE launches(launch_id TEXT, run_id TEXT, launch_index INTEGER, status TEXT);
CREATE TABLE results(launch_id TEXT, fault TEXT);
CREATE TABLE gates(decided_at TEXT, comparison TEXT);
INSERT INTO runs VALUES('run', '2026-01-01', 'complete', '{"environment": {"MPIGAUGE_FAULT": "crash:0.5"}}');
INSERT INTO launches VALUES('whole', 'run', 0, 'complete'), ('lost', 'run', 1, 'crashed');
INSERT INTO results VALUES('whole', NULL);
"""


def gate(verdict, notes):
    return json.dumps({"verdict": verdict, "notes": notes, "losses": {"text": ""}, "series": []})


class FindingsTest(unittest.TestCase):
    def setUp(self):
        self.row = counts.Row("of a test")
        self.draw = random.Random(1)
        self.programs = types.SimpleNamespace(mpigauge=None, bench="/b/mpigauge-bench", bad_bench="/b/bad-bench",
                                              slow="/b/slow.so")

    @contextlib.contextmanager
    def world(self):
        with World(self.programs, self.row) as world:
            self.prepare(world)
            yield world

    def prepare(self, world):
        self.programs.mpigauge = world.path("fake")
        with open(self.programs.mpigauge, "w") as file:
            file.write(FAKE)
        os.chmod(self.programs.mpigauge, stat.S_IRWXU)
        self.change(world, TABLES)

    @staticmethod
    def change(world, sql):
        with contextlib.closing(sqlite3.connect(world.store)) as database:
            database.executescript(sql)

    def finds(self, kind, text):
        """There is this one finding, and it has the text."""
        self.assertEqual([one for one, _ in self.row.findings], [kind], self.row.findings)
        self.assertIn(text, self.row.findings[0][1])
        self.row.findings.clear()

    def test_a_whole_store_is_no_finding(self):
        with self.world() as world:
            world.check_store_is_whole("well")
            world.check_nothing_twice("well")
            world.check_nothing_is_left("well")
        self.assertEqual(self.row.findings, [])

    # ---- losses

    def test_a_launch_that_is_gone(self):
        with self.world() as world:
            world.check_store_is_whole("before")
            self.change(world, "DELETE FROM launches WHERE launch_id = 'whole'")
            world.check_store_is_whole("after")
        self.finds("loss", "1 launches are no longer in the store")

    def test_a_launch_without_its_results(self):
        with self.world() as world:
            self.change(world, "DELETE FROM results")
            world.check_store_is_whole("after")
        self.finds("loss", "partly stored")

    def test_a_launch_that_is_there_twice(self):
        with self.world() as world:
            self.change(world, "INSERT INTO launches VALUES('again', 'run', 0, 'complete')")
            world.check_nothing_twice("after")
        self.finds("loss", "counted twice")

    def test_a_store_that_is_gone(self):
        with self.world() as world:
            world.check_store_is_whole("before")
            os.remove(world.store)
            world.check_store_is_whole("after")
        self.finds("loss", "the store is gone")

    # ---- verdicts

    def test_a_gate_that_passes_with_faulty_launches(self):
        for share in (1, 0.5):
            for notes in ([], ["1 of 2 launches of the candidate crashed"]):
                faults = Faults(self.programs, self.draw, self.row)
                with faults.world as world:
                    self.prepare(world)
                    world.environment["FAKE_GATE"] = gate("pass", notes)
                    faults.attack("base", "crash", share)
                self.finds("wrong verdict", "passes with 1 faulty launch(es)")

    def test_a_slower_library_that_passes(self):
        with self.world() as world:
            Kills(self.programs, self.draw, self.row).check_verdict(world, "gate", True, 0, gate("pass", []), None)
        self.finds("wrong verdict", "a library that is three times slower passes")

    def test_a_slower_library_that_passes_in_jobs(self):
        attack = Slurm(self.programs, self.draw, self.row)
        attack.cluster = types.SimpleNamespace(run=lambda *_, **__: types.SimpleNamespace(stdout=""))
        with self.world() as world:
            world.environment["FAKE_GATE"] = gate("pass", [])
            attack.end(world, "gate", world.words("gate"), world.path("jobs"), True, {"seen": ("run", 7)})
        kinds = sorted(kind for kind, _ in self.row.findings)
        self.assertEqual(kinds, ["loss", "wrong verdict"], self.row.findings)

    # ---- what is left

    def test_files_that_are_left(self):
        for place, text in [("tmp/mpigauge-output-1", "in TMPDIR"), ("report.html.17.tmp", "unfinished files")]:
            with self.world() as world:
                with open(world.path(place), "w"):
                    pass
                world.check_nothing_is_left("after")
            self.finds("left behind", text)

    def test_files_of_a_command_that_can_go_on(self):
        with self.world() as world:
            os.mkdir(world.path("gate-1"))
            with open(world.path("gate-1", "campaign.json.17.tmp"), "w"):
                pass
            world.check_nothing_is_left("after", open_folders=[world.path("gate-1")])
            self.assertEqual(self.row.findings, [])
            world.check_nothing_is_left("after")
        self.finds("left behind", "campaign.json.17.tmp")

    def test_runs_that_seem_to_be_running(self):
        with self.world() as world:
            self.change(world, "UPDATE runs SET status = 'running'")
            world.check_nothing_is_left("after", running={"run"})
            self.assertEqual(self.row.findings, [])
            world.check_nothing_is_left("after")
        self.finds("left behind", "'running'")

    def test_shared_memory_that_nobody_takes_away(self):
        with self.world() as world:
            path = world.path("shared")
            with open(path, "w"):
                pass
            world.shared = {path}
            world.check_nothing_is_left("after")
        self.finds("left behind", "shared memory")

    def test_shared_memory_of_our_processes_is_known(self):
        with self.world() as world:
            path = "/dev/shm/mpigauge-findings-test-%d" % os.getpid()
            with open(path, "wb") as file:
                file.write(b"\0" * 4096)
            self.addCleanup(lambda: os.path.exists(path) and os.remove(path))
            held = ("import mmap, sys; file = open(sys.argv[1], 'r+b'); memory = mmap.mmap(file.fileno(), 0); "
                    "print(flush=True); input()")
            with subprocess.Popen(["/usr/bin/python3", "-c", held, path], env=world.environment, text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                process.stdout.readline()
                world.note_shared_memory()
                process.communicate("\n")
            self.assertEqual(world.shared, {path})


if __name__ == "__main__":
    unittest.main()
