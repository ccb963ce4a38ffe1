"""The families one-sided, threads, start-up, io and the controls: every series on 1 to 5 ranks, with all data verified."""
import json
import os
import subprocess
import tempfile
import unittest

from ci.testing.services import small_disk

BENCH = os.path.abspath("benchmarks/mpigauge-bench")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
# Little of everything: ranks share processors here.
QUICK = ["--observations=2", "--least-observations=2", "--visit-budget=1us", "--reruns=0", "--verify=all",
         "--benchmark_format=json"]
BOTH_SIZES = "--sizes=8,32K"  # on both sides of the libraries' protocol switches
# Open MPI's ranks give the processor to each other.
YIELD = {"OMPI_MCA_mpi_yield_when_idle": "1"}
PUTS_AND_GETS = "(put|get|accumulate|fetch_and_op)_latency|(put|get)_(bandwidth|bidirectional)"
ONE_SIDED = PUTS_AND_GETS + "|(put|get)_all|exchange_(put|get)|window|truly_passive_put"
THREADS = "_mt/"
IO = "^[spc]_i?(read|write)_|^file_open_close"
START_UP = "^(init|first_)"
CONTROLS = "^(system_call|page_fault|thread_wake_up)"


def mpirun(*words, ranks=2, environment=None):
    return subprocess.run([MPIEXEC, "-n", str(ranks), BENCH, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=600, env={**os.environ, **YIELD, **(environment or {})})


def sizes_for(ranks):
    return BOTH_SIZES if ranks == 2 else "--sizes=32K"


class OneSidedTest(unittest.TestCase):
    def measure(self, pattern, *words, ranks, passes=1, environment=None):
        """The series of the record. Where ranks share processors a start may always be late: that is no fault here."""
        done = mpirun(*QUICK, "--passes=%d" % passes, *words, "--benchmark_filter=" + pattern, ranks=ranks, environment=environment)
        self.assertIn(done.returncode, (0, 3), done.stdout[-2000:] + done.stderr)
        series = json.loads(done.stdout)["mpigauge"]["series"]
        faults = [(one["name"], one["fault"]) for one in series
                  if one["fault"] and one["fault"]["kind"] != "no-valid-observation"]
        self.assertEqual(faults, [], done.stderr)
        self.assertGreater(len(series), 0)
        return [one for one in series if not one["fault"]]

    def expect_verified(self, series, but=()):
        self.assertEqual({one["case"] for one in series if not one["verified"]} - set(but), set())

    def test_one_sided(self):
        for ranks in (1, 2, 3, 4, 5):
            with self.subTest(ranks=ranks):
                series = self.measure(ONE_SIDED, sizes_for(ranks), ranks=ranks)
                self.assertEqual({one["family"] for one in series}, {"one-sided"})
                self.expect_verified(series, but=("window_create", "window_allocate", "window_allocate_shared",
                                                  "window_create_dynamic"))
                cases = {one["case"] for one in series}
                self.assertEqual("put_latency_flush" in cases, ranks > 1)
                self.assertIn("all_put_all", cases)
                for one in series:
                    if one["case"] == "truly_passive_put":
                        self.assertIn("passive_percent", one["passes"][0]["counters"])

    def test_compare_and_swap(self):
        # Open MPI 4.1.4's osc/rdma over shared memory ends the target with SIGSEGV in windows of MPI_Win_allocate.
        for ranks in (2, 3, 4, 5):
            with self.subTest(ranks=ranks):
                series = self.measure("^compare_and_swap_latency", ranks=ranks, environment={"OMPI_MCA_osc": "^rdma"})
                self.assertEqual(len(series), 8)
                self.expect_verified(series)

    def test_one_sided_wherever_the_buffers_lie(self):
        for mode in ("rotating", "fresh"):
            series = self.measure("put_latency_(flush|fence)|get_latency_flush|get_accumulate_latency_flush|all_(put|get)_all"
                                  "|put_bandwidth_flush|shared_window", "--buffers=" + mode, "--sizes=0,5000", ranks=2)
            self.expect_verified(series)

    def test_threads(self):
        for ranks in (1, 2, 3, 4, 5):
            with self.subTest(ranks=ranks):
                series = self.measure(THREADS if ranks < 4 else "_mt/threads:2/", "--threads=multiple", sizes_for(ranks),
                                      ranks=ranks)
                self.assertEqual({one["family"] for one in series}, {"threads"})
                self.expect_verified(series, but=("barrier_mt",))

    def test_threads_only_where_they_are_asked_for(self):
        listed = mpirun("--suite=full", "--benchmark_list_tests").stdout
        self.assertNotIn("_mt/", listed)
        record = json.loads(mpirun(*QUICK, "--passes=1", "--benchmark_filter=^barrier/").stdout)["mpigauge"]
        self.assertNotIn("threads", record["environment"]["key"])
        self.assertEqual(record["settings"]["threads"], "single")
        record = json.loads(mpirun(*QUICK, "--passes=1", "--threads", "multiple", "--benchmark_filter=^barrier/").stdout)["mpigauge"]
        self.assertEqual(record["environment"]["key"]["threads"], "multiple")
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as config:
            config.write('threads = "multiple"\n')
            config.flush()
            self.assertIn("latency_mt/threads:2/", mpirun("--config", config.name, "--suite=full", "--benchmark_list_tests").stdout)
        self.assertIn("--threads", mpirun("--threads=many").stderr)

    def test_io(self):
        for ranks in (1, 2, 3, 4, 5):
            with self.subTest(ranks=ranks), tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
                series = self.measure(IO, "--io-directory=" + folder, sizes_for(ranks), ranks=ranks)
                self.assertEqual({one["family"] for one in series}, {"io"})
                self.expect_verified(series, but=("file_open_close",))
                self.assertEqual(os.listdir(folder), [])

    def test_io_only_in_a_folder_that_is_there(self):
        self.assertNotIn("p_read_indv", mpirun("--suite=full", "--benchmark_list_tests").stdout)
        done = mpirun("--io-directory=/no/such/folder")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(done.stderr.count("--io-directory /no/such/folder: no such folder (rank 0)"), 1, done.stderr)

    def test_a_full_folder_is_named_and_left_empty(self):
        with small_disk("100k") as disk:
            done = mpirun(*QUICK, "--sizes=1M", "--io-directory=" + disk, "--benchmark_filter=(p_write_indv|s_read_expl)/")
            self.assertEqual(done.returncode, 3, done.stderr)
            for one in json.loads(done.stdout)["mpigauge"]["series"]:
                self.assertRegex(one["fault"]["message"], "^" + disk + "/mpigauge-.*: No space left on device")
            self.assertEqual(os.listdir(disk), [])

    def test_start_up(self):
        for ranks in (1, 2, 3, 4, 5):
            with self.subTest(ranks=ranks):
                series = self.measure(START_UP, ranks=ranks, passes=3)
                self.assertEqual([one["case"] for one in series],
                                 ["init"] + ["first_contact", "first_large_contact"] * (ranks > 1) + ["first_collectives"])
                for one in series:
                    self.assertEqual(one["method"]["mode"], "once")
                    self.assertEqual(one["summary"]["count"], 1)
                    self.assertGreater(one["summary"]["median_seconds"], 0)
                    counters = one["passes"][0]["counters"]
                    self.assertGreater(counters["resident_bytes"], 1 << 20)
                    self.assertGreater(counters["proportional_bytes"], 1 << 18)
                # MPI brings libraries and segments with it.
                self.assertGreater(series[0]["passes"][0]["counters"]["added_resident_bytes"], 1 << 20)

    def test_controls(self):
        for ranks in (1, 2, 5):
            series = self.measure(CONTROLS, ranks=ranks)
            self.assertEqual({one["family"] for one in series}, {"control"})
            self.assertEqual(len(series), 3)


if __name__ == "__main__":
    unittest.main()
