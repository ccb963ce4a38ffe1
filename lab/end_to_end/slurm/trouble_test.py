"""Tests jobs whose nodes fail, whose time runs out, or which somebody cancels. Finished launches are always kept."""

import unittest

from bazel.lab import in_the_lab
from lab.end_to_end.slurm.submit_testing import SubmitTestCase
from testing.services import wait_until


class TroubleTest(SubmitTestCase):
    """A task of five launches whose third one waits or hangs when the trouble comes."""

    def start(self, mode, more=()):
        words, folder = self.submit(["--tasks", "1"] + list(more), launches=5, bench=self.obedient_bench(mode))
        self.mpigauge(words)
        self.wait_for_launch(folder, 2)
        return folder

    def check_run(self, complete, interrupted, status):
        run, = self.runs()
        self.assertEqual((run["complete"], run["launches"], run["status"]), (complete, complete + interrupted, status))

    def test_cancelled(self):
        folder = self.start("hang")
        self.wait_for_series(folder, 2)
        self.cluster.run(["scancel", self.job_id(folder)])
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, r"task 0: cancelled on node., 2 of 5 launches; launch 2: stopped from outside in hangs")
        self.assertIn("2 of 5 launches of run", err)
        self.check_run(2, 1, "interrupted")
        # Two launches are too few for a verdict, and the others will not come.
        again = self.mpigauge(["collect", folder, "--baseline", "latest"], code=3)
        self.assertIn("INCONCLUSIVE", again.stdout)
        self.assertIn("too little was measured: task 0: cancelled", again.stderr)
        self.check_run(2, 1, "interrupted")

    def test_cancelled_before_it_began(self):
        words, folder = self.submit(["--sbatch-arg=--hold"])
        self.mpigauge(words)
        self.cluster.run(["scancel", self.job_id(folder)])
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, "task 0: cancelled, 0 of 2 launches; task 1: cancelled, 0 of 2 launches")
        self.check_run(0, 0, "failed")

    @in_the_lab
    def test_a_node_that_fails_costs_the_running_launch(self):
        folder = self.start("hang", ["--sbatch-arg=--no-requeue"])
        self.wait_for_series(folder, 2)
        node = self.cluster.task_node(self.job_id(folder), 0)
        self.addCleanup(self.cluster.node_up, node)
        self.cluster.node_down(node)
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, r"task 0: node failure on node., 2 of 5 launches")
        self.assertRegex(err, r"launch 2: .* in hangs")
        self.check_run(2, 1, "interrupted")

    def test_a_requeued_task_goes_on_where_it_was(self):
        folder = self.start("hang")
        self.wait_for_series(folder, 2)
        job = self.job_id(folder)
        node = self.cluster.task_node(job, 0)
        self.addCleanup(self.cluster.node_up, node)
        self.cluster.node_down(node)
        wait_until(lambda: self.cluster.tasks(job)[0] == "PENDING", "the task is requeued")
        early = self.mpigauge(["collect", folder])
        self.assertRegex(early.stderr, "task 0: requeued")
        self.assertIn("2 of 5 launches complete", early.stdout)

        self.set_mode("")
        self.cluster.node_up(node)
        self.cluster.start_now(job, 0)
        late = self.mpigauge(["collect", folder, "--wait"])
        self.assertRegex(late.stderr, r"task 0: completed on node., requeued 1 time\(s\), 5 of 5 launches")
        self.assertIn("5 of 5 launches complete", late.stdout)
        self.check_run(5, 1, "complete")
        with open(folder + "/task-0.log") as log:
            text = log.read()
        self.assertEqual(text.count("launch 0: complete"), 1, text)  # not measured again
        self.assertEqual(text.count("launch 2: complete"), 1, text)

    def test_the_announcement_of_the_time_limit_starts_no_further_launch(self):
        folder = self.start("wait")
        self.cluster.run(["scancel", "--batch", "--signal=USR1", self.job_id(folder)])
        self.set_mode("")
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, r"task 0: timed out on node., 3 of 5 launches; no launch was started after Slurm announced")
        self.check_run(3, 0, "interrupted")

    def test_a_slurmctld_that_is_restarted_is_waited_for(self):
        words, folder = self.submit(["--wait", "--tasks", "1"], bench=self.obedient_bench("wait"))
        waiting = self.start_mpigauge(words)
        self.wait_for_job(folder)
        self.wait_for_launch(folder, 2)
        self.cluster.stop_slurmctld()
        silence = ""
        while "Slurm does not answer; waiting for it" not in silence:
            line = waiting.stderr.readline()
            self.assertNotEqual(line, "", silence)
            silence += line
        self.cluster.start_slurmctld()
        self.set_mode("")
        out, err = waiting.communicate(timeout=200)
        self.assertEqual(waiting.returncode, 0, err)
        self.assertIn("4 of 4 launches complete", out)

    def test_a_crashing_launch_is_named_and_the_next_one_started(self):
        words, _ = self.submit(["--wait", "--tasks", "1"], launches=2, suite="good|crashes",
                               bench=self.bad_bench())
        result = self.mpigauge(words, code=3)
        self.assertRegex(result.stderr, "task 0: launch 0: crashed: crashed in crashes")
        self.assertRegex(result.stderr, "task 0: launch 1: crashed: crashed in crashes")
        self.check_run(0, 2, "failed")


if __name__ == "__main__":
    unittest.main(verbosity=2)
