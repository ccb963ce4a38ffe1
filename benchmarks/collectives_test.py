"""Every series of the collective families and of the datatypes: right data at one to five ranks."""
import unittest

from benchmarks.family_testing import RANKS, FamilyTestCase

OPERATION = "(barrier|bcast|gatherv?|scatterv?|allgatherv?|alltoall[vw]?|(all)?reduce|reduce_scatter(_block)?|(ex)?scan)"
FAMILIES = {"collective", "nonblocking", "persistent", "neighborhood", "communicator", "datatype"}
BLOCKING = {"gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw", "reduce",
            "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan"}


BARRIERS = ["barrier", "ibarrier", "barrier_persistent", "ibarrier_overlap", "ibarrier_overlap_test",
            "barrier_persistent_overlap"]


class CollectivesTest(FamilyTestCase):
    def test_all_series_at_one_to_five_ranks(self):
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                series = self.measure(".", "--sizes=" + ("0,8,4K" if ranks == 3 else "8,4K"),
                                      "--series=^(%s)/" % "|".join(sorted(FAMILIES)), ranks=ranks, verified_but=BARRIERS)
                cases = {one["case"] for one in series}
                self.assertLessEqual(BLOCKING, cases)
                self.assertLessEqual({name + "_in_place" for name in BLOCKING}, cases)
                self.assertLessEqual({"i" + name for name in BLOCKING} | {"ibarrier_overlap", "ibcast_overlap_test"}, cases)
                self.assertEqual("datatype_vector" in cases, ranks > 1)
                self.assertEqual("intercomm_merge" in cases, ranks > 1)

    def test_large_and_odd_sizes(self):
        self.measure("^%s(_uneven|_in_place|_unaligned)?/|datatype_" % OPERATION, "--sizes=1,5000,200000", ranks=2,
                     verified_but=BARRIERS)

    def test_overlap_stands_beside_its_parts(self):
        """How much it is, overlap_truth_test.py compares with what is known."""
        series = self.measure("^iallreduce_overlap", "--sizes=64K", ranks=2)
        self.assertEqual(len(series), 2)
        for one in series:
            counters = one["passes"][0]["counters"]
            self.assertIn("overlap_percent", counters)
            self.assertGreater(counters["pure_seconds"], 0)
            self.assertGreater(counters["compute_seconds"], 0)

    def test_rotating_and_fresh_buffers_are_verified_too(self):
        for buffers in ("rotating", "fresh"):
            self.measure("^i?%s(_uneven|_unaligned)?/" % OPERATION, "--sizes=8,5000", "--buffers=" + buffers, ranks=3,
                         verified_but=BARRIERS)


if __name__ == "__main__":
    unittest.main()
