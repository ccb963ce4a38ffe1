"""Libraries that are wrong in some calls, or beside the data, in launches as a gate makes them."""
import json
import os
import re
import tempfile
import unittest

from benchmarks.bench_testing import BENCH, CROWDED, BenchTestCase, mpirun

WRONG = os.path.abspath("harness/inject/libmpigauge_wrong.so")
# The passes of a usual launch, and few observations.
LAUNCH = ["--passes=10", "--observations=20", "--benchmark_format=json", *CROWDED]


def series_with(wrong, pattern, *words):
    """The series of a launch with a library that is wrong."""
    done = mpirun("env", "LD_PRELOAD=" + WRONG, "MPIGAUGE_WRONG=" + wrong, BENCH, *LAUNCH, *words,
                  "--benchmark_filter=" + pattern)
    # MPICH's launcher says below it how a program ended.
    return json.loads(done.stdout[:done.stdout.rindex("}") + 1])["mpigauge"]["series"]


class WrongLibraryTest(BenchTestCase):
    def faults(self, wrong, pattern="^allreduce/bytes:(8|4096)/", *words):
        """The kind and the text of the first fault."""
        faults = [one["fault"] for one in series_with(wrong, pattern, *words) if one["fault"]]
        self.assertNotEqual(faults, [], wrong)
        return faults[0]["kind"], faults[0]["message"]

    def test_a_library_that_is_right_has_no_fault(self):
        self.assertEqual([one["fault"] for one in series_with("", "^(allreduce|ping_pong|scatter)/bytes:(8|4096)/") if one["fault"]], [])

    def test_data_that_do_not_arrive_each_time_are_found(self):
        for wrong in ("nothing:2", "nothing:5", "stale:3", "wrong:10"):
            kind, message = self.faults("MPI_Allreduce:" + wrong)
            self.assertEqual(kind, "wrong-data", wrong)
            got, right = re.fullmatch("element [0-9]+ is (.*), should be (.*)", message).groups()
            self.assertNotEqual(got, right, wrong)

    def test_one_sided_operations_that_do_nothing_in_some_calls_are_found(self):
        # MPI_Compare_and_swap kills the target in Open MPI 4.1.4.
        for operation, series in (("Put", "put"), ("Get", "get"), ("Accumulate", "accumulate"), ("Fetch_and_op", "fetch_and_op")):
            kind, _ = self.faults("MPI_%s:nothing:5" % operation, "^%s_latency_(fence|flush)(/bytes:8)?/" % series)
            self.assertEqual(kind, "wrong-data", operation)

    def test_reads_that_bring_data_of_an_earlier_read_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            for function, series in (("read_at", "p_read_expl"), ("read_shared", "p_read_shared")):
                for wrong in ("stale:3", "nothing:2") if function == "read_at" else ("nothing:2",):
                    kind, _ = self.faults("MPI_File_%s:%s" % (function, wrong), "^%s/bytes:4096/" % series,
                                          "--io-directory=" + folder)
                    self.assertEqual(kind, "wrong-data", (function, wrong))
            for function, series in (("read_at", "p_read_expl"), ("write_at", "p_write_expl")):
                kind, message = self.faults("MPI_File_%s:code:20" % function, "^%s/bytes:4096/" % series,
                                            "--io-directory=" + folder)
                self.assertEqual(kind, "error", function)
                self.assertIn("called no error handler", message)

    def test_bytes_behind_a_buffer_are_named(self):
        for count, text in ((1, "1 byte behind its end"), (64, "64 bytes behind its end")):
            kind, message = self.faults("MPI_Allreduce:overrun:%d" % count)
            self.assertEqual(kind, "wrong-data")
            self.assertIn("the receive buffer of ", message)
            self.assertIn(text, message)
        self.assertEqual(self.faults("MPI_Recv:overrun:1", "^ping_pong/bytes:8/")[0], "wrong-data")
        # The buffer has room for a second block, which nothing is received into.
        self.assertIn("data lie behind", self.faults("MPI_Scatter:overrun:64", "^scatter/bytes:4096/")[1])

    def test_an_error_that_is_only_returned_is_one(self):
        kind, message = self.faults("MPI_Allreduce:code:100")
        self.assertEqual(kind, "error")
        self.assertIn("called no error handler", message)


if __name__ == "__main__":
    unittest.main()
