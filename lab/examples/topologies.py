"""Programs of more ranks than there are processors on rings and hypercubes, and SimGrid's SMPI as the referee."""
import glob
import json
import os

from lab.examples import smpi

from predictions import REGION, merged, mpigauge
from launches import folder_name
from problems import PSEUDO_PARALLEL, PSEUDO_RANKS

# A network between those of 1996 and today's.
LATENCY = 1e-5  # seconds
PER_BYTE = 1e-9

NETWORKS = {
    "complete": (smpi.complete, lambda ranks: "complete:%d" % ranks),
    "hypercube": (smpi.hypercube, lambda ranks: "hypercube:%d" % (ranks.bit_length() - 1)),
    "ring": (smpi.ring, lambda ranks: "ring:%d" % ranks),
}


def by_smpi(launcher, trace, network):
    """Seconds in which SMPI replays a trace."""
    folder = os.path.dirname(launcher.path("smpi", os.path.basename(trace), "traces.txt"))
    mpigauge(launcher, "trace", "export", trace, *REGION, "--smpi", folder)
    return smpi.replay(folder, network, LATENCY, PER_BYTE, folder + "/traces.txt")


def by_us(launcher, trace, topology, switching):
    """As SMPI has it, which knows cut-through only; or as the paper, store-and-forward and without envelopes."""
    model = smpi.model(LATENCY, PER_BYTE)
    if switching == "store-and-forward":
        model = {"kind": "hockney", "startup_seconds": LATENCY, "seconds_per_byte": PER_BYTE, "switching": switching}
    file = smpi.write(launcher.path("model-%s.json" % switching), json.dumps(model))
    return json.loads(mpigauge(launcher, "replay", trace, *REGION, "--model", file, "--topology", topology, "--format", "json"))["models"][0]


def compare(launcher, estimator):
    rows = []
    for name in PSEUDO_PARALLEL:
        for ranks in PSEUDO_RANKS:
            parts = ("pseudo-parallel", folder_name(name), str(ranks))
            traces = sorted(glob.glob(os.path.join(launcher.folder, *parts, "[0-9]*")))
            trace = merged(launcher, estimator, traces, *parts)
            for network, (neighbours, topology) in NETWORKS.items():
                forward = by_us(launcher, trace, topology(ranks), "store-and-forward")
                through = by_us(launcher, trace, topology(ranks), "cut-through")
                rows.append({"problem": name, "ranks": ranks, "network": network, "speedup": forward["speedup"],
                             "store_and_forward": forward["parallel_seconds"], "cut_through": through["parallel_seconds"],
                             "smpi": by_smpi(launcher, trace, neighbours(ranks))})
    return rows


def print_topologies(rows):
    print("%-18s %5s %-10s %8s %20s %14s %10s %9s" % ("problem", "ranks", "network", "speedup", "store-and-forward ms",
                                                      "cut-through ms", "SMPI ms", "to SMPI"))
    for row in rows:
        print("%-18s %5d %-10s %8.3f %20.3f %14.3f %10.3f %8.2f%%" % (
            row["problem"], row["ranks"], row["network"], row["speedup"], row["store_and_forward"] * 1e3,
            row["cut_through"] * 1e3, row["smpi"] * 1e3, 100 * (row["cut_through"] / row["smpi"] - 1)))
