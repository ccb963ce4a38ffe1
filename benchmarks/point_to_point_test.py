"""Every series of the point-to-point families at one to five ranks, with all data checked."""
import re
import unittest

from benchmarks.family_testing import RANKS, FamilyTestCase, listed

TALKS = "ping_pong|head_to_head"
WINDOWS = "bandwidth|unidirectional|message_rate|bidirectional"
MANY = "bisection|corandom|ring_|stencil|master_worker|overlap_isend"
COMMTEST = "swap|sendrecv_(overlapped_)?[01]_"
EIGHT_PACKETS = ".*/packets:8/"
SIMPLE = "comm_rank|comm_size|iprobe_nothing|wtime|buffer_attach_detach"

MODES = ("synchronous", "buffered", "ready", "isend", "issend", "irecv", "nonblocking", "persistent", "any_tag", "any_source",
         "probe", "iprobe", "mprobe")
PATTERNS = ("nearest", "butterfly", "shift", "random", "ring", "all_pairs")
WORKERS = ("bsend", "isend", "send", "ssend", "any_source", "waitany", "waitsome", "waitsome_pieces")
PROTOCOLS = ["0_%d" % number for number in range(10)] + ["1_%d" % number for number in range(11)]


def at_ranks(rows):
    """Returns the rows that are to be run, of rows that begin with a number of ranks."""
    return [row for row in rows if row[0] in RANKS]


def starting_with(cases):
    return "^(%s)" % cases


