#!/usr/bin/env python3
"""Gates on tuning parameters of Open MPI whose effect is known: what is found, and what it takes.

usage: fixtures.py MPIGAUGE STORE [FILTER]      prints a Markdown table; the gates stay in the store
"""

import json
import subprocess
import sys
import time

# The parameters of the candidate, and whether 8 B and 64 KiB get slower (None: it makes no difference).
FIXTURES = [
    ("btl tcp,self, pml ob1", {"btl": "tcp,self", "pml": "ob1"}, "slower"),
    ("btl_vader_fbox_max 0", {"btl_vader_fbox_max": "0"}, "slower at 8 B"),
    ("mpi_yield_when_idle 1", {"mpi_yield_when_idle": "1"}, "slower at 8 B"),
    ("allreduce algorithm 1", {"coll_tuned_use_dynamic_rules": "1", "coll_tuned_allreduce_algorithm": "1"}, "allreduce slower"),
    ("allreduce algorithm 2", {"coll_tuned_use_dynamic_rules": "1", "coll_tuned_allreduce_algorithm": "2"}, "allreduce slower"),
    ("coll ^tuned", {"coll": "^tuned"}, "allreduce slower"),
    ("pml_monitoring_enable 2", {"pml_monitoring_enable": "2"}, "slower at 8 B"),
    ("btl_vader_single_copy_mechanism none", {"btl_vader_single_copy_mechanism": "none"}, "as it was"),
    ("btl_vader_eager_limit 128", {"btl_vader_eager_limit": "128"}, "as it was"),
    ("mpi_param_check 0", {"mpi_param_check": "0"}, "as it was"),
    ("nothing", {}, "as it was"),
]
FILTER = "^(ping_pong|allreduce)/bytes:(8|65536)/"


def gate(mpigauge, store, name, parameters, series):
    command = [mpigauge, "--store", store, "gate", "--baseline-mpi", "openmpi", "--candidate-mpi", "openmpi",
               "--candidate-label", name, "--filter", series, "--format", "json"]
    for key, value in parameters.items():
        command += ["--candidate-env", f"OMPI_MCA_{key}={value}"]
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{name}: {done.stderr}")
    return json.loads(done.stdout), time.monotonic() - begin


def cell(series):
    launches = len(series["baseline_launches_seconds"]) + len(series["candidate_launches_seconds"])
    return f"{series['verdict']} {100 * (series['ratio'] - 1):+.1f}% ({launches})"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    mpigauge, store = sys.argv[1:3]
    series = sys.argv[3] if len(sys.argv) > 3 else FILTER
    names = None
    for name, parameters, truth in FIXTURES:
        comparison, seconds = gate(mpigauge, store, name, parameters, series)
        by_name = {one["name"]: one for one in comparison["series"]}
        if names is None:
            names = sorted(by_name)
            print("| parameters | known | gate | " + " | ".join(names) + " | time |")
            print("|---" * (len(names) + 4) + "|")
        cells = [cell(by_name[one]) if one in by_name else "-" for one in names]
        print(f"| {name} | {truth} | {comparison['verdict']} | " + " | ".join(cells) + f" | {seconds:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
