#!/usr/bin/python3
"""Serves a store to a real Prometheus for a moment and prints what it answers; part of the demo.

usage: show_in_prometheus.py MPIGAUGE STORE
"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from testing.services import MpigaugeServe, Prometheus, wait_until  # noqa: E402

QUERIES = ["mpigauge_gate_verdict", "mpigauge_gate_series", 'topk(3, mpigauge_series_ratio{case="allreduce"})']


def labels(metric):
    return ", ".join("%s=%s" % item for item in sorted(metric.items())
                     if item[0] not in ("__name__", "instance", "job"))


def main():
    mpigauge, store = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, MpigaugeServe(mpigauge, store) as serve, \
            Prometheus(folder, ["127.0.0.1:%d" % serve.port]) as prometheus:
        wait_until(lambda: prometheus.query(QUERIES[0]), "the first scrape")
        for query in QUERIES:
            print(query)
            for one in prometheus.query(query):
                print("  %-70s %s" % (labels(one["metric"]), one["value"][1]))


main()
