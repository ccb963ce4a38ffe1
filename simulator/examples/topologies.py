"""Programs of more ranks than there are processors on rings and hypercubes, and SimGrid's SMPI as the referee."""
import itertools
import json
import os
import subprocess
import sys

from predictions import REGION, merged, mpigauge
from launches import folder_name
from problems import PSEUDO_PARALLEL, PSEUDO_RANKS

# A network between those of 1996 and today's.
LATENCY = 1e-5  # seconds
PER_BYTE = 1e-9
ENVELOPE = 16  # bytes that SMPI adds to each message
SETTINGS = ["network/model:CM02", "network/TCP-gamma:0", "network/crosstraffic:0",
            "smpi/async-small-thresh:1000000000", "smpi/send-is-detached-thresh:1000000000"]


def ring(ranks):
    return [[(i - 1) % ranks, (i + 1) % ranks] for i in range(ranks)]


def hypercube(ranks):
    return [[i ^ (1 << bit) for bit in range(ranks.bit_length() - 1)] for i in range(ranks)]


def complete(ranks):
    return [[j for j in range(ranks) if j != i] for i in range(ranks)]


NETWORKS = {
    "complete": (complete, lambda ranks: "complete:%d" % ranks),
    "hypercube": (hypercube, lambda ranks: "hypercube:%d" % (ranks.bit_length() - 1)),
    "ring": (ring, lambda ranks: "ring:%d" % ranks),
}


def shortest_path(network, source, target):
    before, queue = {source: None}, [source]
    for node in queue:
        for other in network[node]:
            if other not in before:
                before[other] = node
                queue.append(other)
    nodes = [target]
    while nodes[-1] != source:
        nodes.append(before[nodes[-1]])
    return nodes[::-1]


def platform(network):
    """For SimGrid: links that carry any number of messages at once."""
    lines = ["<?xml version='1.0'?>", '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
             '<platform version="4.1"><zone id="z" routing="Full">']
    lines += ['<host id="h%d" speed="1Gf"/>' % i for i in range(len(network))]
    links = sorted({(min(a, b), max(a, b)) for a in range(len(network)) for b in network[a]})
    lines += ['<link id="l%d-%d" latency="%gs" bandwidth="%gBps" sharing_policy="FATPIPE"/>' % (a, b, LATENCY, 1 / PER_BYTE)
              for a, b in links]
    for a, b in itertools.combinations(range(len(network)), 2):
        nodes = shortest_path(network, a, b)
        hops = "".join('<link_ctn id="l%d-%d"/>' % (min(x, y), max(x, y)) for x, y in zip(nodes, nodes[1:]))
        lines.append('<route src="h%d" dst="h%d">%s</route>' % (a, b, hops))
    return "\n".join(lines + ["</zone></platform>"])


def write(path, text):
    with open(path, "w") as out:
        out.write(text)
    return path


def by_smpi(launcher, trace, ranks, network):
    """Seconds in which SMPI replays a trace."""
    folder = os.path.dirname(launcher.path("smpi", os.path.basename(trace), "traces.txt"))
    mpigauge(launcher, "trace", "export", trace, *REGION, "--smpi", folder)
    words = ["smpirun", "-np", str(ranks), "-platform", write(folder + "/platform.xml", platform(network)), "-hostfile",
             write(folder + "/hosts", "".join("h%d\n" % rank for rank in range(ranks))), "-replay", folder + "/traces.txt",
             "--log=root.fmt:%m%n", *("--cfg=" + setting for setting in SETTINGS)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    times = [line for line in done.stdout.splitlines() if line.startswith("Simulation time ")]
    if done.returncode != 0 or len(times) != 1:
        sys.exit("smpirun: exit code %d\n%s" % (done.returncode, done.stdout))
    return float(times[0].split()[-1])


def by_us(launcher, trace, topology, switching):
    """Envelopes for the comparison with SMPI, which knows cut-through only; none in the paper's store-and-forward."""
    envelope = ENVELOPE * PER_BYTE if switching == "cut-through" else 0
    model = {"kind": "hockney", "startup_seconds": LATENCY + envelope, "seconds_per_byte": PER_BYTE, "switching": switching}
    if switching == "cut-through":
        model["hop_seconds"] = LATENCY
    file = write(launcher.path("model-%s.json" % switching), json.dumps(model))
    return json.loads(mpigauge(launcher, "replay", trace, *REGION, "--model", file, "--topology", topology, "--json"))["models"][0]


def compare(launcher, estimator):
    rows = []
    for name in PSEUDO_PARALLEL:
        for ranks in PSEUDO_RANKS:
            trace = merged(launcher, estimator, "pseudo-parallel", folder_name(name), str(ranks))
            for network, (neighbours, topology) in NETWORKS.items():
                forward = by_us(launcher, trace, topology(ranks), "store-and-forward")
                through = by_us(launcher, trace, topology(ranks), "cut-through")
                rows.append({"problem": name, "ranks": ranks, "network": network, "speedup": forward["speedup"],
                             "store_and_forward": forward["parallel_seconds"], "cut_through": through["parallel_seconds"],
                             "smpi": by_smpi(launcher, trace, ranks, neighbours(ranks))})
    return rows


def print_topologies(rows):
    print("%-18s %5s %-10s %8s %20s %14s %10s %9s" % ("problem", "ranks", "network", "speedup", "store-and-forward ms",
                                                      "cut-through ms", "SMPI ms", "to SMPI"))
    for row in rows:
        print("%-18s %5d %-10s %8.3f %20.3f %14.3f %10.3f %8.2f%%" % (
            row["problem"], row["ranks"], row["network"], row["speedup"], row["store_and_forward"] * 1e3,
            row["cut_through"] * 1e3, row["smpi"] * 1e3, 100 * (row["cut_through"] / row["smpi"] - 1)))
