"""SimGrid's SMPI replays the same programs (its time-independent traces) in the same time.

Times are a thousand times those of a real network: SMPI prints six decimals.
"""
import json
import os
import random
import subprocess
import tempfile
import unittest

from lab.examples import smpi

REPLAY = [os.path.abspath("mpigauge/mpigauge"), "replay"]
LATENCY = 0.01  # seconds
PER_BYTE = 1e-6


# ---- programs: calls of each rank -----------------------------------------

def halo(n):
    """Both neighbours in a line that is closed, sizes and computations that differ by rank and round."""
    program = []
    for r in range(n):
        calls = []
        for i in range(8):
            calls.append(("calc", (3 + (7 * r + 5 * i) % 11) * 10**7))
            calls += [("irecv", (r + d) % n, 4000 + 100 * i, i) for d in (-1, 1)]
            calls += [("isend", (r + d) % n, 4000 + 100 * i, i) for d in (-1, 1)]
            calls.append(("waitall",))
        program.append(calls)
    return program


def token(n):
    program = [[] for _ in range(n)]
    for i in range(3 * n):
        program[i % n] += [("calc", 10**6 * (i + 1)), ("send", (i + 1) % n, 1000 * i, i)]
        program[(i + 1) % n].append(("recv", i % n, 1000 * i, i))
    return program


def everybody(n):
    """Anything to anybody, in an order in which it can happen."""
    source = random.Random(n)
    program = [[] for _ in range(n)]
    for i in range(40 * n):
        a, b = source.sample(range(n), 2)
        size = source.choice((0, 1, 999, 30000, 200000))
        program[source.randrange(n)].append(("calc", source.randrange(10**8)))
        program[a].append(("send", b, size, i % 3))
        program[b].append(("recv", a, size, i % 3))
    return program


def reductions(n):
    """Computations that differ, and an allreduce by recursive doubling, written out for SMPI."""
    return [[("calc", (1 + (5 * r + 3 * i) % 7) * 10**7) if part == 0 else ("allreduce", 8000 * (i + 1))
             for i in range(5) for part in range(2)] for r in range(n)]


def text_of(program):
    lines = [f"ranks {len(program)}"]
    for rank, calls in enumerate(program):
        lines.append(f"rank {rank}")
        request = 0
        for call in calls:
            if call[0] == "calc":
                lines.append(f"calc {call[1]}")
            elif call[0] == "allreduce":
                lines.append(f"allreduce {call[1]} algorithm recursive_doubling")
            elif call[0] == "waitall":
                lines.append("waitall")
                request = 0
            else:
                kind, peer, size, tag = call
                words = f"{kind} {peer} {size if 'send' in kind else ''} tag {tag}"
                lines.append(words + (f" request {request}" if kind[0] == "i" else ""))
                request += kind[0] == "i"
    return "\n".join(lines) + "\n"


def actions_of(rank, ranks, calls):
    """SMPI's time-independent trace of a rank."""
    lines = [f"{rank} init"]
    for number, call in enumerate(calls):
        if call[0] == "calc":
            lines.append(f"{rank} compute {call[1]}")
        elif call[0] == "waitall":
            lines.append(f"{rank} waitall")
        elif call[0] == "allreduce":
            bit = 1
            while bit < ranks:
                other, tag = rank ^ bit, 1000 + number
                lines += [f"{rank} irecv {other} {tag} {call[1]}", f"{rank} send {other} {tag} {call[1]}",
                          f"{rank} wait {other} {rank} {tag}"]
                bit *= 2
        else:
            kind, peer, size, tag = call
            lines.append(f"{rank} {kind} {peer} {tag} {size}")
    return "\n".join(lines + [f"{rank} finalize"]) + "\n"


class SimGridTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def write(self, name, text):
        return smpi.write(os.path.join(self.folder, name), text)

    def by_smpi(self, program, network):
        files = [self.write(f"rank{r}", actions_of(r, len(program), calls)) for r, calls in enumerate(program)]
        traces = self.write("files", "".join(f"{file}\n" for file in files))
        return smpi.replay(self.folder, network, LATENCY, PER_BYTE, traces)

    def by_us(self, program, topology):
        model = self.write("m.json", json.dumps(smpi.model(LATENCY, PER_BYTE)))
        done = subprocess.run(REPLAY + [self.write("p.txt", text_of(program)), "--model", model, "--topology", topology,
                                        "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        return json.loads(done.stdout)["models"][0]["parallel_seconds"]

    def compare(self, network, topology):
        for make in (halo, token, everybody, reductions):
            for ranks in (4, 16):
                program = make(ranks)
                ours = self.by_us(program, topology(ranks))
                theirs = self.by_smpi(program, network(ranks))
                print(f"{topology(ranks)} {make.__name__}: {ours:.6f} s, SMPI {theirs:.6f} s")
                self.assertAlmostEqual(ours / theirs, 1, delta=1e-5, msg=f"{make.__name__} {ranks}")

    def test_complete(self):
        self.compare(smpi.complete, lambda n: f"complete:{n}")

    def test_ring(self):
        self.compare(smpi.ring, lambda n: f"ring:{n}")

    def test_hypercube(self):
        self.compare(smpi.hypercube, lambda n: f"hypercube:{n.bit_length() - 1}")

    def test_torus(self):
        self.compare(smpi.torus, lambda n: f"torus:{int(n**0.5)}x{int(n**0.5)}")


if __name__ == "__main__":
    unittest.main()
