"""How mpigauge-bench measures: clocks, ranks, sizes and buffers as they were asked for, and what it finds out meanwhile."""
import json
import statistics
import unittest

from benchmarks.bench_testing import BAD_BENCH, BENCH, CROWDED, IS_MPICH, QUICK, BenchTestCase, mpirun
from testing.allowed import needs, time_namespaces


def median(series):
    """Returns the median of all observations as they were stored."""
    return statistics.median([time for one in series["passes"] for time in one["observations_seconds"]])


def processor_has_an_invariant_counter():
    """Whether Linux reports such a counter of this processor. constant_tsc alone is not enough: some virtual machines
    have it where the counter stops in a sleep (no nonstop_tsc), and the program refuses such a counter."""
    with open("/proc/cpuinfo") as file:
        flags = file.read().split()
    return {"constant_tsc", "nonstop_tsc", "rdtscp"} <= set(flags)


# A time namespace, in which CLOCK_MONOTONIC_RAW is ahead, too.
AN_HOUR_AHEAD = ["unshare", "--time", "--fork", "--monotonic", "3600"]


class MeasuringTest(BenchTestCase):
    def test_few_series_get_more_passes(self):
        def passes(*words):
            done = mpirun(BENCH, *CROWDED, "--benchmark_filter=^barrier/", "--benchmark_format=json", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            return len(json.loads(done.stdout)["mpigauge"]["series"][0]["passes"])
        self.assertEqual(passes("--least-time", "1h"), 100)
        self.assertEqual(passes("--least-time", "0s"), 10)
        self.assertEqual(passes("--passes", "3"), 3)
        self.assertEqual(passes("--passes", "3", "--least-time", "1h"), 30)

    def test_cases_that_leave_traces_are_measured_after_all_others(self):
        def measured(*words, code=0):
            done = mpirun(BAD_BENCH, *CROWDED, "--observations=5", "--benchmark_format=json", *words)
            self.assertEqual(done.returncode, code, done.stderr)
            return {one["case"]: one for one in json.loads(done.stdout)["mpigauge"]["series"]}
        both = "--benchmark_filter=traces/"
        # Three passes become thirty: each time the others would have come before.
        series = measured(both, "--passes=3", "--least-time=1h")
        self.assertEqual({case: len(one["passes"]) for case, one in series.items()}, {"leaves_traces": 30, "minds_traces": 30})
        # Asked for after it, the other one finds the traces.
        series = measured(both, "--passes=3", "--last=^minds_traces/", code=3)
        self.assertEqual(series["minds_traces"]["fault"]["message"], "leaves_traces was measured before")
        # Alone it has as many passes as others have alone.
        alone = "--benchmark_filter=^leaves_traces/"
        self.assertEqual(len(measured(alone, "--least-time=0s")["leaves_traces"]["passes"]), 10)
        self.assertEqual(len(measured(alone, "--passes=3", "--least-time=1h")["leaves_traces"]["passes"]), 30)
        # One visit takes more than the least time, and a series that failed at once asks for no further ones of others.
        series = measured("--benchmark_filter=^(leaves_traces|throws)/", "--passes=1", "--least-time=10ms", code=3)
        self.assertEqual(len(series["leaves_traces"]["passes"]), 1)

    def test_demaines_preset_has_eleven_means_of_ten(self):
        done = mpirun(BENCH, "--preset=demaine", "--benchmark_filter=^ping_pong/bytes:(8|4096)/", "--benchmark_format=json")
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads(done.stdout)
        for one in record["mpigauge"]["series"]:
            self.assertEqual([len(visit["observations_seconds"]) for visit in one["passes"]], [10] * 11, one["name"])

    def test_ranks_start_together_and_the_timer_is_right(self):
        def measured(ranks):
            """The shortest times of the pattern in which rank i waits i + 1 us, and of an empty one."""
            done = mpirun(BENCH, "--passes=2", "--observations=100", *(CROWDED if ranks > 2 else ()),
                          "--benchmark_format=json", "--benchmark_filter=wait_pattern", ranks=ranks)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            up, null = json.loads(done.stdout)["mpigauge"]["series"]
            self.assertEqual(up["family"], "self-test")
            return up["summary"]["minimum_seconds"], null["summary"]["minimum_seconds"]
        for ranks in (1, 2, 3):
            for _ in range(3):  # another program on the processors can take longer than a pattern waits
                up, null = measured(ranks)
                self.assertGreaterEqual(up, ranks * 1e-6)
                self.assertGreater(null, 0)  # two readings of the timer at least
                if null < up:
                    break
            if ranks <= 2 or not IS_MPICH:  # its ranks spin where they share processors: what three meet is chance
                self.assertLess(null, up)

    def with_timer(self, *words, length=QUICK, second=()):
        """The record of a launch of two series, rank 1 started by the words `second`. Where ranks share processors with
        others, a start may fail, and clocks that are measured may be found to be apart."""
        program = [BENCH, *length, "--benchmark_filter=^(bcast/bytes:65536/ranks:2|spin/operations:1000)$",
                   "--benchmark_format=json", *words]
        done = mpirun(*program, ":", "-n", "1", *second, *program, ranks=1)
        self.assertIn("}", done.stdout, done.stderr)
        record = json.loads(done.stdout[:done.stdout.rindex("}") + 1])["mpigauge"]
        self.assertLessEqual({one["fault"]["kind"] for one in record["series"] if one["fault"]},
                             {"clocks-apart", "no-valid-observation"})
        return record

    def test_every_timer_measures_and_is_named(self):
        timers = ["clock_monotonic_raw", "mpi_wtime", "gettimeofday"]
        if processor_has_an_invariant_counter():
            timers.append("tsc")
        for timer in timers:
            record = self.with_timer("--timer", timer)
            self.assertEqual({one["method"]["timer"] for one in record["series"]}, {timer})
            context = record["environment"]["context"]
            self.assertIn(context["timer_monotonic"], ("yes", "no"))  # the time of day may be set
            self.assertGreater(context["timer_resolution"], "")

    def test_a_coarse_timer_measures_for_longer(self):
        """The time of day counts microseconds: with epsilon 0.1%, all visits together last a thousand of them
        [SK8]."""
        record = self.with_timer("--timer=gettimeofday", "--stopping=least-time", "--epsilon=0.001",
                                 length=["--passes=2", "--observations=1000000"])
        self.assertEqual(record["environment"]["context"]["timer_resolution"], "1.00 us")
        spin = [one for one in record["series"] if one["name"].startswith("spin/")][0]
        measured = sum(sum(one["observations_seconds"]) * one["operations_per_observation"] for one in spin["passes"])
        self.assertGreaterEqual(measured, 0.99e-3)

    def test_operations_too_short_for_the_timer_are_measured_in_loops(self):
        """The time of day counts microseconds, and an allreduce of one rank takes a part of one: by itself it would
        read 0 or 1 us."""
        def allreduce(*words):
            done = mpirun(BENCH, "--passes=3", "--reruns=0", "--benchmark_filter=^allreduce/bytes:8/ranks:1$",
                          "--benchmark_format=json", *words, ranks=1)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)["mpigauge"]["series"][0]
        coarse = allreduce("--timer=gettimeofday", "--observation-time=1ms")
        self.assertEqual(coarse["method"]["mode"], "calls")
        for one in coarse["passes"]:
            self.assertGreater(one["operations_per_observation"], 100)
        self.assertAlmostEqual(coarse["tick_seconds"], 1e-6)
        self.assertAlmostEqual(coarse["resolution_seconds"] * coarse["operations_per_observation"], 1e-6)
        self.assertLess(coarse["summary"]["median_seconds"], 2e-6)
        fine = allreduce("--timer=gettimeofday", "--observation-time=50us")
        self.assertLess(fine["operations_per_observation"], coarse["operations_per_observation"])

    def test_there_are_exactly_as_many_observations_as_were_asked_for(self):
        for words in (["--stopping=fixed"], ["--least-observations=10"]):
            done = mpirun(BENCH, "--passes=2", "--reruns=0", "--benchmark_filter=^(ping_pong|allreduce)/bytes:8/ranks:2$",
                          "--benchmark_format=json", "--synchronizer=none", "--observations=10", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            for series in json.loads(done.stdout)["mpigauge"]["series"]:
                self.assertEqual([len(one["observations_seconds"]) for one in series["passes"]], [10, 10], series["name"])

    def test_a_visit_warms_up_as_long_as_it_was_told(self):
        """Each operation waits a microsecond, so 20000 of them take 20 ms; a few take less, at least in one visit."""
        def shortest_visit(operations):
            done = mpirun(BENCH, "--passes=5", "--observations=3", "--benchmark_filter=wait_pattern_up",
                          "--benchmark_format=json", "--warm-up=%d" % operations, ranks=1)
            self.assertEqual(done.returncode, 0, done.stderr)
            series, = json.loads(done.stdout)["mpigauge"]["series"]
            return min(one["wall_seconds"] for one in series["passes"])
        self.assertGreaterEqual(shortest_visit(20000), 0.02)
        self.assertLess(shortest_visit(0), 0.02)

    def test_stages_of_mpiperf_have_as_many_launches_as_were_asked_for(self):
        """Stages are measured whole, until more than 30 launches were correct [KU3, KU7]; the first one does not count
        [KU5]. One rank needs no other to begin."""
        def counted(*words):
            done = mpirun(BENCH, "--preset=mpiperf", "--benchmark_filter=^allreduce/bytes:8/", "--benchmark_format=json", *words, ranks=1)
            self.assertEqual(done.returncode, 0, done.stderr)
            visits = json.loads(done.stdout)["mpigauge"]["series"][0]["passes"]
            self.assertEqual(len(visits), 1)
            return len(visits[0]["observations_seconds"]) + visits[0]["late"]
        for launches in (7, 64):
            self.assertEqual(counted("--window-launches=%d" % launches) % launches, 0)

    def test_a_counter_that_is_not_invariant_is_refused(self):
        if processor_has_an_invariant_counter():
            return  # harness/clock:timer_choice_test refuses one that only one rank has
        done = mpirun(BENCH, *QUICK, "--timer=tsc")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("--timer=tsc does not work on rank 0", done.stderr)

    def test_every_synchronization_measures_and_is_named(self):
        for method in ("skampi", "minimum-round-trip", "minimum-round-trip-ring", "jk", "hierarchical"):
            # MPI_Wtime counts as a clock of its own in every process, so that there is something to find.
            record = self.with_timer("--timer=mpi_wtime", "--clock-sync", method, "--resynchronize=1us")
            context = record["environment"]["context"]
            self.assertEqual(record["settings"]["clock_sync"], method)
            self.assertEqual(context["clock_sync"], method)
            self.assertEqual(context["clock_resynchronizations"], "1")  # between two passes
            self.assertNotEqual(context["clock_error"], "0 s")

    @needs(time_namespaces)
    def test_every_synchronization_finds_an_hour(self):
        """The clock of rank 1 is an hour ahead of rank 0's; next to nothing is left of that when it is corrected."""
        for method in ("skampi", "minimum-round-trip", "minimum-round-trip-ring", "jk", "hierarchical"):
            context = self.with_timer("--clock-sync", method, second=AN_HOUR_AHEAD)["environment"]["context"]
            self.assertNotEqual(context["clock_error"], "0 s", method)
            self.assertLess(float(context["clock_error_start_seconds"]), 1e-3, method)
            self.assertLess(float(context["clock_error_end_seconds"]), 1e-3, method)

    def test_clocks_that_are_one_are_not_synchronized(self):
        context = self.with_timer("--resynchronize=1us")["environment"]["context"]
        self.assertEqual(context["clock_resynchronizations"], "0")
        self.assertEqual(float(context["clock_error_end_seconds"]), 0)

    def test_times_too_short_for_the_timer_are_named(self):
        """Loops make them longer, unless they are kept as short as that."""
        words = [*QUICK, "--timer=gettimeofday", "--benchmark_filter=^barrier/"]
        self.assertNotIn("more about the timer", mpirun(BENCH, *words, ranks=1).stderr)
        done = mpirun(BENCH, *words, "--observation-time=1us", ranks=1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"times under \d.* us say more about the timer than about the operation .*: barrier/ranks:1\n")

    def known(self, *words, case):
        """The series of a case of known times over size, by their size. One rank: none is ever late."""
        done = mpirun(BAD_BENCH, *words, "--benchmark_filter=%s/" % case, "--benchmark_format=json", ranks=1)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {one["parameters"]["bytes"]: one for one in json.loads(done.stdout)["mpigauge"]["series"]}

    def test_sizes_are_chosen_on_the_command_line(self):
        out = mpirun(BENCH, "--benchmark_list_tests", "--sizes=8,4K", "--benchmark_filter=^(bcast/|spin|copy)").stdout.split()
        self.assertEqual(out, ["bcast/bytes:8/ranks:2", "bcast/bytes:4096/ranks:2", "spin/operations:1000",
                               "copy_in_cache/bytes:16384", "copy_in_memory/bytes:262144"])
        self.assertIn("'64Q' has the unknown unit", self.refuse("--sizes=64Q"))

    def test_buffers_may_lie_elsewhere_and_data_are_verified_all_the_same(self):
        for words, text in ((["--buffers=rotating"], "rotating"), (["--buffers=fresh", "--alignment=64"], "fresh+64")):
            done = mpirun(BENCH, *QUICK, *words, "--sizes=0,8,5000", "--benchmark_format=json",
                          "--benchmark_filter=^(bcast|alltoall|allreduce|reduce|head_to_head|ping_pong|copy_in_cache)/")
            series = json.loads(done.stdout)["mpigauge"]["series"]
            self.assertNotIn("wrong-data", done.stdout)
            self.assertTrue(all(one["verified"] for one in series))
            self.assertEqual({one["method"].get("buffers") for one in series if one["family"] != "control"}, {text})
            self.assertEqual({one["method"].get("buffers") for one in series if one["family"] == "control"}, {None})

    def test_series_are_measured_on_the_first_ranks_while_the_others_sit_out(self):
        out = self.measure(*CROWDED, "--ranks=2,3,5", "--sizes=8,5000", "--buffers=rotating", "--benchmark_format=json",
                           "--benchmark_filter=^(barrier|bcast|allreduce|alltoall|ping_pong|spin|sendrecv)/", ranks=5)
        record = json.loads(out)["mpigauge"]
        series = record["series"]
        self.assertEqual([one["name"] for one in series if one["fault"]], [])
        self.assertEqual(record["environment"]["key"]["ranks"], "5")
        for case in ("bcast", "allreduce", "alltoall", "ping_pong"):
            of_case = [one for one in series if one["case"] == case]
            self.assertEqual([one["name"] for one in of_case],
                             ["%s/bytes:%d/ranks:%d" % (case, size, ranks) for ranks in (2, 3, 5) for size in (8, 5000)])
            self.assertTrue(all(one["verified"] for one in of_case))
            self.assertEqual({len(one["passes"]) for one in of_case}, {2})
        # A control is measured once, and what was adopted knows all ranks alone.
        self.assertEqual([one["name"] for one in series if one["case"] in ("spin", "sendrecv")],
                         ["sendrecv/bytes:8/ranks:5", "sendrecv/bytes:5000/ranks:5", "spin/operations:1000"])

    def test_suites_measure_a_few_series_on_an_odd_number_of_ranks_where_there_is_an_even_one_from_four_on(self):
        def listed(ranks, *words):
            names = mpirun(BENCH, "--benchmark_list_tests", *words, ranks=ranks).stdout.split()
            self.assertNotEqual(names, [])
            return [name for name in names if "/ranks:" in name and not name.endswith("/ranks:%d" % ranks)]

        expected = ["barrier/ranks:3", *("%s/bytes:%d/ranks:3" % (case, size)
                                         for case in ("allreduce", "alltoall", "bcast", "reduce") for size in (8, 65536))]
        for suite in ("smoke", "standard"):
            self.assertEqual(sorted(listed(4, "--suite=" + suite)), sorted(expected))
        self.assertEqual(listed(2, "--suite=smoke"), [])
        self.assertEqual(listed(3, "--suite=smoke"), [])  # their number is odd itself
        self.assertEqual(listed(4, "--suite=smoke", "--ranks=4"), [])
        self.assertEqual(listed(6, "--odd-ranks=/bcast/bytes:8/", "--benchmark_filter=^(bcast|reduce)/"), ["bcast/bytes:8/ranks:5"])
        self.assertIn("--odd-ranks", self.refuse("--odd-ranks=("))

        out = self.measure(*CROWDED, "--suite=smoke", "--benchmark_format=json", "--benchmark_filter=^(bcast|allreduce)/bytes:8/", ranks=4)
        series = json.loads(out)["mpigauge"]["series"]
        self.assertEqual([(one["name"], one["fault"], one["verified"]) for one in series],
                         [("%s/bytes:8/ranks:%d" % (case, ranks), None, True) for case in ("bcast", "allreduce") for ranks in (3, 4)])

    def test_a_step_over_the_ranks_is_found_while_measuring(self):
        done = mpirun(BAD_BENCH, *CROWDED, "--passes=3", "--observations=3", "--ranks=bisection:1:9:factor=2:settle=2:threshold=50%",
                      "--benchmark_filter=step_over_ranks", "--benchmark_format=json", ranks=9)
        self.assertEqual(done.returncode, 0, done.stderr)
        series = json.loads(done.stdout)["mpigauge"]["series"]
        counts = [one["parameters"]["ranks"] for one in series]
        self.assertEqual(counts, sorted(counts))
        self.assertEqual(counts, [1, 2, 3, 4, 7, 8, 9])  # 5 and 6 lie on the straight line
        self.assertEqual({len(one["passes"]) for one in series}, {3})

    def test_the_overhead_is_taken_off_the_figures_where_that_is_asked_for(self):
        out = self.measure(*CROWDED, "--subtract-overhead", "--ranks=1,2", "--benchmark_format=json",
                           "--benchmark_filter=^(bcast/bytes:65536|ping_pong/bytes:8|spin|sendrecv)/")
        record = json.loads(out)["mpigauge"]
        series = {one["name"]: one for one in record["series"]}
        self.assertLessEqual({"empty_call/ranks:1", "empty_call/ranks:2", "empty_loop/ranks:2"}, set(series))
        # A broadcast of one rank may be too short for the timer; then it is measured in loops.
        in_loops = series["bcast/bytes:65536/ranks:1"]["method"]["mode"] == "calls"
        self.assertEqual("empty_loop/ranks:1" in series, in_loops)
        for name, share in (("bcast/bytes:65536/ranks:2", 1), ("ping_pong/bytes:8/ranks:2", 0.5)):
            one = series[name]
            empty = series["empty_%s/ranks:2" % one["method"]["mode"]]
            self.assertEqual(one["method"]["overhead"], "subtracted")
            self.assertAlmostEqual(one["overhead_seconds"], share * median(empty), delta=1e-15)
            self.assertAlmostEqual(one["summary"]["median_seconds"], median(one) - one["overhead_seconds"], delta=1e-6)
            self.assertEqual(len(empty["passes"]), len(one["passes"]))
        for name in ("spin/operations:1000", "sendrecv/bytes:65536/ranks:2", "empty_call/ranks:2"):
            self.assertNotIn("overhead", series[name]["method"])
        self.assertIn("empty_loop/ranks:2 ", record["environment"]["context"]["overhead"])

    def test_ranks_that_are_not_there_are_refused(self):
        self.assertIn("--ranks 2,3: 3 is not a number of ranks from 1 to 2", self.refuse("--ranks=2,3"))
        self.assertIn("there is no rank 2 of 2", self.refuse("--ranks=2,3", "--pair=0,2", ranks=3))

    def test_a_step_is_found_while_measuring(self):
        series = self.known("--passes", "4", "--observations", "5", "--sizes=bisection:0:1K:threshold=10%", case="step")
        sizes = list(series)
        self.assertEqual(sizes, sorted(sizes))
        self.assertTrue({96, 104} <= set(sizes), sizes)
        self.assertLess(len(sizes), 40)
        self.assertEqual({len(one["passes"]) - one["remeasured"] for one in series.values()}, {4})

    def test_the_figure_that_was_asked_for_decides_which_sizes_are_measured(self):
        words = ["--preset=mpptest", "--passes=4", "--observations=9", "--least-observations=9",
                 "--sizes=bisection:0:1K:threshold=40%"]
        # The minimum, which is mpptest's figure, has no steps: the sizes of the start, and the middles between them.
        self.assertEqual(list(self.known(*words, case="ragged")),
                         [0, 8, 24, 32, 88, 128, 328, 512, 776, 1024])
        # The median steps at every second multiple of eight.
        self.assertGreater(len(self.known(*words, "--estimator=median", case="ragged")), 20)

    def test_sizes_that_a_disturbed_time_called_for_are_not_visited_any_more(self):
        done = mpirun(BAD_BENCH, "--passes=8", "--observations=5", "--estimator=minimum", "--benchmark_filter=^settling/",
                      "--sizes=bisection:0:1K:threshold=40%", "--benchmark_format=json", ranks=1)
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads(done.stdout)["mpigauge"]
        passes = {one["parameters"]["bytes"]: len(one["passes"]) - one["remeasured"] for one in record["series"]}
        needed = {0, 8, 24, 32, 88, 128, 328, 512, 776, 1024}
        # Between 32 and 128 the middle seemed to be off the line for three visits.
        needless = set(passes) - needed
        self.assertEqual({size for size in needless if not 32 < size < 128}, set(), passes)
        self.assertGreaterEqual(len(needless), 2)
        self.assertEqual({passes[size] for size in needed}, {8})
        self.assertLess(max(passes[size] for size in needless), 8)
        self.assertEqual(record["environment"]["context"]["needless_series"],
                         ", ".join("settling/bytes:%d/ranks:1" % size for size in sorted(needless)))

    def test_sizes_that_were_found_pass_the_filter_too(self):
        done = mpirun(BAD_BENCH, *QUICK, "--sizes=bisection:0:1K:settle=1", "--benchmark_filter=step/bytes:(0|8|128|1024)/",
                      "--benchmark_format=json")
        names = [one["name"] for one in json.loads(done.stdout)["mpigauge"]["series"]]
        self.assertEqual(names, ["step/bytes:%d/ranks:2" % size for size in (0, 8, 128, 1024)])

    def test_a_time_that_stands_out_is_measured_again(self):
        series = self.known(*QUICK, "--reruns", "3", case="spike")
        self.assertEqual(series[64]["remeasured"], 3)
        self.assertEqual(len(series[64]["passes"]), 5)
        self.assertEqual(self.known(*QUICK, "--reruns", "0", case="spike")[64]["remeasured"], 0)

    def test_realtime_is_refused_in_words_where_ranks_share_processors(self):
        done = mpirun(BENCH, *QUICK, "--realtime", "--benchmark_filter=^barrier/", "--benchmark_format=json", ranks=4)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["mpigauge"]["environment"]["key"]["scheduling"], "other")
        self.assertIn("--realtime: not allowed here", done.stderr)


if __name__ == "__main__":
    unittest.main()