class PointToPointTest(FamilyTestCase):
    def cases(self, cases, *words, ranks):
        """All series of the cases that begin with one of these, measured without a fault: their cases."""
        return {one["case"] for one in self.measure(starting_with(cases), *words, ranks=ranks)}

    def test_two_talk_in_every_mode_while_others_are_present(self):
        for ranks, sizes in at_ranks(((2, "0,8,64K"), (3, "64K"), (4, "8"), (5, "8"))):
            cases = self.cases(TALKS, "--sizes=" + sizes, ranks=ranks)
            expected = {"ping_pong", "ping_pong_unaligned"} | {"ping_pong_" + mode for mode in MODES}
            expected |= {"head_to_head"} | {"head_to_head_" + mode for mode in (*MODES, "sendrecv", "sendrecv_replace")}
            self.assertEqual(cases - {"ping_pong_partitioned"}, expected - {"head_to_head_irecv"})

    def test_any_two_talk(self):
        self.cases(TALKS, "--sizes=8", "--pair=2,1", ranks=3)

    def test_windows(self):
        for ranks, sizes in at_ranks(((2, "0,8,64K"), (3, "64K"), (4, "8"), (5, "64K"))):
            cases = self.cases(WINDOWS, "--sizes=" + sizes, ranks=ranks)
            self.assertEqual(cases, {"bandwidth", "bidirectional_bandwidth", "unidirectional", "message_rate",
                                     "bidirectional_message_rate", "bandwidth_fan_in", "bandwidth_fan_out"})

    def test_many_talk_at_once(self):
        for ranks, sizes in at_ranks(((2, "0,64K"), (3, "8"), (4, "64K"), (5, "8"))):
            cases = self.cases(MANY, "--sizes=" + sizes, ranks=ranks)
            self.assertEqual(cases, {"bisection_" + pattern for pattern in PATTERNS} | {"corandom", "ring_sendrecv", "ring_exchange",
                                    "stencil2d", "stencil3d", "overlap_isend"} | {"master_worker_" + way for way in WORKERS})

    def test_every_protocol_of_commtest(self):
        for ranks, packets in at_ranks(((2, ""), (3, EIGHT_PACKETS), (4, ""), (5, EIGHT_PACKETS))):
            cases = self.cases("(%s)%s" % (COMMTEST, packets), "--sizes=10007", ranks=ranks)
            commands = ("swap", "sendrecv") if ranks > 2 else ("swap",)
            for command in commands:
                self.assertLessEqual({"%s_%s" % (command, protocol) for protocol in PROTOCOLS}, cases)
            self.assertEqual(len([case for case in cases if "overlapped" in case]), 16 * len(commands))

    def test_packets_may_be_empty(self):
        self.cases("(%s)%s" % (COMMTEST, EIGHT_PACKETS), "--sizes=0,5", ranks=2)

    def test_buffers_may_lie_elsewhere(self):
        everything = "|".join([TALKS, WINDOWS, MANY, "(swap|sendrecv).*_[01]_[0346]/bytes:[0-9]+/packets:8/"])
        for words in (["--buffers=rotating"], ["--buffers=fresh", "--alignment=64"]):
            self.cases(everything, "--sizes=5000", *words, ranks=3)

    def test_calls_that_talk_to_nobody(self):
        for ranks in (1, 2):
            series = self.measure(starting_with(SIMPLE), ranks=ranks, verified_but=SIMPLE.split("|"))
            self.assertEqual(len(series), 5)
            self.assertEqual({one["family"] for one in series}, {"simple"})

    def test_overlap_is_counted_in_every_visit(self):
        """How much it is, overlap_truth_test.py compares with what is known."""
        series = self.measure(starting_with("overlap_isend"), "--sizes=64K", ranks=2)
        self.assertTrue(series)
        for one in series:
            self.assertTrue(all("overlap_percent" in visit["counters"] for visit in one["passes"]), one["name"])

    def test_one_rank_talks_to_nobody(self):
        self.assertEqual(listed(starting_with("|".join([TALKS, WINDOWS, MANY, COMMTEST])), ranks=1), [])

    def test_commtests_inputs_are_the_size_the_least_packet_and_any_distance(self):
        # 2 MB in packets of 2 KB and more: the paper's own example, 1024 packets at last.
        names = listed("^swap_0_3/", "--sizes=2M", "--least-packet=2K", ranks=2)
        self.assertEqual(names, ["swap_0_3/bytes:2097152/packets:%d/distance:1/all:0/ranks:2" % (1 << i) for i in range(11)])
        # A size has as many numbers of packets as fit into it.
        names = listed("^swap_0_3/", "--sizes=4096,16384", "--least-packet=4K", ranks=2)
        self.assertEqual([name.split("/")[1:3] for name in names],
                         [["bytes:4096", "packets:1"]] + [["bytes:16384", "packets:%d" % n] for n in (1, 2, 4)])
        # With four ranks a partner three ranks away is there once; with six, a cycle over three ranks each.
        self.assertEqual(listed("^swap_0_3/", "--parameters=distance=3;packets=1,5", ranks=4),
                         ["swap_0_3/bytes:65536/packets:%d/distance:3/all:0/ranks:4" % n for n in (1, 5)])
        self.assertEqual(listed("^sendrecv_0_3/", "--parameters=distance=4;packets=1", ranks=6),
                         ["sendrecv_0_3/bytes:65536/packets:1/distance:4/all:%d/ranks:6" % n for n in (0, 1)])
        self.assertEqual(listed("^swap_0_3/", "--parameters=distance=9;packets=1", ranks=4), [])

    def test_far_partners_get_their_data(self):
        self.cases("(swap|sendrecv)(_overlapped)?_(0_3|1_5|1_6)/", "--parameters=distance=3;packets=1,7", "--sizes=10007", ranks=5)

    def test_distances_and_cycles_need_ranks(self):
        pairs = listed("^swap_0_3/")
        self.assertEqual(len(pairs), 7)
        self.assertFalse([name for name in pairs if not re.search("distance:1/all:0", name)])
        self.assertIn("swap_0_3/bytes:65536/packets:8/distance:2/all:1/ranks:4", listed("^swap_0_3/", ranks=4))
        self.assertIn("sendrecv_1_10/bytes:65536/packets:8/distance:2/all:1/ranks:4", listed("^sendrecv_1_10/", ranks=4))


if __name__ == "__main__":
    unittest.main()
