"""States of the machine: how far apart the host of a virtual machine has put its processors."""
import re

UNITS = {"ns": 1e-9, "us": 1e-6}


class State:
    """From so long to so long takes a cache line between ranks, "20ns-60ns"; any where the text is empty."""

    def __init__(self, text):
        self.text = text
        if text:
            found = re.fullmatch(r"([0-9.]+)(ns|us)-([0-9.]+)(ns|us)", text)
            if not found:
                raise SystemExit("--handover %s: write it as 20ns-60ns" % text)
            self.low, self.high = (float(found[i]) * UNITS[found[i + 1]] for i in (1, 3))

    def has(self, line):
        """Of what was solved: both before and after it."""
        return not self.text or all(self.low <= seconds <= self.high for seconds in line["handover_seconds"])

    def words(self):
        """For mpigauge."""
        return ["--handover", self.text] if self.text else []
