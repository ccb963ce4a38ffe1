"""Tests a store that changes while it is served."""
import concurrent.futures
import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import tempfile
import unittest

from testing.services import MpigaugeServe
from lab.end_to_end.dashboards.server_case import Filled, ask, history_path
from lab.end_to_end.dashboards.filled_store import MPIGAUGE, SERIES, fill, mpigauge


class StoresTest(unittest.TestCase):
    """The store changes while it is served."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = os.path.join(folder.name, "store.sqlite")
        mpigauge("baseline", "remove", "nosuch", "--store", self.store, expect=(4,))  # makes an empty one

    def status(self, server, path):
        answer = ask(server, path)
        return answer.status, answer.json().get("error", "")

    def test_empty(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web") as server:
            for path, key in (("/api/runs", "runs"), ("/api/series", "series"), ("/api/baselines", "baselines")):
                self.assertEqual(ask(server, path).json(), {key: []})
            self.assertEqual(ask(server, "/api/gates").json(), {"gates": [], "standing": []})
            self.assertEqual(ask(server, "/api/calibrations").json(), [])
            self.assertEqual(self.status(server, "/api/gate?id=latest")[0], 404)
            self.assertEqual(self.status(server, history_path(SERIES))[0], 404)
            self.assertIn("there is none yet", self.status(server, "/api/compare?baseline=a&candidate=b")[1])

    def test_gone(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web") as server:
            for suffix in ("", "-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    os.rename(self.store + suffix, self.store + ".away" + suffix)
            status, error = self.status(server, "/api/runs")
            self.assertEqual(status, 503)
            self.assertIn("cannot be opened", error)
            self.assertEqual(ask(server, "/").status, 200)
            self.assertIn(b"mpigauge_up 0", ask(server, "/metrics").body)
            os.rename(self.store + ".away", self.store)
            self.assertEqual(self.status(server, "/api/runs")[0], 200)

    def test_locked(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web") as server:
            holder = sqlite3.connect(self.store, isolation_level=None)
            holder.execute("PRAGMA locking_mode = EXCLUSIVE")
            holder.execute("BEGIN EXCLUSIVE")
            holder.execute("CREATE TABLE held(a)")
            status, error = self.status(server, "/api/runs")
            self.assertEqual(status, 503)
            self.assertIn("another process", error)
            holder.execute("ROLLBACK")
            holder.close()
            self.assertEqual(self.status(server, "/api/runs")[0], 200)

    def set_version(self, version):
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            before = database.execute("SELECT version FROM mpigauge_store").fetchone()[0]
            database.execute("UPDATE mpigauge_store SET version = ?", (version,))
            database.commit()
        return before

    def test_a_store_of_another_version_is_refused(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web") as server:
            newest = self.set_version(1)
            status, error = self.status(server, "/api/runs")
            self.assertEqual(status, 503)
            self.assertIn("has schema version 1, this mpigauge reads %d" % newest, error)
            self.set_version(newest + 1)
            self.assertEqual(self.status(server, "/api/runs")[0], 503)
        self.set_version(newest - 1)
        self.assertIn("brings an older store up to date",
                      mpigauge("serve", "--web", "--listen", "127.0.0.1:0", "--store", self.store, expect=(4,)))

    def test_no_store(self):
        self.assertIn("nosuch.sqlite", mpigauge("serve", "--store", self.store + "/nosuch.sqlite", expect=(4,)))

    def test_ended_by_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with MpigaugeServe(MPIGAUGE, self.store, "--web") as server:
                with socket.create_connection(("127.0.0.1", server.port)) as silent:
                    silent.sendall(b"GET /")
                    os.kill(server.process.pid, number)
                    self.assertEqual(server.process.wait(30), 0)


class WritersTest(Filled):
    def test_writers_at_the_same_time(self):
        other = os.path.join(self.folder, "other.sqlite")
        fill(other)
        records = os.path.join(self.folder, "records")
        for run in json.loads(mpigauge("runs", "--store", other, "--format", "json")):
            mpigauge("export", "--store", other, "--records", records, "--run", run["run_id"])
        paths = ["/api/runs", "/api/gates", "/api/series", history_path(SERIES),
                 "/api/compare?baseline=release&candidate=latest", "/metrics"]
        writer = subprocess.Popen([MPIGAUGE, "import", records, "--store", self.store], stdout=subprocess.DEVNULL)
        statuses = set()
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            while writer.poll() is None or not statuses:
                statuses |= {answer.status for answer in pool.map(lambda path: ask(self.server, path), paths)}
        self.assertEqual((writer.returncode, statuses), (0, {200}))
        self.assertEqual(len(self.get("/api/runs")["runs"]), 6)


del Filled  # no tests of its own

if __name__ == "__main__":
    unittest.main()
