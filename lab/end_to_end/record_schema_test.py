"""docs/reference/record.schema.json and mpigauge agree: records and journals that the program writes are taken by both,
and impossible values by neither."""
import copy
import json
import os
import subprocess
import tempfile
import time
import unittest

import jsonschema

from benchmarks.bench_testing import BENCH, MPIEXEC

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
SCHEMA = os.path.abspath("docs/reference/record.schema.json")

# Where in a launch, and what should not be there.
IMPOSSIBLE = [
    (["schema_version"], 2),
    (["launch_id"], "/elsewhere/x"),
    (["run_id"], ""),
    (["run_id"], "x" * 101),
    (["launch_index"], -1),
    (["launch_index"], 0.5),
    (["started_at"], "1e400"),
    (["duration_seconds"], -1e-9),
    (["duration_seconds"], None),
    (["status"], "fine"),
    (["status_text"], "a\0b"),
    (["settings"], ["passes"]),
    (["settings", "passes"], 2),
    (["environment", "key"], None),
    (["environment", "context", "x"], 1),
    (["series"], {}),
    (["series", 0, "passes"], {}),
    (["series", 0, "rank_reports"], {}),
    (["series", 0, "name"], "a\nb"),
    (["series", 0, "case"], "x" * 501),
    (["series", 0, "case_version"], 2**31),
    (["series", 0, "parameters"], [["bytes", 8]]),
    (["series", 0, "parameters", "bytes"], 8.5),
    (["series", 0, "method", "mode"], "\x1b[2J"),
    (["series", 0, "method"], "call"),
    (["series", 0, "bytes_per_operation"], -1e308),
    (["series", 0, "operations_per_observation"], -1),
    (["series", 0, "tick_seconds"], -1e-9),
    (["series", 0, "verified"], "yes"),
    (["series", 0, "first_call_seconds"], -1),
    (["series", 0, "huge_page_bytes"], -2),
    (["series", 0, "remeasured"], -1),
    (["series", 0, "fault"], {"kind": "bad luck", "rank": 0, "message": ""}),
    (["series", 0, "fault"], {"kind": "error", "rank": -2, "message": ""}),
    (["series", 0, "passes", 0, "operations_per_observation"], 0),
    (["series", 0, "passes", 0, "operations_per_observation"], 1.5),
    (["series", 0, "passes", 0, "late"], -1),
    (["series", 0, "passes", 0, "late"], 2**63),
    (["series", 0, "passes", 0, "wall_seconds"], "1e400"),
    (["series", 0, "passes", 0, "observations_seconds", 0], -1e-9),
    (["series", 0, "passes", 0, "observations_seconds", 0], None),
    (["series", 0, "passes", 0, "counters"], {"steps": "many"}),
    (["series", 0, "passes", 0, "handover_seconds"], [1e-7]),
    (["series", 0, "passes", 0, "block_seconds"], [1e-7, 1e-7, 1e-7]),
    (["series", 0, "passes", 0, "arithmetic_seconds"], [1e-6, -1e-6]),
    (["series", 0, "passes", 0, "network_seconds"], [1e-6]),
]

# Fields that may be there beside the required ones, and fields that may be missing.
POSSIBLE = [
    (["status_text"], "crashed\nin allreduce \u2603"),
    (["series", 0, "parameters", "shift"], -1),
    (["series", 0, "passes", 0, "counters"], {"steps": 3}),
    (["series", 0, "passes", 0, "network_seconds"], [1.5e-5, 1.6e-5]),
    (["series", 0, "fault"], {"kind": "error", "rank": -1, "message": ""}),
    (["series", 0, "something_new"], [1]),
]


def changed(launch, place, value):
    launch = copy.deepcopy(launch)
    inner = launch
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return launch


class RecordSchemaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = cls.temporary.name
        with open(SCHEMA) as file:
            cls.schema = json.load(file)
        jsonschema.Draft202012Validator.check_schema(cls.schema)
        cls.path = os.path.join(cls.folder, "record.json")
        subprocess.run(cls.words(cls.path, "--passes=2", "--observations=5", "--per-rank", "--run-id=run",
                                 "--benchmark_filter=^(allreduce/bytes:8|bcast/bytes:8|spin)/"), check=True,
                       stdout=subprocess.DEVNULL)
        with open(cls.path) as file:
            cls.record = json.load(file)

    @staticmethod
    def words(path, *more):
        return [MPIEXEC, "-n", "2", BENCH, "--record", path, *more]

    def errors(self, instance, part=""):
        schema = {"$defs": self.schema["$defs"], "$ref": part} if part else self.schema
        return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(instance)]

    def imported(self, launch):
        """Returns the command's answer about it; with a store of its own each time."""
        path = os.path.join(self.folder, "changed.json")
        with open(path, "w") as file:
            json.dump({"mpigauge": launch}, file)
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run([MPIGAUGE, "import", path, "--store", os.path.join(folder, "s.sqlite")],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_records_of_the_program_are_taken_by_both(self):
        self.assertEqual(self.errors(self.record), [])
        done = self.imported(self.record["mpigauge"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_record_of_a_killed_launch_is_taken(self):
        path = os.path.join(self.folder, "killed.json")
        process = subprocess.Popen(self.words(path, "--passes=100000", "--benchmark_filter=^(allreduce/bytes:8|spin)/"),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 100
        while not (os.path.exists(path + ".journal") and open(path + ".journal").read().count('{"end"') > 3):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        process.terminate()
        process.wait()
        with open(path + ".journal") as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        self.assertEqual({key for line in lines for key in line}, {"launch", "begin", "end"})
        for line in lines:
            self.assertEqual(self.errors(line, "#/$defs/journal_line"), [], line)

    def test_impossible_values_are_refused_by_both(self):
        for place, value in IMPOSSIBLE:
            with self.subTest(place=place, value=value):
                launch = changed(self.record["mpigauge"], place, value)
                self.assertNotEqual(self.errors({"mpigauge": launch}), [])
                done = self.imported(launch)
                self.assertEqual(done.returncode, 4, done.stdout)
                self.assertIn("changed.json", done.stderr)

    def test_missing_keys_are_refused_by_both(self):
        for place in (["launch_id"], ["series"], ["environment", "key"]):
            launch = copy.deepcopy(self.record["mpigauge"])
            inner = launch[place[0]] if len(place) == 2 else launch
            del inner[place[-1]]
            self.assertNotEqual(self.errors({"mpigauge": launch}), [])
            self.assertEqual(self.imported(launch).returncode, 4)

    def test_possible_values_are_taken_by_both(self):
        for place, value in POSSIBLE:
            with self.subTest(place=place, value=value):
                launch = changed(self.record["mpigauge"], place, value)
                self.assertEqual(self.errors({"mpigauge": launch}), [])
                done = self.imported(launch)
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
