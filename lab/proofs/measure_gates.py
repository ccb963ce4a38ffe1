#!/usr/bin/python3
"""Gates in turns whose right answer is known: verdicts, seconds, and how the changes are read.

    ci/bazel build //mpigauge //benchmarks:mpigauge-bench //harness/inject:libmpigauge_slow.so
    lab/proofs/measure_gates.py calibrated [--beside spinners] -- --gates 30 --slowdowns 3%,5% --slowed-gates 20
    lab/proofs/measure_gates.py fixtures           settings of Open MPI whose effect is known
    lab/proofs/measure_gates.py bad-launch         a launch of each side is 30% slower in MPI_Allreduce
    lab/proofs/measure_gates.py small              twelve series, 2% slower, tolerance 1%, 20 seconds a gate
    lab/proofs/measure_gates.py cold               a library that reads an area of its own before each send

`calibrated` runs `mpigauge calibrate` with the arguments behind `--`, and looks at the gates that it leaves. It is the
way to MPICH (`--mpi mpich --bench FILE --interposer FILE`) and to more ranks (`-- -n 8`). `cold` also needs
`//lab/proofs:libcold_library.so`. Nothing else may run on the machine, but for what `--beside` starts (see beside.py).

There is a line for each gate. At the end come the counts by kind, the seconds (median, least, most), and the changes of
the series that match --show. If this program is interrupted or killed, so is what it has started.
"""
import argparse
import json
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from lab.proofs import beside, gate_rows, gates  # noqa: E402

FOUR_SERIES = "^(ping_pong|allreduce)/bytes:(8|65536)/"
TWELVE_SERIES = "^(ping_pong|allreduce|bcast)/bytes:(8|512|4096|65536)/"
# The last of them fills the second-level cache with other data before each message.
COLD_SERIES = "^(ping_pong|network_one_way|network_cold_one_way)/bytes:(8|4096)/"

# Each with the settings of the candidate. The first seven are known to be slower; the others should show nothing.
FIXTURES = {
    "btl tcp,self": {"btl": "tcp,self", "pml": "ob1"},
    "fbox_max 0": {"btl_vader_fbox_max": "0"},
    "yield_when_idle 1": {"mpi_yield_when_idle": "1"},
    "allreduce_algorithm 1": {"coll_tuned_use_dynamic_rules": "1", "coll_tuned_allreduce_algorithm": "1"},
    "allreduce_algorithm 2": {"coll_tuned_use_dynamic_rules": "1", "coll_tuned_allreduce_algorithm": "2"},
    "coll ^tuned": {"coll": "^tuned"},
    "monitoring 2": {"pml_monitoring_enable": "2"},
    "eager_limit 4096 (default)": {"btl_vader_eager_limit": "4096"},
    "param_check 1 (default)": {"mpi_param_check": "1"},
    "param_check 0": {"mpi_param_check": "0"},
    "single_copy none": {"btl_vader_single_copy_mechanism": "none"},
    "nothing": {},
}

# The first rank 0 of a side to come takes the folder, and its launch is slow.
BAD_BENCH = """#!/bin/sh
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
case " $*" in *--circle*)
  if [ "$rank" = 0 ] && mkdir "$0.taken" 2>/dev/null; then
    export LD_PRELOAD='%s' MPIGAUGE_SLOW='%s'
  fi;;
esac
exec '%s' "$@"
"""


def arguments(words):
    """Parses the words; those behind `--` are for `mpigauge calibrate`."""
    end = words.index("--") if "--" in words else len(words)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--beside", default="nothing", choices=beside.STATES, help="the other programs on the machine")
    common.add_argument("--filter", help="the series, if they are not those of the kind of gates")
    common.add_argument("--tolerance", help="as for a gate (5%%; of `small` 1%%)")
    common.add_argument("--show", help="the series whose changes are shown, by a regular expression")
    common.add_argument("--seed", type=int, default=1, help="the order of the gates")
    gates.add_options(common)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    parsers = {kind: kinds.add_parser(kind, parents=[common]) for kind in KINDS}
    for kind in ("fixtures", "bad-launch", "small", "cold"):
        parsers[kind].add_argument("--repeats", type=int, default=1, help="gates of each kind")
    for kind in ("calibrated", "bad-launch", "small"):
        parsers[kind].add_argument("--function", default="MPI_Allreduce", help="the function that is slowed")
        parsers[kind].add_argument("--interposer",
                                   default=os.path.join(gates.ROOT, "bazel-bin/harness/inject/libmpigauge_slow.so"))
    for kind, slowdown in (("bad-launch", "30%"), ("small", "2%")):
        parsers[kind].add_argument("--slowdown", default=slowdown, help=slowdown.replace("%", "%%"))
    parsers["fixtures"].add_argument("--only", default="", help="settings whose names match, such as '^coll|nothing'")
    parsers["small"].add_argument("--equal", type=int, help="gates of equal libraries (as many as --repeats)")
    parsers["small"].add_argument("--budget", default="20s", help="the time of a gate")
    parsers["cold"].add_argument("--lines", type=int, default=256, help="cache lines that the library reads in a send")
    parsers["cold"].add_argument("--cold-library",
                                 default=os.path.join(gates.ROOT, "bazel-bin/lab/proofs/libcold_library.so"))
    options = parser.parse_args(words[:end])
    options.more = words[end + 1:]
    return options


def factor(share):
    """2% makes calls take 1.02 times as long."""
    return "%.6g" % (1 + float(share.rstrip("%")) / 100)


