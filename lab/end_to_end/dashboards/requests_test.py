"""Whatever is asked of the server is answered, with words, and nothing is given away."""
import concurrent.futures
import contextlib
import gzip
import os
import pty
import re
import signal
import socket
import time
import types
import unittest
import urllib.parse

from testing.proxy import proxy
from testing.services import MpigaugeServe, wait_until
from lab.end_to_end.dashboards.server_case import Filled, ask, history_path, raw, read
from lab.end_to_end.dashboards.filled_store import MPIGAUGE, SERIES, mpigauge


class RequestsTest(Filled):
    """Whatever is asked is answered, with words, and nothing is given away."""

    def error(self, path, status, text, **more):
        answer = ask(self.server, path, **more)
        self.assertEqual(answer.status, status, "%s: %s" % (path[:100], answer.body))
        self.assertIn(text, answer.json()["error"])
        return answer

    def test_errors_about_missing_things_name_those_that_exist(self):
        self.error("/api/history?series=allreduce/bytes:9/ranks:2", 404, SERIES)
        newest = ask(self.server, "/api/runs").json()["runs"][0]["run_id"]
        self.error("/api/compare?baseline=release&candidate=nosuch", 404, newest)
        self.error("/api/gate?id=nosuch", 404, ask(self.server, "/api/gates").json()["gates"][0]["gate_id"])
        self.error("/api/run?id=nosuch", 404, "nosuch")
        self.error("/api/run", 400, "id=... is missing")
        self.error("/api/nosuch", 404, "there is no page at /api/nosuch")
        self.error("/nosuch", 404, "there is /, /api/ and /metrics")

    def test_queries_that_make_no_sense(self):
        self.error("/api/compare", 400, "baseline=... is missing")
        self.error("/api/compare?baseline=a&baseline=b&candidate=c", 400, "more than 1 time")
        self.error("/api/runs?x=1", 400, "no parameter is known here")
        self.error("/api/history?seris=x", 400, "unknown parameter 'seris'; there are series")
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

    def test_requests_that_are_not_http_are_refused(self):
        self.assertIn(" 400 ", raw(self.server, b"nonsense\r\n\r\n"))
        self.assertIn(" 400 ", raw(self.server, b"GET / HTTP/9.9\r\n\r\n"))
        self.assertIn(" 400 ", raw(self.server, b"\x16\x03\x01\x02\x00\r\n\r\n"))
        self.assertIn(" 400 ", raw(self.server, b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n"))
        lengths = b"Content-Length: 3\r\nContent-Length: 4\r\n"
        self.assertIn(" 400 ", raw(self.server, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + lengths + b"\r\nabcd"))
        self.assertEqual(ask(self.server, "/metrics").status, 200)

    def test_a_request_has_one_host(self):
        host = b"Host: localhost\r\n"
        self.assertIn(" 200 ", raw(self.server, b"GET /metrics HTTP/1.1\r\n" + host + b"\r\n"))
        self.assertIn(" 400 ", raw(self.server, b"GET /metrics HTTP/1.1\r\n" + 2 * host + b"\r\n"))
        self.assertIn(" 400 ", raw(self.server, b"GET /metrics HTTP/1.1\r\n\r\n"))

    def test_the_absolute_form_is_answered(self):
        for target in ("http://localhost:9/api/runs", "HTTP://127.0.0.1/api/runs"):
            answer = ask(self.server, target, headers={"Host": "whatever.example"})
            self.assertEqual((answer.status, answer.json()), (200, ask(self.server, "/api/runs").json()))
        self.error("http://evil.example/api/runs", 421, "loopback", headers={"Host": "localhost"})

    def test_too_many_headers_are_refused(self):
        """The answer arrives although the client is still sending."""
        head = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
        for count, status in ((90, 200), (101, 431), (20000, 431)):
            many = b"".join(b"x%d: y\r\n" % i for i in range(count))
            self.assertIn(" %d " % status, raw(self.server, head + many + b"\r\n"), count)

    def test_names_of_others_for_this_address(self):
        for host in ("evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", ""):
            self.error("/api/runs", 421, "loopback", headers={"Host": host})
        for host in ("localhost", "127.0.0.1:%d" % self.server.port, "[::1]:9464"):
            self.assertEqual(ask(self.server, "/api/runs", headers={"Host": host}).status, 200)

    def test_behind_a_proxy_that_keeps_its_host_and_has_a_path(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web", "--host-name", "Bench.example.org", "--host-name",
                           "other.example") as server, proxy(server.port, "/team/mpigauge") as url:
            port = urllib.parse.urlsplit(url).port
            get = lambda path, host: ask(types.SimpleNamespace(port=port), path, headers={"Host": host})
            page = get("/team/mpigauge/", "bench.example.org")
            self.assertEqual((page.status, page.body), (200, ask(self.server, "/").body))
            self.assertNotRegex(page.body, rb"(href|src)=.?/|fetch\([\"'`]/")  # nothing is asked of the proxy's root
            self.assertIn("runs", get("/team/mpigauge/api/runs", "other.example:8443").json())
            self.assertEqual(get("/team/mpigauge/api/runs", "evil.example").status, 421)
            self.assertEqual(ask(server, "/api/runs", headers={"Host": "localhost"}).status, 200)

    def test_headers(self):
        for path in ("/", "/api/runs", "/metrics", "/nosuch"):
            headers = ask(self.server, path).headers
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
            self.assertNotIn("Access-Control-Allow-Origin", headers)

    def test_the_icon(self):
        icon = ask(self.server, "/favicon.svg")
        self.assertEqual((icon.status, icon.headers["Content-Type"]), (200, "image/svg+xml"))
        self.assertIn("img-src 'self'", ask(self.server, "/").headers["Content-Security-Policy"])

    def test_packed(self):
        plain = ask(self.server, "/")
        packed = ask(self.server, "/", headers={"Accept-Encoding": "br, gzip"})
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed.body), plain.body)
        self.assertLess(len(packed.body), len(plain.body) / 2)
        self.assertNotIn("Content-Encoding", ask(self.server, "/", headers={"Accept-Encoding": "gzip;q=0"}).headers)

    def test_idle_connections_give_way(self):
        """A reader once waited for 12 seconds behind 200 of them."""
        with contextlib.ExitStack() as stack:
            idle = [stack.enter_context(socket.create_connection(("127.0.0.1", self.server.port))) for _ in range(700)]
            start = time.monotonic()
            self.assertEqual(ask(self.server, "/api/runs").status, 200)
            for one in idle:
                one.settimeout(30)
            self.assertEqual(idle[0].recv(1), b"")  # the oldest gave way at once
            self.assertLess(time.monotonic() - start, 4.5)  # the others are left alone after 5 seconds
            self.assertEqual([one.recv(1) for one in idle[1:]], [b""] * (len(idle) - 1))

    def test_slow_and_silent_clients_do_not_block_others(self):
        with contextlib.ExitStack() as stack:
            for i in range(40):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", self.server.port)))
                one.sendall([b"", b"GET /", b"GET / HTTP/1.1\r\nHost: 127"][i % 3])
            start = time.monotonic()
            for path in ("/", "/api/runs", "/metrics"):
                self.assertEqual(ask(self.server, path).status, 200)
            self.assertLess(time.monotonic() - start, 4)  # they are left alone after 5 seconds

    def test_ranges_are_passed_over(self):
        """A page was once announced and sent 700 times over."""
        whole = ask(self.server, "/")
        for ranges in ("0-0", ",".join(["0-"] * 700)):
            answer = ask(self.server, "/", headers={"Range": "bytes=" + ranges})
            self.assertEqual((answer.status, answer.body), (200, whole.body))
            self.assertEqual(answer.headers["Accept-Ranges"], "none")

    def test_it_ends_soon_behind_slow_clients(self):
        with contextlib.ExitStack() as stack:
            server = stack.enter_context(MpigaugeServe(MPIGAUGE, self.store, "--web"))
            for _ in range(150):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127")
            start = time.monotonic()
            server.process.terminate()
            self.assertEqual(server.process.wait(60), 0)
            self.assertLess(time.monotonic() - start, 5)

    def test_refused_requests_are_logged(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web") as server:
            ask(server, "/api/runs")
            ask(server, "/nosuch")
            ask(server, "/api/runs", method="POST")
            ask(server, "/api/runs", headers={"Host": "evil.example"})
            line = r'127\.0\.0\.1 - - \[\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d \+0000\] "%s /api/runs HTTP/1\.1" %d \d+ \d+\.\d{3}\n'
            wait_until(lambda: re.search(line % ("GET", 421), server.output()), "the refusal")
            self.assertRegex(server.output(), line % ("POST", 405))
            self.assertNotIn('" 200 ', server.output())
            self.assertNotIn('" 404 ', server.output())

    def test_a_log_of_all_requests_is_opened_anew_by_sighup(self):
        path = os.path.join(self.folder, "access.log")
        with MpigaugeServe(MPIGAUGE, self.store, "--web", "--access-log", "all", "--log-file", path) as server:
            ask(server, "/api/runs?x=%22%0a")
            wait_until(lambda: '"GET /api/runs?x=%22%0a HTTP/1.1" 400 ' in read(path), "the first line")
            os.rename(path, path + ".1")
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: os.path.exists(path), "the new file")
            ask(server, "/metrics")
            wait_until(lambda: '"GET /metrics HTTP/1.1" 200 ' in read(path), "its first line")
            self.assertNotIn("/metrics", read(path + ".1"))

    def test_mistakes_of_the_log_are_named(self):
        refused = lambda *options: mpigauge("serve", "--store", self.store, "--listen", "127.0.0.1:0", *options,
                                            expect=(3, 4))
        self.assertIn("write refused, all or off", refused("--access-log", "some"))
        self.assertIn("--log-file /no/such/file", refused("--log-file", "/no/such/file"))
        self.assertIn("without a port", refused("--host-name", "bench.example:80"))

    def test_a_server_ends_with_its_terminal(self):
        """SIGHUP also says that the terminal has gone: nobody could end such a server any more."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(MPIGAUGE, [MPIGAUGE, "serve", "--store", self.store, "--listen", "127.0.0.1:0"])
        said = b""
        while b"serving" not in said:
            said += os.read(terminal, 1000)
        os.kill(pid, signal.SIGHUP)
        while b"read again" not in said:
            said += os.read(terminal, 1000)
        os.close(terminal)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)

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


del Filled  # no tests of its own

if __name__ == "__main__":
    unittest.main()
