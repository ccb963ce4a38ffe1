"""Hosts on a switch, on this machine: network namespaces on a bridge in one of its own, joined by veth pairs.

Messages between the hosts cross a real link, and a test makes it worse: more time for every packet by firewall rules
that match nothing (8 ns each on the way out, in the kernel), less bandwidth by a token bucket.

All hosts have the same processors. srun, which places no ranks here, lets the kernel spread them. A launcher that binds
ranks (mpirun --bind-to core) puts the first rank of every host on processor 0: each message then waits until the kernel
changes between the two, and an 8-byte ping-pong takes a millisecond. That looks like a hang, and is none.

The namespaces have no names: each lives as long as its first process, which dies with this one. So two tests never
collide, and nothing is left of one that was killed. Needs root.
"""

import atexit
import json
import os
import shutil
import subprocess
import tempfile

from testing.services import die_with_parent

# The programs that are used, and Debian's packages of them.
_PROGRAMS = {"unshare": "util-linux", "nsenter": "util-linux", "mount": "mount", "ip": "iproute2", "tc": "iproute2",
             "nft": "nftables"}
SWITCH = "switch"
DEVICE = "eth0"  # of every host
# These variables make ranks talk over the link. All hosts are one machine, and UCX would use its memory; Open MPI uses
# TCP between hosts by itself.
LINK_ENVIRONMENT = {
    "openmpi": {},
    "mpich": {"UCX_TLS": "tcp,self", "UCX_NET_DEVICES": DEVICE},
}
# MPICH 4.0 over UCX's tcp hangs in MPI_Finalize once in 15 to 50 launches: one rank waits for an answer of the other,
# which is in PMI's barrier already. Its record is there by then: such a launch costs time and nothing else.
LINK_LAUNCH_TIMEOUT = "15s"
_SUBNET = "10.200.0."
_SWITCH_NUMBER = 254
# veth carries packets of up to 64 KiB: with a smaller bucket the rate is far below what was asked for.
_BUCKET = "70kb"
# The first process of a host runs this: names of hosts and /sys (where UCX looks for links) are the host's own.
_START = """
hostname "$1" && mount --bind "$2" /etc/hosts && mount -t sysfs none /sys && ip link set lo up && echo ready &&
exec sleep infinity
"""


def _environment():
    # Most of it lies in sbin, which is not in everybody's PATH.
    return dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin")


def _run(words, text=None):
    return subprocess.run(words, env=_environment(), input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, timeout=60)


def _rules(count, mark):
    """A table for nft: `count` rules that no packet matches, for every packet that leaves, or those of a mark alone."""
    which = "jump slow" if mark is None else "meta mark %d jump slow" % mark
    return "\n".join(["table ip mpigauge {", "chain slow {"] + ["ip id 0xffff meta mark 0x7fffffff drop"] * count +
                     ["}", "chain out {", "type filter hook postrouting priority 0; policy accept;", which, "}", "}"])


class HostsOnASwitch:
    """Some hosts with the given names, and the switch, which is a host as well."""

    def __init__(self, names):
        self.names = list(names)
        self.addresses = {name: _SUBNET + str(i + 1) for i, name in enumerate(self.names)}
        self.addresses[SWITCH] = _SUBNET + str(_SWITCH_NUMBER)
        self._first = {}  # the first process of each

    def start(self):
        """Raises RuntimeError where a program is not installed or anything goes wrong; testing.allowed.links says where
        the machine refuses it."""
        for name, package in _PROGRAMS.items():
            if shutil.which(name, path=_environment()["PATH"]) is None:
                raise RuntimeError("%s: not installed (Debian: %s)" % (name, package))
        atexit.register(self.stop)
        with tempfile.NamedTemporaryFile("w", prefix="hosts-") as hosts:
            hosts.write("127.0.0.1 localhost\n")
            hosts.writelines("%s %s\n" % (address, name) for name, address in self.addresses.items())
            hosts.flush()
            os.chmod(hosts.name, 0o644)
            for name in [SWITCH] + self.names:
                self._start_host(name, hosts.name)
        self._do(SWITCH, ["ip", "link", "add", "br0", "type", "bridge"])
        self._do(SWITCH, ["ip", "address", "add", self.addresses[SWITCH] + "/24", "dev", "br0"])
        self._do(SWITCH, ["ip", "link", "set", "br0", "up"])
        for number, name in enumerate(self.names):
            self._plug_in(name, "port%d" % number)
        # Things that go wrong are found before a test has measured anything.
        self.add_rules(1)
        self.set_bandwidth("1gbit")
        self.clear()

    def stop(self):
        for process in self._first.values():
            process.kill()
            process.wait()
            process.stdout.close()
        self._first = {}
        atexit.unregister(self.stop)

    def enter(self, name):
        """The words before those of a command that make it run on that host; the process id stays.

        On a host other than the switch it begins in "/": another view of the file system has no working folder yet.
        """
        mounts = [] if name == SWITCH else ["--mount"]
        return [shutil.which("nsenter"), "--target", str(self._first[name].pid), "--net", "--uts"] + mounts + ["--"]

    # ---- the link of every host

    def add_rules(self, count, mark=None):
        """Every packet that leaves a host (with `mark`: of sockets with this mark) is held against `count` rules, and goes on."""
        for name in self.names:
            self._do(name, ["nft", "-f", "-"], _rules(count, mark))

    def set_bandwidth(self, rate):
        """Such as "1gbit", as tc writes it: what leaves a host is no faster than that."""
        for name in self.names:
            self._do(name, ["tc", "qdisc", "replace", "dev", DEVICE, "root", "tbf", "rate", rate, "burst", _BUCKET,
                            "latency", "500ms"])

    def clear(self):
        """The links are as in the beginning."""
        for name in self.names:
            self._do(name, ["nft", "flush", "ruleset"])
            if "tbf" in self._do(name, ["tc", "qdisc", "show", "dev", DEVICE]):
                self._do(name, ["tc", "qdisc", "del", "dev", DEVICE, "root"])

    def packets_sent(self, name):
        """How many packets have left the host so far."""
        link, = json.loads(self._do(name, ["ip", "-s", "-j", "link", "show", "dev", DEVICE]))
        return link["stats64"]["tx"]["packets"]

    # ---- how

    def _start_host(self, name, hosts):
        words = ["unshare", "--net", "--uts", "--mount", "sh", "-c", _START, "sh", name, hosts]
        process = subprocess.Popen(words, env=_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, universal_newlines=True, start_new_session=True,
                                   preexec_fn=die_with_parent)
        self._first[name] = process
        answer = process.stdout.readline().strip()
        if answer != "ready":
            self.stop()
            raise RuntimeError("no network namespaces here (are you root?): " + answer)

    def _plug_in(self, name, port):
        self._do(SWITCH, ["ip", "link", "add", port, "type", "veth", "peer", "name", DEVICE, "netns",
                          str(self._first[name].pid)])
        self._do(SWITCH, ["ip", "link", "set", port, "master", "br0", "up"])
        self._do(name, ["ip", "address", "add", self.addresses[name] + "/24", "dev", DEVICE])
        self._do(name, ["ip", "link", "set", DEVICE, "up"])

    def _do(self, name, words, text=None):
        result = _run(self.enter(name) + words, text)
        if result.returncode != 0:
            raise RuntimeError("%s on %s: %s" % (" ".join(words), name, result.stderr.strip()))
        return result.stdout
