"""`mpigauge-task`, the part of a job that runs on the compute nodes, without Slurm: srun is a script."""

import collections
import glob
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest

from testing.allowed import needs, turns

# Starts by mpirun what srun is asked for; fails as long as there is a file "away". Each mpirun has a folder of its own for
# its session: Open MPI 4.1 does not start where another one removes the folder that both would share.
_SRUN = """#!/bin/bash
[ "$1" = --mpi=list ] && echo pmix && exit
if [ -e FOLDER/away ]; then
  rm FOLDER/away
  echo "srun: error: Unable to confirm allocation for job 1: Unable to contact slurm controller (connect failure)" >&2
  exit 1
fi
while [ "$1" != env ]; do shift; done
export TMPDIR=$(mktemp -d -p FOLDER)
exec mpirun.openmpi --allow-run-as-root --oversubscribe -n 2 "$@"
"""


class TaskTest(unittest.TestCase):

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        self.task = os.path.realpath("mpigauge/mpigauge-task")
        self.write("srun", _SRUN.replace("FOLDER", self.folder))
        os.chmod(self.path("srun"), 0o755)
        self.write("job.json", json.dumps(self.job("benchmarks/mpigauge-bench", "^barrier/")))

    def job(self, bench, suite):
        plan = {"label": "x", "mpi": "openmpi", "preload": [], "environment": {}, "identity": "", "expected": [],
                "bench": os.path.realpath(bench),
                "bench_arguments": ["--passes", "2", "--watchdog", "600s", "--benchmark_filter=" + suite], "ranks": 2,
                "timeout_seconds": 600, "finalize_seconds": 30, "launcher": ""}
        at = "2026-11-20T18:00:00Z"
        arm = {"run_id": "run", "library": "x", "started_at": at, "plan": plan, "done": []}
        return {"schema_version": 3, "submitted_at": at, "arms": [arm], "blocks": [0, 1, 2], "blocks_per_task": 2,
                "turns": 1, "seed": 1, "only": [], "nodes": 1, "launcher": "auto", "task_program": self.task, "fingerprints": {}}

    def turning_job(self, benches, blocks):
        """A job of a task with two libraries, started by these programs, whose launches take turns by twos."""
        job = self.job("benchmarks/mpigauge-bench", "^barrier/")
        first = job["arms"][0]
        job["arms"] = [dict(first, run_id="run-" + library, library=library, plan=dict(first["plan"], bench=bench))
                       for library, bench in zip("xy", benches)]
        return dict(job, turns=2, blocks=list(range(blocks)), blocks_per_task=blocks)

    def script(self, name, first_lines):
        """A benchmark program that begins with these lines of shell; its path."""
        self.write(name, "#!/bin/sh\n%s\nexec %s \"$@\"\n" % (first_lines, os.path.realpath("benchmarks/mpigauge-bench")))
        os.chmod(self.path(name), 0o755)
        return self.path(name)

    def records(self):
        return [json.loads(self.read(path))["mpigauge"]
                for path in glob.glob(self.path("task-0", "attempt-0", "*", "launch-?.json"))]

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)

    @staticmethod
    def read(path):
        with open(path, errors="replace") as file:
            return file.read()

    def start(self, **variables):
        environment = dict(os.environ, PATH=self.folder + ":" + os.environ["PATH"], **variables)
        process = subprocess.Popen([self.task, self.folder], env=environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, universal_newlines=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def run_task(self, code=0, **variables):
        process = self.start(**variables)
        out, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, code, out)
        return out

    def status(self, task=0, attempt=0):
        return json.loads(self.read(self.path("task-%d" % task, "attempt-%d" % attempt, "status.json")))

    def test_a_task_does_its_part_of_the_launches_when_slurmctld_is_there(self):
        self.write("away", "")
        self.assertIn("launch 2: Slurm does not answer; trying again", self.run_task(SLURM_ARRAY_TASK_ID="1"))
        self.assertTrue(os.path.exists(self.path("task-1", "attempt-0", "0", "launch-2.json")))
        self.assertFalse(os.path.exists(self.path("task-1", "attempt-0", "0", "launch-3.json")))
        self.assertEqual(self.status(task=1)["ended"], "complete")
        self.assertEqual(self.status(task=1)["problems"], [])

    def test_two_libraries_take_turns(self):
        job = self.job("benchmarks/mpigauge-bench", "^barrier/")
        job["arms"].append(dict(job["arms"][0], run_id="other", library="y", done=[1]))
        job["only"] = ["system_call"]
        self.write("job.json", json.dumps(job))
        out = self.run_task(SLURM_ARRAY_TASK_ID="0", SLURM_JOB_NODELIST="n[1-2]")
        self.assertEqual(len(re.findall(r"launch \d of [xy]: complete", out)), 3, out)
        self.assertEqual(self.status()["nodes"], "n[1-2]")
        record = json.loads(self.read(self.path("task-0", "attempt-0", "1", "launch-0.json")))["mpigauge"]
        self.assertEqual((record["run_id"], [one["name"] for one in record["series"]]), ("other", ["system_call"]))
        self.assertFalse(os.path.exists(self.path("task-0", "attempt-0", "1", "launch-1.json")))

    @needs(turns(2))
    def test_several_mpirun_take_turns(self):
        """Slurm is told that the steps which mpirun makes may share processors."""
        bench = self.script("bench.sh", "echo \"$SLURM_OVERLAP\" >> %s" % self.path("overlap"))
        self.write("job.json", json.dumps(dict(self.turning_job([bench, bench], blocks=2), launcher="mpirun")))
        self.write("srun", "#!/bin/sh\n[ \"$1\" = --mpi=list ] && echo pmix && exit\nexit 1\n")
        self.run_task(SLURM_ARRAY_TASK_ID="0")
        self.assertEqual(self.status()["turns"], {"most": 2, "one_by_one": "", "undone": 0})
        circles = collections.Counter(record["settings"]["circle"] for record in self.records())
        self.assertEqual(list(circles.values()), [4])
        self.assertEqual(self.read(self.path("overlap")).split(), ["1"] * 8)  # ranks

    def test_libraries_that_cannot_live_together_are_launched_one_after_the_other(self):
        alone = self.script("alone.sh", "case \"$*\" in *--circle*) echo 'no context is left' >&2; exit 9;; esac")
        job = self.turning_job([os.path.realpath("benchmarks/mpigauge-bench"), alone], blocks=3)
        self.write("job.json", json.dumps(job))
        out = self.run_task(SLURM_ARRAY_TASK_ID="0")
        self.assertEqual(len(re.findall(r"launch \d of [xy]: complete", out)), 6, out)
        turns = self.status()["turns"]
        self.assertEqual((turns["most"], turns["undone"]), (0, 1))  # the second circle was not tried
        self.assertRegex(turns["one_by_one"], "^they could not run at the same time: .*no context is left")
        self.assertEqual(self.status()["problems"], [])
        # Launches that took turns are not compared with launches that had no company.
        self.assertEqual(["circle" in record["settings"] for record in self.records()], [False] * 6)

    def test_a_task_that_is_submitted_twice_measures_once(self):
        self.run_task(SLURM_ARRAY_TASK_ID="1", SLURM_ARRAY_JOB_ID="17")
        out = self.run_task(code=3, SLURM_ARRAY_TASK_ID="0", SLURM_ARRAY_JOB_ID="18")
        self.assertIn("belongs to job 17, this is job 18", out)
        self.assertFalse(os.path.exists(self.path("task-0")))
        # A second copy does not write over the first.
        again = {"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_JOB_ID": "17"}
        self.assertIn("submitted twice?", self.run_task(code=3, **again))
        self.assertEqual(self.status(task=1)["ended"], "complete")
        # A requeued one has its own folder, and nothing left to do.
        self.assertNotIn("launch", self.run_task(SLURM_RESTART_COUNT="1", **again).split("\n", 1)[1])
        self.assertEqual(self.status(task=1, attempt=1)["ended"], "complete")

    def test_crashed_series_are_tried_last_by_the_next_launch_of_the_task(self):
        self.write("job.json", json.dumps(self.job("harness/testing/bad-bench", "good|crashes")))
        self.run_task(SLURM_ARRAY_TASK_ID="0")
        self.assertEqual(len(self.status()["problems"]), 2)
        launch = json.loads(self.read(self.path("task-0", "attempt-0", "0", "launch-1.partial.json")))["mpigauge"]
        self.assertEqual(launch["settings"]["last"], "^(crashes/ranks:2)$")
        series = {one["name"]: one for one in launch["series"]}
        self.assertEqual(len(series["good/ranks:2"]["passes"]), 2)
        self.assertEqual(series["crashes/ranks:2"]["fault"]["kind"], "crash")

    def test_sigterm_leaves_what_there_is(self):
        self.write("job.json", json.dumps(self.job("harness/testing/bad-bench", "good|hangs")))
        task = self.start(SLURM_ARRAY_TASK_ID="0")
        journal = self.path("task-0", "attempt-0", "0", "launch-0.json.journal")
        end = time.monotonic() + 60
        while not (os.path.exists(journal) and "hangs" in self.read(journal)):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        task.send_signal(signal.SIGTERM)
        out, _ = task.communicate(timeout=60)
        self.assertEqual(task.returncode, 3, out)
        self.assertEqual(self.status()["ended"], "stopped")
        self.assertIn("stopped from outside", self.status()["problems"][0])
        self.assertTrue(os.path.exists(self.path("task-0", "attempt-0", "0", "launch-0.partial.json")))

    def test_an_mpi_that_is_not_there_is_said_in_the_status(self):
        job = self.job("benchmarks/mpigauge-bench", "^barrier/")
        job["arms"][0]["plan"]["mpi"] = "/no/such/prefix"
        self.write("job.json", json.dumps(job))
        self.run_task(code=4, SLURM_ARRAY_TASK_ID="0")
        self.assertEqual(self.status()["ended"], "failed")
        self.assertIn("MPI /no/such/prefix", self.status()["text"])

    def test_outside_of_slurm_it_says_who_starts_it(self):
        self.assertIn("started by the job script of mpigauge --slurm", self.run_task(code=4))


if __name__ == "__main__":
    unittest.main(verbosity=2)
