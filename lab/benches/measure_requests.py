"""How long `mpigauge serve --web` takes for an answer, beside the command that prints the same.

    python3 -m lab.benches.measure_requests MPIGAUGE STORE [REPETITIONS]

The store has at least two runs (lab/benches/fill-store makes big ones). The medians of the repetitions, the
size of the answer and that of its packed form are printed as a Markdown table. Nothing is cached on either side but by
the operating system; both are asked in turns.
"""
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

from testing.services import MpigaugeServe


def ask(port, path, headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    begin = time.monotonic()
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    seconds = time.monotonic() - begin
    assert answer.status == 200, body[:300]
    return seconds, body


def run(mpigauge, store, words):
    begin = time.monotonic()
    subprocess.run([mpigauge, *words, "--store", store], stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def main():
    mpigauge, store = sys.argv[1:3]
    repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    with tempfile.TemporaryDirectory() as folder, MpigaugeServe(mpigauge, store, "--web") as server:
        runs = json.loads(ask(server.port, "/api/runs", {})[1])["runs"]
        names = json.loads(ask(server.port, "/api/series", {})[1])["series"]
        one, other = runs[1]["run_id"], runs[0]["run_id"]
        name = names[len(names) // 2]["name"]
        print("%d series, %d runs" % (len(names), len(runs)))
        print("| asked for | answer | command | size | packed |\n|---|---:|---:|---:|---:|")
        for path, words in (
                ("/", None),
                ("/metrics", ["export", "--textfile", os.path.join(folder, "metrics.prom")]),
                ("/api/runs", ["runs", "--format", "json"]),
                ("/api/gates", ["gates", "--format", "json"]),
                ("/api/series", ["history", "--format", "json"]),
                ("/api/history?" + urllib.parse.urlencode({"series": name}), ["history", name, "--format", "json"]),
                ("/api/compare?baseline=%s&candidate=%s" % (one, other), ["compare", one, other, "--format", "json"])):
            answers, commands = [], []
            for _ in range(repetitions):
                answers.append(ask(server.port, path, {})[0])
                if words:
                    commands.append(run(mpigauge, store, words))
            plain, packed = ask(server.port, path, {})[1], ask(server.port, path, {"Accept-Encoding": "gzip"})[1]
            print("| `%s` | %.3f s | %s | %.2f MB | %.2f MB |" % (
                path.split("?")[0], statistics.median(answers),
                "%.3f s" % statistics.median(commands) if commands else "-", len(plain) / 1e6, len(packed) / 1e6))


if __name__ == "__main__":
    main()
