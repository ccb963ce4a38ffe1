"""Wrong bits are found: one bit of a message is turned over between the ranks, and the stress cases name it."""
import json
import os
import random
import re
import subprocess
import unittest

from benchmarks.family_testing import RANKS, FamilyTestCase

BENCH = os.path.abspath("benchmarks/mpigauge-bench")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
FLIP = os.path.abspath("harness/inject/libmpigauge_flip.so")

# Where a bit is turned over, the case whose messages these are, and the rank that has the wrong data then: what rank 1
# sends arrives at rank 0.
PLACES = [("MPI_Send", "stress_send_recv", 0), ("MPI_Ssend", "stress_any_source", 0),
          ("MPI_Isend", "stress_isend_irecv", 0), ("MPI_Sendrecv", "stress_sendrecv", 1),
          ("MPI_Bcast", "stress_bcast", 1), ("MPI_Allreduce", "stress_allreduce", 1),
          ("MPI_Allgather", "stress_allgather", 1), ("MPI_Gather", "stress_gather", 0),
          ("MPI_Scatter", "stress_scatter", 1), ("MPI_Alltoall", "stress_alltoall", 1)]
SIZES = [8, 32, 128, 512, 2048, 4096, 8192, 16384, 32768, 65536]


def measure(flips, cases, sizes):
    """The series of these cases by name, with these bits turned over."""
    done = subprocess.run([MPIEXEC, "-n", "2", "env", "LD_PRELOAD=" + FLIP, "MPIGAUGE_FLIP=" + flips, BENCH,
                           "--passes", "1", "--observations", "1", "--reruns", "0", "--synchronizer=dissemination",
                           "--benchmark_format=json",
                           "--benchmark_filter=^(%s)/bytes:(%s)/" % ("|".join(cases), "|".join(map(str, sizes)))],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600)
    record = json.loads(done.stdout)["mpigauge"]
    return done, {series["name"]: series for series in record["series"]}


class StressTest(unittest.TestCase):
    # A message of n + 1 bytes occurs in the series of n bytes alone.
    def test_a_hundred_flipped_bits_are_caught_and_named(self):
        draw = random.Random(17)
        flips, expected = [], {}
        for function, case, rank in PLACES:
            for size in SIZES:
                byte, bit, call = draw.randrange(size + 1), draw.randrange(8), draw.randrange(1, 6)
                flips.append("%s:bytes=%d:call=%d:byte=%d:bit=%d:rank=%d" % (
                    function, size + 1, call, byte, bit, 0 if case == "stress_gather" else 1))
                expected["%s/bytes:%d/ranks:2" % (case, size)] = (rank, size + 1, byte, bit)
        done, series = measure(";".join(flips), [case for _, case, _ in PLACES], SIZES + [16, 64])
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(len(re.findall("libmpigauge_flip: rank", done.stderr)), 100)
        found = {}
        for name, one in series.items():
            if one["fault"]:
                self.assertEqual(one["fault"]["kind"], "wrong-data", name)
                words = re.search(r"message of (\d+) bytes, .*: byte (\d+) is 0x.*: bit (\d) differs$",
                                  one["fault"]["message"])
                self.assertIsNotNone(words, one["fault"]["message"])
                found[name] = (one["fault"]["rank"],) + tuple(int(number) for number in words.groups())
        self.assertEqual(found, expected)
        self.assertEqual(len(series), 120)  # the others have no fault

    def test_right_data_are_right(self):
        done, series = measure("", ["stress_.*"], [1, 4, 1024, 1048576])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(all(one["verified"] and one["fault"] is None for one in series.values()))
        self.assertNotIn("libmpigauge_flip", done.stderr)

    def test_mistakes_end_the_program(self):
        done = subprocess.run([MPIEXEC, "-n", "1", "env", "LD_PRELOAD=" + FLIP, "MPIGAUGE_FLIP=MPI_Wait:bit=3", BENCH,
                               "--list-cases"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("MPI_Wait is not among the functions", done.stderr)


class StressRanksTest(FamilyTestCase):
    def test_right_data_are_right_at_one_to_five_ranks(self):
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                cases = {one["case"] for one in self.measure("^stress_.*/bytes:(1|4096)/", ranks=ranks)}
                self.assertIn("stress_allreduce", cases)
                self.assertEqual("stress_send_recv" in cases, ranks > 1)


if __name__ == "__main__":
    unittest.main()
