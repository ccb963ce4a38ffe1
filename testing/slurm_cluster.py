"""A private Slurm cluster on one host, for tests: munged, slurmctld and several slurmd on free loopback ports.

No systemd, no root needed, nothing outside of one temporary folder. Every daemon is a child of this process, is
stopped by its process id, and dies with this process if that is killed.

    with SlurmCluster(nodes=2) as cluster:
        cluster.run(["sinfo"])

Debian's slurmd is built with MULTIPLE_SLURMD, so that many can run on one host under the names of their nodes.
"""

import atexit
import getpass
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile

from testing.services import die_with_parent, free_ports, wait_until

# The time limit of a client command. Generous: a loaded machine must not fail a test.
PATIENCE_SECONDS = 60

_CONFIGURATION = """
ClusterName=mpigauge
SlurmctldHost={host}({address})
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.sock
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
# Without a folder for each, `srun --mpi=pmix` of two slurmd on one host collide in /tmp.
TmpFS={folder}/tmp/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=30
InactiveLimit=0
KillWait=10
MinJobAge=300
MessageTimeout=10
JobRequeue=1
# Open MPI names the shared memory of a step by host, user, job and step: those of two clusters on this host crash each
# other where their jobs have the same numbers.
FirstJobId={first_job}
MailProg=/bin/true
{nodes}
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def _program(name):
    """Daemons lie in sbin, which is not in everybody's PATH."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin")
    if path is None:
        raise RuntimeError("%s: not installed (Debian: slurm-wlm, munge)" % name)
    return path


