"""Tables of many gates whose right answer is known: a row for each gate, counts, times, and readings of changes.

It measures nothing. A comparison is the object that `mpigauge gate --format json` prints.
"""
import collections
import datetime
import re
import statistics


def case_of(function):
    """MPI_Allreduce is the case allreduce."""
    return function.removeprefix("MPI_").lower()


def row(kind, comparison, seconds):
    """A gate as it is kept: `kind` says what its candidate was."""
    series = comparison["series"]
    return {
        "kind": kind,
        "verdict": comparison["verdict"],
        "seconds": seconds,
        "failed": [one["name"] for one in series if one["verdict"] == "fail"],
        "open": [one["name"] for one in series if one["verdict"] == "inconclusive"],
        "failed_families": [one["name"] for one in comparison["families"] if one["verdict"] == "fail"],
        "launches": max((len(one["candidate_launches_seconds"]) for one in series), default=0),
        "changes": {one["name"]: [one["ratio"], one["low"], one["high"]] for one in series},
        "baseline_seconds": {one["name"]: one["baseline_median_seconds"] for one in series},
    }


def percent(ratio):
    if ratio is None:
        return "-"
    change = 100 * (ratio - 1)
    return "%+.1f%%" % change if ratio < 10 else "x %.0f" % ratio


def change_text(change):
    """The text +3.0% [+2.1%, +3.9%] of a ratio and its interval."""
    ratio, low, high = change
    return "%s [%s, %s]" % (percent(ratio), percent(low), percent(high))


def worst(one):
    """The name of the series that a line shows: of those that failed, else of those that are open, else of all, the one
    with the largest change."""
    names = one["failed"] or one["open"] or list(one["changes"])
    return max((name for name in names if one["changes"][name][0] is not None),
               key=lambda name: one["changes"][name][0], default=None)


def line(one):
    """A gate on one line: what it was, what it said and how long it took."""
    name = worst(one)
    told = "%s %s" % (name, change_text(one["changes"][name])) if name else ""
    what = "".join("; %d %s" % (len(one[key]), text) for key, text in (
        ("failed", "failed"), ("failed_families", "families failed"), ("open", "open")) if one[key])
    return "%s: %s, %.0f s, %d launches of each%s; %s" % (
        one["kind"], one["verdict"], one["seconds"], one["launches"], what, told)


def by_kind(rows):
    kinds = collections.OrderedDict()
    for one in rows:
        kinds.setdefault(one["kind"], []).append(one)
    return kinds


def is_slowed(name, slowed):
    """Whether the series is of the slowed case: allreduce and allreduce_in_place of allreduce."""
    case = name.split("/")[0]
    return case == slowed or case.startswith(slowed + "_")


def counts(rows, slowed=None):
    """By kind the verdicts, the seconds, and how many gates failed in a series that is not of the case `slowed` (None:
    there is no such case)."""
    table = {}
    for kind, some in by_kind(rows).items():
        verdicts = collections.Counter(one["verdict"] for one in some)
        seconds = [one["seconds"] for one in some]
        table[kind] = {
            "gates": len(some),
            **{verdict: verdicts[verdict] for verdict in ("pass", "fail", "inconclusive")},
            "fail_by_family_alone": sum(bool(one["failed_families"]) and not one["failed"] for one in some),
            "fail_elsewhere": None if slowed is None else sum(
                any(not is_slowed(name, slowed) for name in one["failed"]) for one in some),
            "median_seconds": statistics.median(seconds),
            "least_seconds": min(seconds),
            "most_seconds": max(seconds),
            "open_series": dict(collections.Counter(name for one in some for name in one["open"]).most_common()),
        }
    return table


def readings(rows, pattern):
    """By kind and series whose name matches: the mean change over the gates, the least and the largest one, in percent,
    and its mean in nanoseconds."""
    table = {}
    for kind, some in by_kind(rows).items():
        changes, added = collections.defaultdict(list), collections.defaultdict(list)
        for one in some:
            for name, (ratio, _, _) in one["changes"].items():
                if re.search(pattern, name) and ratio is not None:
                    changes[name].append(100 * (ratio - 1))
                    if one["baseline_seconds"][name] is not None:
                        added[name].append(1e9 * one["baseline_seconds"][name] * (ratio - 1))
        table[kind] = {name: {"mean": statistics.fmean(values), "least": min(values), "largest": max(values),
                              "gates": len(values),
                              "nanoseconds": statistics.fmean(added[name]) if added[name] else None}
                       for name, values in changes.items()}
    return table


def size_of(name):
    found = re.search(r"bytes:(\d+)", name)
    return name.split("/")[0], int(found.group(1)) if found else -1, name


def counts_text(table):
    lines = ["%-32s %5s %5s %5s %5s  %-16s %-10s %s" % (
        "kind", "gates", "pass", "fail", "open", "seconds", "by family", "fails elsewhere")]
    for kind, one in table.items():
        lines.append("%-32s %5d %5d %5d %5d  %-16s %-10d %s" % (
            kind, one["gates"], one["pass"], one["fail"], one["inconclusive"],
            "%.0f (%.0f to %.0f)" % (one["median_seconds"], one["least_seconds"], one["most_seconds"]),
            one["fail_by_family_alone"], "-" if one["fail_elsewhere"] is None else one["fail_elsewhere"]))
        for name, times in one["open_series"].items():
            lines.append("    open in %d: %s" % (times, name))
    return "\n".join(lines)


def readings_text(table):
    lines = ["%-32s %-40s %8s %8s %8s %9s %5s" % ("kind", "series", "mean", "least", "largest", "ns", "gates")]
    for kind, some in table.items():
        for name in sorted(some, key=size_of):
            one = some[name]
            added = "-" if one["nanoseconds"] is None else "%+.0f" % one["nanoseconds"]
            lines.append("%-32s %-40s %+7.1f%% %+7.1f%% %+7.1f%% %9s %5d" % (
                kind, name, one["mean"], one["least"], one["largest"], added, one["gates"]))
    return "\n".join(lines)


def time_of(text):
    """A time of the store, such as 2026-11-26T09:19:52.442Z or without the fraction."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def kept(listed, runs):
    """The gates of a store of `mpigauge calibrate`, the oldest first: their ids, kinds and seconds. `listed` and `runs`
    are what `mpigauge gates` and `mpigauge runs` say as JSON. The store has whole seconds for the end of a gate."""
    by_id = {one["run_id"]: one for one in runs}
    found = []
    for one in reversed(listed):
        run = by_id[one["candidate_run_id"]]
        kind = run["plan"]["environment"].get("MPIGAUGE_SLOW", "equal")
        found.append((one["gate_id"], kind, time_of(one["decided_at"]) - time_of(run["started_at"])))
    return found
