"""`mpigauge gate --slurm` on a real cluster of four nodes: two libraries in one allocation, kills, slow nodes."""

import getpass
import glob
import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import sys
import time
import unittest

from bazel.lab import in_the_lab
from lab.end_to_end.slurm.slurm_testing import SlurmTestCase, program
from testing.allowed import needs, turns
from testing.services import wait_until


MPI = sys.argv.pop(1)
LAUNCHES = 4  # of each library: a verdict takes no fewer
TYPES = {"openmpi": "pmix", "mpich": "pmi2"}  # of srun

# A machine whose operation takes 20 ms, whatever else runs on this host. Where there is a slow node, it takes 300 ms
# there and 100 on the others: each node makes two launches, and a busy host adds some milliseconds to any.
_BENCH = """#!/bin/bash
time=20
slow=$(cat {folder}/slow_node 2>/dev/null) && time=100
[ "$SLURMD_NODENAME" = "$slow" ] && time=300
export MPIGAUGE_SLEEP=${{MPIGAUGE_SLEEP:-$time}}
exec {bench} "$@"
"""


class SlurmCampaignTest(SlurmTestCase):

    nodes = 4
    # Jobs of the partition "urgent" preempt others.
    configuration = """
PreemptType=preempt/partition_prio
PreemptMode=CANCEL
PartitionName=low Nodes=ALL PriorityTier=1 PreemptMode=CANCEL
PartitionName=urgent Nodes=ALL PriorityTier=10 PreemptMode=OFF
"""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = cls.cluster.folder
        cls.write_program(folder + "/bench.sh", _BENCH.format(folder=folder, bench=cls.bad_bench()))
        cls.bench = folder + "/bench.sh"

    def setUp(self):
        super().setUp()
        self.addCleanup(self.cluster.run, ["scancel", "--user=" + getpass.getuser()])

    @staticmethod
    def write_program(path, text):
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o755)

    def slow_node(self, node):
        path = self.cluster.folder + "/slow_node"
        with open(path, "w") as file:
            file.write(node)
        self.addCleanup(os.remove, path)

    def gate(self, more=(), bench=None):
        """The words of a gate of two libraries in jobs, and the folder that it goes on in."""
        folder = self.new_folder()
        bench = bench or self.bench
        words = ["gate", "--slurm", "--folder", folder, "--filter", "^sleeps/", "--tolerance", "300%", "--exclusive",
                 "--baseline-bench", bench, "--candidate-bench", bench, "--baseline-mpi", MPI, "--candidate-mpi", MPI,
                 "--seed", "7", "--max-launches", str(LAUNCHES), "--format", "json"]
        return words + list(more) + ["--", "--passes", "2", "--warm-up", "1"], folder

    @staticmethod
    def slowed():
        return ["--candidate-env", "MPIGAUGE_SLEEP=120"]

    def launches(self):
        """Returns for each run in the store the states of its launches, by index."""
        rows = sqlite3.connect(self.store).execute("SELECT run_id, launch_index, status FROM launches").fetchall()
        found = {}
        for run, index, status in rows:
            found.setdefault(run, {}).setdefault(index, []).append(status)
        return found

    def circles(self):
        """Returns for each run in the store how many complete launches each circle has; None stands for launches
        without company."""
        rows = sqlite3.connect(self.store).execute(
            "SELECT run_id, settings FROM launches WHERE status = 'complete'").fetchall()
        found = {}
        for run, settings in rows:
            circle = json.loads(settings).get("circle")
            counts = found.setdefault(run, {})
            counts[circle] = counts.get(circle, 0) + 1
        return list(found.values())

    def check_each_launch_once(self, text=""):
        """In the store, and in the folders of the jobs: what was measured is measured once."""
        self.assertEqual([sorted(run) for run in self.launches().values()], [list(range(LAUNCHES))] * 2, text)
        for run in self.launches().values():
            self.assertEqual(set(map(tuple, run.values())), {("complete",)})
        names = glob.glob(self.jobs + "/*/settle/job-*/task-*/attempt-*/*/launch-*.json")
        self.assertEqual(len(names), 2 * LAUNCHES, names)

    def check_two_circles(self, answer):
        """All launches of each library have taken turns, by twos."""
        self.assertIn("launches took turns, up to 2 of each library at the same time", answer["notes"])
        baseline, candidate = self.circles()
        self.assertEqual(baseline, candidate)  # the same two circles
        self.assertNotIn(None, baseline)
        self.assertEqual(sorted(baseline.values()), [2, 2])

    def test_the_slower_library_is_found_in_one_allocation_over_two_nodes(self):
        words, folder = self.gate(self.slowed() + ["--nodes", "2", "--tasks", "2", "--turns", "off"])
        result = self.mpigauge(words, code=1)
        self.assertEqual(json.loads(result.stdout)["verdict"], "fail")
        self.check_each_launch_once(result.stderr)
        # Blocks of one launch of each, in an order that is drawn; every task an allocation of its own.
        orders = set()
        for task in (0, 1):
            with open(folder + "/settle/job-0/task-%d.log" % task) as log:
                made = re.findall(r"launch (\d) of (\w+): complete", log.read())
            self.assertEqual([index for index, _ in made[::2]], [index for index, _ in made[1::2]])
            orders |= {library for _, library in made[::2]}
        self.assertEqual(orders, {"baseline", "candidate"})
        self.assertEqual(self.circles(), [{None: LAUNCHES}] * 2)
        status = self.read_json(folder + "/settle/job-0/task-0/attempt-0/status.json")
        self.assertRegex(status["nodes"], r"node\[\d")
        self.assertIn("srun:" + TYPES[MPI], status["launcher"])

    def test_a_dry_run_names_nodes_and_command_lines_and_makes_nothing(self):
        words, folder = self.gate(["--nodes", "2", "--partition", "low", "--dry-run"])
        told = self.mpigauge(words).stdout
        text = ("launches: 4 of %s, 2 ranks each, in 2 task(s) of a Slurm job, each on 2 node(s) of partition low, "
                "shared with no other job; up to 4 if series are open\n")
        for library in ("baseline", "candidate"):
            self.assertIn(text % library, told)
        commands = re.findall(r"(?m)^command: (.*)$", told)
        self.assertEqual(len(commands), 2, told)
        for command in commands:
            self.assertRegex(command, "^srun --mpi=%s --ntasks=2 --cpu-bind=cores .*%s .*--passes 2 --warm-up 1$"
                             % (TYPES[MPI], re.escape(self.bench)))
        job, = re.findall(r"(?m)^job: (.*)$", told)
        submission = shlex.split(job)
        self.assertEqual(submission[0], "sbatch")
        self.assertEqual(submission[-1], folder + "/settle/job-0/job.sh")
        self.assertLessEqual({"--array=0-1", "--nodes=2", "--ntasks=2", "--ntasks-per-node=1", "--partition=low",
                              "--exclusive"}, set(submission))
        self.assertFalse(os.path.exists(folder))
        self.assertFalse(os.path.exists(self.store))

    @needs(turns(2))
    def test_several_mpirun_take_turns_in_one_allocation(self):
        """The launches of a circle are started by the library's own launcher, each by one, and not by srun."""
        words, folder = self.gate(self.slowed() + ["--tasks", "1", "--turns", "2", "--launcher", "mpirun"])
        answer = json.loads(self.mpigauge(words, code=1).stdout)
        self.assertEqual(answer["verdict"], "fail")
        self.check_each_launch_once()
        self.check_two_circles(answer)
        launcher = self.read_json(folder + "/settle/job-0/task-0/attempt-0/status.json")["launcher"]
        self.assertRegex(launcher, r"/mpi(run|exec)")
        self.assertNotIn("srun", launcher)
        status = self.read_json(folder + "/settle/job-0/task-0/attempt-0/status.json")
        self.assertEqual(status["turns"], {"most": 2, "one_by_one": "", "undone": 0})
        self.assertEqual(status["problems"], [])

    def accounts(self):
        """The environment of a cluster that keeps accounts; ours has no database for them."""
        self.write_program(os.path.join(self.folder, "sacct"),
                           "#!/bin/bash\nfor job in \"$@\"; do :; done\necho \"${job}_0|CANCELLED by 0\"\n")
        return dict(self.cluster.environment, PATH=self.folder + ":" + self.cluster.environment["PATH"])

    def stays_cancelled(self, waiting, job):
        """The gate ends as one that was stopped, and says who it was; the words that go on with it."""
        _, err = waiting.communicate(timeout=200)
        self.assertEqual(waiting.returncode, 3, err)
        self.assertRegex(err, r"task 0: cancelled by root \(UID 0\) on node")
        self.assertRegex(err, r"stopped: job %s has ended \(1 cancelled by root \(UID 0\).*\), and what somebody cancelled is "
                         r"not submitted again" % self.job_id(job))
        self.assertEqual({run["status"] for run in self.runs()}, {"interrupted"})
        return shlex.split(re.search(r"go on: mpigauge (.*)", err).group(1))

    def test_a_circle_that_is_cancelled_stays_so_until_the_gate_is_resumed(self):
        words, folder = self.gate(self.slowed() + ["--nodes", "2", "--tasks", "1", "--turns", "2"],
                                  bench=self.obedient_bench("wait"))
        waiting = self.start_mpigauge(words, env=self.accounts())
        job = os.path.join(folder, "settle", "job-0")
        self.wait_for_job(job)
        self.wait_until_waiting(1)  # it is one of the circle, of which nothing has been measured yet
        self.cluster.run(["scancel", self.job_id(job) + "_0"])
        resume = self.stays_cancelled(waiting, job)
        self.set_mode("")
        result = self.mpigauge(resume, code=1, store=False)
        self.assertIn("8 launch(es) are missing and are submitted again", result.stderr)
        answer = json.loads(result.stdout)
        self.assertEqual(answer["verdict"], "fail")
        self.check_two_circles(answer)
        for run in self.launches().values():
            self.assertEqual(sorted(index for index, states in run.items() if "complete" in states),
                             list(range(LAUNCHES)))

    @in_the_lab
    def test_a_cancelled_task_is_made_up_for_when_the_gate_is_resumed(self):
        words, folder = self.gate(["--tasks", "2", "--nodes", "2", "--turns", "off"], bench=self.obedient_bench("wait"))
        waiting = self.start_mpigauge(words, env=self.accounts())
        job = os.path.join(folder, "settle", "job-0")
        self.wait_for_job(job)
        self.wait_for_launch(job, 1, task=0)
        self.cluster.run(["scancel", self.job_id(job) + "_0"])
        self.set_mode("")
        result = self.mpigauge(self.stays_cancelled(waiting, job), store=False)
        self.assertIn("2 launch(es) are missing and are submitted again", result.stderr)
        self.assertTrue(any("task 0: cancelled" in note for note in json.loads(result.stdout)["notes"]), result.stdout)
        for run in self.launches().values():
            self.assertEqual(sorted(index for index, states in run.items() if "complete" in states),
                             list(range(LAUNCHES)))

    @in_the_lab
    def test_a_preempted_task_is_made_up_for(self):
        words, folder = self.gate(["--tasks", "1", "--nodes", "4", "--ranks", "4", "--partition", "low", "--turns",
                                   "off"],
                                  bench=self.obedient_bench("wait"))
        waiting = self.start_mpigauge(words)
        job = os.path.join(folder, "settle", "job-0")
        self.wait_for_job(job)
        self.wait_for_launch(job, 1)
        self.cluster.run(["sbatch", "--partition=urgent", "--nodes=4", "--exclusive", "--output=/dev/null",
                          "--wrap=true"])
        wait_until(lambda: self.cluster.tasks(self.job_id(job)).get(0) not in ("RUNNING", "COMPLETING"),
                   "it is preempted")
        self.set_mode("")
        out, err = waiting.communicate(timeout=200)
        self.assertEqual(waiting.returncode, 0, err)
        self.assertRegex(err, r"task 0: preempted on node")
        self.assertTrue(any("task 0: preempted" in note for note in json.loads(out)["notes"]), out)

    def test_a_slow_node_is_named_and_left_out(self):
        self.slow_node("node2")
        wait_until(self.cluster.all_idle, "there is a node for each task")
        words, folder = self.gate(["--tasks", "4", "--turns", "off"])  # one on each node
        result = self.mpigauge(words)
        answer = json.loads(result.stdout)
        self.assertEqual(answer["verdict"], "pass", result.stderr)
        notes = [note for note in answer["notes"] if "bad node" in note]
        self.assertEqual(len(notes), 1, result.stdout + self.task_logs())
        self.assertRegex(notes[0], r"job \d+, bad node: node2 was \S+( times)? slower than the other nodes "
                         r"\(MPI, both libraries\)")
        with open(folder + "/settle/job-0-1/job.sh") as script:
            self.assertIn("--exclude=node2", script.read())
        # Its launches do not come back when the gate goes on.
        for again in (answer, json.loads(self.mpigauge(words).stdout)):
            self.assertEqual(again["series"], answer["series"])
            for run in self.launches().values():
                states = [state for launch in run.values() for state in launch]
                self.assertEqual((states.count("complete"), states.count("bad-node")), (LAUNCHES, 1))

    @needs(turns(2))
    def test_killed_at_any_moment_it_goes_on(self):
        words, folder = self.gate(self.slowed() + ["--tasks", "3"])
        job = os.path.join(folder, "settle", "job-0")
        moments = [
            lambda: os.path.exists(os.path.join(job, "job.json")),
            lambda: os.path.exists(os.path.join(job, "job.sh")),
            lambda: os.path.exists(os.path.join(job, "job_id")),
            lambda: os.path.exists(os.path.join(job, "task-0/attempt-0/0/launch-0.json")),
            lambda: os.path.exists(os.path.join(job, "tasks.json")),
        ]
        for moment in moments:
            process = self.start_mpigauge(words)
            end = time.monotonic() + 60
            while not moment() and process.poll() is None and time.monotonic() < end:
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        answer = json.loads(self.mpigauge(words, code=1).stdout)
        self.assertEqual(answer["verdict"], "fail")
        self.check_each_launch_once()
        self.assertEqual(len(self.runs()), 2)
        # And when all was measured: the same answer, nothing anew.
        again = json.loads(self.mpigauge(words, code=1).stdout)
        self.assertEqual(again["series"], answer["series"])
        self.check_each_launch_once()

    @needs(turns(4))
    def test_killed_while_sbatch_is_under_way_it_submits_nothing_twice(self):
        words, folder = self.gate(["--tasks", "1"])
        job = os.path.join(folder, "settle", "job-0")
        slow = os.path.join(self.folder, "sbatch")
        self.write_program(slow, "#!/bin/bash\n%s \"$@\"\ntouch '%s/taken'\nsleep 60\n"
                           % (shutil.which("sbatch"), self.folder))
        path = self.folder + ":" + self.cluster.environment["PATH"]
        process = self.start_mpigauge(words, env=dict(self.cluster.environment, PATH=path))
        wait_until(lambda: os.path.exists(self.folder + "/taken"), "Slurm has the job")
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.assertFalse(os.path.exists(os.path.join(job, "job_id")))
        result = self.mpigauge(words)
        self.assertRegex(result.stderr, r"job \d+ is still there")
        notes = json.loads(result.stdout)["notes"]
        self.assertIn("launches took turns, up to 4 of each library at the same time", notes)
        self.check_each_launch_once()

    @in_the_lab
    def test_ctrl_c_leaves_the_job_to_the_next_start(self):
        words, folder = self.gate(["--tasks", "1", "--turns", "off"], bench=self.obedient_bench("wait"))
        process = self.start_mpigauge(words)
        job = os.path.join(folder, "settle", "job-0")
        self.wait_for_job(job)
        self.wait_for_launch(job, 1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn("wait for it: mpigauge gate --resume", err)
        self.assertEqual(self.cluster.tasks(self.job_id(job)), {0: "RUNNING"})
        self.set_mode("")
        self.mpigauge(words)
        self.check_each_launch_once()

    def test_detached_it_has_no_verdict_and_is_resumed_with_its_options(self):
        """The library is found slower, so the options of both sides are those of the beginning, --format, too."""
        words, folder = self.gate(self.slowed() + ["--tasks", "1", "--turns", "off", "--detach"],
                                  bench=self.obedient_bench("wait"))
        err = self.mpigauge(words, code=3).stderr
        job = os.path.join(folder, "settle", "job-0")
        self.assertIn("job %s has not ended, so there is no result yet" % self.job_id(job), err)
        self.wait_for_launch(job, 1)
        self.set_mode("")
        resume = shlex.split(re.search(r"wait for it: mpigauge (.*)", err).group(1))
        self.assertEqual(resume, ["gate", "--resume", folder])
        for _ in range(2):  # the second time all is measured
            self.assertEqual(json.loads(self.mpigauge(resume, code=1, store=False).stdout)["verdict"], "fail")
            self.check_each_launch_once()

    def test_slurm_options_without_slurm_are_refused(self):
        err = self.mpigauge(["gate", "--nodes", "2", "--candidate-env", "A=B"], code=4).stderr
        self.assertIn("--slurm", err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
