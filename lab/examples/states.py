"""States of the machine: how far apart the host of a virtual machine has put its processors, and how fast they are."""
import collections
import re

UNITS = {"ns": 1e-9, "us": 1e-6}


def fastest_paces(lines):
    """By problem, the shortest time that the arithmetic took beside it. Programs do it by different places in memory, and
    so not equally fast."""
    fastest = collections.defaultdict(lambda: float("inf"))
    for line in lines:
        for time in line.get("times", [line]):
            fastest[line["problem"]] = min(fastest[line["problem"]], *time["pace_seconds"])
    return fastest


class State:
    """The range of the time of a cache line between ranks, "20ns-60ns", and the range of the time of the arithmetic
    that the examples do before and after, as a factor over the fastest, "1-1.2"; any where a text is empty."""

    def __init__(self, text, pace=""):
        self.text = text
        self.pace = pace
        self.fastest = {}
        if text:
            found = re.fullmatch(r"([0-9.]+)(ns|us)-([0-9.]+)(ns|us)", text)
            if not found:
                raise SystemExit("--handover %s: write it as 20ns-60ns" % text)
            self.low, self.high = (float(found[i]) * UNITS[found[i + 1]] for i in (1, 3))
        if pace:
            found = re.fullmatch(r"([0-9.]+)-([0-9.]+)", pace)
            if not found:
                raise SystemExit("--pace %s: write it as 1-1.2" % pace)
            self.quickest, self.slowest = float(found[1]), float(found[2])

    def compare_with(self, lines):
        """Lines of everything, among which the fastest are."""
        self.fastest = fastest_paces(lines)
        return self

    def has(self, problem, time):
        """Whether the machine was in this state both before and after the solved problem."""
        if self.text and not all(self.low <= seconds <= self.high for seconds in time["handover_seconds"]):
            return False
        return not self.pace or all(self.quickest <= seconds / self.fastest[problem] <= self.slowest for seconds in time["pace_seconds"])

    def words(self):
        """For mpigauge."""
        return ["--handover", self.text] if self.text else []
