"""From nothing to a pipeline on a Slurm cluster: the three commands of docs/use/pipelines.md, then a slower update."""
import json
import os
import re
import shutil
import subprocess
import unittest

from lab.end_to_end.pipeline.pipeline_testing import BENCH, MPIGAUGE, SLOWER, PipelineCase
from testing.services import wait_until
from testing.slurm_cluster import SlurmCluster


class SlurmPipelineTest(PipelineCase):
    def setUp(self):
        super().setUp()
        os.remove(self.path("mpigauge.toml"))
        self.cluster = SlurmCluster(nodes=2)
        self.cluster.start()
        self.addCleanup(self.cluster.stop)
        # As where both are installed, in one folder of PATH.
        os.mkdir(self.path("bin"))
        for program in [MPIGAUGE, MPIGAUGE + "-task", BENCH]:
            shutil.copy(program, self.path("bin"))
        self.environment = dict(self.cluster.environment, PATH=self.path("bin") + ":" + os.environ["PATH"])

    def mpigauge(self, *words, code=0):
        done = subprocess.run(["mpigauge", *words], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, universal_newlines=True, timeout=900)
        self.assertIn(done.returncode, [code] if isinstance(code, int) else code, done.stdout)
        return done.stdout

    def a_cancelled_job_stays_so(self):
        """Until somebody says that the update is to be tried again."""
        text = self.read("mpigauge.toml")
        self.configure(re.sub(r"(?m)^(\[slurm\].*)$", r'\1\narguments = ["--hold"]', text))
        waiting = subprocess.Popen(["mpigauge", "ci"], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, universal_newlines=True)
        squeue = ["squeue", "--noheader", "--format=%F"]
        wait_until(lambda: self.cluster.run(squeue).stdout, "the job waits")
        self.cluster.run(["scancel", self.cluster.run(squeue).stdout.split()[0]])
        said, _ = waiting.communicate(timeout=120)
        self.assertEqual(waiting.returncode, 3, said)
        update, = json.loads(self.mpigauge("ci", "status", "--format", "json"))["updates"]
        self.assertEqual(update["state"], "given up", update)
        self.assertIn("what somebody cancelled is not submitted again", update["problem"])
        self.mpigauge("ci")
        self.assertEqual(self.cluster.run(squeue).stdout, "")
        self.configure(text)
        retry = re.search(r"go on: mpigauge (ci retry .*)", said).group(1)
        self.mpigauge(*retry.split())

    def test_from_nothing_to_a_verdict(self):
        self.assertIn("Slurm", self.mpigauge("doctor", code=[0, 3]))  # whatever it says of this machine
        self.mpigauge("ci", "init")
        self.assertIn("[slurm]", self.read("mpigauge.toml"))
        # Smaller than a user would have it.
        text = self.read("mpigauge.toml").replace('suite = "smoke"', 'filter = "^allreduce/bytes:8/"')
        self.configure('quiet = "0s"\n' + text.replace("launches = 10", "launches = 4"))
        told = self.mpigauge("ci", "--dry-run")
        self.assert_matches(told, r"^launches: 4 of .*, in \d+ task\(s\) of a Slurm job, .*; they begin baseline ")
        self.assert_matches(told, r"^command: srun --mpi=pmix --ntasks=")
        self.assert_matches(told, r"^job: sbatch .*/screen/job-0/job\.sh'?$")
        self.assertFalse(os.path.exists(self.path("mpigauge-ci", "updates")))
        self.a_cancelled_job_stays_so()
        self.assertIn("the first of its kind", self.mpigauge("ci"))
        runs = self.mpigauge("runs", "--store", "mpigauge.sqlite")
        self.assertIn("openmpi", runs)

        prefix = self.install("openmpi-next", SLOWER)
        self.configure(self.read("mpigauge.toml").replace('mpi = "openmpi"', 'prefix = "%s"' % prefix))
        text = self.mpigauge("ci", code=1)
        self.assert_matches(text, r"FAIL: 1 of 1 series got slower \(allreduce\)")
        self.assertIn("fail", self.mpigauge("ci", "status"))
        self.assert_nothing_twice()
        jobs = [name for _, folders, _ in os.walk(self.path("mpigauge-ci", "updates")) for name in folders
                if name.startswith("job-")]
        self.assertGreaterEqual(len(jobs), 2)  # of the first library, and of each look at the second one


if __name__ == "__main__":
    unittest.main()
