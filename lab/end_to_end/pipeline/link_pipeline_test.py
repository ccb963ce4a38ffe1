"""The whole pipeline on hosts with a link between them: a library whose messages take a slower way is found.

Both libraries run in the same allocations. What makes one of them slower is in the network: its packets, and no others, are
held against firewall rules that match nothing.
"""
import os
import subprocess
import sys
import unittest

from lab.end_to_end.pipeline.pipeline_testing import BENCH, MPIGAUGE, PipelineCase
from testing.allowed import links, require
from testing.hosts_on_a_switch import LINK_ENVIRONMENT, LINK_LAUNCH_TIMEOUT
from testing.net_cluster import NetCluster

MPI = sys.argv.pop(1)
MARK_SOCKETS = os.path.abspath("testing/libmark_sockets.so")
MARK = 109
RULES = 1000  # 8 us more for a packet that takes 5: found on the most crowded machine

CONFIG = """
quiet = "0s"
%(libraries)s
[measure]
filter = "^ping_pong/bytes:8/"
launches = 4
timeout = "%(timeout)s"
[[shape]]
nodes = 2
ranks_per_node = 1
[gate]
baseline = "link"
tolerance = "30%%"
max_launches = 20
[slurm]
tasks = 1
"""

LIBRARY = """
[[library]]
name = "%(name)s"
mpi = "%(mpi)s"
bench = "%(bench)s"
preload = "%(preload)s"
environment = { %(environment)s }
"""


class LinkPipelineTest(PipelineCase):
    def setUp(self):
        require(links)
        super().setUp()
        self.cluster = NetCluster(nodes=2)
        self.addCleanup(self.cluster.stop)
        self.cluster.start()

    def libraries(self, **marks):
        """The configuration: libraries by name, each with the mark of its packets."""
        text = ""
        for name, mark in marks.items():
            variables = dict(LINK_ENVIRONMENT[MPI], SOCKET_MARK=str(mark))
            environment = ", ".join('%s = "%s"' % item for item in sorted(variables.items()))
            text += LIBRARY % {"name": name, "mpi": MPI, "bench": BENCH, "preload": MARK_SOCKETS, "environment": environment}
        self.configure(CONFIG % {"libraries": text, "timeout": LINK_LAUNCH_TIMEOUT})

    def pipeline(self, code=0):
        done = subprocess.run(self.cluster.client([MPIGAUGE, "ci"]), cwd=self.folder, env=self.cluster.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, timeout=900)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def test_a_library_whose_messages_take_a_slower_way(self):
        self.cluster.hosts.add_rules(RULES, mark=MARK)
        self.libraries(plain=0)
        self.assertIn("the first of its kind", self.pipeline())
        sent = self.cluster.hosts.packets_sent("node1")
        self.libraries(plain=0, slower=MARK)
        self.assert_matches(self.pipeline(code=1), r"FAIL: 1 of 1 series got slower \(ping_pong\)")
        self.assertGreater(self.cluster.hosts.packets_sent("node1"), sent + 1000)  # it was the link
        self.libraries(plain=0, slower=MARK, marked=MARK + 1)  # marked as well, and by no rule
        self.assert_matches(self.pipeline(), r"PASS: none of 1 series got slower")


if __name__ == "__main__":
    unittest.main()
