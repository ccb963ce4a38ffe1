"""Objects that a case does not free are counted, by kind and rank; a case that frees everything is not accused."""
import os
import subprocess
import unittest

BAD_BENCH = os.path.abspath("harness/testing/bad-bench")
HANDLES = os.path.abspath("harness/testing/libmpigauge_handles.so")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")


def left(case):
    done = subprocess.run([MPIEXEC, "-n", "2", "env", "LD_PRELOAD=" + HANDLES, BAD_BENCH, "--passes=2", "--observations=2",
                           # Without a common start that a slow machine could miss, a series has all its visits.
                           "--synchronizer=mpi-barrier", "--benchmark_filter=^%s/" % case], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=100)
    return sorted(line for line in done.stderr.split("\n") if line.startswith("libmpigauge_handles: "))


class HandlesTest(unittest.TestCase):
    def test_handles_that_are_left_are_named(self):
        kinds = [("request", 4), ("communicator", 2), ("window", 2), ("datatype", 2), ("group", 2)]
        self.assertEqual(left("leaks"), sorted("libmpigauge_handles: rank %d: %s: %d left" % (rank, kind, count)
                                               for rank in range(2) for kind, count in kinds))

    def test_freed_handles_are_not_named(self):
        self.assertEqual(left("good"), [])


if __name__ == "__main__":
    unittest.main()
