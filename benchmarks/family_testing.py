"""Short launches of whole families of cases, for their tests: data are looked at, not times."""
import json
import os
import subprocess
import unittest

YIELD = os.path.abspath("harness/testing/libmpigauge_yield.so")
HANDLES = os.path.abspath("harness/testing/libmpigauge_handles.so")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
# Under sanitizers: two are enough.
RANKS = [int(count) for count in os.environ.get("MPIGAUGE_TEST_RANKS", "1,2,3,4,5").split(",")]
# Little of everything. Ranks share processors here, so no start asks for all of them at one moment.
QUICK = ["--observations=2", "--least-observations=2", "--visit-budget=1us", "--reruns=0",
         "--synchronizer=dissemination", "--benchmark_format=json"]


def mpirun(*words, ranks=2, environment=None, preload=()):
    """Runs the benchmark program under the launcher of the MPI that it was built with. Ranks that share a processor give
    it to each other."""
    words = ["env", "OMPI_MCA_mpi_yield_when_idle=1", "LD_PRELOAD=" + ":".join([YIELD, *preload]), BENCH, *words]
    return subprocess.run([MPIEXEC, "-n", str(ranks), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=900, env={**os.environ, **(environment or {})})


def listed(pattern, *words, ranks=2):
    """The names of the series that would be measured."""
    return mpirun("--benchmark_list_tests", "--benchmark_filter=" + pattern, *words, ranks=ranks).stdout.split()


class FamilyTestCase(unittest.TestCase):
    def record(self, *words, ranks=2, passes=1, environment=None):
        """The record of a launch, whatever its series met."""
        done = mpirun(*QUICK, "--passes=%d" % passes, *words, ranks=ranks, environment=environment, preload=[HANDLES])
        self.assertNotIn("libmpigauge_handles", done.stderr)  # every request, communicator, window, ... was given back
        self.assertIn(done.returncode, (0, 3), done.stdout[-2000:] + done.stderr)
        # MPICH's launcher says below it how a program ended.
        return json.loads(done.stdout[:done.stdout.rindex("}") + 1])["mpigauge"]

    def measure(self, pattern, *words, ranks, verified_but=(), **more):
        """The series of a pattern, every bit of their data checked: none has a fault, and all but these cases were
        verified."""
        series = self.record("--verify=all", "--benchmark_filter=" + pattern, *words, ranks=ranks, **more)["series"]
        self.assertEqual([(one["name"], one["fault"]) for one in series if one["fault"]], [])
        self.assertGreater(len(series), 0)
        self.assertEqual({one["case"] for one in series if not one["verified"]} - set(verified_but), set())
        return series
