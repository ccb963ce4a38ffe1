"""The tarball's mpigauge measures MPI libraries that somebody has built: run, identify, gate from each version to the next
one, selections by MPI_T, traces.

The libraries are not ours to ship. A developer who has some names their prefixes, oldest first, and both sides of a
gate are of one kind:

    ci/bazel test //dist:given_mpis_test --test_output=all \\
      --test_env=MPIGAUGE_TEST_MPIS=/opt/openmpi-4.1.8:/opt/openmpi-5.0.10:/opt/mpich-4.3.2
"""
import glob
import json
import os
import re
import subprocess
import tarfile
import tempfile
import unittest

from bazel.lab import BY_DESIGN

TARBALL = os.path.abspath("dist/mpigauge.tar.gz")
GIVEN = [prefix for prefix in os.environ.get("MPIGAUGE_TEST_MPIS", "").split(":") if prefix]
FILTER = ["--filter", "^(allreduce|ping_pong)/bytes:(8|4096)/"]
SERIES = 4
with open("VERSION") as file:
    VERSION = file.read().strip()


def is_open_mpi(prefix):
    return os.path.exists(os.path.join(prefix, "bin/ompi_info"))


@unittest.skipUnless(GIVEN, BY_DESIGN + "no MPI was given: MPIGAUGE_TEST_MPIS names their prefixes")
class GivenMpis(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="given-mpis-")
        cls.addClassCleanup(temporary.cleanup)
        cls.here = temporary.name
        with tarfile.open(TARBALL) as tar:
            tar.extractall(cls.here)
        cls.mpigauge = os.path.join(cls.here, "mpigauge-" + VERSION, "bin/mpigauge")
        cls.programs = {}

    def run_it(self, *words, codes=(0,)):
        """Returns standard output. The environment is that of an ordinary user's shell, and the store is the test's."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": self.here, "MPIGAUGE_STORE": os.path.join(self.here, "store.sqlite"),
                       "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                       "PRTE_ALLOW_RUN_AS_ROOT": "1", "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=840, env=environment,
                              cwd=self.here)
        self.assertIn(done.returncode, codes, "%s\n%s%s" % (" ".join(words), done.stdout, done.stderr))
        return done.stdout

    def shipped(self, prefix):
        """Returns the benchmark program of the tarball that fits it, or None."""
        folder = os.path.dirname(self.mpigauge)
        if is_open_mpi(prefix):
            return os.path.join(folder, "mpigauge-bench")
        program = os.path.join(folder, "../lib/mpigauge/programs/mpigauge-bench.libmpi.so.12")
        return program if os.path.exists(program) and os.path.exists(os.path.join(prefix, "lib/libmpi.so.12")) else None

    def named(self, option, prefix):
        """Returns the words that name the benchmark program: none where the command has to find it."""
        return [] if self.shipped(prefix) else [option, self.bench(prefix)]

    def bench(self, prefix):
        """Returns the benchmark program for it."""
        if self.shipped(prefix):
            return self.shipped(prefix)
        if prefix not in self.programs:
            self.programs[prefix] = os.path.join(self.here, "bench-%d" % len(self.programs))
            self.run_it(self.mpigauge, "build-bench", "--mpi", prefix, "-o", self.programs[prefix])
        return self.programs[prefix]

    def test_each_is_measured_and_says_what_it_selected(self):
        for number, prefix in enumerate(GIVEN):
            with self.subTest(prefix):
                folder = os.path.join(self.here, "records-%d" % number)
                said = self.run_it(self.mpigauge, "run", "--mpi", prefix, *self.named("--bench", prefix), "--launches", "2",
                                   "--keep-records", folder, *FILTER)
                self.assertRegex(said, r"(?m)^run \S+ of (Open MPI|MPICH) [\d.]+\S*: 2 complete launch\(es\) in ")
                for path in glob.glob(os.path.join(folder, "*.json")):
                    with open(path) as file:
                        record = json.load(file)
                    self.assertGreater(len(record["mpigauge"]["environment"]["selection"]), 50)
                    verified = {series["name"]: series["verified"] for series in record["mpigauge"]["series"]}
                    self.assertEqual(len(verified), SERIES)
                    self.assertTrue(all(verified.values()), verified)
                self.assertEqual(len(glob.glob(os.path.join(folder, "*.json"))), 2)

    def test_each_is_identified_by_its_own_files(self):
        identities = set()
        for prefix in GIVEN:
            with self.subTest(prefix):
                told = json.loads(self.run_it(self.mpigauge, "identify", "--mpi", prefix, "--format", "json"))
                self.assertRegex(told["identity"], "^[0-9a-f]{64}$")
                own = [path for path in told["files"] if path.startswith(os.path.realpath(prefix) + "/")]
                self.assertTrue(any(re.search(r"/libmpi\.so", path) for path in own), told["files"])
                identities.add(told["identity"])
        self.assertEqual(len(identities), len({os.path.realpath(prefix) for prefix in GIVEN}))

    def test_each_version_is_compared_with_the_next_one(self):
        for old, new in zip(GIVEN, GIVEN[1:]):
            if is_open_mpi(old) != is_open_mpi(new):
                continue
            with self.subTest(old + " to " + new):
                answer = json.loads(self.run_it(self.mpigauge, "gate", "--baseline-mpi", old, *self.named("--baseline-bench", old),
                                                "--candidate-mpi", new, *self.named("--candidate-bench", new),
                                                "--format", "json", "--max-launches", "12", *FILTER, codes=(0, 1, 2)))
                self.assertEqual(len(answer["series"]), SERIES)
                self.assertTrue(any("took turns" in note for note in answer["notes"]), answer["notes"])

    def test_traces(self):
        """The trace library in the tarball is for the MPI that the tarball was built with; for others it builds one."""
        for number, prefix in enumerate(GIVEN):
            with self.subTest(prefix):
                trace = os.path.join(self.here, "trace-%d" % number)
                words = ["-o", trace]
                if not is_open_mpi(prefix):
                    words += ["--library", trace + ".so"]
                    self.run_it(self.mpigauge, "build-bench", "--trace", "--mpi", prefix, "-o", trace + ".so")
                # The launcher of Open MPI 5 does not say where its libraries are.
                self.run_it(self.mpigauge, "trace", "record", *words, "--", os.path.join(prefix, "bin/mpirun"), "-n", "2",
                            "env", "LD_LIBRARY_PATH=" + os.path.join(prefix, "lib"), self.bench(prefix),
                            "--benchmark_filter=^allreduce/bytes:8/", "--passes", "1")
                self.assertRegex(self.run_it(self.mpigauge, "trace", "info", trace), r"(?m)^MPI_Allreduce +\d+")


if __name__ == "__main__":
    unittest.main()
