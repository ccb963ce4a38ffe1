"""A store that a real gate has filled, looked at by a real Prometheus."""
import json
import os
import subprocess
import tempfile
import unittest

from testing.services import MpigaugeServe, Prometheus, Pushgateway, free_ports, get, wait_until
from lab.end_to_end.dashboards.filled_store import MPIGAUGE, SERIES, mpigauge
from lab.end_to_end.dashboards.gated_store import GatedStore


class PrometheusTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gated = GatedStore()
        cls.gated.__enter__()
        cls.store = cls.gated.path

    @classmethod
    def tearDownClass(cls):
        cls.gated.__exit__()

    def test_scraped(self):
        with tempfile.TemporaryDirectory() as folder, MpigaugeServe(MPIGAUGE, self.store) as serve, \
                Prometheus(folder, ["127.0.0.1:%d" % serve.port]) as prometheus:
            wait_until(lambda: prometheus.query("mpigauge_gate_verdict"), "the first scrape")
            self.assertEqual(prometheus.query("mpigauge_gate_verdict")[0]["value"][1], "1")
            ratio = prometheus.query('mpigauge_series_ratio{series="%s"}' % SERIES)
            self.assertGreater(float(ratio[0]["value"][1]), 4)
            slow = prometheus.query("mpigauge_series_verdict == 1")
            self.assertEqual({one["metric"]["case"] for one in slow}, {"allreduce"})

    def test_pushed_and_scraped_from_the_pushgateway(self):
        with tempfile.TemporaryDirectory() as folder, Pushgateway() as gateway, \
                Prometheus(folder, [gateway.url[len("http://"):]], honor_labels=True) as prometheus:
            mpigauge("export", "--store", self.store, "--push", gateway.url, "--grouping", "cluster=alps")
            wait_until(lambda: prometheus.query('mpigauge_gate_verdict{cluster="alps",job="mpigauge"}'), "the pushed gate")

    def test_a_push_takes_back_what_a_removed_baseline_or_a_forgotten_gate_had(self):
        for name, words in (("removed", ["baseline", "remove", "release"]), ("forgotten", ["gates", "latest", "--forget"])):
            with self.subTest(name), Pushgateway() as gateway:
                store = os.path.join(self.gated.folder, name + ".sqlite")
                mpigauge("store", "copy", self.store, store)
                file = os.path.join(self.gated.folder, name + ".prom")
                push = ["export", "--store", store, "--push", gateway.url, "--textfile", file]
                mpigauge(*push)
                self.assertIn("mpigauge_control_moved{", get(gateway.url + "/metrics"))
                self.assertIn("mpigauge_gate_inconclusive_gates{", get(gateway.url + "/metrics"))
                mpigauge(*words, "--store", store)
                mpigauge(*push)
                with open(file) as textfile:
                    for text in (get(gateway.url + "/metrics"), textfile.read()):
                        self.assertNotRegex(text, "mpigauge_(gate|series|control|impact)_")
                        self.assertIn("mpigauge_up", text)

    def test_a_gateway_that_is_not_there_is_named(self):
        url = "http://127.0.0.1:%d" % free_ports(1)[0]
        self.assertIn("no Pushgateway answers there", mpigauge("export", "--store", self.store, "--push", url, expect=(3,)))

    def test_textfile_is_clean_by_promtool(self):
        path = os.path.join(self.gated.folder, "mpigauge.prom")
        mpigauge("export", "--store", self.store, "--textfile", path)
        with open(path) as file:
            subprocess.run(["promtool", "check", "metrics"], stdin=file, check=True)

    def many_series(self):
        """A store with a gate of a thousand series, made of the first of each launch of the one that was measured."""
        records = os.path.join(self.gated.folder, "many")
        runs = [run["run_id"] for run in json.loads(mpigauge("runs", "--store", self.store, "--format", "json"))]
        for run in runs:
            mpigauge("export", "--store", self.store, "--records", records, "--run", run)
        for name in os.listdir(records):
            with open(os.path.join(records, name)) as file:
                record = json.load(file)
            one = next(series for series in record["mpigauge"]["series"] if series["name"] == SERIES)
            record["mpigauge"]["series"] = [{**one, "name": one["name"].replace("bytes:8/", "bytes:%d/" % size),
                                             "parameters": {**one["parameters"], "bytes": size}} for size in range(1, 1001)]
            with open(file.name, "w") as file:
                json.dump(record, file)
        store = os.path.join(self.gated.folder, "many.sqlite")
        mpigauge("import", records, "--store", store)
        mpigauge("baseline", "set", "release", runs[1], "--store", store)
        mpigauge("gate", "--store", store, "--baseline", "release", "--run", runs[0], expect=(0, 1, 2))
        return store

    def test_a_thousand_series_are_clean_by_promtool(self):
        path = os.path.join(self.gated.folder, "many.prom")
        mpigauge("export", "--store", self.many_series(), "--textfile", path)
        with open(path) as file:
            self.assertGreater(sum(not line.startswith("#") for line in file), 18033)
            file.seek(0)
            subprocess.run(["promtool", "check", "metrics"], stdin=file, check=True)

    def test_serve_says_when_its_port_is_taken_and_when_the_store_is_gone(self):
        store = os.path.join(self.gated.folder, "copy.sqlite")
        mpigauge("export", "--store", self.store, "--records", os.path.join(self.gated.folder, "records"))
        mpigauge("import", os.path.join(self.gated.folder, "records"), "--store", store)
        with MpigaugeServe(MPIGAUGE, store) as serve:
            address = "127.0.0.1:%d" % serve.port
            self.assertIn("cannot listen there", mpigauge("serve", "--store", store, "--listen", address, expect=(3,)))
            self.assertIn("mpigauge_up 1", get("http://%s/metrics" % address))
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(store + suffix):
                    os.remove(store + suffix)
            self.assertIn("mpigauge_up 0", get("http://%s/metrics" % address))


if __name__ == "__main__":
    unittest.main()
