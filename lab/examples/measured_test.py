"""Launches of one state, and changes that are put off and on within a launch."""
import os
import sys
import unittest

sys.path.append(os.path.abspath("lab/examples"))

from measured import Measured
from problems import PLAIN, VARIANTS
from states import State

SEND = VARIANTS["MPI_Send, MPI_Isend +5 us"]
EAGER = VARIANTS["eager limit 1024"]


def launch(variant, *times, pace=2e-5):
    """Times: (seconds, tools, nanoseconds of the cache line)."""
    return {"problem": "p", "variant": variant.name,
            "times": [{"seconds": seconds, "tools": tools, "handover_seconds": [ns * 1e-9, ns * 1e-9], "pace_seconds": [2e-5, pace]}
                      for seconds, tools, ns in times]}


class MeasuredTest(unittest.TestCase):
    def test_within_a_launch_where_the_change_alternates(self):
        # Launches differ by a factor of three, the change costs 10% in each.
        lines = [launch(SEND, *((seconds * (1.1 if tools == "on" else 1), tools, 30) for tools in ("on", "off", "off", "on")))
                 for seconds in (1, 2, 3)]
        measured = Measured(lines, State(""))
        ratio, low, high = measured.impact("p", SEND, PLAIN)
        self.assertEqual(measured.launches("p", SEND), 3)
        for value in (ratio, low, high):
            self.assertAlmostEqual(value, 1.1)

    def test_between_launches_otherwise(self):
        lines = [launch(variant, (seconds, "on", 30), (seconds, "on", 30))
                 for variant, some in ((PLAIN, (1, 2, 3)), (EAGER, (2.4, 2.4, 2.4))) for seconds in some]
        measured = Measured(lines, State(""))
        ratio, low, high = measured.impact("p", EAGER, PLAIN)
        self.assertAlmostEqual(ratio, 1.2)
        self.assertTrue(low < ratio < high)
        self.assertEqual(measured.second_times("p", PLAIN), [1, 2, 3])

    def test_only_what_is_of_the_state(self):
        lines = [launch(PLAIN, (1, "on", 30), (1, "on", 30), (5, "on", 150)), launch(PLAIN, (1, "on", 30), (5, "on", 150)),
                 launch(SEND, (1, "on", 30), (1, "off", 30), (1, "on", 30), (9, "off", 150))]
        measured = Measured(lines, State("20ns-60ns"))
        self.assertEqual(measured.launches("p", PLAIN), 1)  # the other one has too few times
        self.assertEqual(measured.launches("p", SEND), 0)
        self.assertEqual(measured.second_times("p", PLAIN), [1, 1])
        self.assertEqual(Measured(lines, State("")).launches("p", PLAIN), 2)
        self.assertEqual(Measured(lines, State("")).launches("p", SEND), 1)

    def test_only_what_kept_pace(self):
        lines = [launch(PLAIN, (1, "on", 30), (1, "on", 30)), launch(PLAIN, (2, "on", 30), (2, "on", 30), pace=4e-5)]
        self.assertEqual(Measured(lines, State("", "1-1.2").compare_with(lines)).second_times("p", PLAIN), [1])
        self.assertEqual(Measured(lines, State("20ns-60ns", "1-2.1").compare_with(lines)).second_times("p", PLAIN), [1, 2])
        with self.assertRaisesRegex(SystemExit, "write it as 1-1.2"):
            State("", "fast")


if __name__ == "__main__":
    unittest.main()
