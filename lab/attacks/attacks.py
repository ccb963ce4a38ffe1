"""The campaign of attacks: what is killed, damaged, filled up, misnamed or broken, and what mpigauge makes of it.

    ci/bazel run //lab/attacks
    ci/bazel run //lab/attacks -- --kills 200 --inputs 1000000 --slurm-kills 100 --troubles 30 --json attacks.json
    ci/bazel run //lab/attacks -- --only run,gate --kills 40 --seed 2 --json 2.json
    ci/bazel run //lab/attacks -- --sum 1.json 2.json

Prints a table of counts, and with --json FILE all of it with the text of each finding. Ends with 1 where anything was
lost, judged wrongly, crashed, left behind or answered wrongly.
"""
import argparse
import datetime
import math
import os
import random
import signal
import subprocess
import sys
import time
import traceback

from lab.attacks import counts
from lab.attacks.disks import Disks
from lab.attacks.faults import Faults
from lab.attacks.fuzz import Fuzz
from lab.attacks.kills import Kills
from lab.attacks.names import Names
from lab.attacks.rate import check_false_fails
from lab.attacks.slurm import Slurm, there_is_slurm
from lab.attacks.world import Programs
from lab.attacks.worse import Worse

# These shares of all kills are of each command.
SHARES = {"run": 0.3, "gate": 0.3, "import": 0.2, "ci": 0.2}


def attacks_of(options):
    """Names and what each calls with (programs, draw, row)."""
    kills = {name: max(1, round(options.kills * share)) for name, share in SHARES.items()}
    attacks = {
        "run": ("kills of run", lambda *with_: Kills(*with_).runs(kills["run"])),
        "gate": ("kills of gate", lambda *with_: Kills(*with_).gates(kills["gate"])),
        "import": ("kills of import", lambda *with_: Kills(*with_).imports(kills["import"])),
        "ci": ("kills of ci", lambda *with_: Kills(*with_).pipelines(kills["ci"])),
        "names": ("hostile names", lambda *with_: Names(*with_).run(options.names, options.part)),
        "disks": ("full disks",
                  lambda *with_: Disks(*with_).small_disks(options.disks.split(","), map(int, options.left.split(",")))),
        "files": ("files that cannot grow", lambda *with_: Disks(*with_).files()),
        "faults": ("faults in ranks", lambda *with_: Faults(*with_).run(options.faults, options.part)),
        "worse": ("libraries that got worse",
                  lambda *with_: Worse(*with_).run(options.worse, options.equal, options.ways.split(",") if options.ways else [],
                                                   options.mpi)),
        "fuzz": ("fuzzed inputs", lambda *with_: Fuzz(*with_).run(options.inputs)),
        "slurm": ("kills of gates in Slurm jobs", lambda *with_: Slurm(*with_).by_kills(options.slurm_kills)),
        "trouble": ("trouble of Slurm jobs", lambda *with_: Slurm(*with_).by_trouble(options.troubles)),
    }
    if not there_is_slurm() or not options.slurm_kills:
        del attacks["slurm"]
    if not there_is_slurm() or not options.troubles:
        del attacks["trouble"]
    if not options.inputs:
        del attacks["fuzz"]
    return attacks


def attack(name, call, programs, seed, say=lambda _: None, seconds=math.inf):
    """One kind of attack with random numbers of its own: the same seed means the same attacks, whichever others run."""
    row = counts.Row(name, say, time.monotonic() + seconds)
    begin = time.monotonic()
    try:
        call(programs, random.Random("%d %s" % (seed, name)), row)
    except Exception:  # what the attack itself does not survive is no success
        row.found("wrong answer", "the attack broke off: " + traceback.format_exc())
    row.seconds = time.monotonic() - begin
    return row


def commit():
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          cwd=os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    return done.stdout.strip()


def run_attacks(options, programs, say=print):
    """The rows, and whether nothing was found."""
    rows = []
    for short, (name, call) in attacks_of(options).items():
        if options.only and short not in options.only.split(","):
            continue
        row = attack(name, call, programs, options.seed, say, options.seconds)
        rows.append(row)
        say("%s: %d tried in %.0f s, %d finding(s)" % (name, row.tried, row.seconds, len(row.findings)))
    return rows, bool(rows) and not any(row.findings for row in rows)


def part(text):
    """"2/3": which of how many parts."""
    number, parts = map(int, text.split("/"))
    if not 1 <= number <= parts:
        raise ValueError
    return number, parts


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200, help="of run, gate, import and ci together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--inputs", type=int, default=0, help="fuzzed ones in all; builds the fuzz tests with sanitizers")
    parser.add_argument("--names", type=int, default=1000, help="hostile ones, at most")
    parser.add_argument("--disks", default="8k,64k,400k,1m", help="sizes of TMPDIR")
    parser.add_argument("--left", default="0,20000,200000", help="bytes that are left beside the store")
    parser.add_argument("--faults", type=int, default=1000, help="kinds of faults in ranks, at most")
    parser.add_argument("--worse", type=int, default=1, help="gates of each way in which a library gets worse")
    parser.add_argument("--ways", default="", help="some of these ways, separated by commas")
    parser.add_argument("--equal", type=int, default=10, help="gates of equal libraries beside them")
    parser.add_argument("--mpi", default="openmpi", help="of these gates: the MPI that the programs were built with")
    parser.add_argument("--slurm-kills", type=int, default=0, help="of gates in jobs of a real Slurm cluster on this host")
    parser.add_argument("--troubles", type=int, default=0, help="requeues, node failures and restarts of slurmctld together")
    parser.add_argument("--only", default="", help="some of them: run,gate,import,ci,names,disks,files,faults,worse,fuzz,slurm,trouble")
    parser.add_argument("--seconds", type=float, default=math.inf, help="no kill and no trouble of a kind begins later: the campaign in slices")
    parser.add_argument("--part", type=part, default=(1, 1), help="of the names and the faults: 2/3 is the second of three parts")
    parser.add_argument("--json", default="", help="a file for all counts and findings")
    parser.add_argument("--sum", nargs="+", metavar="FILE", help="attack nothing; print the table of these files of --json together")
    return parser.parse_args(words)


def of_caller(path):
    """Returns a path as it was typed: Bazel starts programs elsewhere."""
    return os.path.join(os.environ.get("BUILD_WORKING_DIRECTORY", "."), path)


def print_sum(paths):
    rows = []
    for path in paths:
        with open(of_caller(path)) as file:
            rows += counts.from_json(file.read())
    rows = counts.together(rows)
    for row in rows:  # a slice has too few gates to tell
        check_false_fails(row, "equal libraries: ")
    print(counts.table(rows))
    for row in rows:
        for kind, text in row.findings:
            print("%s: %s: %s" % (row.name, kind, text))
    return 1 if any(row.findings for row in rows) else 0


def main(words):
    options = parse(words)
    if options.sum:
        return print_sum(options.sum)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # what was started is ended, too
    begin = datetime.datetime.now(datetime.timezone.utc)
    rows, good = run_attacks(options, Programs(os.getcwd()), lambda text: print(text, flush=True))
    print(counts.table(rows))
    if options.json:
        with open(of_caller(options.json), "w") as file:
            file.write(counts.as_json(rows, {"commit": commit(), "begun_at": begin.strftime("%FT%TZ"), "seed": options.seed}))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
