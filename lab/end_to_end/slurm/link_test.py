"""A link between two nodes that got slower is found in Slurm jobs.

The MPI is the one that the benchmark program was built with. Nodes are hosts on a switch, so that messages cross a real link. Both libraries of a gate side by side would be hit
equally: what shows a changed link is a stored baseline.
"""

import collections
import glob
import json
import os
import signal
import sys
import unittest

from bazel.lab import in_the_lab
from lab.end_to_end.slurm.slurm_testing import SlurmTestCase
from testing.allowed import links, require
from testing.hosts_on_a_switch import LINK_ENVIRONMENT, LINK_LAUNCH_TIMEOUT
from testing.net_cluster import NetCluster
from testing.processes import left_behind, new_mark, processes
from testing.services import wait_until

MPI = sys.argv.pop(1)
OVER_THE_LINK = ["--env=%s=%s" % item for item in LINK_ENVIRONMENT[MPI].items()]
SUITE = "^ping_pong/bytes:(8|65536)/"
SMALL = "ping_pong/bytes:8/ranks:2"
LARGE = "ping_pong/bytes:65536/ranks:2"
# On a quiet machine 8 bytes then take 27 us instead of 5. Of twelve launches three may lose their processor to others
# (which looks the same) and the rank sum still tells both.
LAUNCHES = 12
RULES = 3000
TOLERANCE = ["--tolerance", "100%"]
# Launches that take turns share a time limit: this one for each. It is short, for the sake of MPICH (hosts_on_a_switch).
TURN_TIMEOUT = "8s"


