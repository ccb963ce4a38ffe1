"""Clock synchronization over a link that is slower one way than the other: where half of a round trip is not the way.

Two network namespaces are the hosts. Every packet that leaves the second one passes two thousand filters that match
nothing: about 10 us of processor time (netem, which delays, is not in every kernel). Both hosts read one clock, so that the true
offset is zero: whatever is found must be within the stated error.
"""
import json
import os
import stat
import subprocess
import tempfile
import unittest

from bazel.lab import BY_DESIGN
from testing.allowed import links, needs

BENCH = os.path.abspath("lab/harness/clock-bench")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
FILTERS = 2000


def call(*words, **options):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


class Hosts:
    """Two namespaces joined by a cable, with addresses 10.213.0.1 and 10.213.0.2."""

    ADDRESSES = ("10.213.0.1", "10.213.0.2")

    def __init__(self):
        self.names = [f"mpigauge-{os.getpid()}-{i}" for i in (1, 2)]

    def __enter__(self):
        try:
            for name in self.names:
                call("ip", "netns", "add", name)
            first, second = self.names
            call("ip", "-n", first, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", second)
            for name, address in zip(self.names, self.ADDRESSES):
                call("ip", "-n", name, "addr", "add", address + "/24", "dev", "eth0")
                call("ip", "-n", name, "link", "set", "lo", "up")
                call("ip", "-n", name, "link", "set", "eth0", "up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)

    def slow_down(self, host):
        """Makes each packet that leaves this host pass the filters."""
        inside = ("ip", "netns", "exec", self.names[host], "tc")
        call(*inside, "qdisc", "add", "dev", "eth0", "clsact")
        one = "filter add dev eth0 egress protocol ip prio 1 u32 match ip src 192.0.2.1/32 flowid 1:1\n"
        call(*inside, "-batch", "-", input=one * FILTERS)

    def agent(self, folder):
        """Writes the program that mpirun starts its daemons with instead of ssh: AGENT HOST COMMAND..."""
        path = os.path.join(folder, "agent")
        cases = "".join(f"  {address}) name={name};;\n" for address, name in zip(self.ADDRESSES, self.names))
        with open(path, "w") as file:
            file.write("#!/bin/bash\nhost=$1; shift\ncase $host in\n" + cases + "esac\n"
                       'exec ip netns exec "$name" unshare --uts sh -c \'hostname "$0"; exec sh -c "$*"\' "$name" "$@"\n')
        os.chmod(path, stat.S_IRWXU)
        return path


def is_open_mpi():
    with open(MPIEXEC) as file:
        return "openmpi" in file.read()


@needs(links)
@unittest.skipUnless(is_open_mpi(), BY_DESIGN + "MPICH takes shared memory between namespaces of one kernel")
class NamespacesTest(unittest.TestCase):
    def setUp(self):
        os.environ["PATH"] = "/usr/sbin:/sbin:/usr/bin:/bin"

    def accuracy(self, hosts):
        with tempfile.TemporaryDirectory(dir="/tmp") as folder:
            done = subprocess.run(
                ["ip", "netns", "exec", hosts.names[0], "timeout", "-k", "2", "120", MPIEXEC, "-n", "2",
                 "--host", ",".join(hosts.ADDRESSES), "--bind-to", "none", "--mca", "plm_rsh_agent", hosts.agent(folder),
                 BENCH, "--repetitions", "3", "--format", "json"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": folder})
        self.assertEqual(done.returncode, 0, done.stderr)
        return {one["method"]: one for one in json.loads(done.stdout)["clock_sync"]}

    def test_found_offsets_are_within_the_stated_error(self):
        with Hosts() as hosts:
            hosts.slow_down(1)
            methods = self.accuracy(hosts)
        self.assertEqual(len(methods), 5)
        for name, one in methods.items():
            print(f"{name}: wrong by at most {1e6 * max(one['error_after_seconds']):.3f} us, "
                  f"stated at most {1e6 * max(one['stated_error_seconds']):.3f} us")
            for wrong, stated in zip(one["error_after_seconds"], one["stated_error_seconds"]):
                self.assertLessEqual(wrong, stated, name)
                # The messages went over the link: not even the fastest of them takes less than a microsecond.
                self.assertGreater(stated, 1e-6, name)


if __name__ == "__main__":
    unittest.main()
