"""`mpigauge doctor` and `mpigauge ci init` on this machine, and where there is a Slurm cluster."""
import json
import os
import subprocess
import tempfile
import tomllib
import unittest

from testing.slurm_cluster import SlurmCluster

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")


class DoctorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = dict(os.environ, MPIGAUGE_BENCH=BENCH)

    def mpigauge(self, *words, code=0):
        done = subprocess.run([MPIGAUGE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=120, cwd=self.folder, env=self.environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout if code in (0, 3) else done.stderr

    def in_cluster(self, cluster):
        self.environment.update(cluster.environment)

    def test_the_machine_is_looked_at(self):
        # One rank: what the machine that tests run on has is enough for it.
        looked = json.loads(self.mpigauge("doctor", "--ranks", "1", "--format", "json"))
        self.assertIn(looked["state"], ("ok", "advice"))
        self.assertEqual(looked["processors"], sorted(os.sched_getaffinity(0)))
        self.assertIn("openmpi", [mpi["mpi"] for mpi in looked["mpis"]])
        self.assertIn("mpich", [mpi["mpi"] for mpi in looked["mpis"]])
        self.assertEqual(len({check["check"] for check in looked["checks"]}), 16)
        self.assertEqual(os.listdir(self.folder), [])  # no store, nothing

    def test_more_ranks_than_processors_are_a_problem(self):
        text = self.mpigauge("doctor", "--ranks", "99999", code=3)
        self.assertRegex(text, r"(?m)^processors +problem ")
        self.assertIn("measure with at most", text)
        self.assertNotIn("\x1b", text)

    def test_wrong_usage_is_said(self):
        self.assertIn("--format", self.mpigauge("doctor", "--format", "pdf", code=4))
        self.assertIn("no folder", self.mpigauge("ci", "init", "--output", "no/such/x.toml", code=4))

    def test_a_configuration_is_written_once(self):
        said = self.mpigauge("ci", "init")
        self.assertEqual(said.count("--config mpigauge.toml"), 3)
        with open(os.path.join(self.folder, "mpigauge.toml"), "rb") as file:
            config = tomllib.load(file)
        own = {library["mpi"]: library for library in config["library"] if "mpi" in library}
        self.assertEqual(own["openmpi"]["bench"], os.path.realpath(BENCH))
        self.assertNotIn("mpich", own)  # there is no benchmark program for it, which has to be edited first
        with open(os.path.join(self.folder, "mpigauge.toml")) as file:
            self.assertIn('# mpi = "mpich"\n', file.read())
        self.mpigauge("ci", "status")
        self.assertIn("already exists", self.mpigauge("ci", "init", code=4))
        self.mpigauge("ci", "init", "--force")

    def test_waivers_are_written_on_demand_and_never_over_others(self):
        self.mpigauge("ci", "init", "--waivers", "--output", "a.toml")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.toml", "waivers.toml"])
        self.assertIn("waivers.toml already exists", self.mpigauge("ci", "init", "--waivers", "--output", "b.toml", code=4))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "b.toml")))

    def test_a_cluster_is_found(self):
        with SlurmCluster(nodes=2) as cluster:
            self.in_cluster(cluster)
            looked = json.loads(self.mpigauge("doctor", "--ranks", "1", "--format", "json"))
            self.mpigauge("ci", "init")
        slurm = looked["slurm"]
        self.assertTrue(slurm["answers"])
        self.assertEqual([(one["partition"], one["default"], one["nodes"]) for one in slurm["partitions"]],
                         [("main", True, 2)])
        self.assertIn("pmi2", slurm["mpi_types"])
        with open(os.path.join(self.folder, "mpigauge.toml"), "rb") as file:
            config = tomllib.load(file)
        self.assertEqual(config["slurm"]["partition"], "main")
        self.assertIn({"nodes": 2, "ranks_per_node": 1}, config["shape"])


if __name__ == "__main__":
    unittest.main()
