"""Gates inside jobs, where `mpigauge gate` and `mpigauge ci` start the ranks by srun, mpirun and hydra: under sbatch and
salloc, on one node and on two. All jobs are submitted at once, and each test waits for its own."""

import os
import shlex
import socket
import subprocess
import sys
import unittest

from lab.end_to_end.slurm.slurm_testing import COMMAND_PATIENCE_SECONDS, SlurmTestCase
from testing.allowed import needs, turns
from testing.services import Pushgateway, get, wait_until
from testing.slurm_cluster import SlurmCluster

MPI = sys.argv.pop(1)
SRUN = {"openmpi": "srun:pmix", "mpich": "srun:pmi2"}[MPI]
# Open MPI's mpirun starts its daemon by srun on a node that has another name than the host it runs on.
HOST = socket.gethostname().split(".")[0]

# The memory of steps is counted, so those that share processors must share it, too.
_MEMORY = "SelectTypeParameters=CR_CPU_Memory\nDefMemPerCPU=200\n"

_PIPELINE = """
[store]
keep_libraries = false

[[library]]
name = "first"
mpi = "{mpi}"
bench = "{bench}"
environment = {{ MPIGAUGE_SLEEP = "20" }}

[[library]]
name = "second"
mpi = "{mpi}"
bench = "{bench}"
environment = {{ MPIGAUGE_SLEEP = "120" }}

[measure]
filter = "^sleeps/"
launches = 4
arguments = ["--passes", "2", "--warm-up", "1"]

[gate]
baseline = "release"
tolerance = ["200%"]
settle = false

[output]
pushgateway = "{gateway}"
"""


class NamedHosts(SlurmCluster):
    """Each node is a host of its own name, at this host's address. One has this host's name."""

    def host(self, daemon):
        name, address = super().host(daemon)
        return (name if daemon == "slurmctld" else daemon), address


@needs(turns(4))
class InAllocationTest(SlurmTestCase):

    @classmethod
    def make_cluster(cls):
        cluster = NamedHosts(nodes=2, more=_MEMORY)
        cluster.node_names.append(HOST)
        return cluster

    def gate(self, launcher):
        """The words of a gate of a library with itself in turns."""
        return self.words(["gate", "--launcher", launcher, "--baseline-mpi", MPI, "--candidate-mpi", MPI,
                           "--baseline-bench", self.bad_bench(), "--candidate-bench", self.bad_bench(),
                           "--filter", "^sleeps/", "--tolerance", "200%", "--max-launches", "4",
                           "--", "--passes", "2", "--warm-up", "1"])

    def submit(self, name, resources, words):
        """Submits a job of these words; its log."""
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)
        log = os.path.join(folder, "log")
        # Launchers of Open MPI 4.1 that start at the same time take the folder of each other's sessions away.
        script = "export TMPDIR=%s; %s; echo exit code $?" % (shlex.quote(folder), shlex.join(words))
        self.cluster.run(["sbatch", "--chdir=" + folder, "--output=" + log, *resources, "--wrap", script])
        return log

    def ended(self, log, code):
        """Waits until a job has ended with this exit code, and returns what it has printed."""
        end = "exit code "
        wait_until(lambda: os.path.exists(log) and end in self.read(log), "the job ends:\n%s" % self.cluster.logs())
        text = self.read(log)
        self.assertIn("%s%d\n" % (end, code), text)
        return text

    # In turns all launches live at once, and each step once waited for the processors of the one before.
    def test_a_gate_in_turns_ends_however_its_ranks_are_started(self):
        two_nodes = ["--nodes=2", "--ntasks=2", "--nodelist=node1,node2"]
        jobs = {
            "own-launcher-on-this-host": ("auto", ["--ntasks=2", "--nodelist=" + HOST]),
            "own-launcher": ("auto", ["--ntasks=2", "--nodelist=node1"]),
            "srun": (SRUN, ["--ntasks=2", "--nodelist=node2"]),
            "own-launcher-on-two": ("auto", two_nodes),
            "srun-on-two": (SRUN, two_nodes),
            "ranks-share": (SRUN, ["--ntasks=1", "--nodelist=" + HOST]),
        }
        logs = {name: self.submit(name, resources, self.gate(launcher)) for name, (launcher, resources) in jobs.items()}
        for name, log in logs.items():
            with self.subTest(name):
                self.assertIn("launches took turns, up to 4 of each library at the same time", self.ended(log, 0))

    def test_a_gate_under_salloc_ends(self):
        done = subprocess.run(["salloc", "--ntasks=2", *self.gate("auto")], cwd=self.folder,
                              env=self.cluster.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=COMMAND_PATIENCE_SECONDS, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("launches took turns", done.stdout)

    def test_a_pipeline_in_a_job_judges_and_pushes_its_metrics(self):
        with Pushgateway() as gateway:
            with open(os.path.join(self.folder, "mpigauge.toml"), "w") as file:
                file.write(_PIPELINE.format(mpi=MPI, bench=self.bad_bench(), gateway=gateway.url))
            words = [self.mpigauge_program, "ci", "--config", file.name]
            text = self.ended(self.submit("pipeline", ["--ntasks=2"], words), 1)
            self.assertIn("FAIL", text)
            self.assertRegex(get(gateway.url + "/metrics"), r'mpigauge_gate_verdict\{baseline="release"[^}]*\} 1')


if __name__ == "__main__":
    unittest.main()
