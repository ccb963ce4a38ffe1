"""The first commands of docs/use/pipelines.md, by an mpigauge that is installed: `mpigauge ci init` writes a
configuration that runs as it is. The installation's sources of the benchmark program are a small program that starts
the real one, so that building takes a second."""
import os
import re
import shutil
import subprocess
import tomllib
import unittest

from lab.end_to_end.pipeline.pipeline_testing import BENCH, MPIGAUGE, PipelineCase

PROGRAM = """#include <mpi.h>
#include <unistd.h>
int main(int, char** arguments) {
  execv("%s", arguments);
  return 1;
}
"""
EMPTY_ARCHIVE = "!<arch>\n"


class InitPipelineTest(PipelineCase):
    def setUp(self):
        super().setUp()
        os.remove(self.path("mpigauge.toml"))
        self.prefix = os.path.realpath(self.path("my mpigauge"))
        for name, text in (("src/main.cc", PROGRAM % os.path.realpath(BENCH)), ("others.a", EMPTY_ARCHIVE),
                           ("compile_flags.txt", "-DOMPI_SKIP_MPICXX\n"), ("link_flags.txt", "")):
            path = os.path.join(self.prefix, "lib/mpigauge/bench", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        os.mkdir(os.path.join(self.prefix, "bin"))
        self.program = shutil.copy(MPIGAUGE, os.path.join(self.prefix, "bin"))

    def mpigauge(self, *words, code=0, **environment):
        environment = {**os.environ, **environment}
        for name in ("MPIGAUGE_BENCH", "MODULEPATH"):  # a program and libraries that this machine alone has
            environment.pop(name, None)
        done = subprocess.run([self.program, *words], cwd=self.folder, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=280)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout

    def libraries(self):
        """Returns the entries of the configuration that are the machine's own."""
        return {one["mpi"]: one for one in tomllib.loads(self.read("mpigauge.toml"))["library"] if "mpi" in one}

    def measure_little(self):
        """The configuration with the machine's Open MPI and one series alone."""
        blocks = self.read("mpigauge.toml").split("\n\n")
        blocks = [block for block in blocks if not block.startswith("[[library]]") or 'mpi = "openmpi"' in block]
        blocks = [block for block in blocks if not block.startswith("[[shape]]") or "\nranks = 2" in block]
        text = "\n\n".join(blocks).replace("launches = 10", "launches = 2")
        self.configure('quiet = "0s"\n' + re.sub("(?m)^suite = .*$", 'filter = "^allreduce/bytes:8/"', text))

    @unittest.skipUnless(shutil.which("mpicxx.openmpi"), "no mpicxx of Open MPI; ci/setup installs libopenmpi-dev")
    def test_the_benchmark_program_is_built_where_there_is_none(self):
        said = self.mpigauge("ci", "init")
        self.assertNotIn("EDIT", said)
        self.assertEqual(self.libraries()["openmpi"]["build_bench"],
                         "'%s' build-bench --mpi \"$PREFIX\" --output \"$BENCH\"" % self.program)
        self.measure_little()
        said = self.mpigauge("ci")
        self.assertIn("building the benchmark program", said)
        self.assertIn("the first of its kind", said)
        self.assertIn("nothing new", self.mpigauge("ci"))
        (built,) = [os.path.join(place, name) for place, _, names in os.walk(self.path("mpigauge-ci", "bench"))
                    for name in names if name == "mpigauge-bench"]
        self.assertLess(os.path.getsize(built), os.path.getsize(BENCH))  # it is the small one

    def test_the_program_beside_the_command_is_taken_where_it_runs_with_the_library(self):
        beside = shutil.copy(BENCH, os.path.join(self.prefix, "bin"))
        self.mpigauge("ci", "init")
        own = self.libraries()
        self.assertEqual(own["openmpi"]["bench"], beside)
        self.assertNotIn("build_bench", own["openmpi"])
        self.assertNotIn("bench", own.get("mpich", {}))
        self.assertNotIn("//benchmarks", self.read("mpigauge.toml"))

    @unittest.skipUnless(shutil.which("mpicxx.openmpi"), "no mpicxx of Open MPI; ci/setup installs libopenmpi-dev")
    def test_obstacles_of_a_build_are_written_down(self):
        said = self.mpigauge("ci", "init", OMPI_CXX="g++-that-is-not-there", MPICH_CXX="g++-that-is-not-there")
        self.assertIn("look for EDIT in it first", said)
        self.assertIn("# EDIT: its benchmark program cannot be built yet: ", self.read("mpigauge.toml"))

    def test_without_sources_a_program_must_be_named(self):
        shutil.rmtree(os.path.join(self.prefix, "lib"))
        self.assertIn("look for EDIT in it first", self.mpigauge("ci", "init"))
        text = self.read("mpigauge.toml")
        self.assertIn("# EDIT: this mpigauge is not in an installation", text)
        self.assertNotIn("build_bench", text)
        self.assertNotIn("//benchmarks", text)


if __name__ == "__main__":
    unittest.main()
