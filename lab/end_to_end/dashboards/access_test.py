"""The server with TLS and users."""
import base64
import concurrent.futures
import contextlib
import crypt
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

from testing.certificates import self_signed
from testing.services import MpigaugeServe, Prometheus, free_ports, wait_until
from lab.end_to_end.dashboards.server_case import Filled, ask, raw
from lab.end_to_end.dashboards.filled_store import MPIGAUGE, mpigauge


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

    def ask_as(self, server, user=None, context=None, source="127.0.0.1"):
        headers = {} if user is None else {"Authorization": "Basic " + base64.b64encode(user.encode()).decode()}
        return ask(server, "/api/runs", headers=headers, context=context, source=source)

    def status(self, *arguments, **more):
        return self.ask_as(*arguments, **more).status

    def test_users(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web", "--users", self.users) as server:
            wrong = (None, "ada:wrong", "ada:", "eve:right", ":", "ada", "ada:right\0", "x" * 3000)
            for i, user in enumerate(wrong):
                self.assertEqual(self.status(server, user, source="127.0.1.%d" % (i + 1)), 401, user)
            for header in ("Basic", "Basic !!!!", "Bearer YWRhOnJpZ2h0", "basic", "Basic " + "A" * 5001):
                self.assertEqual(ask(server, "/", headers={"Authorization": header}).status, 401, header)
            self.assertIn("Basic", ask(server, "/metrics").headers["WWW-Authenticate"])
            for user in ("ada:right", "bob:pass:word"):
                self.assertEqual(self.status(server, user), 200, user)

    def test_an_address_that_guesses_must_wait_and_no_other(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web", "--users", self.users) as server:
            statuses = [self.status(server, "ada:guess %d" % i, source="127.0.0.2") for i in range(12)]
            self.assertEqual(statuses[:6], [401] * 6)
            self.assertIn(429, statuses[6:])
            with concurrent.futures.ThreadPoolExecutor(30) as many:
                at_once = list(many.map(lambda i: self.status(server, "ada:guess %d" % i, source="127.0.0.3"),
                                        range(30)))
            self.assertLessEqual(at_once.count(401), 8)  # with what a slow machine lets expire
            answer = self.ask_as(server, "ada:right", source="127.0.0.3")
            if answer.status == 429:
                time.sleep(int(answer.headers["Retry-After"]) + 1)
            self.assertEqual(self.status(server, "ada:right", source="127.0.0.3"), 200)
            self.assertEqual(self.status(server, "ada:right"), 200)

    def test_tls(self):
        context = ssl.create_default_context(cafile=self.ca)
        with MpigaugeServe(MPIGAUGE, self.store, "--web", *self.tls, "--users", self.users) as server:
            self.assertTrue(server.url.startswith("https://"))
            self.assertEqual(self.status(server, "ada:right", context), 200)
            self.assertEqual(self.status(server, "ada:wrong", context), 401)
            with self.assertRaises(ssl.SSLCertVerificationError):
                self.status(server, "ada:right", ssl.create_default_context())
            self.assertIn("TLSv1.2", self.handshake(server, "-tls1_2"))
            for old in ("-tls1", "-tls1_1"):  # the server refuses, and not the client
                self.assertRegex(self.handshake(server, old), "alert protocol version")
            wait_until(lambda: "TLS: unsupported protocol" in server.output(), "the log")
            curl = ["curl", "-sS", "--cacert", self.ca, server.url + "/api/runs"]
            self.assertIn("runs", subprocess.run(curl + ["-u", "ada:right"], check=True, capture_output=True,
                                                 text=True).stdout)
            self.assertIn(" 400 ", raw(server, b"GET / HTTP/1.1\r\n\r\n"))
            plain = ask(server, "/api/runs")
            self.assertIn("this port speaks HTTPS", plain.json()["error"])
            with contextlib.ExitStack() as stack:  # nothing, where a handshake is expected
                for _ in range(40):
                    stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                self.assertEqual(self.status(server, "ada:right", context), 200)

    def handshake(self, server, version):
        """Returns the words of openssl about a handshake with this version, which its lowest level allows."""
        done = subprocess.run(["openssl", "s_client", "-connect", "127.0.0.1:%d" % server.port, "-CAfile", self.ca,
                               version, "-cipher", "DEFAULT:@SECLEVEL=0"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        return done.stdout

    def test_idle_connections_with_tls_give_way(self):
        context = ssl.create_default_context(cafile=self.ca)
        with MpigaugeServe(MPIGAUGE, self.store, "--web", *self.tls) as server, contextlib.ExitStack() as stack:
            for i in range(700):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                if i % 2:
                    one.sendall(b"\x16\x03\x01\x02\x00\x01")  # the begin of a handshake
            start = time.monotonic()
            self.assertEqual(self.status(server, None, context), 200)
            self.assertLess(time.monotonic() - start, 4.5)

    def test_failed_logins_are_logged_with_the_address_and_the_user(self):
        with MpigaugeServe(MPIGAUGE, self.store, "--web", "--users", self.users) as server:
            self.status(server, "ada:wr0ng", source="127.0.3.1")
            self.status(server, "e v\ne:wr0ng", source="127.0.3.2")
            self.status(server, "ada:right")
            wait_until(lambda: re.search(r'(?m)^127\.0\.3\.1 - ada \[.*" 401 ', server.output()), "the login of ada")
            self.assertIn("127.0.3.2 - e\\x20v\\x0ae [", server.output())
            self.assertNotIn("wr0ng", server.output())
            self.assertNotIn('" 200 ', server.output())

    def test_sighup_reads_certificate_and_users_again(self):
        folder = tempfile.mkdtemp(dir=self.folder)
        users, certificate, key = (shutil.copy(path, folder) for path in (self.users, self.certificate, self.key))
        context = ssl.create_default_context(cafile=self.ca)
        with MpigaugeServe(MPIGAUGE, self.store, "--web", "--tls-certificate", certificate, "--tls-key", key, "--users",
                           users) as server:
            def hang_up(words):
                before = server.output().count("SIGHUP:")
                server.process.send_signal(signal.SIGHUP)
                wait_until(lambda: server.output().count("SIGHUP:") > before, "the answer to SIGHUP")
                self.assertIn(words, server.output().split("SIGHUP:")[-1])

            self.assertEqual(self.status(server, "ada:right", context), 200)
            with open(users, "w") as out:
                out.write("carol:" + crypt.crypt("new", crypt.mksalt(crypt.METHOD_SHA512)) + "\n")
            new, new_key = self_signed(folder, "new", "IP:127.0.0.1")
            os.replace(new, certificate)
            hang_up("what was read before stays")  # the key is of the old certificate, so the old users stay, too
            self.assertEqual(self.status(server, "ada:right", context), 200)
            os.replace(new_key, key)
            hang_up("were read again")
            with self.assertRaises(ssl.SSLCertVerificationError):
                self.status(server, "ada:right", context)
            renewed = ssl.create_default_context(cafile=certificate)
            self.assertEqual(self.status(server, "ada:right", renewed), 401)
            self.assertEqual(self.status(server, "carol:new", renewed), 200)

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
        for text, error in (("", "has no user"), ("ada", "other:1: write user:HASH"), ("\nada:right", "other:2: no hash"),
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
        self.assertIn("--tls-key /no/such.pem: No such file",
                      self.refused("--tls-certificate", self.certificate, "--tls-key", "/no/such.pem"))
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
