"""Figures of visits, of records that nobody measured."""
import re
import unittest

from lab.proofs import visit_figures as figures


def visit(times=(), wall=1e-3, **references):
    return {"observations_seconds": list(times), "wall_seconds": wall, **references}


def launch(*series, seconds=1.0):
    return {"duration_seconds": seconds,
            "series": [{"name": name, "passes": list(passes)} for name, passes in series]}


class ReferenceUnitsTest(unittest.TestCase):
    def test_they_are_the_work_of_the_harness(self):
        with open("harness/environment/reference_kernels.cc") as file:
            found = re.findall(r"constexpr Effort k(\w+) = \{(\d+), (\d+)\};", file.read())
        rounds = {name: 1 + int(counted) for name, counted, _ in found}  # the first one is not counted
        trips = {name: int(trips) for name, _, trips in found}
        with open("harness/environment/network_ping.cc") as file:
            pings = 1 + int(re.search(r"constexpr int kRoundTrips = (\d+);", file.read()).group(1))
        self.assertEqual(figures.REFERENCE_UNITS, {
            "handover_seconds": rounds["Handover"] * trips["Handover"] * 2,  # there and back
            "block_seconds": rounds["Block"] * trips["Block"] * 2,
            "arithmetic_seconds": rounds["Arithmetic"],
            "network_seconds": pings * 2})


class WarmUpTest(unittest.TestCase):
    def test_first_observations_are_seen_over_the_level_of_their_visit(self):
        cold = visit([20, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
        table = figures.warm_up([launch(("bcast", [visit([99] * 12), cold, cold])), launch(("bcast", [visit(), cold]))])
        self.assertEqual(table["bcast"]["visits"], 3)
        self.assertEqual(table["bcast"]["ratios"], [10, 2, 1, 1, 1, 1])
        self.assertEqual(table["bcast"]["needs"], 2)

    def test_a_single_disturbed_visit_does_not_count(self):
        quiet, disturbed = visit([1] * 12), visit([1, 1, 1, 9] + [1] * 8)
        table = figures.warm_up([launch(("bcast", [quiet, quiet, quiet, disturbed]))])
        self.assertEqual(table["bcast"]["needs"], 0)

    def test_visits_that_never_settle_need_more_than_they_have(self):
        falling = visit([24 - i for i in range(12)])
        table = figures.warm_up([launch(("bcast", [falling, falling]))])
        self.assertIsNone(table["bcast"]["needs"])
        self.assertIn(" - ", figures.warm_up_text(table))

    def test_short_visits_say_nothing(self):
        self.assertEqual(figures.warm_up([launch(("bcast", [visit([1] * 12), visit([5, 1, 1])]))]), {})


class TurnTest(unittest.TestCase):
    def test_the_start_cancels_out(self):
        def made(visits, start):
            return {"visits": visits, "inside_seconds": visits * 1.5e-3, "seconds": start + visits * 1.8e-3}

        one = figures.turn(made(1000, 4), made(5000, 4))
        self.assertAlmostEqual(one["cost_seconds"], 0.3e-3)
        self.assertAlmostEqual(one["visit_seconds"], 1.5e-3)
        self.assertAlmostEqual(one["share"], 1 / 6)
        tenth = one["visit_for_a_tenth_seconds"]
        self.assertAlmostEqual(one["cost_seconds"] / (one["cost_seconds"] + tenth), 0.1)

    def test_a_circle_lasts_as_long_as_its_longest_launch(self):
        one = launch(("bcast", [visit(), visit()]), seconds=3)
        other = launch(("bcast", [visit(), visit()]), seconds=5)
        self.assertEqual(figures.circle([one, other]), {"visits": 4, "inside_seconds": 4e-3, "seconds": 5})

    def test_references_are_time_inside(self):
        one = launch(("bcast", [visit(wall=1e-3, handover_seconds=[1e-7, 1e-7], arithmetic_seconds=[1e-6, 2e-6])]))
        visits, seconds = figures.inside(one)
        self.assertEqual(visits, 1)
        self.assertAlmostEqual(seconds, 1e-3 + 160 * 2e-7 + 4 * 3e-6)


class ReferencesTest(unittest.TestCase):
    @staticmethod
    def comparison(verdict, *states):
        return {"verdict": verdict, "series": [{"name": "s%d" % i, "verdict": verdict, "same_state": state}
                                               for i, state in enumerate(states)]}

    @staticmethod
    def state(explained, taken_out=True):
        return {"comparable": 0.9, "explained": explained, "taken_out": taken_out}

    def test_shares_are_medians_over_gates(self):
        some = [self.comparison("pass", self.state(share), None) for share in (0.2, 0.8, 0.5)]
        self.assertEqual(figures.explained(some),
                         {"s0": {"gates": 3, "comparable": 0.9, "explained": 0.5, "taken_out": 3}})

    def test_an_unknown_share_is_a_dash(self):
        table = figures.explained([self.comparison("pass", self.state(None, False), self.state(0.4))])
        self.assertIsNone(table["s0"]["explained"])
        lines = figures.explained_text(table).splitlines()
        self.assertEqual([line.split()[0] for line in lines[1:]], ["s1", "s0"])
        self.assertEqual(lines[2].split()[3], "-")

    def test_verdicts_are_counted(self):
        some = [self.comparison("pass", None, None), self.comparison("fail", None)]
        self.assertEqual(figures.verdicts(some), {"gates": {"pass": 1, "fail": 1}, "series": {"pass": 2, "fail": 1}})

    def test_a_record_loses_its_references_and_nothing_else(self):
        record = {"mpigauge": launch(("bcast", [visit([1], handover_seconds=[1, 1], block_seconds=[2, 2])]))}
        record = figures.without_references(record)
        self.assertEqual(record["mpigauge"]["series"][0]["passes"], [visit([1])])


if __name__ == "__main__":
    unittest.main()
