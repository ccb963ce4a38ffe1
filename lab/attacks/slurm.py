"""Gates in jobs of a real Slurm cluster on this host: killed at random moments, preempted and requeued, with nodes that
fail and a slurmctld that is restarted. Whatever comes, the verdict is the true one and nothing is measured twice."""
import contextlib
import getpass
import glob
import itertools
import json
import os
import shutil
import signal
import subprocess
import time

from testing.services import wait_until
from testing.slurm_cluster import SlurmCluster
from lab.attacks.kills import SIGNALS, as_in_a_terminal
from lab.attacks.rate import check_false_fails, tell_false_fail
from lab.attacks.world import World

NODES = 4
# Jobs of the partition "urgent" send others back to the queue.
CONFIGURATION = """
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PartitionName=low Nodes=ALL PriorityTier=1 PreemptMode=REQUEUE
PartitionName=urgent Nodes=ALL PriorityTier=10 PreemptMode=OFF
"""
# A library whose operation takes longer. It sleeps, so that jobs on all nodes share the processors of this host.
SLOW = "MPIGAUGE_SLEEP=30"
GATE_SECONDS = 20  # within which kills and troubles come
PATIENCE_SECONDS = 600
MOST_KILLS_OF_ONE = 9
TROUBLES = ("requeue", "node failure", "restart of slurmctld")


