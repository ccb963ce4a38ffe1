"""Parts that programs share that measure gates: options, a gate with its seconds, the records of its launches."""
import json
import os
import tempfile
import time

from lab.proofs import beside

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def add_options(parser):
    parser.add_argument("--mpi", default="openmpi", help="the library, which is the same on both sides")
    parser.add_argument("--mpigauge", default=os.path.join(ROOT, "bazel-bin/mpigauge/mpigauge"))
    parser.add_argument("--bench", default=os.path.join(ROOT, "bazel-bin/benchmarks/mpigauge-bench"),
                        help="built for that library")
    parser.add_argument("--json", help="a file for all figures; it is written anew after each gate")


def call(command, codes=(0,)):
    """Runs a command, which must end with one of these exit codes; returns its standard output."""
    code, out, errors = beside.run(command)
    if code not in codes:
        raise SystemExit("%s\n%s%s\nexit code %d" % (" ".join(command), out, errors, code))
    return out


def gate(options, store, words, bench_words=(), benches=None):
    """Returns the comparison of a gate of a library with itself, and its seconds. `benches` are the programs of the two
    sides if they are not that of the options."""
    command = [options.mpigauge, "gate", "--store", store, "--format", "json"]
    for side, bench in zip(("baseline", "candidate"), benches or [options.bench] * 2):
        command += ["--%s-mpi" % side, options.mpi, "--%s-bench" % side, os.path.abspath(bench)]
    command += [*words] + (["--", *bench_words] if bench_words else [])
    begin = time.monotonic()
    out = call(command, codes=(0, 1, 2))
    return json.loads(out), time.monotonic() - begin


def records(options, store, run):
    """The records of a run's complete launches."""
    with tempfile.TemporaryDirectory() as folder:
        call([options.mpigauge, "export", "--store", store, "--records", folder, "--run", run])
        return [one for one in (read(path)["mpigauge"] for path in paths(folder)) if one["status"] == "complete"]


def paths(folder):
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]


def read(path):
    with open(path) as file:
        return json.load(file)


def write(path, content):
    """Writes JSON so that a reader, or a program that is killed, never meets half of it."""
    if not path:
        return
    with open(path + ".new", "w") as file:
        json.dump(content, file, indent=1)
    os.replace(path + ".new", path)


class Progress:
    """Says after each gate what came out, and about how long the rest takes."""

    def __init__(self, total, clock=time.monotonic, say=print):
        self.total = total
        self.clock = clock
        self.say = say
        self.done = 0
        self.begin = clock()

    def step(self, text):
        self.done += 1
        left = (self.clock() - self.begin) / self.done * (self.total - self.done)
        rest = "" if self.done >= self.total else "; some %.0f min left" % max(1, left / 60)
        self.say("%d of %d, %s%s" % (self.done, self.total, text, rest), flush=True)
