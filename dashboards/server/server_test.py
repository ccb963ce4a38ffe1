"""A real `mpigauge serve --web` over stores that real gates have filled: what it answers is what the command prints."""
import base64
import concurrent.futures
import contextlib
import crypt
import gzip
import http.client
import json
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import time
import unittest
import urllib.parse

from ci.testing.postgres import Postgres
from ci.testing.services import MpigaugeServe, Prometheus, free_ports, wait_until
from dashboards.testing.filled_store import HOSTILE_LIBRARY, MPIGAUGE, copy_filled, fill, mpigauge

SERIES = "allreduce/bytes:8/ranks:2"


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


def ask(server, path, method="GET", headers=None, context=None, body=None):
    """One request, as it stands."""
    kind = http.client.HTTPSConnection if context else http.client.HTTPConnection
    more = {"context": context} if context else {}
    connection = kind("127.0.0.1", server.port, timeout=60, **more)
    connection.request(method, path, headers=headers or {}, body=body)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return Answer(answer.status, dict(answer.getheaders()), body)


def raw(server, data):
    """Bytes sent, and the first line of what came back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(data)
        return connection.recv(4096).split(b"\r\n")[0].decode()


def history_path(*names):
    return "/api/history?" + urllib.parse.urlencode([("series", name) for name in names])


class Filled(unittest.TestCase):
    """With a store that was filled by a gate, and a server over it."""

    @classmethod
    def setUpClass(cls):
        cls.cleanup = contextlib.ExitStack()
        cls.folder = cls.cleanup.enter_context(tempfile.TemporaryDirectory())
        cls.store = cls.make_store()
        copy_filled(cls.store)
        cls.server = cls.cleanup.enter_context(MpigaugeServe(MPIGAUGE, cls.store, "--web"))

    @classmethod
    def make_store(cls):
        return os.path.join(cls.folder, "store.sqlite")

    @classmethod
    def tearDownClass(cls):
        cls.cleanup.close()

    def command(self, *arguments, **more):
        return json.loads(mpigauge(*arguments, "--store", self.store, **more))

    def get(self, path):
        answer = ask(self.server, path)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()


class FiguresTest(Filled):
    """The numbers are those that the command prints."""

    def test_runs(self):
        printed = self.command("runs", "--json")
        for run in printed:
            del run["plan"]
        self.assertEqual(self.get("/api/runs"), {"runs": printed})
        self.assertEqual(len(printed), 3)
        self.assertEqual([run["complete"] for run in printed], [4, 4, 4])
        self.assertIn(HOSTILE_LIBRARY, [run["library"] for run in printed])

    def test_gates(self):
        gates = self.get("/api/gates")["gates"]
        self.assertEqual(gates, self.command("gates", "--json"))
        self.assertEqual([gate["verdict"] for gate in gates], ["fail"])
        self.assertGreater(gates[0]["fail"], 0)
        self.assertEqual(gates[0]["fail"] + gates[0]["inconclusive"] + gates[0]["pass"], 4)

    def check_comparison(self, view, printed):
        self.assertEqual([(one["kind"], one["text"]) for one in view["findings"]],
                         [(one["kind"], one["text"]) for one in printed.pop("findings")])
        self.assertEqual(view["comparison"], printed)

    def test_a_gate(self):
        gate = self.get("/api/gates")["gates"][0]
        view = self.get("/api/gate?id=" + gate["gate_id"])
        self.check_comparison(view, self.command("gates", gate["gate_id"][:8], "--json"))
        self.assertEqual(view["kind"], "comparison")
        self.assertIn("allreduce", view["headline"])
        self.assertEqual(view["findings"][0]["kind"], "fail")
        self.assertEqual(self.get("/api/gate?id=" + gate["gate_id"][:6])["comparison"], view["comparison"])

    def test_two_runs(self):
        view = self.get("/api/compare?baseline=release&candidate=latest")
        self.check_comparison(view, self.command("compare", "release", "latest", "--format", "json", expect=(0, 1, 2)))
        self.assertTrue(view["commands"]["comparison"].startswith("mpigauge compare release latest"))

    def test_history(self):
        history = self.get(history_path(SERIES, "bcast/bytes:8/ranks:2"))
        for name in (SERIES, "bcast/bytes:8/ranks:2"):
            printed = self.command("history", name, "--json")
            drawn = history["series"][name]
            self.assertEqual([history["runs"][place]["run_id"] for place in drawn["run"]],
                             [point["run_id"] for point in printed])
            self.assertEqual(drawn["median_seconds"], [point["median_seconds"] for point in printed])
            self.assertEqual(drawn["low_seconds"], [min(point["launches_seconds"]) for point in printed])
            self.assertEqual(drawn["high_seconds"], [max(point["launches_seconds"]) for point in printed])
            self.assertEqual(drawn["launches"], [len(point["launches_seconds"]) for point in printed])
        self.assertNotIn("spin", str(list(history["series"])))

    def test_series_baselines_and_calibrations(self):
        self.assertEqual([one["name"] for one in self.get("/api/series")["series"]], self.command("history", "--json"))
        self.assertEqual(self.get("/api/baselines")["baselines"], self.command("baseline", "list", "--json"))
        self.assertEqual(self.get("/api/calibrations"), self.command("calibrate", "--list", "--format", "json"))

    def test_observations_are_those_of_the_records(self):
        gate = self.get("/api/gates")["gates"][0]
        view = self.get("/api/gate?id=" + gate["gate_id"])
        for side, run in (("baseline", self.get("/api/baselines")["baselines"][0]["runs"][0]),
                          ("candidate", gate["candidate_run_id"])):
            records = os.path.join(self.folder, side)
            mpigauge("export", "--store", self.store, "--records", records, "--run", run)
            drawn = view["observations"]["series"][SERIES][side]
            self.assertEqual(len(drawn), 4)
            for i in range(4):
                with open(os.path.join(records, "%s-%d.json" % (run, i))) as file:
                    series = [one for one in json.load(file)["mpigauge"]["series"] if one["name"] == SERIES][0]
                seconds = sorted(sum((one["observations_seconds"] for one in series["passes"]), []))
                self.assertAlmostEqual(drawn[i][0] / seconds[0], 1, 5)
                self.assertAlmostEqual(drawn[i][-1] / seconds[-1], 1, 5)
                middle = (seconds[(len(seconds) - 1) // 2] + seconds[len(seconds) // 2]) / 2
                self.assertAlmostEqual(drawn[i][5] / middle, 1, 5)

    def test_the_environment_of_both_sides(self):
        view = self.get("/api/compare?baseline=release&candidate=latest")
        for side in ("baseline", "candidate"):
            self.assertEqual(view["environment"][side]["ranks"], "2")
            self.assertIn("mpi_library_version", view["environment"][side])

    def test_the_report_holds_the_same(self):
        report = os.path.join(self.folder, "report.html")
        mpigauge("report", "--store", self.store, "-o", report)
        with open(report) as file:
            text = file.read().split('id="data">')[1].split("</script>")[0]
        gate = self.get("/api/gates")["gates"][0]
        self.assertEqual(json.loads(text), self.get("/api/gate?id=" + gate["gate_id"]))


class FiguresOfPostgresTest(FiguresTest):
    @classmethod
    def make_store(cls):
        server = cls.cleanup.enter_context(Postgres())
        return server.url + "postgres"


class RequestsTest(Filled):
    """Whatever is asked is answered, with words, and nothing is given away."""

    def error(self, path, status, text, **more):
        answer = ask(self.server, path, **more)
        self.assertEqual(answer.status, status, "%s: %s" % (path[:100], answer.body))
        self.assertIn(text, answer.json()["error"])
        return answer

    def test_what_is_not_there_is_said_with_what_is(self):
        self.error("/api/history?series=allreduce/bytes:9/ranks:2", 404, SERIES)
        newest = ask(self.server, "/api/runs").json()["runs"][0]["run_id"]
        self.error("/api/compare?baseline=release&candidate=nosuch", 404, newest)
        self.error("/api/gate?id=nosuch", 404, ask(self.server, "/api/gates").json()["gates"][0]["gate_id"])
        self.error("/api/nosuch", 404, "nothing is at /api/nosuch")
        self.error("/nosuch", 404, "there is /, /api/ and /metrics")

    def test_queries_that_make_no_sense(self):
        self.error("/api/compare", 400, "baseline=... is missing")
        self.error("/api/compare?baseline=a&baseline=b&candidate=c", 400, "more than 1 time")
        self.error("/api/runs?x=1", 400, "no parameter is known here")
        self.error("/api/history?seris=x", 400, "'seris' is no parameter; known: series")
        self.error("/api/history?" + "&".join("series=s%d" % i for i in range(21)), 400, "more than 20")
        self.error("/api/history?" + "&".join("p%d=1" % i for i in range(100)), 400, "too many parameters")
        self.error("/api/history?series=" + "x" * 7000, 404, "no series")
        self.error("/api/history?series=" + "x" * 20000, 414, "the address is too long")
        self.error("/api/history?series=%00%ff%27%22%3B%20DROP%20TABLE%20runs", 404, "no series")
        self.error("/api/compare?baseline=release&candidate=latest~999999999999", 404, "run(s)")

    def test_files_are_no_sides(self):
        records = os.path.join(self.folder, "files")
        mpigauge("export", "--store", self.store, "--records", records)
        for path in ("/etc/passwd", records, "../../etc/passwd", "."):
            self.error("/api/compare?baseline=%s&candidate=latest" % urllib.parse.quote(path, ""), 404, "no run")

    def test_hostile_paths(self):
        for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/api/../../etc/passwd",
                     "/api/%00", "/api/" + "a/" * 2000, "/metrics/..", "/\\..\\x", "/%", "/%zz"):
            answer = ask(self.server, path)
            self.assertIn(answer.status, (400, 404), path[:100])
            self.assertNotIn(b"root:", answer.body)

    def test_only_looking(self):
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
            answer = self.error("/api/runs", 405, "GET and HEAD", method=method, body="x=1")
            self.assertEqual(answer.headers["Allow"], "GET, HEAD")
        for path in ("/", "/metrics", "/api/runs"):
            head = ask(self.server, path, method="HEAD")
            self.assertEqual((head.status, head.body), (200, b""))
            self.assertEqual(int(head.headers["Content-Length"]), len(ask(self.server, path).body))

    def test_what_is_no_http(self):
        self.assertIn(" 400 ", raw(self.server, b"nonsense\r\n\r\n"))
        self.assertIn(" 400 ", raw(self.server, b"GET / HTTP/9.9\r\n\r\n"))
        self.assertIn(" 400 ", raw(self.server, b"\x16\x03\x01\x02\x00\r\n\r\n"))
        self.assertEqual(ask(self.server, "/metrics").status, 200)

    def test_names_of_others_for_this_address(self):
        for host in ("evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", ""):
            self.error("/api/runs", 421, "loopback", headers={"Host": host})
        for host in ("localhost", "127.0.0.1:%d" % self.server.port, "[::1]:9464"):
            self.assertEqual(ask(self.server, "/api/runs", headers={"Host": host}).status, 200)

    def test_headers(self):
        for path in ("/", "/api/runs", "/metrics", "/nosuch"):
            headers = ask(self.server, path).headers
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
            self.assertNotIn("Access-Control-Allow-Origin", headers)

    def test_packed(self):
        plain = ask(self.server, "/")
        packed = ask(self.server, "/", headers={"Accept-Encoding": "br, gzip"})
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed.body), plain.body)
        self.assertLess(len(packed.body), len(plain.body) / 2)
        self.assertNotIn("Content-Encoding", ask(self.server, "/", headers={"Accept-Encoding": "gzip;q=0"}).headers)

    def test_slow_and_silent_clients_do_not_block_others(self):
        with contextlib.ExitStack() as stack:
            for i in range(40):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", self.server.port)))
                one.sendall([b"", b"GET /", b"GET / HTTP/1.1\r\nHost: 127"][i % 3])
            start = time.monotonic()
            for path in ("/", "/api/runs", "/metrics"):
                self.assertEqual(ask(self.server, path).status, 200)
            self.assertLess(time.monotonic() - start, 4)  # they are left alone after 5 seconds

    def test_many_at_once(self):
        paths = ["/api/runs", "/api/gates", "/", "/metrics", "/api/compare?baseline=release&candidate=latest",
                 history_path(SERIES)] * 20
        with concurrent.futures.ThreadPoolExecutor(30) as pool:
            answers = list(pool.map(lambda path: ask(self.server, path), paths))
        self.assertEqual([answer.status for answer in answers], [200] * len(paths))
        for answer in answers[6:]:
            if answer.headers["Content-Type"].startswith("application/json"):
                self.assertIn(answer.body, [one.body for one in answers[:6]])


class WithoutThePageTest(Filled):
    def test_metrics_alone(self):
        with MpigaugeServe(MPIGAUGE, self.store) as server:
            self.assertIn(b"mpigauge_up 1", ask(server, "/metrics").body)
            self.assertEqual(ask(server, "/").status, 404)
            self.assertEqual(ask(server, "/api/runs").status, 404)


class StoresTest(unittest.TestCase):
    """What the store goes through while it is served."""

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
            for path, key in (("/api/runs", "runs"), ("/api/gates", "gates"), ("/api/series", "series"),
                              ("/api/baselines", "baselines")):
                self.assertEqual(ask(server, path).json(), {key: []})
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

    def test_of_another_version(self):
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
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
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
        for run in json.loads(mpigauge("runs", "--store", other, "--json")):
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


class AccessTest(Filled):
    """TLS with a certificate of our own authority, and users."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ca, cls.certificate, cls.key = cls.make_certificates()
        cls.users = os.path.join(cls.folder, "users")
        with open(cls.users, "w") as out:
            out.write("# who may look\n")
            out.write("ada:" + crypt.crypt("right", crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=2 ** 5)) + "\n")
            out.write("bob:" + crypt.crypt("pass:word", crypt.mksalt(crypt.METHOD_SHA512)) + "\n")
        cls.tls = ["--tls-certificate", cls.certificate, "--tls-key", cls.key]

    @classmethod
    def make_certificates(cls):
        path = lambda name: os.path.join(cls.folder, name)
        openssl = lambda *words: subprocess.run(["openssl", *words], check=True, stderr=subprocess.DEVNULL)
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path("ca.key"), "-out", path("ca.pem"),
                "-subj", "/CN=test authority", "-days", "2")
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", path("host.key"), "-out", path("host.csr"), "-subj",
                "/CN=localhost")
        with open(path("extensions"), "w") as out:
            out.write("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        openssl("x509", "-req", "-in", path("host.csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"),
                "-CAcreateserial", "-out", path("host.pem"), "-days", "2", "-extfile", path("extensions"))
        return path("ca.pem"), path("host.pem"), path("host.key")

    def status(self, server, user=None, context=None):
        headers = {} if user is None else {"Authorization": "Basic " + base64.b64encode(user.encode()).decode()}
        return ask(server, "/api/runs", headers=headers, context=context).status

    def test_users(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web", "--users", self.users) as server:
            for user in (None, "ada:wrong", "ada:", "eve:right", ":", "ada", "ada:right\0", "x" * 3000):
                self.assertEqual(self.status(server, user), 401, user)
            for header in ("Basic", "Basic !!!!", "Bearer YWRhOnJpZ2h0", "basic", "Basic " + "A" * 5001):
                self.assertEqual(ask(server, "/", headers={"Authorization": header}).status, 401, header)
            self.assertIn("Basic", ask(server, "/metrics").headers["WWW-Authenticate"])
            for user in ("ada:right", "bob:pass:word"):
                self.assertEqual(self.status(server, user), 200, user)

    def test_tls(self):
        context = ssl.create_default_context(cafile=self.ca)
        with MpigaugeServe(MPIGAUGE, self.store, "--web", *self.tls, "--users", self.users) as server:
            self.assertTrue(server.url.startswith("https://"))
            self.assertEqual(self.status(server, "ada:right", context), 200)
            self.assertEqual(self.status(server, "ada:wrong", context), 401)
            with self.assertRaises(ssl.SSLCertVerificationError):
                self.status(server, "ada:right", ssl.create_default_context())
            old = ssl.create_default_context(cafile=self.ca)
            old.maximum_version = ssl.TLSVersion.TLSv1_1
            with self.assertRaises((ssl.SSLError, OSError)):
                self.status(server, "ada:right", old)
            curl = ["curl", "-sS", "--cacert", self.ca, server.url + "/api/runs"]
            self.assertIn("runs", subprocess.run(curl + ["-u", "ada:right"], check=True, capture_output=True,
                                                 text=True).stdout)
            with contextlib.suppress(OSError):  # no TLS
                self.assertEqual(raw(server, b"GET / HTTP/1.1\r\n\r\n"), "")
            with contextlib.ExitStack() as stack:  # nothing, where a handshake is expected
                for _ in range(40):
                    stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                self.assertEqual(self.status(server, "ada:right", context), 200)

    def test_scraped_by_prometheus(self):
        password = os.path.join(self.folder, "password")
        with open(password, "w") as out:
            out.write("right")
        scrape = {"scheme": "https", "tls_config": {"ca_file": self.ca},
                  "basic_auth": {"username": "ada", "password_file": password}}
        with tempfile.TemporaryDirectory() as folder, \
                MpigaugeServe(MPIGAUGE, self.store, *self.tls, "--users", self.users) as server, \
                Prometheus(folder, ["127.0.0.1:%d" % server.port], scrape=scrape) as prometheus:
            wait_until(lambda: prometheus.query("mpigauge_gate_verdict"), "the first scrape")

    def refused(self, *options):
        listen = [] if "--listen" in options else ["--listen", "127.0.0.1:0"]
        return mpigauge("serve", "--store", self.store, *listen, *options, expect=(3, 4))

    def test_mistakes_are_named(self):
        other = os.path.join(self.folder, "other")
        for text, error in (("", "names nobody"), ("ada", "other:1: write user:HASH"), ("\nada:right", "other:2: no hash"),
                            ("ada:" + crypt.crypt("x", "ab"), "strong method")):
            with open(other, "w") as out:
                out.write(text + "\n")
            self.assertIn(error, self.refused("--users", other))
        self.assertIn("cannot be read", self.refused("--users", "/no/such"))
        self.assertIn("passwords would cross the network",
                      self.refused("--listen", "0.0.0.0:0", "--users", self.users))
        self.assertIn("--tls-certificate " + other, self.refused("--tls-certificate", other, "--tls-key", self.key))
        self.assertIn("--tls-key " + self.key[:-8] + "ca.key",
                      self.refused("--tls-certificate", self.certificate, "--tls-key", self.key[:-8] + "ca.key"))
        self.assertIn("--tls-key", self.refused("--tls-certificate", self.certificate))
        self.assertIn("write HOST:PORT", self.refused("--listen", "9464"))
        self.assertIn("no such host", self.refused("--listen", "no.such.host.invalid:0"))
        port = free_ports(1)[0]
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", port))
            taken.listen()
            self.assertIn("cannot listen there", self.refused("--listen", "127.0.0.1:%d" % port))


del Filled  # no tests of its own

if __name__ == "__main__":
    unittest.main()
