#!/usr/bin/python3
"""Starts a real Prometheus, serves it a store after a line on standard input, and prints what it answers.

It is part of the demo. A Prometheus looks at its targets for the first time five seconds after its start, so the demo
starts it early.

usage: show_in_prometheus.py MPIGAUGE STORE
"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from testing.services import MpigaugeServe, Prometheus, free_ports, wait_until  # noqa: E402

QUERIES = ["mpigauge_gate_verdict", "mpigauge_gate_series", 'topk(3, mpigauge_series_ratio{case="allreduce"})']


def labels(metric):
    return ", ".join("%s=%s" % item for item in sorted(metric.items())
                     if item[0] not in ("__name__", "instance", "job"))


def main():
    mpigauge, store = sys.argv[1:]
    port = free_ports(1)[0]
    with tempfile.TemporaryDirectory() as folder, Prometheus(folder, ["127.0.0.1:%d" % port]) as prometheus:
        if not sys.stdin.readline():
            return  # the demo has ended before
        with MpigaugeServe(mpigauge, store, port=port):
            wait_until(lambda: prometheus.query(QUERIES[0]), "the first scrape")
            for query in QUERIES:
                print(query)
                for one in prometheus.query(query):
                    print("  %-70s %s" % (labels(one["metric"]), one["value"][1]))


main()
