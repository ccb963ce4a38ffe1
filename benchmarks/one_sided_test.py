"""The families one-sided, threads, start-up, io and the controls: every series on 1 to 5 ranks, with all data verified."""
import json
import os
import tempfile
import time
import unittest

from benchmarks.family_testing import RANKS, FamilyTestCase, mpirun
from testing.services import small_disk

BOTH_SIZES = "--sizes=8,32K"  # on both sides of the libraries' protocol switches
PUTS_AND_GETS = "(put|get|accumulate|fetch_and_op)_latency|(put|get)_(bandwidth|bidirectional)"
ONE_SIDED = PUTS_AND_GETS + "|(put|get)_all|exchange_(put|get)|window|truly_passive_put"
THREADS = "_mt/"
IO = "^[spc]_i?(read|write)_|^file_open_close"
START_UP = "^(init|first_|finalize)"
STARTS = ["init", "first_contact", "first_large_contact", "first_collectives", "first_calls", "finalize"]
WINDOWS = ["window_create", "window_allocate", "window_allocate_shared", "window_create_dynamic"]
CONTROLS = "^(system_call|page_fault|thread_wake_up)"


def sizes_for(ranks):
    return BOTH_SIZES if ranks == 2 else "--sizes=32K"


class OneSidedTest(FamilyTestCase):
    def test_one_sided(self):
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                series = self.measure(ONE_SIDED, sizes_for(ranks), ranks=ranks, verified_but=WINDOWS)
                self.assertEqual({one["family"] for one in series}, {"one-sided"})
                cases = {one["case"] for one in series}
                self.assertEqual("put_latency_flush" in cases, ranks > 1)
                self.assertIn("all_put_all", cases)
                for one in series:
                    if one["case"] == "truly_passive_put":
                        self.assertIn("passive_percent", one["passes"][0]["counters"])

    def test_compare_and_swap(self):
        # Open MPI 4.1.4's osc/rdma over shared memory ends the target with SIGSEGV in windows of MPI_Win_allocate.
        for ranks in set(RANKS) - {1}:
            with self.subTest(ranks=ranks):
                series = self.measure("^compare_and_swap_latency", ranks=ranks, environment={"OMPI_MCA_osc": "^rdma"})
                self.assertEqual(len(series), 8)

    def test_one_sided_wherever_the_buffers_lie(self):
        for mode in ("rotating", "fresh"):
            self.measure("put_latency_(flush|fence)|get_latency_flush|get_accumulate_latency_flush|all_(put|get)_all"
                         "|put_bandwidth_flush|shared_window", "--buffers=" + mode, "--sizes=0,5000", ranks=2)

    def test_threads(self):
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                series = self.measure(THREADS if ranks < 4 else "_mt/threads:2/", "--threads=multiple", sizes_for(ranks),
                                      ranks=ranks, verified_but=["barrier_mt"])
                self.assertEqual({one["family"] for one in series}, {"threads"})

    def test_threads_only_where_they_are_asked_for(self):
        self.assertNotIn("_mt/", mpirun("--suite=full", "--benchmark_list_tests").stdout)
        record = self.record("--benchmark_filter=^barrier/")
        self.assertNotIn("threads", record["environment"]["key"])
        self.assertEqual(record["settings"]["threads"], "single")
        record = self.record("--threads", "multiple", "--benchmark_filter=^barrier/")
        self.assertEqual(record["environment"]["key"]["threads"], "multiple")
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as config:
            config.write('threads = "multiple"\n')
            config.flush()
            self.assertIn("latency_mt/threads:2/", mpirun("--config", config.name, "--suite=full", "--benchmark_list_tests").stdout)
        self.assertIn("--threads", mpirun("--threads=many").stderr)

    def test_io(self):
        for ranks in RANKS:
            with self.subTest(ranks=ranks), tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
                series = self.measure(IO, "--io-directory=" + folder, sizes_for(ranks), ranks=ranks,
                                      verified_but=["file_open_close"])
                self.assertEqual({one["family"] for one in series}, {"io"})
                self.assertEqual(os.listdir(folder), [])

    def test_io_only_in_a_folder_that_is_there(self):
        self.assertNotIn("p_read_indv", mpirun("--suite=full", "--benchmark_list_tests").stdout)
        done = mpirun("--io-directory=/no/such/folder")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(done.stderr.count("--io-directory /no/such/folder: no such folder (rank 0)"), 1, done.stderr)

    def test_files_of_launches_that_crashed_are_removed(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, hours in [("mpigauge-17", 2), ("mpigauge-18-1", 2), ("mpigauge-19", 0), ("mpigauge-notes", 2)]:
                path = os.path.join(folder, name)
                with open(path, "w"):
                    pass
                then = time.time() - hours * 3600
                os.utime(path, (then, then))
            self.record("--io-directory=" + folder, "--benchmark_filter=^file_open_close/")
            self.assertEqual(sorted(os.listdir(folder)), ["mpigauge-19", "mpigauge-notes"])

    def test_a_full_folder_is_named_and_left_empty(self):
        with small_disk("100k") as disk:
            for one in self.record("--sizes=1M", "--io-directory=" + disk, "--benchmark_filter=(p_write_indv|s_read_expl)/")["series"]:
                self.assertRegex(one["fault"]["message"], "^" + disk + "/mpigauge-.*: No space left on device")
            self.assertEqual(os.listdir(disk), [])

    def test_start_up(self):
        for ranks in RANKS:
            with self.subTest(ranks=ranks):
                series = self.measure(START_UP, ranks=ranks, passes=3, verified_but=STARTS)
                self.assertEqual([one["case"] for one in series],
                                 ["init", "finalize"] + ["first_contact", "first_large_contact"] * (ranks > 1)
                                 + ["first_collectives", "first_calls"])
                for one in series:
                    self.assertEqual(one["method"]["mode"], "once")
                    self.assertEqual(one["summary"]["count"], 1)
                    self.assertGreater(one["summary"]["median_seconds"], 0)
                    if one["case"] == "finalize":
                        continue
                    counters = one["passes"][0]["counters"]
                    self.assertGreater(counters["resident_bytes"], 1 << 20)
                    self.assertGreater(counters["proportional_bytes"], 1 << 18)
                # MPI brings libraries and segments with it.
                self.assertGreater(series[0]["passes"][0]["counters"]["added_resident_bytes"], 1 << 20)

    def test_finalize_is_in_the_file_too(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "launch.json")
            self.record("--record", path, "--benchmark_filter=^(finalize|barrier)/")
            with open(path) as file:
                series = json.load(file)["mpigauge"]["series"]
            self.assertEqual([one["case"] for one in series], ["barrier", "finalize"])
            self.assertGreater(series[1]["summary"]["median_seconds"], 0)
            self.assertEqual(os.listdir(folder), ["launch.json"])

    def test_controls(self):
        for ranks in set(RANKS) & {1, 2, 5}:
            series = self.measure(CONTROLS, ranks=ranks, verified_but=["system_call", "page_fault", "thread_wake_up"])
            self.assertEqual({one["family"] for one in series}, {"control"})
            self.assertEqual(len(series), 3)


if __name__ == "__main__":
    unittest.main()
