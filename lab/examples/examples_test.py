"""The programs find what one process finds, on any number of ranks, and notice when they do not."""
import os
import re
import subprocess
import unittest

from bazel.lab import LAB

HERE = os.path.abspath("lab/examples")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
YIELD = os.path.abspath("harness/testing/libmpigauge_yield.so")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")
FLIP = os.path.abspath("harness/inject/libmpigauge_flip.so")
# Under sanitizers two are enough. Sixteen on two processors take as long as all others together.
RANKS = [int(count) for count in os.environ.get("MPIGAUGE_TEST_RANKS", "1,2,3,4,8" + (",16" if LAB else "")).split(",")]


def run(program, *words, ranks=2, preload=(), flip="", slow=""):
    """Ranks that share a processor give it to each other."""
    if slow:
        preload = [SLOW, *preload]
    words = ["env", "OMPI_MCA_mpi_yield_when_idle=1", "MPIGAUGE_FLIP=" + flip, "MPIGAUGE_SLOW=" + slow, "LD_PRELOAD=" + ":".join([YIELD, *preload]),
             os.path.join(HERE, program), *words]
    return subprocess.run([MPIEXEC, "-n", str(ranks), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=300)


class ExamplesTest(unittest.TestCase):
    def expect_right(self, program, problem, ranks):
        words = ["--" + word.replace("_", "-") for word in problem.split()]
        done = run(program, *words, ranks=ranks)
        self.assertEqual((done.returncode, done.stderr), (0, ""), (program, problem, ranks))
        line = "%s %s ranks=%d seconds=([0-9.]+) whole_seconds=([0-9.]+) handover_seconds=[0-9.]+,[0-9.]+ pace_seconds=[0-9.]+,[0-9.]+ tools=on check=passed\n" % (program, problem, ranks)
        seconds, whole = map(float, re.fullmatch(line, done.stdout).groups())
        self.assertLess(0, seconds)
        self.assertLessEqual(seconds, whole)

    def on_all_ranks(self, program, *problems):
        for ranks in RANKS:
            for problem in problems:
                self.expect_right(program, problem, ranks)

    def test_merge_sorts(self):
        # Fewer elements than ranks; small and large messages.
        self.on_all_ranks("bubble-merge-sort", "elements=0", "elements=5", "elements=3001")
        self.on_all_ranks("quick-merge-sort", "elements=7", "elements=200003")

    def test_choleskys(self):
        for program in ("fan-in-cholesky", "fan-out-cholesky"):
            self.on_all_ranks(program, "order=1", "order=7", "order=130")
        # Columns on both sides of the eager limits.
        for program in ("fan-in-cholesky", "fan-out-cholesky"):
            self.expect_right(program, "order=1100", 2)

    def test_halo_exchange(self):
        problem = "doubles=%d bytes=%d steps=%d reduce_every=%d reduced_bytes=%d"
        self.on_all_ranks("halo-exchange", problem % (1, 8, 5, 1, 8), problem % (50, 400, 20, 3, 80),
                          problem % (10, 0, 4, 0, 8))
        self.expect_right("halo-exchange", problem % (9000, 65536, 10, 5, 65536), 2)

    def test_once_more(self):
        done = run("fan-in-cholesky", "--order=7", "--times=3", ranks=2)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(re.findall("^fan-in-cholesky order=7 .* check=passed$", done.stdout, re.M)), 3)

    def test_tools_on_and_off(self):
        orders = set()
        for seed in range(1, 7):
            done = run("fan-in-cholesky", "--order=7", "--times=9", "--alternate", "--seed=%d" % seed, ranks=2)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            tools = re.findall("tools=(on|off) ", done.stdout)
            self.assertEqual((len(tools), tools[0]), (9, "on"))
            for first in range(1, 9, 2):
                self.assertEqual(set(tools[first:first + 2]), {"on", "off"})
            orders.add(tuple(tools))
        self.assertGreater(len(orders), 1)

    def test_a_slow_library_is_slow_while_tools_are_on(self):
        done = run("fan-in-cholesky", "--order=50", "--times=9", "--alternate", ranks=2, slow="MPI_Recv:+20ms")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        times = re.findall(" seconds=([0-9.]+) .* tools=(on|off) ", done.stdout)[1:]
        on, off = (sorted(float(seconds) for seconds, tools in times if tools == which) for which in ("on", "off"))
        self.assertGreaterEqual(on[0], 0.5)  # of 50 receives each rank has half
        self.assertLess(off[0], on[0] / 2)

    def expect_noticed(self, program, *words, flip, message):
        done = run(program, *words, preload=[FLIP], flip=flip)
        self.assertIn("libmpigauge_flip: rank", done.stderr)
        self.assertRegex(done.stderr, message)
        self.assertIn("check=failed", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_wrong_data_are_noticed(self):
        for program in ("bubble-merge-sort", "quick-merge-sort"):
            self.expect_noticed(program, "--elements=1000", flip="MPI_Recv:byte=401:bit=6:rank=0",
                                message=r"rank 0: element \d+ is \d+, should be \d+")
        for program in ("fan-in-cholesky", "fan-out-cholesky"):
            self.expect_noticed(program, "--order=50", flip="MPI_Recv:call=9:byte=15:bit=0:rank=1",
                                message=r"rank [01]: row \d+ of column \d+ is \S+, should be")
        self.expect_noticed("halo-exchange", "--steps=3", flip="MPI_Isend:call=3:byte=6:bit=2",
                            message=r"rank 0: cell \d+ is 0.\d+, should be 0.\d+")
        self.expect_noticed("halo-exchange", "--steps=10", flip="MPI_Allreduce:byte=6:bit=2:rank=0",
                            message=r"rank 0: sum 0 is \d+\S*, should be \d+")

    def test_wrong_data_go_unseen_without_the_check(self):
        done = run("bubble-merge-sort", "--elements=1000", "--no-check", preload=[FLIP], flip="MPI_Recv:byte=401:rank=0")
        self.assertIn("check=none", done.stdout)
        self.assertEqual(done.returncode, 0)

    def test_options(self):
        for words, message in ((["--bytes=12"], "--bytes 12: take a multiple of 8"),
                               (["--doubles=10", "--bytes=88"], "--bytes 88: a rank has only 80 bytes of cells"),
                               (["--steps=-1"], "--steps"), (["--stepz=1"], "--stepz")):
            done = run("halo-exchange", *words)
            self.assertEqual((done.returncode, done.stdout), (4, ""))
            self.assertEqual(done.stderr.count(message), 1, done.stderr)
        help_text = run("halo-exchange", "--help")
        self.assertEqual((help_text.returncode, help_text.stderr), (0, ""))
        self.assertIn("--reduce-every", help_text.stdout)


if __name__ == "__main__":
    unittest.main()