class Slurm:
    def __init__(self, programs, draw, row):
        self.programs = programs
        self.draw = draw
        self.row = row
        self.number = 0
        self.seconds = GATE_SECONDS
        self.open_folders = set()  # of gates that did not come to a verdict: they could be gone on with

    # ---- a gate

    def begin(self, world):
        """The words of the next gate, its folder, and whether its candidate is slower."""
        slow = self.draw.random() < 0.5
        self.number += 1
        folder = world.path("jobs of gate %d" % self.number)
        bench = self.programs.bad_bench
        words = world.words("gate", "--slurm", "--folder", folder, "--filter", "^sleeps/", "--tolerance", "100%",
                            "--partition", "low", "--exclusive", "--tasks", self.draw.choice(["1", "2", "3"]),
                            "--baseline-bench", bench, "--candidate-bench", bench, "--baseline-mpi", "openmpi",
                            "--candidate-mpi", "openmpi", "--max-launches", "5", "--format", "json")
        if slow:
            words += ["--candidate-env", SLOW]
        return words + ["--", "--passes", "2", "--observations", "5"], folder, slow

    def nudge(self):
        """A requeued task waits for two minutes; not here."""
        answer = self.cluster.run(["squeue", "-h", "-r", "-t", "PENDING", "-o", "%i %r"], check=False).stdout
        for line in answer.splitlines():
            if line.endswith("BeginTime"):
                self.cluster.run(["scontrol", "update", "job=" + line.split()[0], "StartTime=now"], check=False)

    def wait(self, process, seconds):
        """Its exit code, or None where it lives on."""
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(min(1, max(0.01, end - time.monotonic())))
                break
            if seconds > GATE_SECONDS:
                self.nudge()
        return process.poll()

    def records(self, folder):
        """Returns the run and index of each finished launch in the folders of jobs, by its id."""
        found = {}
        for path in glob.glob(glob.escape(folder) + "/settle/job-*/task-*/attempt-*/*/launch-*.json"):
            if ".partial" in path:
                continue
            with contextlib.suppress(FileNotFoundError), open(path) as file:
                record = json.load(file)["mpigauge"]
                found[record["launch_id"]] = (record["run_id"], record["launch_index"])
        return found

    @staticmethod
    def runs_in(folder):
        """The ids of the runs that a gate's folder is of."""
        found = set()
        for path in glob.glob(glob.escape(folder) + "/*/campaign.json"):
            with open(path) as file:
                found |= set(json.load(file)["run_ids"])
        return found

    def end(self, world, what, words, folder, slow, seen):
        """Run to its end: the true verdict, nothing lost, nothing twice, nothing left in the queue."""
        begin = time.monotonic()
        process = world.start(*words, preexec_fn=as_in_a_terminal)
        code = self.wait(process, PATIENCE_SECONDS)
        if code not in (0, 1, 2):
            self.open_folders.add(folder)
        if code is None:
            texts = what, world.printed()[1][-800:], self.cluster.logs()[-1500:]
            self.row.found("wrong answer", "%s: does not end\n%s\n%s" % texts)
            process.kill()
            process.wait()
            return
        out, err = world.printed()
        if code not in (0, 1, 2) and not (code == 3 and "task" in err):
            self.row.found("crash" if code < 0 else "wrong answer", "%s: exit code %d: %s" % (what, code, err[-800:]))
        verdict = json.loads(out)["verdict"] if code in (0, 1, 2) else "not measured"
        self.row.add("%s libraries: %s" % ("unequal" if slow else "equal", verdict))
        if not slow and code == 1:
            tell_false_fail(self.row, what, json.loads(out))
        if slow and code == 0:
            self.row.found("wrong verdict", "%s: a library that takes three times as long passes" % what)
        self.row.add("gates ended")
        self.seconds = max(8, min(GATE_SECONDS, time.monotonic() - begin))
        world.check_store_is_whole(what, series=1)
        world.check_nothing_twice(what)
        stored = set(world.query("SELECT run_id, launch_index FROM launches WHERE status IN ('complete', 'bad-node')"))
        seen.update(self.records(folder))
        lost = set(seen.values()) - stored
        if lost:
            self.row.found("loss", "%s: finished and not stored: %s" % (what, lost))
        with contextlib.suppress(AssertionError):
            wait_until(lambda: not self.cluster.run(["squeue", "-h", "-p", "low"], check=False).stdout, "no job is left")
        left = self.cluster.run(["squeue", "-h", "-p", "low"], check=False).stdout
        if left:
            self.row.found("left behind", "%s: jobs: %s" % (what, left))
            self.cluster.run(["scancel", "--user=" + getpass.getuser()], check=False)
        world.check_no_process_is_left(what)
        if world.check_next_command(what):
            running = set().union(*map(self.runs_in, self.open_folders))
            # The folders of jobs stay as the tasks left them.
            world.check_nothing_is_left(what, running, glob.glob(world.path("jobs of gate *")))

    # ---- attacks

    def attack_by_kills(self, world, kills):
        words, folder, slow = self.begin(world)
        seen = {}
        for _ in range(self.draw.randint(1, MOST_KILLS_OF_ONE)):
            if not self.row.wants_more(kills):
                break
            process = world.start(*words, preexec_fn=as_in_a_terminal)
            self.wait(process, self.draw.uniform(0, self.seconds))
            number = self.draw.choice(SIGNALS)
            if process.poll() is None:
                world.note_shared_memory()
                process.send_signal(number)
                self.row.tried += 1
                self.row.add(signal.Signals(number).name)
            code = process.wait(PATIENCE_SECONDS)
            if code < 0 and code != -number:
                self.row.found("crash", "gate in jobs: exit code %d after %s: %s" % (code, number, world.printed()[1][-500:]))
            seen.update(self.records(folder))
            world.check_store_is_whole("gate in jobs, %s" % number, series=1)
        self.end(world, "gate in jobs, killed", words, folder, slow, seen)

    def make_trouble(self, trouble):
        if trouble == "requeue":
            self.cluster.run(["sbatch", "--partition=urgent", "--nodes=%d" % NODES, "--exclusive", "--output=/dev/null",
                              "--wrap=sleep 1"])
        elif trouble == "node failure":
            busy = self.cluster.run(["squeue", "-h", "-t", "RUNNING", "-p", "low", "-o", "%N"], check=False).stdout.split()
            node = busy[0].split(",")[0] if busy and "[" not in busy[0] else self.draw.choice(self.cluster.node_names)
            self.cluster.node_down(node)
            time.sleep(1)
            self.cluster.node_up(node)
        else:
            self.cluster.stop_slurmctld()
            time.sleep(self.draw.uniform(0, 4))
            self.cluster.start_slurmctld()
            wait_until(lambda: "UP" in self.cluster.run(["scontrol", "ping"], check=False).stdout, "slurmctld answers")

    def attack_by_trouble(self, world, trouble):
        """The gate is not killed: it lives through what happens to its jobs."""
        words, folder, slow = self.begin(world)
        process = world.start(*words, preexec_fn=as_in_a_terminal)
        self.wait(process, self.draw.uniform(2, self.seconds))
        if process.poll() is None:
            self.make_trouble(trouble)
            self.row.tried += 1
            self.row.add(trouble)
        if self.wait(process, PATIENCE_SECONDS) is None:
            self.row.found("wrong answer", "%s: the gate does not end: %s" % (trouble, world.printed()[1][-800:]))
            process.kill()
            process.wait()
        else:
            self.row.add("exit code %d" % process.returncode)
            if process.returncode == 0 and slow:
                self.row.found("wrong verdict", "%s: a slower library passes" % trouble)
        # The same command again finds all that was measured, and says what is true.
        self.end(world, "gate in jobs, " + trouble, words, folder, slow, self.records(folder))

    @contextlib.contextmanager
    def world(self):
        with SlurmCluster(nodes=NODES, more=CONFIGURATION) as self.cluster, World(self.programs, self.row) as world:
            world.environment["SLURM_CONF"] = self.cluster.environment["SLURM_CONF"]
            # Ranks that wait leave the processor to others.
            world.environment["OMPI_MCA_mpi_yield_when_idle"] = "1"
            yield world

    def by_kills(self, kills):
        with self.world() as world:
            while self.row.wants_more(kills):
                self.attack_by_kills(world, kills)
        check_false_fails(self.row, "equal libraries: ")

    def by_trouble(self, times):
        kinds = itertools.cycle(self.draw.sample(TROUBLES, len(TROUBLES)))
        with self.world() as world:
            while self.row.wants_more(times):
                self.attack_by_trouble(world, next(kinds))
        check_false_fails(self.row, "equal libraries: ")


def there_is_slurm():
    return all(shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin") for name in ("slurmctld", "slurmd", "munged"))
