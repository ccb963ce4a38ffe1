"""The tarball's mpigauge builds the benchmark program and the trace library with each MPI of this machine, and uses them."""
import glob
import json
import os
import pwd
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

TARBALL = os.path.abspath("dist/mpigauge.tar.gz")
with open("VERSION") as file:
    VERSION = file.read().strip()

# Objects are kept once they are compiled, as Bazel keeps its own.
CCACHE = {"OMPI_CXX": "/usr/lib/ccache/g++", "MPICH_CXX": "/usr/lib/ccache/g++", "CCACHE_MAXSIZE": "500M",
          "CCACHE_DIR": os.path.join(pwd.getpwuid(os.getuid()).pw_dir, ".cache/mpigauge/ccache")}

# Every rank calls MPI_Allreduce three times.
APPLICATION = """
#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int one = 1, all = 0;
  for (int i = 0; i < 3; ++i) MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return all == 2 ? 0 : 1;
}
"""


class BuildBench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="build-bench-")
        cls.addClassCleanup(cls.temporary.cleanup)
        with tarfile.open(TARBALL) as tar:
            tar.extractall(cls.temporary.name)
        cls.prefix = os.path.join(cls.temporary.name, "mpigauge-" + VERSION)
        # As in a tarball from a machine that has one MPI.
        shutil.rmtree(os.path.join(cls.prefix, "lib/mpigauge/programs"), ignore_errors=True)

    def run_it(self, *words, code=0, **variables):
        """Nothing of the build or of this test is seen, and no benchmark program beside the command."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": self.temporary.name, "OMPI_ALLOW_RUN_AS_ROOT": "1",
                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **CCACHE, "CCACHE_BASEDIR": self.temporary.name,
                       **variables}
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=840, env=environment,
                              cwd=self.temporary.name)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def mpigauge(self, *words, **more):
        return self.run_it(os.path.join(self.prefix, "bin/mpigauge"), *words, **more)

    def build_and_measure(self, mpi, name):
        """It uses what it says."""
        said = self.mpigauge("build-bench", "--mpi", mpi)
        told = re.search(r"(mpigauge-bench-%s-[\w.]+): \d{2,} cases for %s [\d.]+, built in .*\n  (mpigauge run .*)\n" % (mpi, name), said)
        self.assertTrue(told, said)
        version = self.run_it(os.path.join(self.temporary.name, told.group(1)), "--version")
        shipped = self.run_it(os.path.join(self.prefix, "bin/mpigauge"), "--version")
        self.assertEqual(version.split("\n")[:2], ["mpigauge-bench " + VERSION, shipped.split("\n")[1]])
        self.assertRegex(version, "MPI built for " + name)
        words = told.group(2).split()[1:] + ["--launches", "2", "--filter", "^allreduce/bytes:8/", "--store", mpi + ".sqlite"]
        self.assertIn("2 complete launch(es)", self.mpigauge(*words))

    @unittest.skipUnless(shutil.which("mpicxx.openmpi"), "no mpicxx of Open MPI; ci/setup installs libopenmpi-dev")
    def test_open_mpi(self):
        self.build_and_measure("openmpi", "Open MPI")

    @unittest.skipUnless(shutil.which("mpicxx.mpich"), "no mpicxx of MPICH; ci/setup installs libmpich-dev")
    def test_mpich(self):
        self.build_and_measure("mpich", "MPICH")

    def build_and_trace(self, mpi):
        """A library of another MPI than the application's would end it."""
        said = self.mpigauge("build-bench", "--mpi", mpi, "--trace")
        told = re.search(r"(libmpigauge_trace-%s-[\w.]+\.so): records programs of .*\n  (mpigauge trace record .*)\n" % mpi, said)
        self.assertTrue(told, said)
        with open(os.path.join(self.temporary.name, "application.c"), "w") as file:
            file.write(APPLICATION)
        self.run_it("mpicc." + mpi, "application.c", "-o", "application")
        words = told.group(2).split()[1:]
        self.assertEqual((words[3], words[5]), ("./" + told.group(1), "traces"))
        words[5] = "traces-" + mpi
        self.mpigauge(*words)
        info = json.loads(self.mpigauge("trace", "info", words[5], "--format", "json"))
        self.assertEqual(info["ranks"], 2)
        self.assertEqual({call["name"]: call["calls"] for call in info["by_name"]}["MPI_Allreduce"], 2 * 3)
        shown = self.run_it("nm", "-D", "--defined-only", "--format=just-symbols", told.group(1)).split()
        self.assertIn("MPI_Allreduce", shown)
        self.assertEqual([name for name in shown if not re.match("P?MPI_", name)], [])

    @unittest.skipUnless(shutil.which("mpicxx.openmpi"), "no mpicxx of Open MPI; ci/setup installs libopenmpi-dev")
    def test_open_mpis_trace_library(self):
        self.build_and_trace("openmpi")

    @unittest.skipUnless(shutil.which("mpicxx.mpich"), "no mpicxx of MPICH; ci/setup installs libmpich-dev")
    def test_mpichs_trace_library(self):
        self.build_and_trace("mpich")

    @unittest.skipUnless(shutil.which("mpicxx.mpich"), "no mpicxx of MPICH; ci/setup installs libmpich-dev")
    def test_a_pipeline_builds_it_for_the_library_that_the_shipped_program_is_not_for(self):
        """`mpigauge ci init` writes a configuration that runs as it is; here it measures one series."""
        folder = tempfile.mkdtemp(dir=self.temporary.name)
        config = os.path.join(folder, "mpigauge.toml")
        self.mpigauge("ci", "init", "--output", config)
        with open(config) as file:
            blocks = file.read().split("\n\n")
        told = self.run_it(os.path.join(self.prefix, "bin/mpigauge-bench"), "--version")
        other = "openmpi" if "built for MPICH" in told else "mpich"
        blocks = [block for block in blocks if not block.startswith("[[library]]") or 'mpi = "%s"' % other in block]
        blocks = [block for block in blocks if not block.startswith("[[shape]]") or "\nranks = 2" in block]
        text = "\n\n".join(blocks).replace("launches = 10", "launches = 2")
        with open(config, "w") as file:
            file.write(re.sub("(?m)^suite = .*$", 'filter = "^allreduce/bytes:8/"', text))
        self.assertIn("the first of its kind", self.mpigauge("ci", "--config", config))

    @unittest.skipUnless(shutil.which("mpicxx.openmpi"), "no mpicxx of Open MPI; ci/setup installs libopenmpi-dev")
    def test_headers_of_other_libraries_come_with_it(self):
        """The kit brings headers of other libraries with it; those of this machine are not used."""
        kit = os.path.join(self.prefix, "lib/mpigauge/bench")
        sources = glob.glob(os.path.join(kit, "src/**/*.cc"), recursive=True)
        self.assertGreater(len(sources), 10)
        used = self.run_it("mpicxx.openmpi", "@" + os.path.join(kit, "compile_flags.txt"), "-iquote", os.path.join(kit, "src"),
                           "-isystem", os.path.join(kit, "include"), "-M", *sources)
        self.assertIn(os.path.join(kit, "include/fmt/format.h"), used)
        self.assertEqual(re.findall(r"/usr/include/(?:benchmark|boost|CLI|fmt|nlohmann|toml\+\+)/\S+", used), [])

    @unittest.skipUnless(shutil.which("mpicxx.openmpi"), "no mpicxx of Open MPI; ci/setup installs libopenmpi-dev")
    def test_an_mpi_without_mpi_io_has_no_use_of_it(self):
        """Before MPICH 5.0, --disable-romio leaves all of it out of mpi.h but the type MPI_File."""
        kit = os.path.join(self.prefix, "lib/mpigauge/bench")
        folder = tempfile.mkdtemp(dir=self.temporary.name)
        with open(os.path.join(folder, "mpi.h"), "w") as file:
            file.write("#include_next <mpi.h>\n#undef MPI_MODE_RDWR\n")
            for name in ("MPI_MODE_CREATE", "MPI_File_open", "MPI_File_close", "MPI_File_read_at", "MPI_File_write_at"):
                file.write("#undef %s\n#define %s there is no MPI-IO\n#define P%s there is no MPI-IO\n" % (name, name, name))
        sources = []
        for path in glob.glob(os.path.join(kit, "src/**/*.cc"), recursive=True):
            with open(path) as file:
                sources += [path] if "MPI_File" in file.read() else []
        self.assertTrue(sources)
        self.run_it("mpicxx.openmpi", "@" + os.path.join(kit, "compile_flags.txt"), "-fsyntax-only", "-I", folder, "-iquote",
                    os.path.join(kit, "src"), "-isystem", os.path.join(kit, "include"), *sources)

    @unittest.skipUnless(shutil.which("mpicxx.openmpi"), "no mpicxx of Open MPI; ci/setup installs libopenmpi-dev")
    def test_a_compiler_that_is_not_there_is_named(self):
        said = self.mpigauge("build-bench", "--mpi", "openmpi", code=4, OMPI_CXX="g++-that-is-not-there")
        self.assertIn("g++-that-is-not-there", said)

    def test_a_folder_that_is_not_there_is_named_first(self):
        said = self.mpigauge("build-bench", "-o", "nowhere/bench", code=4)
        self.assertIn("--output nowhere/bench: there is no folder", said)


if __name__ == "__main__":
    unittest.main()
