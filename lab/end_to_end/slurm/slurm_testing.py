"""The tests of jobs share this: a cluster, the programs, and launches that wait for a test's word."""

import json
import os
import re
import signal
import subprocess
import tempfile
import unittest

from testing.services import die_with_parent, wait_until
from testing.slurm_cluster import SlurmCluster

COMMAND_PATIENCE_SECONDS = 120

# The first launch is as always. Later ones do as the file "mode" beside this script says: wait while it is "wait" (and
# leave a file that says so), sleep in the middle of a case where it is "hang", which costs no processor.
_SCRIPT = """#!/bin/bash
for ((i = 1; i < $#; i++)); do
  next=$((i + 1))
  [ "${!i}" = --launch-index ] && index=${!next}
done
here=${0%/*}
if [ "$index" -ge 1 ]; then
  while [ "$(<"$here/mode")" = wait ]; do touch "$here/launch-$index-waits" && sleep 0.1; done
  [ "$(<"$here/mode")" = hang ] &&
    MPIGAUGE_SLEEP=600000 exec BAD_BENCH "$@" --benchmark_filter=^sleeps/ --watchdog 600s
fi
exec BENCH "$@"
"""


def program(path):
    """A program of the build; the folder of runtime files is the working folder."""
    return os.path.realpath(path)


class SlurmTestCase(unittest.TestCase):
    """One cluster for all tests of a class, a store and a folder for each test."""

    nodes = 2
    configuration = ""  # more of slurm.conf

    @classmethod
    def setUpClass(cls):
        # Bazel ends a test that takes too long by SIGTERM: then, too, everything is stopped.
        signal.signal(signal.SIGTERM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
        cls.cluster = cls.make_cluster()
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()
        cls.mpigauge_program = program("mpigauge/mpigauge")
        cls.bench = program("benchmarks/mpigauge-bench")

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="test-", dir=self.cluster.folder)
        self.store = os.path.join(self.folder, "store.sqlite")
        self.jobs = os.path.join(self.folder, "jobs of a run")  # a path may have blanks
        self.job_count = 0

    @classmethod
    def make_cluster(cls):
        return SlurmCluster(nodes=cls.nodes, more=cls.configuration)

    # ---- mpigauge

    def words(self, words, store=True):
        return self.cluster.client([self.mpigauge_program] + words[:1] + (["--store", self.store] if store else []) +
                                   words[1:])

    def mpigauge(self, words, code=0, store=True, **more):
        """Runs the command and checks its exit code."""
        more.setdefault("env", self.cluster.environment)
        try:
            result = subprocess.run(self.words(words, store), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    universal_newlines=True, timeout=COMMAND_PATIENCE_SECONDS, cwd=self.folder, **more)
        except subprocess.TimeoutExpired as late:
            self.fail("\n".join([str(late), str(late.stderr), self.task_logs(), self.cluster.logs()]))
        self.assertEqual(result.returncode, code, "\n".join([" ".join(words), result.stdout, result.stderr,
                                                             self.task_logs(), self.cluster.logs()]))
        return result

    def start_mpigauge(self, words, env=None):
        """The command in the background; it is ended with the test."""
        process = subprocess.Popen(self.words(words), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   universal_newlines=True, cwd=self.folder, env=env or self.cluster.environment,
                                   preexec_fn=die_with_parent)
        self.addCleanup(self.end_process, process)
        return process

    @staticmethod
    def end_process(process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def new_folder(self):
        """A name for --folder."""
        self.job_count += 1
        return os.path.join(self.jobs, str(self.job_count))

    def run_in_jobs(self, more=(), launches=2, suite="^barrier/", bench=None):
        """The words of `mpigauge run --slurm` with a small suite, and the folder of its first job."""
        folder = self.new_folder()
        words = ["run", "--slurm", "--folder", folder, "--launches", str(launches), "--filter", suite,
                 "--bench", bench or self.bench]
        return words + list(more) + ["--", "--passes", "2"], os.path.join(folder, "run", "job-0")

    @staticmethod
    def resumed(job, command="run"):
        """The words that go on with what began with this job."""
        return [command, "--resume", os.path.dirname(os.path.dirname(job))]

    # ---- launches that wait for our word

    def obedient_bench(self, mode):
        """A benchmark program whose second launch and all later ones do as set_mode says."""
        path = os.path.join(self.folder, "bench.sh")
        with open(path, "w") as file:
            file.write(_SCRIPT.replace("BAD_BENCH", self.bad_bench()).replace("BENCH", self.bench))
        os.chmod(path, 0o755)
        self.set_mode(mode)
        return path

    @staticmethod
    def bad_bench():
        """A benchmark program with cases that go wrong."""
        return program("harness/testing/bad-bench")

    def set_mode(self, mode):
        with open(os.path.join(self.folder, "mode"), "w") as file:
            file.write(mode)

    def wait_for_launch(self, folder, index, attempt=0, task=0):
        """Until that launch has been started."""
        path = os.path.join(folder, "task-%d" % task, "attempt-%d" % attempt, "status.json")
        wait_until(lambda: os.path.exists(path) and index in [one["launch"] for one in self.read_json(path)["running"]],
                   "launch %d runs\n%s" % (index, self.task_logs()))

    def wait_until_waiting(self, index):
        """Until the ranks of that launch of an obedient benchmark program run and wait: Slurm has made its step."""
        path = os.path.join(self.folder, "launch-%d-waits" % index)
        wait_until(lambda: os.path.exists(path), "launch %d waits\n%s" % (index, self.task_logs()))

    def wait_for_series(self, folder, index, attempt=0):
        """Until that launch is in the middle of a series, by its journal."""
        path = os.path.join(folder, "task-0", "attempt-%d" % attempt, "0",
                            "launch-%d.json.journal" % index)
        wait_until(lambda: os.path.exists(path) and '"begin"' in self.read(path), "launch %d measures" % index)

    # ---- what is left

    @staticmethod
    def read(path):
        with open(path, errors="replace") as file:
            return file.read()

    def read_json(self, path):
        return json.loads(self.read(path))

    def job_id(self, folder):
        return self.read(os.path.join(folder, "job_id")).strip()

    def wait_for_job(self, folder):
        wait_until(lambda: os.path.exists(os.path.join(folder, "job_id")), "the job was submitted")
        return self.job_id(folder)

    def runs(self):
        """The runs in the store, newest first."""
        return json.loads(self.mpigauge(["runs", "--format", "json"]).stdout)

    def task_logs(self):
        text = ""
        for folder, _, names in os.walk(self.jobs):
            for name in names:
                if re.fullmatch(r"task-\d+\.log", name):
                    text += "---- %s\n%s" % (name, self.read(os.path.join(folder, name)))
        return text
