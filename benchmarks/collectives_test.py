"""Every series of the collective families and of the datatypes: right data at one to five ranks."""
import json
import os
import subprocess
import unittest

BENCH = os.path.abspath("benchmarks/mpigauge-bench")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")

OPERATION = "(barrier|bcast|gatherv?|scatterv?|allgatherv?|alltoall[vw]?|(all)?reduce|reduce_scatter(_block)?|(ex)?scan)"
FAMILIES = {"collective", "nonblocking", "persistent", "neighborhood", "communicator", "datatype"}
BLOCKING = {"gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw", "reduce",
            "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan"}


def share_a_processor():
    """Ranks that share one give way to each other, and to whatever else runs here: data, not times are looked at."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def measure(ranks, *words, observations=2):
    """The series of a short launch, by name."""
    done = subprocess.run([MPIEXEC, "-n", str(ranks), BENCH, "--passes", "1", "--observations", str(observations),
                           "--reruns", "0", "--benchmark_format=json", *words],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600,
                          preexec_fn=share_a_processor, env={**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1"})
    record = json.loads(done.stdout[:done.stdout.rindex("}") + 1])
    return {one["name"]: one for one in record["mpigauge"]["series"]}


class CollectivesTest(unittest.TestCase):
    def assert_right(self, series):
        # Where ranks share processors every start of a short visit may be late; the data were looked at all the same.
        faults = {name: one["fault"] for name, one in series.items()
                  if one["fault"] and one["fault"]["kind"] != "no-valid-observation"}
        self.assertEqual(faults, {})
        moves_nothing = {name for name in series if "barrier" in name}
        self.assertEqual({name for name, one in series.items() if not one["verified"]}, moves_nothing)

    def test_all_series_at_one_to_five_ranks(self):
        for ranks in range(1, 6):
            with self.subTest(ranks=ranks):
                series = measure(ranks, "--verify=all", "--sizes=" + ("0,8,4K" if ranks == 3 else "8,4K"),
                                 "--series=^(%s)/" % "|".join(sorted(FAMILIES)))
                self.assert_right(series)
                cases = {one["case"] for one in series.values()}
                self.assertLessEqual(BLOCKING, cases)
                self.assertLessEqual({name + "_in_place" for name in BLOCKING}, cases)
                self.assertLessEqual({"i" + name for name in BLOCKING} | {"ibarrier_overlap", "ibcast_overlap_test"}, cases)
                self.assertEqual("datatype_vector" in cases, ranks > 1)
                self.assertEqual("intercomm_merge" in cases, ranks > 1)

    def test_large_and_odd_sizes(self):
        self.assert_right(measure(2, "--verify=all", "--sizes=1,5000,200000", "--least-observations=1",
                                  "--benchmark_filter=^%s(_uneven|_in_place)?/|datatype_" % OPERATION, observations=1))

    def test_overlap_is_a_percentage_beside_its_parts(self):
        series = measure(2, "--sizes=64K", "--benchmark_filter=^iallreduce_overlap", observations=10)
        self.assertEqual(len(series), 2)
        for one in series.values():
            counters = one["passes"][0]["counters"]
            self.assertTrue(0 <= counters["overlap_percent"] <= 100, counters)
            self.assertGreater(counters["pure_seconds"], 0)
            self.assertGreater(counters["compute_seconds"], 0)

    def test_what_moves_among_places_is_verified_too(self):
        for buffers in ("rotating", "fresh"):
            self.assert_right(measure(3, "--verify=all", "--sizes=8,5000", "--buffers=" + buffers, "--benchmark_filter=^i?%s(_uneven)?/"
                                      % OPERATION))


if __name__ == "__main__":
    unittest.main()
