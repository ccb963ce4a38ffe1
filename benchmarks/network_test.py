"""The family "network": data, distances, and whether a send that nobody receives returns."""
import os
import stat
import subprocess
import json
import tempfile
import unittest

from bazel.lab import BY_DESIGN
from benchmarks.family_testing import BENCH, HANDLES, MPIEXEC, QUICK, RANKS, YIELD, FamilyTestCase, listed, mpirun
from testing.allowed import host_names, needs

CASES = {"network_" + what for what in ("one_way", "gap", "send_overhead", "receive_overhead", "unmatched_send", "cold_one_way",
                                        "cold_send_overhead", "cold_receive_overhead")}

# Rank 2 is on another processor than 0 and 1, rank 3 on another host; each processor has a cache of its own, as hwloc
# says.
SCATTERED = """#!/bin/sh
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
[ $rank -eq 3 ] && [ -z "$HOST_IS_SET" ] && HOST_IS_SET=1 exec unshare --uts sh -c 'hostname elsewhere; exec "$0" "$@"' "$0" "$@"
export HWLOC_SYNTHETIC="package:1 l3:2 core:1 pu:1"
exec taskset -c $((rank == 2)) "$@"
"""


def library():
    with open(MPIEXEC) as file:
        return "openmpi" if "openmpi" in file.read() else "mpich"


