"""Counting and tabulating of gates, with gates that nobody measured."""
import unittest

from lab.proofs import gate_rows


def series(name, verdict="pass", ratio=1.0, launches=6, seconds=1e-6):
    return {"name": name, "verdict": verdict, "ratio": ratio, "low": ratio - 0.01, "high": ratio + 0.01,
            "candidate_launches_seconds": [seconds] * launches, "baseline_median_seconds": seconds}


def gate(kind, verdict, *some, families=(), seconds=20.0):
    return gate_rows.row(kind, {"verdict": verdict, "series": list(some), "families": list(families)}, seconds)


SMALL, LARGE, OTHER = "allreduce/bytes:8/ranks:2", "allreduce/bytes:65536/ranks:2", "bcast/bytes:8/ranks:2"


class RowTest(unittest.TestCase):
    def test_a_row_has_what_failed_and_what_is_open(self):
        one = gate("+5%", "fail", series(SMALL, "inconclusive"), series(LARGE, "fail", 1.05, launches=8),
                   families=[{"name": "collective", "verdict": "fail"}])
        self.assertEqual((one["failed"], one["open"], one["failed_families"], one["launches"]),
                         ([LARGE], [SMALL], ["collective"], 8))

    def test_a_line_shows_the_largest_change_of_what_failed(self):
        one = gate("+5%", "fail", series(OTHER, "pass", 1.2), series(SMALL, "fail", 1.04), series(LARGE, "fail", 1.05))
        self.assertEqual(gate_rows.line(one), "+5%: fail, 20 s, 6 launches of each; 2 failed; " + LARGE +
                         " +5.0% [+4.0%, +6.0%]")

    def test_a_series_without_times_is_no_worst_one(self):
        broken = dict(series(SMALL, "fail"), ratio=None, low=None, high=None)
        self.assertIsNone(gate_rows.worst(gate("equal", "fail", broken)))
        self.assertEqual(gate_rows.readings([gate("equal", "fail", broken)], "."), {"equal": {}})

    def test_a_factor_is_easier_to_read_than_four_digits(self):
        self.assertEqual([gate_rows.percent(ratio) for ratio in (0.98, 5.5, 43.2)], ["-2.0%", "+450.0%", "x 43"])


class CountsTest(unittest.TestCase):
    def test_verdicts_and_times_are_counted_by_kind(self):
        rows = [gate("equal", "pass", series(SMALL), seconds=20), gate("equal", "inconclusive", series(SMALL, "inconclusive"),
                                                                       seconds=60),
                gate("equal", "pass", series(SMALL), seconds=30), gate("+5%", "fail", series(SMALL, "fail", 1.05))]
        table = gate_rows.counts(rows, "allreduce")
        equal = table["equal"]
        self.assertEqual([equal[key] for key in ("gates", "pass", "fail", "inconclusive")], [3, 2, 0, 1])
        self.assertEqual([equal[key] for key in ("median_seconds", "least_seconds", "most_seconds")], [30, 20, 60])
        self.assertEqual(equal["open_series"], {SMALL: 1})
        self.assertEqual([table["+5%"][key] for key in ("fail", "fail_elsewhere")], [1, 0])

    def test_a_fail_of_a_series_that_was_not_slowed_is_elsewhere(self):
        rows = [gate("+5%", "fail", series(LARGE, "fail", 1.05), series(OTHER, "fail", 1.04)),
                gate("+5%", "fail", series("allreduce_in_place/bytes:8/ranks:2", "fail", 1.05)),
                gate("+5%", "fail", series("allreducer/bytes:8/ranks:2", "fail", 1.05))]
        self.assertEqual(gate_rows.counts(rows, "allreduce")["+5%"]["fail_elsewhere"], 2)
        self.assertIsNone(gate_rows.counts(rows)["+5%"]["fail_elsewhere"])
        self.assertEqual(gate_rows.counts_text(gate_rows.counts(rows)).splitlines()[1].split()[-1], "-")

    def test_a_family_that_failed_without_its_series_is_counted(self):
        family = [{"name": "collective", "verdict": "fail"}]
        rows = [gate("+3%", "fail", series(SMALL), families=family), gate("+3%", "fail", series(SMALL, "fail"), families=family)]
        self.assertEqual(gate_rows.counts(rows)["+3%"]["fail_by_family_alone"], 1)


class ReadingsTest(unittest.TestCase):
    def test_changes_are_read_by_kind_and_series(self):
        rows = [gate("+5%", "fail", series(LARGE, "fail", 1.04, seconds=20e-6), series(OTHER)),
                gate("+5%", "fail", series(LARGE, "fail", 1.06, seconds=20e-6), series(OTHER))]
        table = gate_rows.readings(rows, "^allreduce/")
        self.assertEqual(list(table["+5%"]), [LARGE])
        one = table["+5%"][LARGE]
        for key, value in (("mean", 5), ("least", 4), ("largest", 6), ("nanoseconds", 1000), ("gates", 2)):
            self.assertAlmostEqual(one[key], value, places=9)

    def test_sizes_stand_in_the_order_of_their_numbers(self):
        rows = [gate("equal", "pass", series(LARGE), series(SMALL), series("barrier/ranks:2"))]
        lines = gate_rows.readings_text(gate_rows.readings(rows, ".")).splitlines()[1:]
        self.assertEqual([line.split()[1] for line in lines], [SMALL, LARGE, "barrier/ranks:2"])


class KeptTest(unittest.TestCase):
    def test_a_kept_gate_has_its_kind_and_its_seconds(self):
        def run(name, started, **environment):
            return {"run_id": name, "started_at": started, "plan": {"environment": environment}}

        runs = [run("c", "2026-11-26T09:19:52.442Z"), run("d", "2026-11-26T09:20:30Z", MPIGAUGE_SLOW="MPI_Allreduce:*1.05")]
        listed = [{"gate_id": "new", "candidate_run_id": "d", "decided_at": "2026-11-26T09:21:00Z"},
                  {"gate_id": "old", "candidate_run_id": "c", "decided_at": "2026-11-26T09:20:03Z"}]
        (first, equal, seconds), last = gate_rows.kept(listed, runs)
        self.assertEqual((first, equal, last), ("old", "equal", ("new", "MPI_Allreduce:*1.05", 30)))
        self.assertAlmostEqual(seconds, 10.558, places=3)


if __name__ == "__main__":
    unittest.main()
