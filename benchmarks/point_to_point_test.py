"""Every series of the point-to-point families at one to five ranks, with all data checked."""
import json
import os
import re
import subprocess
import unittest

BENCH = os.path.abspath("benchmarks/mpigauge-bench")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
QUICK = ["--passes", "1", "--observations", "2", "--least-observations", "2", "--reruns", "0", "--verify=all"]

TALKS = "ping_pong|head_to_head"
WINDOWS = "bandwidth|unidirectional|message_rate|bidirectional"
MANY = "bisection|corandom|ring_|stencil|master_worker|overlap_isend"
COMMTEST = "swap|sendrecv_(overlapped_)?[01]_"
EIGHT_PACKETS = ".*/packets:8/"
SIMPLE = "comm_rank|comm_size|iprobe_nothing|wtime|buffer_attach"

MODES = ("synchronous", "buffered", "ready", "isend", "issend", "irecv", "nonblocking", "persistent", "any_tag", "any_source",
         "probe", "iprobe", "mprobe")
PATTERNS = ("nearest", "butterfly", "shift", "random", "ring", "all_pairs")
WORKERS = ("bsend", "isend", "send", "ssend", "any_source", "waitany", "waitsome", "waitsome_pieces")
PROTOCOLS = ["0_%d" % number for number in range(10)] + ["1_%d" % number for number in range(11)]


def measure(cases, *words, ranks):
    """The series of all cases that begin with one of these."""
    done = subprocess.run([MPIEXEC, "-n", str(ranks), BENCH, *QUICK, "--benchmark_format=json", "--benchmark_filter=^(%s)" % cases,
                           *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=200)
    if done.returncode not in (0, 3):
        raise AssertionError(done.stdout[-3000:] + done.stderr)
    return json.loads(done.stdout[:done.stdout.rindex("}") + 1])["mpigauge"]["series"]


def no_fault_of_its_own(one):
    """Where processors are shared with other programs a rank may be late in all starts: no fault of the case."""
    return not one["fault"] or one["fault"]["kind"] == "no-valid-observation"


def names(cases, ranks):
    done = subprocess.run([MPIEXEC, "-n", str(ranks), BENCH, "--benchmark_list_tests", "--benchmark_filter=^(%s)" % cases],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=100)
    return done.stdout.split()


class PointToPointTest(unittest.TestCase):
    def right(self, series):
        self.assertEqual([(one["name"], one["fault"]) for one in series if not no_fault_of_its_own(one)], [])
        self.assertEqual([one["name"] for one in series if not one["verified"]], [])
        return {one["case"] for one in series}

    def test_two_talk_in_every_mode_while_others_are_present(self):
        for ranks, sizes in ((2, "0,8,64K"), (3, "64K"), (4, "8"), (5, "8")):
            cases = self.right(measure(TALKS, "--sizes=" + sizes, ranks=ranks))
            expected = {"ping_pong"} | {"ping_pong_" + mode for mode in MODES}
            expected |= {"head_to_head"} | {"head_to_head_" + mode for mode in (*MODES, "sendrecv", "sendrecv_replace")}
            self.assertEqual(cases - {"ping_pong_partitioned"}, expected - {"head_to_head_irecv"})

    def test_any_two_talk(self):
        self.right(measure(TALKS, "--sizes=8", "--pair=2,1", ranks=3))

    def test_windows(self):
        for ranks, sizes in ((2, "0,8,64K"), (3, "64K"), (4, "8"), (5, "64K")):
            cases = self.right(measure(WINDOWS, "--sizes=" + sizes, ranks=ranks))
            self.assertEqual(cases, {"bandwidth", "bidirectional_bandwidth", "unidirectional", "message_rate",
                                     "bidirectional_message_rate", "bandwidth_fan_in", "bandwidth_fan_out"})

    def test_many_talk_at_once(self):
        for ranks, sizes in ((2, "0,64K"), (3, "8"), (4, "64K"), (5, "8")):
            cases = self.right(measure(MANY, "--sizes=" + sizes, ranks=ranks))
            self.assertEqual(cases, {"bisection_" + pattern for pattern in PATTERNS} | {"corandom", "ring_sendrecv", "ring_exchange",
                                    "stencil2d", "stencil3d", "overlap_isend"} | {"master_worker_" + way for way in WORKERS})

    def test_every_protocol_of_commtest(self):
        for ranks, packets in ((2, ""), (3, EIGHT_PACKETS), (4, ""), (5, EIGHT_PACKETS)):
            cases = self.right(measure("(%s)%s" % (COMMTEST, packets), "--sizes=10007", ranks=ranks))
            commands = ("swap", "sendrecv") if ranks > 2 else ("swap",)
            for command in commands:
                self.assertLessEqual({"%s_%s" % (command, protocol) for protocol in PROTOCOLS}, cases)
            self.assertEqual(len([case for case in cases if "overlapped" in case]), 16 * len(commands))

    def test_packets_may_be_empty(self):
        self.right(measure("(%s)%s" % (COMMTEST, EIGHT_PACKETS), "--sizes=0,5", ranks=2))

    def test_buffers_may_lie_elsewhere(self):
        everything = "|".join([TALKS, WINDOWS, MANY, "(swap|sendrecv).*_[01]_[0346]/bytes:[0-9]+/packets:8/"])
        for words in (["--buffers=rotating"], ["--buffers=fresh", "--alignment=64"]):
            self.right(measure(everything, "--sizes=5000", *words, ranks=3))

    def test_calls_that_talk_to_nobody(self):
        for ranks in (1, 2):
            series = measure(SIMPLE, ranks=ranks)
            self.assertEqual([no_fault_of_its_own(one) for one in series], [True] * 5)
            self.assertEqual({one["family"] for one in series}, {"simple"})

    def test_overlap_is_a_percentage(self):
        for one in measure("overlap_isend", "--sizes=64K", ranks=2):
            for visit in one["passes"]:
                percent = visit["counters"]["overlap_percent"]
                self.assertTrue(0 <= percent <= 100, percent)

    def test_one_rank_talks_to_nobody(self):
        self.assertEqual(names("|".join([TALKS, WINDOWS, MANY, COMMTEST]), ranks=1), [])

    def test_distances_and_cycles_need_ranks(self):
        pairs = names("swap_0_3/", ranks=2)
        self.assertEqual(len(pairs), 3)
        self.assertFalse([name for name in pairs if not re.search("distance:1/all:0", name)])
        self.assertIn("swap_0_3/bytes:65536/packets:8/distance:2/all:1/ranks:4", names("swap_0_3/", ranks=4))
        self.assertIn("sendrecv_1_10/bytes:65536/packets:8/distance:2/all:1/ranks:4", names("sendrecv_1_10/", ranks=4))


if __name__ == "__main__":
    unittest.main()
