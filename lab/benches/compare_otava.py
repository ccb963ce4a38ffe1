#!/usr/bin/env python3
"""Apache Otava's own code on what `history-bench --write FILE` wrote: how long it takes, and whether the points agree.

    PYTHONPATH=OTAVA_CHECKOUT compare_otava.py FILE
"""
import json
import sys
import time

import numpy as np
from otava.analysis import compute_change_points

with open(sys.argv[1] + ".json") as file:
    ours = json.load(file)
# Otava cuts windows out of lists only.
series = [list(row) for row in np.fromfile(sys.argv[1] + ".f64").reshape(-1, ours["runs"])]
compute_change_points(series[0])  # what is imported and compiled at the first call is not counted

start = time.process_time()  # processor time: others use the machine too
theirs = [[point.index for point in compute_change_points(one)[0]] for one in series]
seconds = time.process_time() - start

pairs = list(zip(theirs, ours["points"]))
print(f"{len(series)} series of {ours['runs']} runs")
print(f"Otava: {seconds:.3f} s, {sum(map(len, theirs))} points")
print(f"ours:  {ours['seconds']:.4f} s, {sum(map(len, ours['points']))} points, {seconds / ours['seconds']:.0f} times as fast")
print(f"series with the same points: {sum(a == b for a, b in pairs)}")
for place, (a, b) in enumerate(pairs):
    if a != b:
        print(f"  series {place}: Otava {a}, ours {b}")
