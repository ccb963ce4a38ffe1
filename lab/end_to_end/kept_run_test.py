"""`mpigauge run --baseline` and a gate after the install is gone, with the MPI that the program was built with."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

MPI = sys.argv.pop(1)
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
BAD_BENCH = os.path.abspath("harness/testing/bad-bench")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")


class KeptRunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.store = os.path.join(self.folder, "store.sqlite")

    def mpigauge(self, command, *words, code=0):
        done = subprocess.run([MPIGAUGE, command, "--store", self.store, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=600)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def run_baseline(self, mpi, *words):
        return self.mpigauge("run", "--mpi", mpi, "--bench", BENCH, "--launches", "2", "--filter",
                             "^allreduce/bytes:8/|spin", "--baseline", "release", *words, "--", "--passes", "2")

    def gate(self, *words, code=0):
        text = self.mpigauge("gate", "--baseline", "release", "--candidate-mpi", MPI, "--candidate-bench", BENCH,
                             "--filter", "^allreduce/bytes:8/|spin", "--tolerance", "100%", "--format", "json", *words,
                             "--", "--passes", "2", code=code)
        return json.loads(text)

    def kept_folder(self):
        return json.loads(self.mpigauge("baseline", "list", "--format", "json"))[0]["kept_library"]["folder"]

    def test_a_baseline_whose_install_is_gone_takes_turns(self):
        """The install is a copy of the machine's library, since that one cannot be removed."""
        self.assertRegex(self.run_baseline(MPI), r"the library is kept: \d+ MiB in ")
        install = os.path.join(self.folder, "install")
        shutil.copytree(self.kept_folder(), install, symlinks=True)
        self.assertIn("the library was kept before", self.run_baseline(install))  # the same one, in another place
        self.assertRegex(self.mpigauge("baseline", "list"), r"release .*kept .* ago, \d+ MiB")
        shutil.rmtree(install)

        equal = self.gate()
        self.assertEqual(equal["verdict"], "pass")
        self.assertRegex("\n".join(equal["notes"]), r"took turns with the candidate: kept .* ago, \d+ MiB \(%s\)" %
                         self.kept_folder())
        runs = json.loads(self.mpigauge("runs", "--format", "json"))
        self.assertEqual(len(runs), 4)

        slow = self.gate("--candidate-preload", SLOW, "--candidate-env", "MPIGAUGE_SLOW=MPI_Allreduce:+1ms", code=1)
        self.assertEqual([one["name"] for one in slow["series"] if one["verdict"] == "fail"], ["allreduce/bytes:8/ranks:2"])

    def run_bad(self, cases, code):
        return self.mpigauge("run", "--mpi", MPI, "--bench", BAD_BENCH, "--launches", "2", "--filter", cases, "--baseline",
                             "release", "--no-keep-library", "--", "--passes", "1", code=code)

    def test_a_run_with_wrong_data_is_no_baseline(self):
        """It once became one without a word, with exit code 0."""
        text = self.run_bad("^(good|throws|wrong_data)/", code=4)
        self.assertRegex(text, r"(?m)^note: run \S+: wrong_data/ranks:2: wrong data in 2 of 2 launches "
                               r"\(rank 0: element 3 is 0, should be 7\)$")
        self.assertRegex(text, r"(?m)^note: run \S+: throws/ranks:2: an error in 2 of 2 launches \(rank 0: thrown on purpose\)$")
        self.assertNotIn("baseline release, version", text)
        self.assertEqual(json.loads(self.mpigauge("baseline", "list", "--format", "json")), [])
        text = self.run_bad("^(good|throws)/", code=0)
        self.assertIn("throws/ranks:2: an error in 2 of 2 launches", text)
        self.assertNotIn("wrong data", text)
        self.assertIn("baseline release, version 1: 1 run, pinned", text)

    def test_a_launch_that_found_the_machines_libmpi_is_no_launch_of_the_copy(self):
        """A program with a path to its libmpi linked into it, which comes before LD_LIBRARY_PATH, would measure the wrong one."""
        self.run_baseline(MPI)
        libmpi = json.loads(self.mpigauge("baseline", "list", "--format", "json"))[0]["kept_library"]["libmpi"]
        launcher = {"openmpi": ["mpirun.openmpi", "--allow-run-as-root"], "mpich": ["mpirun.mpich"]}[MPI]
        done = subprocess.run([*launcher, "-n", "2", BENCH, "--benchmark_filter=^allreduce/bytes:8/", "--passes", "1",
                               "--expect-loaded=" + os.path.join(self.kept_folder(), libmpi)], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=600)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"rank \d did not load %s" % os.path.join(self.kept_folder(), libmpi))

    def test_without_a_copy(self):
        text = self.run_baseline(MPI, "--no-keep-library")
        self.assertIn("the library is not kept: --no-keep-library", text)
        self.assertFalse(os.path.exists(self.store + ".libraries"))
        listed = self.mpigauge("baseline", "list")
        self.assertRegex(listed, r"release .*not there")
        self.assertRegex(listed, r"library: the copy in \S+\.libraries; of a pipeline with libraries_folder give that one")


if __name__ == "__main__":
    unittest.main()
