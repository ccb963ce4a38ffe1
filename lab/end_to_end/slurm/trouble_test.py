"""Tests jobs whose nodes fail, whose time runs out, or which somebody cancels. Finished launches are always kept."""

import unittest

from bazel.lab import in_the_lab
from lab.end_to_end.slurm.submit_testing import SubmitTestCase
from testing.services import wait_until


class TroubleTest(SubmitTestCase):
    """A task of three launches whose second one waits or hangs when the trouble comes."""

    nodes = 3  # one of them has the task whose time runs out

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Slurm takes up to 30 s to see that the time of a task is over, and the other tests run meanwhile.
        cls.limited = cls()
        cls.limited.setUp()
        cls.limited_folder = cls.limited.start("hang", ["--time", "1"])
        cls.limited.wait_for_series(cls.limited_folder, 1)
        cls.cluster.time_out(cls.limited.job_id(cls.limited_folder), 0)

    def start(self, mode, more=()):
        words, folder = self.submit(["--tasks", "1"] + list(more), launches=3, bench=self.obedient_bench(mode))
        self.mpigauge(words)
        self.wait_for_launch(folder, 1)
        return folder

    def check_run(self, complete, interrupted, status):
        run, = self.runs()
        self.assertEqual((run["complete"], run["launches"], run["status"]), (complete, complete + interrupted, status))

    def test_launches_finished_before_the_time_limit_are_kept(self):
        err = self.limited.mpigauge(["collect", self.limited_folder, "--wait"], code=3).stderr
        self.assertRegex(err, r"task 0: timed out on node., 1 of 3 launches; launch 1: stopped from outside in sleeps")
        self.limited.check_run(1, 1, "interrupted")

    def test_cancelled(self):
        folder = self.start("hang")
        self.wait_for_series(folder, 1)
        self.cluster.run(["scancel", self.job_id(folder)])
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, r"task 0: cancelled on node., 1 of 3 launches; launch 1: stopped from outside in sleeps")
        self.assertIn("1 of 3 launches of run", err)
        self.check_run(1, 1, "interrupted")
        # One launch is too little for a verdict, and the others will not come.
        again = self.mpigauge(["collect", folder, "--baseline", "latest"], code=3)
        self.assertIn("INCONCLUSIVE", again.stdout)
        self.assertIn("too little was measured: task 0: cancelled", again.stderr)
        self.check_run(1, 1, "interrupted")

    def test_cancelled_before_it_began(self):
        words, folder = self.submit(["--sbatch-arg=--hold"])
        self.mpigauge(words)
        self.cluster.run(["scancel", self.job_id(folder)])
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, "task 0: cancelled, 0 of 1 launches; task 1: cancelled, 0 of 1 launches")
        self.check_run(0, 0, "failed")

    @in_the_lab
    def test_a_node_that_fails_costs_the_running_launch(self):
        folder = self.start("hang", ["--sbatch-arg=--no-requeue"])
        self.wait_for_series(folder, 1)
        node = self.cluster.task_node(self.job_id(folder), 0)
        self.addCleanup(self.cluster.node_up, node)
        self.cluster.node_down(node)
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, r"task 0: node failure on node., 1 of 3 launches")
        self.assertRegex(err, r"launch 1: .* in sleeps")
        self.check_run(1, 1, "interrupted")

    def test_a_requeued_task_goes_on_where_it_was(self):
        folder = self.start("hang")
        self.wait_for_series(folder, 1)
        job = self.job_id(folder)
        node = self.cluster.task_node(job, 0)
        self.addCleanup(self.cluster.node_up, node)
        self.cluster.node_down(node)
        wait_until(lambda: self.cluster.tasks(job)[0] == "PENDING", "the task is requeued")
        early = self.mpigauge(["collect", folder])
        self.assertRegex(early.stderr, "task 0: requeued")
        self.assertIn("1 of 3 launches complete", early.stdout)

        self.set_mode("")
        self.cluster.node_up(node)
        self.cluster.start_now(job, 0)
        late = self.mpigauge(["collect", folder, "--wait"])
        self.assertRegex(late.stderr, r"task 0: completed on node., requeued 1 time\(s\), 3 of 3 launches")
        self.assertIn("3 of 3 launches complete", late.stdout)
        self.check_run(3, 1, "complete")
        with open(folder + "/task-0.log") as log:
            text = log.read()
        self.assertEqual(text.count("launch 0: complete"), 1, text)  # not measured again
        self.assertEqual(text.count("launch 1: complete"), 1, text)

    def test_the_announcement_of_the_time_limit_starts_no_further_launch(self):
        folder = self.start("wait")
        self.cluster.run(["scancel", "--batch", "--signal=USR1", self.job_id(folder)])
        self.set_mode("")
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, r"task 0: timed out on node., 2 of 3 launches; no launch was started after Slurm announced")
        self.check_run(2, 0, "interrupted")

    def test_a_crashing_launch_is_named_and_the_next_one_started(self):
        words, _ = self.submit(["--wait", "--tasks", "1"], launches=2, suite="good|crashes",
                               bench=self.bad_bench())
        result = self.mpigauge(words, code=3)
        self.assertRegex(result.stderr, "task 0: launch 0: crashed: crashed in crashes")
        self.assertRegex(result.stderr, "task 0: launch 1: crashed: crashed in crashes")
        self.check_run(0, 2, "failed")


if __name__ == "__main__":
    unittest.main(verbosity=2)