class Plan:
    """A gate that will be made: its kind, its words for `mpigauge gate`, and the programs of its sides."""

    def __init__(self, kind, words, benches=None):
        self.kind, self.words, self.benches = kind, words, benches


def preloaded(options, library, baseline, candidate):
    """The words for a library that both sides preload, each with its own variable."""
    words = []
    for side, text in (("baseline", baseline), ("candidate", candidate)):
        words += ["--%s-preload" % side, os.path.abspath(library), "--%s-env" % side, text]
    return words


def fixtures(options, folder):
    series = ["--filter", options.filter or FOUR_SERIES]
    return [Plan(name, series + [word for key, value in settings.items()
                                 for word in ("--candidate-env", "OMPI_MCA_%s=%s" % (key, value))])
            for name, settings in FIXTURES.items() if re.search(options.only, name) for _ in range(options.repeats)]


def bad_launch(options, folder):
    slow = "%s:*%s" % (options.function, factor(options.slowdown))
    plans = []
    for number in range(options.repeats):
        benches = []
        for side in "bc":  # equally long paths
            benches.append(os.path.join(folder, "bench-%s-%03d" % (side, number)))
            with open(benches[-1], "w") as file:
                file.write(BAD_BENCH % (os.path.abspath(options.interposer), slow, os.path.abspath(options.bench)))
            os.chmod(benches[-1], 0o755)
        words = ["--filter", options.filter] if options.filter else []
        plans.append(Plan("bad launch of each side", words, benches=benches))
    return plans


def small(options, folder):
    series = ["--filter", options.filter or TWELVE_SERIES, "--budget", options.budget]
    series += ["--tolerance", options.tolerance or "1%"]

    def plan(kind, slowed):
        text = "MPIGAUGE_SLOW=%s:*%%s:clock=extra" % options.function
        return Plan(kind, series + preloaded(options, options.interposer, text % "1", text % slowed))

    equal = options.repeats if options.equal is None else options.equal
    plans = [plan("equal", "1") for _ in range(equal)]
    plans += [plan("+" + options.slowdown, factor(options.slowdown)) for _ in range(options.repeats)]
    random.Random(options.seed).shuffle(plans)
    return plans


def cold(options, folder):
    series = ["--suite", "full", "--filter", options.filter or COLD_SERIES]
    series += preloaded(options, options.cold_library, "COLD_LINES=0", "COLD_LINES=%d" % options.lines)
    return [Plan("%d lines in a send" % options.lines, series)] * options.repeats


def measured(options):
    """Makes the gates of a kind; returns a row for each."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="gates-") as folder, beside.others(options.beside):
        plans = KINDS[options.kind](options, folder)
        progress = gates.Progress(len(plans))
        for number, plan in enumerate(plans):
            words = plan.words
            if options.tolerance and "--tolerance" not in words:
                words = words + ["--tolerance", options.tolerance]
            store = os.path.join(folder, "%d.sqlite" % number)
            comparison, seconds = gates.gate(options, store, words, benches=plan.benches)
            rows.append(gate_rows.row(plan.kind, comparison, seconds))
            gates.write(options.json, {"beside": options.beside, "gates": rows})
            progress.step(gate_rows.line(rows[-1]))
    return rows


def calibrated(options):
    """Lets `mpigauge calibrate` make the gates; returns a row for each, from the store that it keeps them in."""
    with tempfile.TemporaryDirectory(prefix="gates-") as folder:
        kept = os.path.join(folder, "kept.sqlite")
        command = [options.mpigauge, "calibrate", "--store", os.path.join(folder, "own.sqlite"), "--keep", kept,
                   "--mpi", options.mpi, "--bench", os.path.abspath(options.bench), "--interposer",
                   os.path.abspath(options.interposer), "--function", options.function]
        command += ["--filter", options.filter] if options.filter else []
        command += ["--tolerance", options.tolerance] if options.tolerance else []
        with beside.others(options.beside):
            code, out, errors = beside.run(command + options.more, on_line=lambda line: print(line, flush=True))
        if code != 0:
            raise SystemExit("%s\n%s\nexit code %d" % (" ".join(command), errors, code))
        print(out)

        def stored(*words):
            return json.loads(gates.call([options.mpigauge, *words, "--store", kept, "--format", "json"]))

        rows = []
        for gate, kind, seconds in gate_rows.kept(stored("gates"), stored("runs")):
            rows.append(gate_rows.row(kind, stored("gates", gate), seconds))
            print(gate_rows.line(rows[-1]))
        return rows


KINDS = {"calibrated": None, "fixtures": fixtures, "bad-launch": bad_launch, "small": small, "cold": cold}


def main():
    options = arguments(sys.argv[1:])
    beside.end_on_signals()
    if options.more and options.kind != "calibrated":
        raise SystemExit("only `calibrated` takes arguments behind `--`")
    rows = calibrated(options) if options.kind == "calibrated" else measured(options)
    slowed = None if options.kind in ("fixtures", "cold") else gate_rows.case_of(options.function)
    show = options.show or ("." if slowed is None else "^%s/" % slowed)
    counts, readings = gate_rows.counts(rows, slowed), gate_rows.readings(rows, show)
    print("beside %s" % options.beside)
    print(gate_rows.counts_text(counts))
    print(gate_rows.readings_text(readings))
    gates.write(options.json, {"beside": options.beside, "gates": rows, "counts": counts, "readings": readings})


if __name__ == "__main__":
    main()