class NetworkTest(FamilyTestCase):
    def returned(self, *sizes, environment=None):
        """By size, whether a send without a receive returned."""
        series = self.record("--benchmark_filter=^network_unmatched_send/", "--sizes=" + ",".join(map(str, sizes)), ranks=2,
                             environment=environment)["series"]
        self.assertEqual([one["name"] for one in series if one["fault"]], [])
        return {one["parameters"]["bytes"]: one["passes"][0]["counters"]["returned"] for one in series}

    def test_all_data_arrive_at_every_number_of_ranks(self):
        for ranks in RANKS:
            if ranks > 1:
                series = self.measure("^network_", "--sizes=1,5000,200K", ranks=ranks)
                self.assertEqual({one["case"] for one in series}, CASES)
                self.assertEqual({one["family"] for one in series}, {"network"})

    def test_buffers_may_lie_elsewhere(self):
        for words in (["--buffers=rotating"], ["--buffers=fresh", "--alignment=64"]):
            self.measure("^network_", "--sizes=5000", *words, ranks=2)

    def test_parts_are_times_of_their_own_and_have_no_bandwidth(self):
        for one in self.measure("^network_", "--sizes=64K", ranks=2):
            part = one["case"] != "network_one_way"
            self.assertEqual(one["method"]["mode"], "part" if part else "loop")
            self.assertEqual(one["bytes_per_operation"], 0 if part else 65536)
            for visit in one["passes"]:
                self.assertEqual(visit["observations_seconds"], visit["local_seconds"]) if part else None
                # No message and no call takes no time. The gap is a difference, which may be less than nothing, and is 0
                # then: a rank was interrupted.
                if one["case"] != "network_gap":
                    self.assertGreater(min(visit["observations_seconds"]), 0, one["name"])

    def test_sizes_are_geometric_and_the_distance_is_in_the_name(self):
        names = listed("^network_gap/")
        sizes = [int(name.split("/")[1].split(":")[1]) for name in names]
        self.assertEqual((len(sizes), sizes[0], sizes[-1]), (76, 1, 1 << 20))
        self.assertEqual(sizes, sorted(set(sizes)))
        self.assertTrue(all(later <= max(sooner + 1, 1.25 * sooner) for sooner, later in zip(sizes, sizes[1:])))
        self.assertTrue(all(1 << power in sizes for power in range(21)))
        self.assertEqual(len({name.split("/")[2] for name in names}), 1)  # two ranks have one distance

    def test_a_network_needs_two_ranks(self):
        self.assertEqual(listed("^network_", ranks=1), [])

    def test_fewer_ranks_have_a_pair_of_their_own(self):
        if 4 in RANKS:
            names = listed("^network_one_way/bytes:8/", "--ranks=2,4", ranks=4)
            self.assertEqual({name.split("/")[3] for name in names}, {"ranks:2", "ranks:4"})

    def test_which_ranks_they_are_is_recorded_and_which_there_are_not(self):
        context = self.record("--benchmark_filter=^network_one_way/bytes:8/", ranks=2)["environment"]["context"]
        self.assertRegex(context["pairs_by_distance"], "ranks 0,1")
        self.assertRegex(context["pairs_by_distance"], r"2 \(two hosts\): no such ranks")
        context = self.record("--benchmark_filter=^barrier", ranks=2)["environment"]["context"]
        self.assertNotIn("pairs_by_distance", context)

    def test_a_missing_distance_is_named(self):
        done = mpirun("--benchmark_filter=network.*/distance:2/", ranks=2)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("2 (two hosts): no such ranks", done.stderr)

    @needs(host_names)
    @unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "needs two processors")
    def test_each_distance_has_the_pair_that_is_so_far_apart(self):
        with tempfile.TemporaryDirectory(dir="/tmp") as folder:
            scatter = os.path.join(folder, "scatter")
            with open(scatter, "w") as file:
                file.write(SCATTERED)
            os.chmod(scatter, stat.S_IRWXU)
            done = subprocess.run([MPIEXEC, "-n", "4", "env", "OMPI_MCA_mpi_yield_when_idle=1", "LD_PRELOAD=%s:%s" % (YIELD, HANDLES), scatter,
                                   BENCH, *QUICK, "--passes=1", "--verify=all", "--benchmark_filter=^network_", "--sizes=8,64K"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
        self.assertTrue(done.stdout.startswith("{"), done.stdout[-1000:] + done.stderr)
        record = json.loads(done.stdout[:done.stdout.rindex("}") + 1])["mpigauge"]
        self.assertEqual(record["environment"]["context"]["pairs_by_distance"],
                         "distance 0 (one last-level cache): ranks 0,1; 1 (one host): ranks 0,2; 2 (two hosts): ranks 0,3")
        self.assertEqual([one["name"] for one in record["series"] if one["fault"] or not one["verified"]], [])
        self.assertEqual({(one["case"], one["parameters"]["distance"]) for one in record["series"]},
                         {(case, distance) for case in CASES for distance in (0, 1, 2)})

    def test_a_short_send_returns_without_a_receive_and_a_long_one_does_not(self):
        self.assertEqual(self.returned(1, 1 << 20), {1: 1, 1 << 20: 0})

    def test_the_largest_size_that_returns_is_found_between_two_sizes(self):
        record = self.record("--benchmark_filter=^network_unmatched_send/", ranks=2)
        counters = {one["parameters"]["bytes"]: one["passes"][-1]["counters"] for one in record["series"]}
        first = min(size for size, found in counters.items() if found["returned"] == 0)
        smaller = max(size for size in counters if size < first)
        largest = int(counters[first]["eager_bytes"])
        self.assertTrue(smaller <= largest < first, (smaller, largest, first))
        self.assertEqual(self.returned(largest, largest + 1), {largest: 1, largest + 1: 0})
        for size, found in counters.items():
            self.assertEqual(found["eager_bytes"], size if size < first else largest if size == first else 0)

    @unittest.skipIf(library() != "openmpi", BY_DESIGN + "Open MPI's parameter")
    def test_the_eager_limit_is_where_it_was_put(self):
        for limit in (1024, 4096, 16384, 32768):
            found = self.returned(limit // 2, limit - 100, limit + 1, 2 * limit,
                                  environment={"OMPI_MCA_btl_vader_eager_limit": str(limit)})
            self.assertEqual(found, {limit // 2: 1, limit - 100: 1, limit + 1: 0, 2 * limit: 0})


if __name__ == "__main__":
    unittest.main()
