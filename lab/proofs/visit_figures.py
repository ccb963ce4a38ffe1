"""Figures of visits: how long one must warm up, what a turn costs, what the references explain.

It measures nothing. A record is the object `mpigauge` of a launch record.
"""
import collections
import statistics

SETTLED = 0.03  # a visit is warm where its times are within this share of those of its second half
LEAST_OBSERVATIONS = 8
SHOWN = 10

# The work of the references before or after a visit, in units of what they report: a cache line goes there and back 16
# times in each of five rounds, 4 KiB twice in each of four, arithmetic is done in four rounds, and a byte crosses the
# network five times.
REFERENCE_UNITS = {"handover_seconds": 5 * 16 * 2, "block_seconds": 4 * 2 * 2, "arithmetic_seconds": 4,
                   "network_seconds": 5 * 2}


def warm_up(records, shown=SHOWN):
    """By series: the visits that count, the medians over them of the first observations over the median of the visit's
    second half, and the number of observations until these stay within 3% of it (None: they do not)."""
    ratios = collections.defaultdict(lambda: collections.defaultdict(list))
    for record in records:
        for series in record["series"]:
            for one in series["passes"][1:]:  # the first visit looks for the length of its loops
                times = one["observations_seconds"]
                if len(times) < LEAST_OBSERVATIONS:
                    continue
                level = statistics.median(times[len(times) // 2:])
                for place, seconds in enumerate(times[:len(times) // 2]):
                    ratios[series["name"]][place].append(seconds / level)
    table = {}
    for name, places in ratios.items():
        most = len(places[0])
        # Places that few visits have say little.
        medians = [statistics.median(places[place]) for place in sorted(places) if 2 * len(places[place]) > most]
        unsettled = [place for place, ratio in enumerate(medians) if abs(ratio - 1) > SETTLED]
        needs = unsettled[-1] + 1 if unsettled else 0
        table[name] = {"visits": most, "ratios": medians[:shown], "needs": needs if needs < len(medians) else None}
    return table


def warm_up_text(table):
    lines = ["%-44s %6s %6s  first observations, over the level of their visit" % ("series", "visits", "needs")]
    for name, one in table.items():
        lines.append("%-44s %6d %6s  %s" % (name, one["visits"], "-" if one["needs"] is None else one["needs"],
                                           " ".join("%.2f" % ratio for ratio in one["ratios"])))
    return "\n".join(lines)


def inside(record):
    """The visits of a launch, and the seconds that they and their references took."""
    visits, seconds = 0, 0.0
    for series in record["series"]:
        for one in series["passes"]:
            visits += 1
            seconds += one["wall_seconds"]
            for reference, units in REFERENCE_UNITS.items():
                seconds += units * sum(one.get(reference, ()))
    return visits, seconds


def circle(records):
    """The visits of all launches of a circle, the seconds in them, and those of the launch that was there longest."""
    several = [inside(record) for record in records]
    return {"visits": sum(visits for visits, _ in several), "inside_seconds": sum(seconds for _, seconds in several),
            "seconds": max(record["duration_seconds"] for record in records)}


def turn(few, many):
    """Compares two circles that differ in their number of passes alone: the seconds that each further visit costs
    beyond its own, the visit's own seconds, and how long a visit must be for that cost to be a tenth of both together.
    The time to start and to end a launch cancels out."""
    visits = many["visits"] - few["visits"]
    own = (many["inside_seconds"] - few["inside_seconds"]) / visits
    cost = (many["seconds"] - few["seconds"]) / visits - own
    return {"cost_seconds": cost, "visit_seconds": own, "share": cost / (cost + own), "visit_for_a_tenth_seconds": 9 * cost}


def turn_text(turns):
    def milliseconds(key):
        values = [1e3 * one[key] for one in turns]
        return "%.2f ms (%.2f to %.2f)" % (statistics.median(values), min(values), max(values))

    return "passing the turn on: %s; a visit with its references: %s; a tenth: visits of %s; %d pairs of circles" % (
        milliseconds("cost_seconds"), milliseconds("visit_seconds"), milliseconds("visit_for_a_tenth_seconds"), len(turns))


def explained(comparisons):
    """By series, over the gates of stored runs: the shares (medians) of comparable passes and of what the references
    explain, and in how many gates that was taken out."""
    shares = collections.defaultdict(list)
    for comparison in comparisons:
        for series in comparison["series"]:
            if series.get("same_state"):
                shares[series["name"]].append(series["same_state"])
    table = {}
    for name, some in shares.items():
        known = [one["explained"] for one in some if one["explained"] is not None]
        table[name] = {"gates": len(some), "comparable": statistics.median(one["comparable"] for one in some),
                       "explained": statistics.median(known) if known else None,
                       "taken_out": sum(one["taken_out"] for one in some)}
    return table


def verdicts(comparisons):
    """The verdicts of gates, and of all their series."""
    return {"gates": dict(collections.Counter(one["verdict"] for one in comparisons)),
            "series": dict(collections.Counter(series["verdict"] for one in comparisons for series in one["series"]))}


def explained_text(table):
    def share(value):
        return "-" if value is None else "%.0f%%" % (100 * value)

    lines = ["%-44s %5s %11s %10s %9s" % ("series", "gates", "same state", "explained", "taken out")]
    for name in sorted(table, key=lambda name: -(table[name]["explained"] or -9)):
        one = table[name]
        lines.append("%-44s %5d %11s %10s %9d" % (name, one["gates"], share(one["comparable"]), share(one["explained"]),
                                                 one["taken_out"]))
    return "\n".join(lines)


def without_references(record):
    """Takes the references out of a launch record's file content."""
    for series in record["mpigauge"]["series"]:
        for one in series["passes"]:
            for reference in REFERENCE_UNITS:
                one.pop(reference, None)
    return record
