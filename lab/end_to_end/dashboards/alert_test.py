"""An alert travels: a real gate fails, is scraped, a rule fires, Alertmanager sends it, somebody gets it."""
import http.server
import json
import queue
import tempfile
import threading
import unittest

from testing.services import Alertmanager, MpigaugeServe, Prometheus
from lab.end_to_end.dashboards.filled_store import MPIGAUGE
from lab.end_to_end.dashboards.gated_store import GatedStore

RULES = ["dashboards/rules/alerts.yml", "dashboards/rules/recording.yml"]


class Receiver:
    """A webhook on a free port; what it is sent lies in `alerts`."""

    def __enter__(self):
        alerts = self.alerts = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                for alert in body["alerts"]:
                    alerts.put(alert)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d/" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class AlertTest(unittest.TestCase):
    def test_a_failed_gate_reaches_the_receiver(self):
        with GatedStore() as store, tempfile.TemporaryDirectory() as folder, Receiver() as receiver, \
                MpigaugeServe(MPIGAUGE, store.path) as serve, Alertmanager(folder, receiver.url) as alertmanager, \
                Prometheus(folder, ["127.0.0.1:%d" % serve.port], rules=RULES, alertmanager=alertmanager.address):
            while True:
                alert = receiver.alerts.get(timeout=120)
                if alert["labels"]["alertname"] == "MpigaugeRegression":
                    break
            self.assertEqual(alert["status"], "firing")
            self.assertEqual(alert["labels"]["baseline"], "release")
            self.assertEqual(alert["labels"]["severity"], "critical")
            self.assertIn("failed against baseline release", alert["annotations"]["summary"])
            self.assertRegex(alert["annotations"]["description"], r"allreduce/bytes:\d+/ranks:2 x\d")
            self.assertNotIn("bcast", alert["annotations"]["description"])
            self.assertIn("mpigauge report", alert["annotations"]["runbook"])


if __name__ == "__main__":
    unittest.main()
