"""A gate inside one job: an sbatch script that starts `mpigauge gate`, whose ranks are started by srun and by mpirun."""

import os
import shlex
import subprocess
import unittest

from lab.end_to_end.slurm.slurm_testing import COMMAND_PATIENCE_SECONDS, SlurmTestCase


class InAllocationTest(SlurmTestCase):

    nodes = 1

    def gate_in_job(self, launcher):
        """The output of a job whose script is a gate of a library with itself in turns."""
        words = self.words(["gate", "--launcher", launcher, "--baseline-mpi", "openmpi", "--candidate-mpi", "openmpi",
                            "--baseline-bench", self.bad_bench(), "--candidate-bench", self.bad_bench(),
                            "--filter", "^sleeps/", "--tolerance", "200%", "--max-launches", "6",
                            "--", "--passes", "2", "--warm-up", "1"])
        log = os.path.join(self.folder, "job.log")
        script = shlex.join(words) + "; echo exit code $?"
        submit = ["sbatch", "--wait", "--nodes=1", "--ntasks=2", "--output=" + log, "--wrap", script]
        try:
            subprocess.run(self.cluster.client(submit), cwd=self.folder, env=self.cluster.environment,
                           stdout=subprocess.DEVNULL, timeout=COMMAND_PATIENCE_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            self.fail("the gate does not end:\n%s%s" % (self.read(log), self.cluster.logs()))
        return self.read(log)

    # In turns all launches live at once, and each step once waited for the processors of the one before.
    def test_a_gate_in_turns_ends(self):
        for launcher in ("srun:pmix", "auto"):
            with self.subTest(launcher):
                log = self.gate_in_job(launcher)
                self.assertIn("exit code 0", log)
                self.assertIn("launches took turns, up to 6 of each library at the same time", log)


if __name__ == "__main__":
    unittest.main()
