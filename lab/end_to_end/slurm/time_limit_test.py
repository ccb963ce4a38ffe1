"""A real time limit. Slurm counts it in minutes and looks every 30 s: the one slow test."""

import unittest

from lab.end_to_end.slurm.submit_testing import SubmitTestCase


class TimeLimitTest(SubmitTestCase):

    def test_what_was_finished_before_the_time_limit_is_kept(self):
        words, folder = self.submit(["--tasks", "1", "--time", "1"], launches=5, bench=self.obedient_bench("hang"))
        self.mpigauge(words)
        err = self.mpigauge(["collect", folder, "--wait"], code=3).stderr
        self.assertRegex(err, r"task 0: timed out on node., 2 of 5 launches; launch 2: stopped from outside in hangs")
        run, = self.runs()
        self.assertEqual((run["complete"], run["launches"], run["status"]), (2, 3, "interrupted"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