class LinkTest(SlurmTestCase):

    @classmethod
    def setUpClass(cls):
        require(links)
        super().setUpClass()

    @classmethod
    def make_cluster(cls):
        return NetCluster(nodes=cls.nodes)

    def setUp(self):
        super().setUp()
        self.addCleanup(self.cluster.hosts.clear)

    def launches_over_the_link(self, prefix=""):
        """The words for launches with a rank on each node; the options of the library have this prefix."""
        words = ["--nodes", "2", "--ranks", "2", "--tasks", "1", "--launches", str(LAUNCHES), "--filter", SUITE,
                 "--timeout", LINK_LAUNCH_TIMEOUT, "--%smpi" % prefix, MPI, "--%sbench" % prefix, self.bench]
        return words + [word.replace("--env", "--%senv" % prefix) for word in OVER_THE_LINK] + ["--", "--passes", "2"]

    def judge(self, code):
        """A run against the baseline; the answer, the verdict of each series, and the job's folder."""
        folder = self.new_folder()
        words = ["gate", "--slurm", "--baseline", "link", "--no-settle", "--folder", folder, "--format", "json"]
        answer = json.loads(self.mpigauge(words + TOLERANCE + self.launches_over_the_link("candidate-"), code).stdout)
        self.assertEqual(answer["verdict"], ["pass", "fail"][code])
        verdicts = {series["name"]: series["verdict"] for series in answer["series"]}
        return answer, verdicts, os.path.join(folder, "screen", "job-0")

    def set_baseline(self):
        """Measures it, and checks that every message crosses the link; the job's folder."""
        hosts = self.cluster.hosts
        before = [hosts.packets_sent(name) for name in hosts.names]
        folder = self.new_folder()
        words = ["run", "--slurm", "--baseline", "link", "--no-keep-library", "--folder", folder]
        self.mpigauge(words + self.launches_over_the_link())
        job = os.path.join(folder, "run", "job-0")
        sent = [hosts.packets_sent(name) - count for name, count in zip(hosts.names, before)]
        self.assertGreater(self.operations(job), 0)
        self.assertGreater(min(sent), self.operations(job))
        return job

    @staticmethod
    def operations(folder):
        """How often messages went there and back in the job's timed observations."""
        count = 0
        for path in glob.glob(folder + "/task-0/attempt-0/0/launch-*.json"):
            with open(path) as file:
                for series in json.load(file)["mpigauge"]["series"]:
                    count += sum(len(visit["observations_seconds"]) * visit["operations_per_observation"]
                                 for visit in series["passes"])
        return count

    def gate_in_turns(self, passes):
        """The words of a gate of equal libraries in circles of two launches of each, and the job's folder."""
        folder = os.path.join(self.jobs, "in turns")
        words = ["gate", "--slurm", "--folder", folder, "--nodes", "2", "--ranks", "2", "--tasks", "1", "--turns", "2",
                 "--max-launches", "6", "--tolerance", "300%", "--filter", "^%s$" % SMALL, "--timeout", TURN_TIMEOUT,
                 "--format", "json"]
        for side in ("baseline", "candidate"):
            words += ["--%s-mpi" % side, MPI, "--%s-bench" % side, self.bench]
            words += [word.replace("--env", "--%s-env" % side) for word in OVER_THE_LINK]
        return words + ["--", "--passes", str(passes)], os.path.join(folder, "settle", "job-0")

    @staticmethod
    def launch_files(folder, suffix):
        return glob.glob(glob.escape(folder) + "/task-0/attempt-0/*/launch-*" + suffix)

    def visits_begun(self, folder):
        """The number in the journals of the launches that run."""
        return sum(self.read(path).count('"begin"') for path in self.launch_files(folder, ".json.journal"))

    def test_launches_over_the_link_take_turns(self):
        """The rank of the other host does not reach the circle's socket, and is called by rank 0."""
        words, folder = self.gate_in_turns(3)
        answer = json.loads(self.mpigauge(words).stdout)
        self.assertEqual(answer["verdict"], "pass")
        self.assertIn("launches took turns, up to 2 of each library at the same time", answer["notes"])
        records = [self.read_json(path)["mpigauge"] for path in self.launch_files(folder, ".json")]
        self.assertEqual([record["environment"]["key"]["hosts"] for record in records], ["2"] * 12)
        circles = collections.Counter(record["settings"].get("circle") for record in records)
        self.assertEqual(sorted(circles.values()), [4, 4, 4])
        self.assertNotIn(None, circles)

    def test_a_kill_of_the_task_leaves_no_process_on_either_host(self):
        mark = new_mark()
        words, folder = self.gate_in_turns(100000)
        gate = self.start_mpigauge(words, env={**self.cluster.environment, **mark})
        wait_until(lambda: gate.poll() is not None or self.visits_begun(folder) >= 20, "turns are taken")
        self.assertIsNone(gate.poll())
        ranks = processes(mark, "mpigauge-bench")
        hosts = collections.Counter(os.readlink("/proc/%d/ns/net" % rank) for rank in ranks)
        self.assertEqual(sorted(hosts.values()), [4, 4])  # of the launches of two libraries, two each
        self.end_process(gate)  # it would submit the launches again
        task, = processes(mark, "mpigauge-task")
        os.kill(task, signal.SIGKILL)
        self.assertEqual(left_behind(mark, "mpigauge-bench"), [])

    @staticmethod
    def fastest_ping(folder):
        """Returns the fastest reference through the network of all visits of a job; it is timed without MPI."""
        fastest = float("inf")
        for path in glob.glob(folder + "/task-0/attempt-0/0/launch-*.json"):
            with open(path) as file:
                for series in json.load(file)["mpigauge"]["series"]:
                    fastest = min([fastest] + [min(visit["network_seconds"]) for visit in series["passes"]])
        return fastest

    def test_messages_cross_the_link_and_more_latency_fails_until_it_is_gone(self):
        before = self.fastest_ping(self.set_baseline())
        self.cluster.hosts.add_rules(RULES)
        answer, verdicts, folder = self.judge(code=1)
        self.assertGreater(before, 1e-6)
        self.assertGreater(self.fastest_ping(folder), before + RULES * 2e-9)  # a rule takes some 8 ns
        self.assertEqual(verdicts[SMALL], "fail")
        slower = {series["name"]: series["ratio"] for series in answer["series"] if series["verdict"] == "fail"}
        self.assertEqual(list(slower), sorted(slower, key=slower.get, reverse=True))  # the worst first
        self.assertIn("ping_pong", json.dumps(answer["findings"]))
        self.cluster.hosts.clear()
        _, verdicts, _ = self.judge(code=0)
        self.assertEqual(verdicts, {SMALL: "pass", LARGE: "pass"})

    @in_the_lab
    def test_less_bandwidth_fails_large_messages_alone(self):
        self.set_baseline()
        self.cluster.hosts.set_bandwidth("1gbit")
        _, verdicts, _ = self.judge(code=1)
        self.assertEqual(verdicts, {SMALL: "pass", LARGE: "fail"})


if __name__ == "__main__":
    unittest.main(verbosity=2)
