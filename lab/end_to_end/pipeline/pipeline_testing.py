"""A pipeline of one folder, for tests: copies of the machine's Open MPI are the updates."""
import atexit
import functools
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
COPY_OPENMPI = os.path.abspath("testing/copy_openmpi")
# An algorithm that is about twice as slow at 8 bytes on two ranks: a ring instead of recursive doubling.
SLOWER = "coll_tuned_use_dynamic_rules = 1\ncoll_tuned_allreduce_algorithm = 4\n"
HARMLESS = "# as before\nmpi_show_handle_leaks = 0\n"
PATIENCE_SECONDS = 900

CONFIG = """
quiet = "0s"
[[library]]
name = "openmpi"
prefix = "openmpi-*"
bench = "%s"
[measure]
filter = "^allreduce/bytes:8/|^bcast/bytes:8/|spin"
launches = 2
arguments = ["--passes", "3"]
[gate]
tolerance = "%s"
max_launches = 30
[output]
folder = "reports"
"""


@functools.lru_cache(maxsize=None)
def moved_openmpi():
    """The machine's Open MPI in a prefix of its own, for copies: copying a folder takes a tenth of what putting it
    together takes."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    subprocess.run([COPY_OPENMPI, os.path.join(folder, "openmpi")], check=True)
    return os.path.join(folder, "openmpi")


class PipelineCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        # Equal libraries pass and the slower algorithm fails on the noisiest machine.
        self.configure(CONFIG % (BENCH, "50%"))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def read(self, *names):
        with open(self.path(*names)) as file:
            return file.read()

    def configure(self, text):
        with open(self.path("mpigauge.toml"), "w") as file:
            file.write(text)

    def install(self, name, parameters=""):
        """A copy of the machine's Open MPI in a prefix of its own; returns the prefix."""
        prefix = self.path(name)
        shutil.copytree(moved_openmpi(), prefix, symlinks=True)
        with open(os.path.join(prefix, "etc", "openmpi-mca-params.conf"), "a") as file:
            file.write(parameters)
        return prefix

    def start(self, *words, **environment):
        return subprocess.Popen([MPIGAUGE, "ci", *words], cwd=self.folder, env=dict(os.environ, **environment),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)

    def ci(self, *words, code=0, **environment):
        """`mpigauge ci WORDS`; what it printed on standard output, and behind it on standard error."""
        process = self.start(*words, **environment)
        out, err = process.communicate(timeout=PATIENCE_SECONDS)
        if code is not None:
            self.assertEqual(process.returncode, code, out + err)
        self.code = process.returncode
        return out + err

    def updates(self):
        return json.loads(self.ci("status", "--format", "json"))["updates"]

    def query(self, sql):
        with sqlite3.connect(self.path("mpigauge.sqlite")) as database:
            return database.execute(sql).fetchall()

    def assert_nothing_twice(self):
        """No launch of a run is there twice, and none was cut off and kept as if it were whole."""
        twice = self.query("SELECT run_id, launch_index, count(*) FROM launches WHERE status = 'complete' "
                           "GROUP BY run_id, launch_index HAVING count(*) > 1")
        self.assertEqual(twice, [])
        gates = self.query("SELECT candidate_run_id, count(*) FROM gates GROUP BY candidate_run_id HAVING count(*) > 1")
        self.assertEqual(gates, [])

    def assert_matches(self, text, pattern):
        self.assertIsNotNone(re.search(pattern, text, re.M), "%r is not in:\n%s" % (pattern, text))
