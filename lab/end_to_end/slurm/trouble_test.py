"""Tests jobs whose nodes fail, whose time runs out, or which somebody cancels. Finished launches are always kept."""

import unittest

from bazel.lab import in_the_lab
from lab.end_to_end.slurm.slurm_testing import SlurmTestCase
from testing.services import wait_until


class TroubleTest(SlurmTestCase):
    """A task of three launches whose second one waits or hangs when the trouble comes."""

    nodes = 3  # one of them has the task whose time runs out

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Slurm takes up to 30 s to see that the time of a task is over, and the other tests run meanwhile.
        cls.limited = cls()
        cls.limited.setUp()
        cls.limited_job = cls.limited.start("hang", ["--time", "1"])
        cls.limited.wait_for_series(cls.limited_job, 1)
        cls.cluster.time_out(cls.limited.job_id(cls.limited_job), 0)

    def start(self, mode, more=()):
        words, job = self.run_in_jobs(["--tasks", "1", "--detach"] + list(more), launches=3,
                                      bench=self.obedient_bench(mode))
        self.mpigauge(words)
        self.wait_for_launch(job, 1)
        return job

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

    def test_cancelled(self):
        job = self.start("hang")
        self.wait_for_series(job, 1)
        self.cluster.run(["scancel", self.job_id(job)])
        err = self.resume(job)
        self.assertRegex(err, r"task 0: cancelled on node., 1 of 3 launches; launch 1: stopped from outside in sleeps")
        self.assertIn("2 launch(es) are missing and are submitted again", err)
        self.check_run(3, 1)

    def test_cancelled_before_it_began(self):
        words, job = self.run_in_jobs(["--sbatch-arg=--hold", "--detach"])
        self.mpigauge(words)
        self.cluster.run(["scancel", self.job_id(job)])
        again = self.mpigauge(words)  # it does not wait for the second job either
        self.addCleanup(self.cluster.run, ["scancel", self.job_id(job + "-1")])
        self.assertIn("task 0: cancelled, 0 of 1 launches\ntask 1: cancelled, 0 of 1 launches", again.stderr)
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