class SlurmCluster:
    """One cluster; its nodes are called node1, node2, ..."""

    def __init__(self, nodes=2, cpus=2, more=""):
        """`more` is for slurm.conf; {folder} in it stands for the cluster's folder."""
        # Short: the path of a socket may have 107 bytes.
        self.folder = tempfile.mkdtemp(prefix="slurm-", dir="/tmp")
        self.node_names = ["node%d" % (i + 1) for i in range(nodes)]
        self.environment = dict(os.environ, SLURM_CONF=self.folder + "/slurm.conf")
        self._cpus = cpus
        self._more = more
        self._daemons = {}

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    # ---- the daemons

    def start(self):
        # Also when a test is interrupted, and unittest forgets to clean up.
        atexit.register(self.stop)
        for name in ["state", "log", "spool", "tmp", "munge"]:
            os.mkdir(os.path.join(self.folder, name), 0o755 if name != "munge" else 0o700)
        os.chmod(self.folder, 0o755)
        self._write_configuration()
        self._start_munged()
        self.start_slurmctld()
        for name in self.node_names:
            self.start_slurmd(name)
        wait_until(self.all_idle, "all nodes are idle:\n" + self.logs())

    def start_slurmctld(self):
        self._start("slurmctld", [_program("slurmctld"), "-D", "-f", self.environment["SLURM_CONF"]])

    def stop_slurmctld(self):
        self._stop("slurmctld", signal.SIGTERM)

    def start_slurmd(self, node):
        for name in ["spool", "tmp"]:
            os.makedirs(os.path.join(self.folder, name, node), exist_ok=True)
        self._start(node, [_program("slurmd"), "-D", "-N", node, "-f", self.environment["SLURM_CONF"]])

    def kill_slurmd(self, node):
        """The node falls silent; what runs on it runs on."""
        self._stop(node, signal.SIGKILL)

    def stop(self):
        """Ends all jobs, then all daemons, and removes the folder."""
        try:
            if "slurmctld" in self._daemons:
                self._end_jobs()
        finally:
            # The state is thrown away: nobody needs the time to save it.
            for name in reversed(list(self._daemons)):
                self._stop(name, signal.SIGKILL)
            shutil.rmtree(self.folder, ignore_errors=True)
            atexit.unregister(self.stop)

    # ---- nodes and jobs

    def node_down(self, node):
        """Slurm takes the node for failed: its jobs are killed and requeued, or end as NODE_FAIL."""
        self.run(["scontrol", "update", "nodename=" + node, "state=down", "reason=test"])

    def node_up(self, node):
        # A job that comes back to a node on which its old steps still end is held, and the node is drained
        # ("Duplicate jobid"). Every step has a socket there.
        spool = os.path.join(self.folder, "spool", node)
        wait_until(lambda: not any(re.match(node + r"_\d", name) for name in os.listdir(spool)), "old steps end")
        # As after a reboot: the old daemon remembers its batch jobs for a while after their last step.
        starts = self._starts(node)
        self.kill_slurmd(node)
        self.start_slurmd(node)
        wait_until(lambda: self._starts(node) > starts, "slurmd of %s is up" % node)
        # Refused where the node has come back by itself.
        self.run(["scontrol", "update", "nodename=" + node, "state=resume"], check=False)
        wait_until(lambda: self.node_state(node) in ("idle", "mixed", "allocated"), node + " is up")

    def _starts(self, node):
        """How often the node's daemon has said that it is up."""
        with open(os.path.join(self.folder, "log", node + ".out")) as log:
            return log.read().count("slurmd started on")

    def node_state(self, node):
        return self.run(["sinfo", "-h", "-n", node, "-p", "main", "-o", "%T"]).stdout.strip().rstrip("*")

    def all_idle(self):
        for name, daemon in self._daemons.items():
            if daemon.poll() is not None:
                raise RuntimeError("%s ended\n%s" % (name, self.logs()))
        answer = self.run(["sinfo", "-h", "-N", "-p", "main", "-o", "%T"], check=False).stdout.split()
        return answer == ["idle"] * len(self.node_names)

    def all_back(self):
        """Whether the nodes have answered the slurmctld that was started last.

        It asks all at the same time. One without a job must be among them: it is "unknown" before that.
        """
        return "unknown" not in map(self.node_state, self.node_names)

    def tasks(self, job_id):
        """State of each task of a job array, by its number."""
        text = self.run(["scontrol", "-o", "show", "job", job_id]).stdout
        return {
            int(task): state
            for task, state in re.findall(r"ArrayTaskId=(\d+) .* JobState=(\S+)", text)
        }

    def task_node(self, job_id, task):
        """The node of a running task."""
        text = self.run(["scontrol", "-o", "show", "job", "%s_%d" % (job_id, task)]).stdout
        return re.search(r" NodeList=(\S+)", text).group(1)

    def start_now(self, job_id, task):
        """A requeued task waits for two minutes; not in a test."""
        self.run(["scontrol", "update", "job=%s_%d" % (job_id, task), "StartTime=now"])

    def time_out(self, job_id, task):
        """The time limit of a running task is over. Slurm ends such tasks every 30 s, counted from slurmctld's start."""
        self.run(["scontrol", "update", "job=%s_%d" % (job_id, task), "EndTime=now+1"])

    def impatient(self):
        """The environment of commands that give slurmctld up after some 2 s without an answer, and not after 15.

        For commands that only ask: where a machine is busy it would be too short for those that start something.
        """
        path = os.path.join(self.folder, "impatient.conf")
        with open(self.environment["SLURM_CONF"]) as known, open(path, "w") as file:
            file.write(known.read().replace("\nMessageTimeout=10\n", "\nMessageTimeout=2\n"))
        return dict(self.environment, SLURM_CONF=path)

    def run(self, words, check=True, **more):
        """A client command in this cluster."""
        result = subprocess.run(self.client(words), env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                universal_newlines=True, timeout=PATIENCE_SECONDS, **more)
        if check and result.returncode != 0:
            raise AssertionError("%s: exit code %d\n%s" % (" ".join(words), result.returncode, result.stderr))
        return result

    def logs(self):
        """The ends of all logs, for the message of a test that failed."""
        text = ""
        folder = os.path.join(self.folder, "log")
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), errors="replace") as log:
                text += "---- %s\n%s" % (name, "".join(log.readlines()[-15:]))
        return text

    # ---- where it runs: all on this host

    def client(self, words):
        """The words of a command that talks to Slurm, as they are to be started."""
        return words

    def host(self, daemon):
        """Name and address of the host that a daemon ("slurmctld" or a node) runs on."""
        return socket.gethostname().split(".")[0], "127.0.0.1"

    def on_host(self, daemon, words):
        """The words that start the daemon, as they are to be started from here."""
        return words

    # ---- how

    def _write_configuration(self):
        host, address = self.host("slurmctld")
        ports = free_ports(len(self.node_names) + 1)
        nodes = "\n".join(
            "NodeName=%s NodeHostname=%s NodeAddr=%s Port=%d CPUs=%d RealMemory=1000 State=UNKNOWN"
            % ((name,) + self.host(name) + (port, self._cpus)) for name, port in zip(self.node_names, ports[1:]))
        with open(self.environment["SLURM_CONF"], "w") as file:
            file.write(_CONFIGURATION.format(host=host, address=address, port=ports[0], user=getpass.getuser(),
                                             folder=self.folder, nodes=nodes, first_job=random.randrange(1, 60000000)))
            file.write(self._more.format(folder=self.folder))
        with open(os.path.join(self.folder, "cgroup.conf"), "w") as file:
            file.write("CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n")

    def _start_munged(self):
        key = os.path.join(self.folder, "munge", "key")
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(os.urandom(1024))
        at = os.path.join(self.folder, "munge.sock")
        own = ["--%s-file=%s/munge/%s" % (name, self.folder, name) for name in ("pid", "log", "seed")]
        self._start("munged", [_program("munged"), "--foreground", "--force", "--key-file=" + key, "--socket=" + at,
                               "--num-threads=2"] + own)
        wait_until(lambda: os.path.exists(at), "munged listens")

    def _start(self, name, words):
        with open(os.path.join(self.folder, "log", name + ".out"), "ab") as log:
            self._daemons[name] = subprocess.Popen(self.on_host(name, words), env=self.environment, stdin=subprocess.DEVNULL, stdout=log,
                                                   stderr=log, start_new_session=True, preexec_fn=die_with_parent)

    def _stop(self, name, how):
        daemon = self._daemons.pop(name, None)
        if daemon is None:
            return
        daemon.send_signal(how)
        try:
            daemon.wait(20)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()

    def _end_jobs(self):
        """Processes on the nodes are no children of ours: Slurm has to end them."""
        for node in self.node_names:
            if node not in self._daemons:
                self.start_slurmd(node)
        self.run(["scancel", "--user=" + getpass.getuser()], check=False)
        try:
            wait_until(lambda: not self.run(["squeue", "-h"], check=False).stdout, "all jobs have ended")
        except AssertionError as error:
            print(error)
