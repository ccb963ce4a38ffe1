"""mpigauge-bench as people start it: by mpirun, with Google Benchmark's flags, with mistakes."""
import json
import os
import subprocess
import unittest

from benchmarks.bench_testing import BAD_BENCH, BENCH, CROWDED, IS_MPICH, QUICK, BenchTestCase, mpirun
from testing.services import small_disk


class BenchTest(BenchTestCase):
    def test_the_table_reads_like_osu(self):
        out = self.measure(*CROWDED, "--benchmark_filter=^allreduce/")
        self.assertIn("# allreduce, 2 ranks: time from the first start to the last end, data verified", out)
        self.assertRegex(out, r"(?m)^ *bytes +median us +min us +mean us +p99 us")
        self.assertRegex(out, r"(?m)^ *65536 +\d+\.\d+")
        self.assertEqual(out.count("# allreduce"), 1)

    def test_every_case_runs_on_one_two_and_four_ranks(self):
        for ranks in (1, 2, 4):
            out = self.measure("--benchmark_format=json", *(CROWDED if ranks > 1 else ()), ranks=ranks)
            series = json.loads(out)["mpigauge"]["series"]
            self.assertEqual([one["name"] for one in series if one["fault"]], [])
            cases = {one["case"] for one in series}
            self.assertEqual("ping_pong" in cases, ranks > 1)
            self.assertLessEqual({"allreduce", "barrier", "alltoall", "spin", "sendrecv"}, cases)

    def test_names_are_listed_once(self):
        out = mpirun(BENCH, "--benchmark_list_tests", "--benchmark_filter=bcast", ranks=2).stdout.split()
        self.assertEqual(out[0], "bcast/bytes:8/ranks:2")
        self.assertEqual(len(out), len(set(out)))

    def test_smoke_is_measured_where_nothing_says_what(self):
        sizes = (8, 64, 512, 4096, 16384, 65536, 262144, 1048576)
        expected = ["%s/bytes:%d/ranks:2" % (case, size) for size in sizes
                    for case in ("ping_pong", "head_to_head", "bcast", "reduce", "allreduce", "alltoall")]
        expected += ["barrier/ranks:2", "sendrecv/bytes:65536/ranks:2", "spin/operations:1000", "copy_in_cache/bytes:16384",
                     "copy_in_memory/bytes:262144", "wait_pattern_up/ranks:2", "wait_pattern_null/ranks:2",
                     "init/ranks:2", "first_calls/ranks:2", "finalize/ranks:2", "ping_pong_unaligned/bytes:132/ranks:2",
                     "allreduce_unaligned/bytes:1000/ranks:2", "bcast_unaligned/bytes:65540/ranks:2",
                     "allreduce_in_place/bytes:4096/ranks:2"]
        self.assertEqual(sorted(self.names()), sorted(expected))
        self.assertEqual(self.names("--suite=smoke"), self.names())

    def cases(self):
        done = mpirun(BENCH, "--list-cases", "--benchmark_format=json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_cases_are_listed_a_line_each(self):
        cases = self.cases()
        names = [case["case"] for case in cases]
        self.assertEqual(len(names), len(set(names)))
        self.assertLessEqual({name.split("/")[0] for name in self.names("--suite=full")}, set(names))
        ping_pong = next(case for case in cases if case["case"] == "ping_pong")
        self.assertEqual((ping_pong["family"], ping_pong["units"], ping_pong["least_ranks"]),
                         ("point-to-point", ["us", "MB/s"], 2))
        self.assertEqual(ping_pong["parameters"]["bytes"][0], 8)
        text = mpirun(BENCH, "--list-cases").stdout
        self.assertRegex(text, r"(?m)^collective +bcast +bytes:8\.\.1048576 \(8\) +us +1\+ +MPI_Bcast from rank 0$")
        self.assertEqual(len(text.splitlines()), 1 + len(cases))

    def test_every_case_says_what_it_measures(self):
        self.assertEqual([case["case"] for case in self.cases() if not case["description"]], [])

    def test_suites_grow_from_standard_to_full(self):
        standard, full = set(self.names("--suite=standard")), set(self.names("--suite=full"))
        self.assertLess(standard, full)
        self.assertEqual(full, set(self.names("--benchmark_filter=all")))
        self.assertLess(set(self.names()), full)
        left_out = {name.split("/")[0] for name in full} - {name.split("/")[0] for name in standard}
        self.assertTrue(left_out and all(name.startswith("compare_and_swap_") for name in left_out), left_out)
        self.assertIn("'medium' is unknown; smoke, standard, full, network", self.refuse("--suite=medium"))

    def test_a_filter_chooses_among_the_series_of_a_suite(self):
        self.assertEqual(self.names("--suite=standard", "--benchmark_filter=^bcast/bytes:.*/"),
                         ["bcast/bytes:%d/ranks:2" % size for size in (8, 4096, 65536, 1048576)])

    def test_a_suite_is_a_file_that_can_be_copied(self):
        for suite in ("smoke", "standard", "full", "network"):
            copy = os.path.abspath("benchmarks/suites/%s.toml" % suite)
            self.assertEqual(self.names("--config", copy), self.names("--suite=" + suite))

    def test_a_negative_filter_leaves_out_of_smoke(self):
        out = self.names("--benchmark_filter=-(bcast|bytes)")
        self.assertEqual(out, ["barrier/ranks:2", "init/ranks:2", "finalize/ranks:2", "first_calls/ranks:2",
                               "spin/operations:1000", "wait_pattern_up/ranks:2", "wait_pattern_null/ranks:2"])

    def test_googles_own_tools_read_the_record(self):
        for name in ("a.json", "b.json"):
            self.measure(*CROWDED, "--benchmark_filter=^bcast/bytes:(8|64)/", "--benchmark_out=" + self.path(name))
        done = subprocess.run(["/usr/bin/python3", "/usr/share/benchmark/compare.py", "--no-color", "benchmarks",
                               self.path("a.json"), self.path("b.json")],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("bcast/bytes:8/ranks:2", done.stdout)
        self.assertIn("_pvalue", done.stdout)  # its U test takes the passes as repetitions

    def test_googles_console_and_csv(self):
        self.assertRegex(self.measure(*CROWDED, "--benchmark_filter=^barrier/", "--benchmark_format=console"),
                         r"(?m)^Benchmark +Time +CPU +Iterations")
        csv = self.measure(*CROWDED, "--benchmark_filter=^(barrier|ibarrier_overlap)/", "--benchmark_format=csv")
        self.assertIn('"barrier/ranks:2",', csv)
        self.assertIn('"overlap_percent"', csv.split("\n")[0])  # a column that not every series fills

    def test_huge_pages_are_recorded_where_there_are_buffers(self):
        record = json.loads(self.measure(*CROWDED, "--benchmark_filter=^(barrier|bcast/bytes:8)/", "--benchmark_format=json"))["mpigauge"]
        barrier, bcast = sorted(record["series"], key=lambda one: one["case"])
        self.assertNotIn("huge_page_bytes", barrier)
        used = bcast["huge_page_bytes"] > 0
        self.assertEqual(record["environment"]["context"]["huge_pages_used"], "yes" if used else "no")

    def test_the_record_is_whole_and_the_journal_gone(self):
        record = self.path("launch.json")
        self.measure(*CROWDED, "--benchmark_filter=^(barrier|sendrecv)/", "--record", record, "--seed", "7")
        with open(record) as file:
            launch = json.load(file)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["launch.json"])
        self.assertEqual(launch["mpigauge"]["settings"]["seed"], "7")
        self.assertEqual(launch["mpigauge"]["environment"]["key"]["ranks"], "2")
        barrier, sendrecv = launch["mpigauge"]["series"]
        self.assertEqual(len(barrier["passes"]), 2)
        self.assertGreater(barrier["first_call_seconds"], 0)
        self.assertEqual(sendrecv["method"]["mode"], "adopted")
        self.assertGreater(sendrecv["summary"]["median_seconds"], 0)

    def test_rank_zeros_arguments_are_everybodys(self):
        done = mpirun(BENCH, *QUICK, "--benchmark_filter=^barrier/", ":", "-n", "1", BENCH, "--passes", "7",
                      "--benchmark_filter=allreduce", ranks=1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("# barrier, 2 ranks", done.stdout)
        self.assertNotIn("allreduce", done.stdout)

    def test_variables_that_differ_between_ranks_are_refused(self):
        done = mpirun("env", "BENCHMARK_FILTER=barrier", BENCH, ":", "-n", "1", "env", "BENCHMARK_FILTER=bcast", BENCH,
                      ranks=1)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("rank 1 has other BENCHMARK_* variables", done.stderr)

    def test_mistakes_are_said_once_with_exit_code_4(self):
        self.assertIn("--passses", self.refuse("--passses", "3"))
        self.assertIn("--timer", self.refuse("--timer", "sundial"))
        self.assertIn("--clock-sync", self.refuse("--clock-sync", "guess"))
        self.assertIn("no series matches", self.refuse("--benchmark_filter=no_such_case"))
        self.assertIn("has no meaning here", self.refuse("--benchmark_enable_random_interleaving=true"))

    def test_a_record_that_cannot_be_written_is_said_before_measuring(self):
        done = mpirun(BENCH, "--record", "/no/such/folder/x.json")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("/no/such/folder/x.json.journal: cannot be written", done.stderr)

    def test_a_record_that_cannot_be_written_is_said_before_anything_is_measured(self):
        record = self.path("pipe")
        os.mkfifo(record)
        self.assertIn(record + " is not a regular file and cannot be replaced", self.refuse("--record", record))
        self.assertIn(self.folder.name + ": is a folder, not a file", self.refuse("--record", self.folder.name))
        self.assertEqual(os.listdir(self.folder.name), ["pipe"])

    def test_a_disk_that_is_full_before_the_end_is_named(self):
        with small_disk("100k") as disk:
            done = mpirun(BENCH, "--record", os.path.join(disk, "x.json"))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn("cannot be written: No space left on device", done.stderr)

    def test_help_is_printed_once_and_is_no_failure(self):
        done = mpirun(BENCH, "--help")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout.count("Usage:"), 1)

    def test_faults_are_named_and_the_suite_goes_on(self):
        done = mpirun(BAD_BENCH, *QUICK, "--benchmark_filter=good|wrong|throws")
        self.assertEqual(done.returncode, 3)
        self.assertIn("wrong_data/ranks:2: wrong-data on rank 0: element 3 is 0, should be 7", done.stdout)
        self.assertIn("throws/ranks:2: error on rank 0: thrown on purpose", done.stdout)
        self.assertRegex(done.stdout, r"(?s)# good, 2 ranks.*\n +\d+\.\d+")

    def test_each_number_of_ranks_has_its_table(self):
        out = self.measure(*CROWDED, "--ranks=1,3", "--benchmark_filter=^(barrier|bcast/bytes:8)/", ranks=3)
        lines = [line for line in out.split("\n") if line.startswith("# b")]
        one_by_one = ": time from the first start to the last end"
        loops = ": averages over several, as one is too short for the timer"  # of one rank, on a coarse timer
        expected = [(case, ranks, verified) for case, verified in (("barrier", ""), ("bcast", ", data verified"))
                    for ranks in ("1 rank", "3 ranks")]
        for line, (case, ranks, verified) in zip(lines, expected, strict=True):
            ways = [one_by_one, loops] if ranks == "1 rank" else [one_by_one]
            self.assertIn(line, ["# %s, %s%s%s" % (case, ranks, way, verified) for way in ways])

    def test_faults_on_a_rank_inside_end_the_series_on_all(self):
        done = mpirun(BAD_BENCH, *QUICK, *CROWDED, "--ranks=2,3,5", "--benchmark_filter=good|wrong|throws", ranks=5)
        self.assertEqual(done.returncode, 3, done.stderr)
        for ranks in (2, 3, 5):
            self.assertIn("wrong_data/ranks:%d: wrong-data on rank 0: element 3 is 0, should be 7" % ranks, done.stdout)
            self.assertIn("throws/ranks:%d: error on rank 0: thrown on purpose" % ranks, done.stdout)
            self.assertRegex(done.stdout, r"(?s)# good, %d ranks: [^#]*\n *\d+\.\d+" % ranks)

    def test_the_hanging_rank_is_named_and_not_those_that_sit_out(self):
        done = mpirun(BAD_BENCH, *QUICK, "--ranks=3", "--watchdog=2s", "--benchmark_filter=hangs", ranks=5)
        self.assertIn(done.returncode, (3, 9) if IS_MPICH else (3,), done.stderr)  # or how its launcher ended the others
        self.assertIn("rank 2 of 5: hangs/ranks:3, pass 1 of 2: in the operation for 2 s", done.stderr)
        self.assertNotIn("sitting out", done.stderr)

    def test_the_build_type_is_that_of_what_measures(self):
        # Debian's Google Benchmark is a debug build, and says so of itself; this program is what `bazel -c` says.
        optimized = "-opt" in os.path.realpath(BENCH).split("bazel-out/")[-1].split("/")[0]
        record = json.loads(self.measure(*CROWDED, "--benchmark_format=json", "--benchmark_filter=^barrier/"))
        self.assertEqual(record["context"]["library_build_type"], "release" if optimized else "debug")
        for format in ("console", "csv"):
            done = mpirun(BENCH, *QUICK, *CROWDED, "--format=" + format, "--benchmark_filter=^barrier/")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertNotIn("built as DEBUG", done.stdout + done.stderr)
            self.assertIn("barrier/ranks:2", done.stdout)

    def test_tables_as_osu_prints_them(self):
        out = self.measure(*CROWDED, "--format=osu", "--benchmark_filter=^(ping_pong|barrier)/", "--sizes=8,4096")
        self.assertIn("# OSU MPI Latency Test: ping_pong/ranks:2 of mpigauge\n# Size          Latency (us)\n", out)
        # A script that reads OSU's output leaves the lines with '#' out and takes two columns.
        rows = [line.split() for line in out.splitlines() if line and not line.startswith("#")]
        self.assertEqual([row[0] for row in rows if len(row) == 2], ["8", "4096"])
        self.assertTrue(all(float(row[-1]) > 0 for row in rows), out)
        self.assertEqual(len(rows), 3)
        self.assertIn("--format=osu", self.refuse("--benchmark_format=osu", "--benchmark_filter=^barrier/"))

    def test_the_report_of_mpiperf_and_of_each_rank(self):
        words = [*CROWDED, "--report=mpiperf", "--per-rank", "--ranks=1,3", "--benchmark_filter=^bcast/bytes:(8|64)/"]
        out = self.measure(*words, ranks=3)
        self.assertRegex(out, r"(?m)^bytes +total +correct +kept +mean us")
        self.assertIn("# bcast, 3 ranks: each rank's own times", out)
        self.assertRegex(out, r"(?m)^ +64 +2 +\d+ +\d+ +\d+ +\d+\.\d+")
        record = json.loads(self.measure("--benchmark_format=json", *words, ranks=3))
        for one in record["mpigauge"]["series"]:
            reports = one["rank_reports"]
            self.assertEqual(len(reports), one["parameters"]["ranks"])
            observations = sum(len(visit["observations_seconds"]) for visit in one["passes"])
            self.assertEqual({report["correct"] for report in reports}, {observations})
            # The largest of the ranks' own durations is the local time.
            largest = max(max(visit["local_seconds"]) for visit in one["passes"])
            self.assertLessEqual(max(report["maximum_seconds"] for report in reports), largest)
        self.assertNotIn("rank_reports", self.measure(*CROWDED, "--benchmark_format=json", "--benchmark_filter=^bcast/bytes:8/"))


if __name__ == "__main__":
    unittest.main()
