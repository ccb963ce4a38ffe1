"""Measures the cost of an exporter for Prometheus: measure_prometheus.py MPIGAUGE STORE [MINUTES].

Two Prometheuses for the same time, one that scrapes `mpigauge serve` over the store every 15 s and one that scrapes
itself alone, both with the rules of dashboards/rules. Prints time series, memory, scrape and rule times.
"""
import sys
import tempfile
import time

from testing.services import MpigaugeServe, Prometheus, get

RULES = ["dashboards/rules/alerts.yml", "dashboards/rules/recording.yml"]


def value(prometheus, expression):
    result = prometheus.query(expression)
    return float(result[0]["value"][1]) if result else float("nan")


def memory(prometheus):
    for line in get(prometheus.url + "/metrics").splitlines():
        if line.startswith("process_resident_memory_bytes "):
            return float(line.split()[1]) / 2**20
    return float("nan")


def main():
    mpigauge, store = sys.argv[1:3]
    minutes = float(sys.argv[3]) if len(sys.argv) > 3 else 5
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other, \
            MpigaugeServe(mpigauge, store) as serve, \
            Prometheus(one, ["127.0.0.1:%d" % serve.port], rules=RULES, interval="15s") as full, \
            Prometheus(other, [], rules=RULES, interval="15s") as empty:
        time.sleep(60 * minutes)
        print("time series %.0f" % value(full, 'count({__name__=~"mpigauge.*"})'))
        print("samples of a scrape %.0f" % value(full, "scrape_samples_scraped"))
        print("scrape %.3f s (median), %.3f s (largest)" % (value(full, "quantile_over_time(0.5, scrape_duration_seconds[1h])"),
                                                          value(full, "max_over_time(scrape_duration_seconds[1h])")))
        print("memory %.0f MiB, without it %.0f MiB" % (memory(full), memory(empty)))


if __name__ == "__main__":
    main()
