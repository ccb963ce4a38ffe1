"""The scheduler of the simulation, and what the simulation counts, on cases that can be done by hand."""
import random
import unittest

from docs.results.scale.scheduler import Job, run
from docs.results.scale.simulate import NODES, figures, others, polls


class SchedulerTest(unittest.TestCase):

    def starts(self, jobs, nodes):
        run(jobs, nodes)
        return [job.start for job in jobs]

    def test_a_job_that_delays_nobody_overtakes(self):
        # 3 of 4 nodes are busy until 10, all are wanted next. The third ends before that; the fourth would not.
        self.assertEqual(self.starts([Job(0, 3, 10, 10), Job(1, 4, 10, 10), Job(2, 1, 5, 8), Job(3, 1, 20, 20)], 4),
                         [0, 10, 2, 20])

    def test_a_job_that_needs_spare_nodes_only_overtakes_too(self):
        # At 10 three nodes are free and two of them wanted: one is spare, for one long job and no second one.
        jobs = [Job(0, 2, 10, 10), Job(1, 3, 10, 10), Job(2, 1, 50, 50), Job(3, 1, 50, 50)]
        self.assertEqual(self.starts(jobs, 4), [0, 10, 2, 20])

    def test_limits_are_promised_and_not_used_up(self):
        # The first ends earlier than it said.
        self.assertEqual(self.starts([Job(0, 4, 3, 100), Job(1, 4, 1, 1)], 4), [0, 3])

    def test_jobs_may_follow_jobs(self):
        first = Job(0, 1, 5, 5, "first")
        ended = run([first], 1, lambda job: [Job(job.end + 1, 1, 2, 2, "second")] if job.what == "first" else [])
        self.assertEqual([(job.what, job.start) for job in ended], [("first", 0), ("second", 6)])


class SimulationTest(unittest.TestCase):

    def test_polls_get_rarer(self):
        # Every half second for ten seconds; by 5% each time up to 15 s at 300 s; then every 15 s.
        self.assertEqual(polls(10), 20)
        self.assertAlmostEqual(polls(310), 20 + 70, delta=2)
        self.assertEqual(polls(310 + 15 * 100) - polls(310), 100)

    def test_node_hours_of_the_pipeline(self):
        # 1533 nodes of 50 shapes, 20 libraries, 350 s; of three tenths 420 s more: 4053 h, beside any load.
        row = figures(load=0.5, shapes_a_library=50, days=16, seed=1)
        self.assertAlmostEqual(row["node_hours_a_day"], 4053, delta=0.1 * 4053)
        self.assertEqual(row, figures(load=0.5, shapes_a_library=50, days=16, seed=1))

    def test_others_keep_the_cluster_at_the_load(self):
        jobs = others(random.Random(1), load=0.8, days=50)
        used = sum(job.nodes * job.seconds for job in jobs) / (NODES * 50 * 86400)
        self.assertAlmostEqual(used, 0.8, delta=0.04)


if __name__ == "__main__":
    unittest.main(verbosity=2)
