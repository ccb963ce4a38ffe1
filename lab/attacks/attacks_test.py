"""A few attacks of each kind. `ci/bazel run //lab/attacks` is the whole campaign (docs/maintain/attacks.md)."""
import os
import random
import unittest

from lab.attacks import attacks, counts, rate
from lab.attacks.kills import BENCH, MPIRUN
from lab.attacks.world import Programs, World
from testing.allowed import mounts, needs


class AttacksTest(unittest.TestCase):
    def attack(self, only, *words):
        options = attacks.parse(["--only", only, "--seed", "2", *words])
        rows, good = attacks.run_attacks(options, Programs(os.getcwd()))
        self.assertTrue(good, counts.table(rows))
        self.assertGreater(sum(row.tried for row in rows), 0)

    def test_kills(self):
        self.attack("run,gate,import,ci", "--kills", "8")

    def test_names(self):
        self.attack("names", "--names", "1")

    @needs(mounts)
    def test_disks(self):
        self.attack("disks", "--disks", "64k", "--left", "0,20000")

    def test_files(self):
        self.attack("files")

    def test_faults(self):
        self.attack("faults", "--faults", "3")

    def test_worse(self):
        self.attack("worse", "--ways", "64 bytes beyond the buffer", "--equal", "1")


class VictimsTest(unittest.TestCase):
    """Kills hit launchers and ranks by the names of their processes: Debian's mpirun is called mpirun.openmpi."""

    def test_a_launcher_and_its_ranks_are_found(self):
        with World(Programs(os.getcwd()), counts.Row("of a test")) as world:
            process = world.start(*world.measuring("--launches", "2"))
            seen = set()
            while process.poll() is None:
                seen |= {names for names in (MPIRUN, BENCH) if any(world.processes(name) for name in names)}
            self.assertEqual(seen, {MPIRUN, BENCH})


class CountsTest(unittest.TestCase):
    """A campaign reports what it found."""

    def test_a_finding_fails_the_campaign_and_is_counted(self):
        row = attacks.attack("of a test", lambda _, draw, row: row.found("loss", "a launch"), None, 1)
        self.assertEqual(row.count("loss"), 1)
        self.assertIn("| all | 0 | 1 | 0 |", counts.table([row]))
        self.assertIn('"text": "a launch"', counts.as_json([row], {}))

    def test_an_attack_that_breaks_off_is_no_success(self):
        row = attacks.attack("of a test", lambda *_: 1 / 0, None, 1)
        self.assertIn("ZeroDivisionError", row.findings[0][1])

    def test_sums_of_slices(self):
        rows = []
        for tried, finding in [(2, "a launch"), (3, None)]:
            row = counts.Row("of a test")
            row.tried, row.seconds = tried, 1.5
            row.add("SIGKILL", tried)
            if finding:
                row.found("loss", finding)
            rows += counts.from_json(counts.as_json([row, counts.Row("of another")], {"seed": tried}))
        first, second = counts.together(rows)
        self.assertEqual((first.name, first.tried, first.seconds, first.facts), ("of a test", 5, 3, {"SIGKILL": 5}))
        self.assertEqual(first.findings, [("loss", "a launch")])
        self.assertEqual((second.name, second.tried), ("of another", 0))

    def test_no_attack_begins_when_the_time_is_over(self):
        def attacking(_, draw, row):
            while row.wants_more(3):
                row.tried += 1

        self.assertEqual(attacks.attack("of a test", attacking, None, 1).tried, 3)
        self.assertEqual(attacks.attack("of a test", attacking, None, 1, seconds=-1).tried, 0)

    def test_the_same_seed_is_the_same_attack(self):
        drawn = []
        for _ in range(2):
            attacks.attack("of a test", lambda _, draw, row: drawn.append(draw.random()), None, 7)
        self.assertEqual(drawn[0], drawn[1])
        self.assertNotEqual(drawn[0], random.Random("8 of a test").random())

    def test_equal_libraries_may_fail_at_the_stated_rate(self):
        self.assertAlmostEqual(rate.chance_of_at_least(1, 1), 0.05)
        self.assertAlmostEqual(rate.chance_of_at_least(0, 30), 1)
        row = counts.Row("gates")
        row.add("equal libraries: pass", 18)
        row.add("equal libraries: fail", 2)
        rate.check_false_fails(row, "equal libraries: ")
        self.assertEqual(row.findings, [])
        row.add("equal libraries: fail", 6)
        rate.check_false_fails(row, "equal libraries: ")
        self.assertEqual(row.count("wrong verdict"), 1)


if __name__ == "__main__":
    unittest.main()
