"""The history of a store becomes blocks of a real Prometheus, and is asked for there."""
import json
import os
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import urllib.request

from testing.services import Prometheus
from lab.end_to_end.dashboards.filled_store import MPIGAUGE, mpigauge
from lab.end_to_end.dashboards.gated_store import GatedStore

DAY = 86400


class BackfillTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gated = GatedStore()
        cls.gated.__enter__()
        cls.store = cls.gated.path
        cls.age_the_gates()

    @classmethod
    def tearDownClass(cls):
        cls.gated.__exit__()

    @classmethod
    def age_the_gates(cls):
        """The real gate, copied as if it had been decided each day of the last forty; every third one inconclusive."""
        cls.days = [int(time.time()) // DAY * DAY - back * DAY for back in range(40, 0, -1)]
        rows = []
        for number, day in enumerate(cls.days):
            stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(day))
            verdict = "inconclusive" if number % 3 == 0 else "fail"
            rows.append("INSERT INTO gates SELECT 'old-%d', '%s', candidate_run_id, baseline, '%s', "
                        "json_set(comparison, '$.verdict', '%s'), '', NULL, NULL FROM gates WHERE gate_id = (SELECT min(gate_id) FROM gates "
                        "WHERE gate_id NOT LIKE 'old-%%');" % (number, stamp, verdict, verdict))
        subprocess.run(["sqlite3", cls.store, "".join(rows)], check=True)

    def query_range(self, prometheus, expression, start, end, step):
        url = prometheus.url + "/api/v1/query_range?" + urllib.parse.urlencode(
            {"query": expression, "start": start, "end": end, "step": step})
        with urllib.request.urlopen(url, timeout=60) as answer:
            return json.load(answer)["data"]["result"]

    def test_a_range_query_gives_what_the_store_has(self):
        with tempfile.TemporaryDirectory() as folder:
            history = os.path.join(folder, "history.om")
            said = mpigauge("export", "--store", self.store, "--openmetrics", history, "--label", "cluster=alps")
            self.assertRegex(said, r"\d+ samples of 41 gates, 2 runs")
            subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=1000h", history,
                            os.path.join(folder, "tsdb")], check=True, stdout=subprocess.DEVNULL)
            with Prometheus(folder, [], more=["--storage.tsdb.retention.time=1y"]) as prometheus:
                verdicts = self.query_range(prometheus, 'mpigauge_gate_verdict{cluster="alps"}', self.days[0], self.days[-1], DAY)
                self.assertEqual([(int(at), value) for at, value in verdicts[0]["values"]],
                                 [(day, "2" if number % 3 == 0 else "1") for number, day in enumerate(self.days)])
                ratio = self.stored_ratio()
                series = 'mpigauge_series_ratio{series="%s"}' % ratio[0]
                values = self.query_range(prometheus, series, self.days[0], self.days[-1], DAY)[0]["values"]
                self.assertEqual(len(values), len(self.days))
                self.assertEqual({float(value) for _, value in values}, {ratio[1]})
                in_a_row = self.query_range(prometheus, "mpigauge_gate_inconclusive_gates", self.days[0], self.days[2], DAY)
                self.assertEqual([value for _, value in in_a_row[0]["values"]], ["1", "0", "0"])

    def stored_ratio(self):
        text = subprocess.run(["sqlite3", self.store, "SELECT comparison FROM gates LIMIT 1"], stdout=subprocess.PIPE, check=True)
        series = json.loads(text.stdout)["series"][0]
        return series["name"], series["ratio"]

    def test_since_leaves_out_what_is_older(self):
        since = time.strftime("%Y-%m-%d", time.gmtime(self.days[-5]))
        text = mpigauge("export", "--store", self.store, "--openmetrics", "-", "--since", since)
        self.assertEqual(sum(line.startswith("mpigauge_gate_verdict{") for line in text.splitlines()), 6)
        self.assertIn("\n# EOF\n", text)

    def test_impossible_exports_are_refused_with_their_option(self):
        store = ["--store", self.store]
        for since in ("yesterday", "2026-13-01", "2026-01-01T99:00:00Z", "2026-01-01 "):
            self.assertIn("--since '%s'" % since, mpigauge("export", *store, "--openmetrics", "-", "--since", since, expect=(4,)))
        self.assertIn("/no/such/folder", mpigauge("export", *store, "--openmetrics", "/no/such/folder/x", expect=(3,)))
        self.assertIn("--label", mpigauge("export", *store, "--openmetrics", "-", "--label", "case=x", expect=(4,)))
        self.assertIn("--label", mpigauge("export", *store, "--openmetrics", "-", "--label", "9=x", expect=(4,)))
        self.assertIn("cannot be opened", mpigauge("export", "--store", "/no/such.sqlite", "--openmetrics", "-", expect=(4,)))
        old = os.path.join(self.gated.folder, "old.sqlite")
        subprocess.run(["sqlite3", self.store, "VACUUM INTO '%s'" % old], check=True)
        subprocess.run(["sqlite3", old, "UPDATE mpigauge_store SET version = version - 1"], check=True)
        for target in (["--openmetrics", "-"], ["--textfile", os.path.join(self.gated.folder, "metrics.prom")]):
            self.assertIn("`mpigauge store migrate` brings an older store up to date",
                          mpigauge("export", "--store", old, *target, expect=(4,)))

    def test_nothing_is_an_empty_history(self):
        text = subprocess.run([MPIGAUGE, "export", "--store", self.store, "--openmetrics", "-", "--since", "2999-01-01"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
        self.assertEqual(text, "# EOF\n")


if __name__ == "__main__":
    unittest.main()
