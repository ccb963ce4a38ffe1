"""Launches of the benchmark program and of the examples, and where what they found is kept."""
import json
import os
import random
import re
import shlex
import subprocess
import sys

from problems import IMPACTS, PLAIN, PROBLEMS, PSEUDO_PARALLEL, PSEUDO_RANKS, VARIANTS

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.path.join(HERE, "../../bazel-bin")
# mpirun fails now and then where it gets no processor itself.
ATTEMPTS = 3
# How often a launch solves its problem, besides the first time: then memory is touched and connections are made.
TIMES = 4
ALTERNATING_TIMES = 8  # half of them without the change
# The models are made of these series: everything of the network, and the collective that an example has.
SERIES = "^(network_|allreduce/)"


def add_options(parser):
    parser.add_argument("folder", help="where everything is kept; more rounds can be added later")
    parser.add_argument("--only", default="", help="problems whose names have this regular expression in them")
    parser.add_argument("--bin", default=BIN, help="bazel-bin, or another folder with the same programs in it")
    parser.add_argument("--mpirun", default="mpirun -n 2 --bind-to core --map-by core")
    parser.add_argument("--mpirun-many", default="mpirun --oversubscribe --bind-to none -n",
                        help="followed by the number of ranks, where they share processors")
    parser.add_argument("--prefix", default="",
                        help="in front of every example, such as 'chrt -f 10': ranks then run before everything else")
    parser.add_argument("--series", default=SERIES, help="what mpigauge-bench measures")
    parser.add_argument("--bench-words", default="--passes=4", help="more for mpigauge-bench, such as --realtime")


def folder_name(text):
    """A name as that of a folder."""
    return re.sub("[^a-z0-9]+", "-", text.lower().replace("*", "x")).strip("-")


def times_of(lines):
    """Returns the lines that an example printed, time by time."""
    number = "([0-9.]+)"
    found = re.findall(r" seconds=%s .* handover_seconds=%s,%s pace_seconds=%s,%s tools=(on|off) " % ((number,) * 5), lines)
    return [{"seconds": float(seconds), "handover_seconds": [float(one) for one in handovers],
             "pace_seconds": [float(one) for one in paces], "tools": tools}
            for seconds, *handovers, before, after, tools in found for paces in [(before, after)]]


class Launcher:
    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = os.path.abspath(arguments.folder)
        os.makedirs(self.folder, exist_ok=True)

    def problems(self):
        return [problem for problem in PROBLEMS.values() if re.search(self.arguments.only, problem.name)]

    def impacts(self):
        """Changes with the problems that are held against them."""
        chosen = {problem.name for problem in self.problems()}
        found = ((VARIANTS[name], [PROBLEMS[one] for one in problems if one in chosen]) for name, problems in IMPACTS.items())
        return [(variant, problems) for variant, problems in found if problems]

    def program(self, name):
        return os.path.abspath(os.path.join(self.arguments.bin, name))

    def path(self, *parts):
        """A path below the folder; the folders that it is in are made."""
        path = os.path.join(self.folder, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def start(self, mpirun, words, variant=PLAIN, environment=None, preload=()):
        """Returns the output of the ranks."""
        settings = {**variant.environment, **(environment or {})}
        if variant.slow:
            settings["MPIGAUGE_SLOW"] = variant.slow
            preload = [self.program("harness/inject/libmpigauge_slow.so"), *preload]
        if preload:
            settings["LD_PRELOAD"] = ":".join(preload)
        words = [*shlex.split(mpirun), "env", *("%s=%s" % item for item in settings.items()), *words]
        for _ in range(ATTEMPTS):
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=900)
            if done.returncode == 0:
                return done.stdout
            print("%s\n%s%s: exit code %d" % (done.stdout, done.stderr, shlex.join(words), done.returncode), file=sys.stderr)
        sys.exit("%d times in a row: giving up" % ATTEMPTS)

    def example(self, program, words, **more):
        words = [*shlex.split(self.arguments.prefix), self.program("lab/examples/" + program), "--no-check", *words]
        return self.start(self.arguments.mpirun, words, **more)

    # The launches of a round.

    def bench(self, variant, number):
        record = self.path("records", folder_name(variant.name), "%04d.json" % number)
        self.start(self.arguments.mpirun, [self.program("benchmarks/mpigauge-bench"), "--benchmark_filter=" + self.arguments.series,
                                           "--record", record, *shlex.split(self.arguments.bench_words)], variant)

    def run(self, problem, variant, number):
        words = ["--times=%d" % (1 + TIMES)]
        if variant.alternates():
            words = ["--times=%d" % (1 + ALTERNATING_TIMES), "--alternate", "--seed=%d" % number]
        lines = self.example(problem.program, [*problem.words, *words], variant=variant)
        with open(self.path("launches.jsonl"), "a") as out:
            print(json.dumps({"problem": problem.name, "variant": variant.name, "round": number, "times": times_of(lines)[1:]}), file=out)

    def trace(self, problem, number):
        name = folder_name(problem.name)
        lines = self.example(problem.program, [*problem.words, "--times=2"], **self.tracing("traces", name, "%04d" % number))
        with open(self.path("traced.jsonl"), "a") as out:
            print(json.dumps({"problem": problem.name, "folder": "%04d" % number, **times_of(lines)[1]}), file=out)

    def trace_many(self, name, ranks, number):
        """Ranks that share processors: whoever waits gives its own away."""
        program, words = PSEUDO_PARALLEL[name]
        tracing = self.tracing("pseudo-parallel", folder_name(name), str(ranks), "%04d" % number)
        tracing["environment"]["OMPI_MCA_mpi_yield_when_idle"] = "1"
        self.start("%s %d" % (self.arguments.mpirun_many, ranks),
                   [self.program("lab/examples/" + program), "--no-check", *words], **tracing)

    def tracing(self, *parts):
        return {"environment": {"MPIGAUGE_TRACE": self.path(*parts)},
                "preload": [self.program("simulator/trace_library/libmpigauge_trace.so")]}


def pairs(launcher):
    """Every problem as it is, and with the changes that are asked about."""
    yield from ((problem, PLAIN) for problem in launcher.problems())
    for variant, problems in launcher.impacts():
        yield from ((problem, variant) for problem in problems)


def jobs_of_a_round(launcher, number, runs):
    variants = [PLAIN, *(variant for variant, _ in launcher.impacts())]
    jobs = [lambda v=variant: launcher.bench(v, number) for variant in variants]
    jobs += [lambda p=problem, v=variant: launcher.run(p, v, number) for problem, variant in pairs(launcher)] * runs
    jobs += [lambda p=problem: launcher.trace(p, number) for problem in launcher.problems()]
    return jobs


def measure(launcher, rounds, runs):
    """Adds rounds: everything once in each, the examples without traces so many times, in an order that is drawn afresh."""
    marker = launcher.path("rounds.txt")
    done = len(open(marker).readlines()) if os.path.exists(marker) else 0
    for number in range(done + 1, done + rounds + 1):
        jobs = jobs_of_a_round(launcher, number, runs)
        for job in random.sample(jobs, len(jobs)):
            job()
        with open(marker, "a") as out:
            print(number, file=out)
        print("round %d: %d launches" % (number, len(jobs)), file=sys.stderr)


def trace_pseudo_parallel(launcher, rounds):
    for number in range(1, rounds + 1):
        for name in PSEUDO_PARALLEL:
            for ranks in PSEUDO_RANKS:
                launcher.trace_many(name, ranks, number)
