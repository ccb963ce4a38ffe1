"""The times of the examples' launches, in one state of the machine, and by how much longer they took with a change."""
import collections
import statistics

from figures import median_with_interval, ratio_with_interval

# A launch must have this number of times of each kind in the state.
FEWEST = 2


class Measured:
    """From the lines of launches.jsonl: {"problem", "variant", "times": [{"seconds", "handover_seconds", "pace_seconds", "tools"}]},
    without the first time of all."""

    def __init__(self, lines, state):
        self.second = collections.defaultdict(list)  # times: traces are of the second time too
        self.medians = collections.defaultdict(list)  # of a launch, with its tools on
        self.ratios = collections.defaultdict(list)  # of a launch: its median with tools on over that with tools off
        for line in lines:
            seconds = {tools: [time["seconds"] for time in line["times"] if state.has(line["problem"], time) and time["tools"] == tools]
                       for tools in ("on", "off")}
            medians = {tools: statistics.median(some) for tools, some in seconds.items() if len(some) >= FEWEST}
            of = line["problem"], line["variant"]
            if state.has(line["problem"], line["times"][0]):
                self.second[of].append(line["times"][0]["seconds"])
            if "on" in medians:
                self.medians[of].append(medians["on"])
            if len(medians) == 2:
                self.ratios[of].append(medians["on"] / medians["off"])

    def launches(self, problem, variant):
        """How many there are to compare."""
        return len((self.ratios if variant.alternates() else self.medians)[problem, variant.name])

    def second_times(self, problem, variant):
        """Seconds, of launches whose tools were on."""
        return self.second[problem, variant.name]

    def impact(self, problem, variant, plain):
        """The ratio of times with the change to those without it, with its interval over launches: within each launch
        where the change can be put off and on, otherwise between launches of the two libraries."""
        if variant.alternates():
            return median_with_interval(self.ratios[problem, variant.name])
        return ratio_with_interval(self.medians[problem, variant.name], self.medians[problem, plain.name])
