"""Tests jobs whose nodes fail, whose time runs out, or which somebody cancels. Finished launches are always kept."""

import os
import unittest

from bazel.lab import in_the_lab
from lab.end_to_end.slurm.slurm_testing import SlurmTestCase
from testing.services import wait_until


# Each operation takes as many milliseconds as the file beside this script says.
_SLOW_BENCH = """#!/bin/bash
MPIGAUGE_SLEEP=$(<"${0%/*}/milliseconds") exec BAD_BENCH "$@"
"""


class TroubleTest(SlurmTestCase):
    """A task of three launches whose second one waits or hangs when the trouble comes."""

    nodes = 4  # two of them have the tasks whose time runs out

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Slurm takes up to 30 s to see that the time of a task is over, and the other tests run meanwhile.
        cls.limited = cls()
        cls.limited.setUp()
        cls.limited_job = cls.limited.start("hang", ["--time", "1"])
        cls.short = cls()
        cls.short.setUp()
        cls.short_words, cls.short_job = cls.short.start_long_launch()
        cls.limited.wait_for_series(cls.limited_job, 1)
        cls.cluster.time_out(cls.limited.job_id(cls.limited_job), 0)
        cls.cluster.time_out(cls.short.job_id(cls.short_job), 0)

    def start(self, mode, more=()):
        words, job = self.run_in_jobs(["--tasks", "1", "--detach"] + list(more), launches=3,
                                      bench=self.obedient_bench(mode))
        self.mpigauge(words)
        self.wait_for_launch(job, 1)
        return job

    def set_milliseconds(self, milliseconds):
        with open(os.path.join(self.folder, "milliseconds"), "w") as file:
            file.write(str(milliseconds))

    def start_long_launch(self):
        """A launch that has come through two of its sixty passes; the words of the run but for its time limit."""
        bench = os.path.join(self.folder, "slow.sh")
        with open(bench, "w") as file:
            file.write(_SLOW_BENCH.replace("BAD_BENCH", self.bad_bench()))
        os.chmod(bench, 0o755)
        self.set_milliseconds(300)
        words, job = self.run_in_jobs(["--tasks", "1"], launches=1, suite="^sleeps/", bench=bench)
        words[words.index("--passes") + 1:] = ["60", "--warm-up", "1", "--observations", "3"]
        self.mpigauge(words[:1] + ["--time", "10", "--detach"] + words[1:])
        journal = os.path.join(job, "task-0", "attempt-0", "0", "launch-0.json.journal")
        wait_until(lambda: os.path.exists(journal) and self.read(journal).count('"end"') >= 2, "two passes are over")
        return words, job

    def resume(self, job):
        """Waits for the job and for the one that makes up for what it lacks; what is said about them."""
        self.set_mode("")
        result = self.mpigauge(self.resumed(job))
        self.assertIn("3 complete launch(es)", result.stdout)
        return result.stderr

    def check_run(self, complete, interrupted, status="complete"):
        run, = self.runs()
        self.assertEqual((run["complete"], run["launches"], run["status"]), (complete, complete + interrupted, status))

    def test_launches_finished_before_the_time_limit_are_kept(self):
        err = self.limited.resume(self.limited_job)
        self.assertRegex(err, r"task 0: timed out on node., 1 of 3 launches; launch 1: stopped from outside in sleeps")
        self.assertIn("2 launch(es) are missing and are submitted again", err)
        self.limited.check_run(3, 1)
        # A task of three did not finish, so the next ones are smaller.
        self.assertRegex(err, r"a launch takes about .*, and the time limit of a task is 1m 00s: tasks have 1 launch from "
                         r"now on, and with --time \d+ from the start 3")
        self.assertIn("--array=0-1%1", self.read(self.limited_job + "-1/job.sh"))

    def test_a_time_limit_that_is_too_short_for_a_launch_ends_it_after_one_job(self):
        too_short = (r"job %s: a launch takes about \d+m \d\ds, and the time limit of a task is 1m 00s; set --time \d+, and a "
                     r"--partition that allows it; nothing is submitted again" % self.short.job_id(self.short_job))
        err = self.short.mpigauge(self.resumed(self.short_job), code=3).stderr
        self.assertRegex(err, too_short)
        self.assertIn("go on: the first command line with a longer --time, and --folder ", err)
        self.assertFalse(os.path.exists(self.short_job + "-1"))
        self.short.check_run(0, 1, "interrupted")
        self.short.set_milliseconds(1)
        again = self.short.mpigauge(self.short_words[:1] + ["--time", "5"] + self.short_words[1:])
        self.assertIn("1 complete launch(es)", again.stdout)
        self.assertIn("--time=5 ", self.read(self.short_job + "-1/job.sh"))

    def test_cancelled(self):
        job = self.start("hang")
        self.wait_for_series(job, 1)
        self.cluster.run(["scancel", self.job_id(job)])
        self.assertRegex(self.stays_cancelled(job),
                         r"task 0: cancelled on node., 1 of 3 launches; launch 1: stopped from outside in sleeps")
        self.check_run(1, 1, "interrupted")
        err = self.resume(job)
        self.assertIn("2 launch(es) are missing and are submitted again", err)
        self.check_run(3, 1)

    def stays_cancelled(self, job):
        """The command that learns first of the cancelled job ends, as one that was stopped does; what it says."""
        err = self.mpigauge(self.resumed(job), code=3).stderr
        self.assertRegex(err, r"stopped: job %s has ended \(\d cancelled\), and what somebody cancelled is not submitted "
                         r"again; finished launches are kept\n  go on: mpigauge run --resume " % self.job_id(job))
        self.assertFalse(os.path.exists(job + "-1"))
        return err

    def test_cancelled_before_it_began(self):
        words, job = self.run_in_jobs(["--sbatch-arg=--hold", "--detach"])
        self.mpigauge(words)
        self.cluster.run(["scancel", self.job_id(job)])
        self.assertIn("task 0: cancelled, 0 of 1 launches\ntask 1: cancelled, 0 of 1 launches",
                      self.stays_cancelled(job))
        self.check_run(0, 0, "interrupted")
        again = self.mpigauge(words)  # it does not wait for the second job either
        self.addCleanup(self.cluster.run, ["scancel", self.job_id(job + "-1")])
        self.assertIn("2 launch(es) are missing and are submitted again", again.stderr)
        self.assertIn("job %s has not ended" % self.job_id(job + "-1"), again.stdout)
        self.check_run(0, 0, "running")

    @in_the_lab
    def test_a_node_that_fails_costs_the_running_launch(self):
        job = self.start("hang", ["--sbatch-arg=--no-requeue"])
        self.wait_for_series(job, 1)
        node = self.cluster.task_node(self.job_id(job), 0)
        self.addCleanup(self.cluster.node_up, node)
        self.cluster.node_down(node)
        err = self.resume(job)
        self.assertRegex(err, r"task 0: node failure on node., 1 of 3 launches")
        self.assertRegex(err, r"launch 1: .* in sleeps")
        self.check_run(3, 1)

    def test_a_requeued_task_goes_on_where_it_was(self):
        job = self.start("hang")
        self.wait_for_series(job, 1)
        number = self.job_id(job)
        node = self.cluster.task_node(number, 0)
        self.addCleanup(self.cluster.node_up, node)
        self.cluster.node_down(node)
        wait_until(lambda: self.cluster.tasks(number)[0] == "PENDING", "the task is requeued")
        waiting = self.start_mpigauge(self.resumed(job))
        said = ""
        while "task 0: requeued" not in said:
            line = waiting.stderr.readline()
            self.assertNotEqual(line, "", said)
            said += line

        self.set_mode("")
        self.cluster.node_up(node)
        self.cluster.start_now(number, 0)
        out, err = waiting.communicate(timeout=200)
        self.assertEqual(waiting.returncode, 0, err)
        self.assertRegex(err, r"task 0: completed on node., requeued 1 time\(s\), 3 of 3 launches")
        self.assertIn("3 complete launch(es)", out)
        self.check_run(3, 1)
        text = self.read(job + "/task-0.log")
        self.assertEqual(text.count("launch 0: complete"), 1, text)  # not measured again
        self.assertEqual(text.count("launch 1: complete"), 1, text)

    def test_the_announcement_of_the_time_limit_starts_no_further_launch(self):
        job = self.start("wait")
        self.cluster.run(["scancel", "--batch", "--signal=USR1", self.job_id(job)])
        err = self.resume(job)
        self.assertRegex(err, r"task 0: timed out on node., 2 of 3 launches; no launch was started after Slurm announced")
        self.assertIn("1 launch(es) are missing and are submitted again", err)
        self.check_run(3, 0)

    def test_a_crashing_launch_is_named_and_the_next_one_started(self):
        words, _ = self.run_in_jobs(["--tasks", "1"], launches=2, suite="good|crashes", bench=self.bad_bench())
        result = self.mpigauge(words, code=3)
        self.assertRegex(result.stderr, "task 0: launch 0: crashed: crashed in crashes")
        self.assertRegex(result.stderr, "task 0: launch 1: crashed: crashed in crashes")
        self.check_run(0, 2, "failed")


if __name__ == "__main__":
    unittest.main(verbosity=2)
