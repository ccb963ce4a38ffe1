"""SimGrid's SMPI as a referee: networks, its platform files, its replay, and the same network as a model of ours.

Links carry any number of messages at once on both sides, all messages are eager, and they cut through. SMPI adds an
envelope to each message, which our model gets too.
"""
import itertools
import os
import subprocess

ENVELOPE = 16  # bytes
SETTINGS = ["network/model:CM02", "network/TCP-gamma:0", "network/crosstraffic:0",
            "smpi/async-small-thresh:1000000000", "smpi/send-is-detached-thresh:1000000000"]


# ---- networks: neighbours by node -----------------------------------------

def complete(nodes):
    return [[j for j in range(nodes) if j != i] for i in range(nodes)]


def ring(nodes):
    return [[(i - 1) % nodes, (i + 1) % nodes] for i in range(nodes)]


def hypercube(nodes):
    return [[i ^ (1 << bit) for bit in range(nodes.bit_length() - 1)] for i in range(nodes)]


def torus(nodes):
    """A square one."""
    side = int(nodes**0.5)
    return [[r * side + (c + d) % side for d in (1, -1)] + [((r + d) % side) * side + c for d in (1, -1)]
            for r in range(side) for c in range(side)]


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


# ---- the same network for both --------------------------------------------

def platform(network, latency, per_byte):
    """For SimGrid. Hops have latencies (seconds), and each pair of hosts has a bandwidth of its own (seconds per byte).

    Were it that of the hops, SimGrid would give messages that come from far less of a link than those from near while
    both are on it, by the ratio of their latencies (its model of TCP), even where links are not shared.
    """
    lines = ["<?xml version='1.0'?>", '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
             '<platform version="4.1"><zone id="z" routing="Full">']
    lines += [f'<host id="h{i}" speed="1Gf"/>' for i in range(len(network))]
    routes = []
    links = sorted({(min(a, b), max(a, b)) for a in range(len(network)) for b in network[a]})
    lines += [f'<link id="l{a}-{b}" latency="{latency}s" bandwidth="1e18Bps" sharing_policy="FATPIPE"/>'
              for a, b in links]
    for a, b in itertools.combinations(range(len(network)), 2):
        nodes = shortest_path(network, a, b)
        hops = "".join(f'<link_ctn id="l{min(x, y)}-{max(x, y)}"/>' for x, y in zip(nodes, nodes[1:]))
        routes.append(f'<route src="h{a}" dst="h{b}"><link_ctn id="p{a}-{b}"/>{hops}</route>')
        lines.append(f'<link id="p{a}-{b}" latency="0s" bandwidth="{1 / per_byte}Bps" sharing_policy="FATPIPE"/>')
    return "\n".join(lines + routes + ["</zone></platform>"])


def model(latency, per_byte):
    """For mpigauge replay."""
    return {"kind": "hockney", "startup_seconds": latency + ENVELOPE * per_byte, "seconds_per_byte": per_byte,
            "switching": "cut-through", "hop_seconds": latency}


def write(path, text):
    with open(path, "w") as out:
        out.write(text)
    return path


def replay(folder, network, latency, per_byte, traces):
    """Seconds in which SMPI replays time-independent traces, one rank a host; `traces` is a file with their names."""
    hosts = "".join(f"h{rank}\n" for rank in range(len(network)))
    words = ["smpirun", "-np", str(len(network)), "-platform",
             write(os.path.join(folder, "platform.xml"), platform(network, latency, per_byte)), "-hostfile",
             write(os.path.join(folder, "hosts"), hosts), "-replay", traces, "--log=root.fmt:%m%n"]
    done = subprocess.run(words + [f"--cfg={setting}" for setting in SETTINGS], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    times = [line for line in done.stdout.splitlines() if line.startswith("Simulation time ")]
    if done.returncode != 0 or len(times) != 1:
        raise RuntimeError(f"smpirun: exit code {done.returncode}\n{done.stdout}")
    return float(times[0].split()[-1])
