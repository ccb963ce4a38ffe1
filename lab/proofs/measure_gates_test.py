"""The plans of gates whose right answer is known, and the program of a launch that is bad. Nothing is measured."""
import os
import subprocess
import tempfile
import unittest

from lab.proofs import measure_gates


def plans(*words):
    options = measure_gates.arguments(list(words))
    with tempfile.TemporaryDirectory() as folder:
        return measure_gates.KINDS[options.kind](options, folder)


class PlansTest(unittest.TestCase):
    def test_arguments_behind_the_dashes_are_for_calibrate(self):
        options = measure_gates.arguments(["calibrated", "--beside", "spinners", "--", "--gates", "3", "-n", "8"])
        self.assertEqual((options.beside, options.more), ("spinners", ["--gates", "3", "-n", "8"]))

    def test_a_share_becomes_a_factor(self):
        self.assertEqual([measure_gates.factor(share) for share in ("2%", "0.5%", "30%")], ["1.02", "1.005", "1.3"])

    def test_small_gates_come_in_a_drawn_order(self):
        made = plans("small", "--repeats", "4", "--equal", "8", "--slowdown", "3%")
        kinds = [plan.kind for plan in made]
        self.assertEqual((kinds.count("equal"), kinds.count("+3%")), (8, 4))
        self.assertNotEqual(kinds, sorted(kinds))
        self.assertEqual(kinds, [plan.kind for plan in plans("small", "--repeats", "4", "--equal", "8", "--slowdown", "3%")])
        for plan in made:
            slowed = [word for word in plan.words if word.startswith("MPIGAUGE_SLOW=")]
            self.assertEqual(slowed, ["MPIGAUGE_SLOW=MPI_Allreduce:*1:clock=extra",
                                      "MPIGAUGE_SLOW=MPI_Allreduce:*%s:clock=extra" % ("1" if plan.kind == "equal" else "1.03")])

    def test_each_fixture_is_repeated(self):
        made = plans("fixtures", "--repeats", "2")
        self.assertEqual(len(made), 2 * len(measure_gates.FIXTURES))
        self.assertEqual([plan.kind for plan in plans("fixtures", "--only", "^coll|nothing")], ["coll ^tuned", "nothing"])
        self.assertIn("OMPI_MCA_coll=^tuned", next(plan for plan in made if plan.kind == "coll ^tuned").words)

    def test_one_side_of_a_cold_gate_reads_lines(self):
        made = plans("cold", "--lines", "64", "--repeats", "3")
        self.assertEqual(len(made), 3)
        for plan in made:
            self.assertEqual([word for word in plan.words if word.startswith("COLD_")], ["COLD_LINES=0", "COLD_LINES=64"])
            self.assertRegex("network_cold_one_way/bytes:8/distance:0/ranks:2", plan.words[plan.words.index("--filter") + 1])

    def test_the_paths_of_bad_programs_are_equally_long(self):
        for plan in plans("bad-launch", "--repeats", "2"):
            baseline, candidate = plan.benches
            self.assertEqual(len(baseline), len(candidate))


class BadLaunchTest(unittest.TestCase):
    def test_one_launch_that_takes_turns_is_slow_on_its_first_rank(self):
        with tempfile.TemporaryDirectory() as folder:
            bench = os.path.join(folder, "bench")
            with open(bench, "w") as file:
                file.write(measure_gates.BAD_BENCH % ("", "MPI_Allreduce:*1.3", "/bin/sh"))
            os.chmod(bench, 0o755)

            def started(rank, *words):
                done = subprocess.run([bench, "-c", 'echo "${MPIGAUGE_SLOW-quick}"', *words], stdout=subprocess.PIPE, text=True,
                                      env=dict(os.environ, OMPI_COMM_WORLD_RANK=rank), check=True)
                return done.stdout.strip()

            told = [started("0"), started("1", "--circle=a,0,b"), started("0", "--circle=a,0,b"), started("0", "--circle=a,1,b")]
        self.assertEqual(told, ["quick", "quick", "MPI_Allreduce:*1.3", "quick"])


if __name__ == "__main__":
    unittest.main()
