"""The client of a Pushgateway against real gateways and against servers that do not play along."""
import crypt
import http.server
import json
import os
import ssl
import subprocess
import tempfile
import threading
import unittest
import urllib.request

from testing.certificates import self_signed
from testing.services import Pushgateway, free_ports, get

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
PASSWORD = "p:w with space"


def tls(certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


class Refusing:
    """Answers every request with this status and text; `paths` are those that were asked for."""

    def __init__(self, status, text, context=None):
        paths = self.paths = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_PUT(self):
                paths.append(self.path)
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(status)
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if context:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_port

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class PushTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        cls.store = os.path.join(cls.folder, "store.sqlite")
        cls.records = os.path.join(cls.folder, "none")
        os.mkdir(cls.records)
        # A baseline roll of nothing fails, but it makes a store.
        subprocess.run([MPIGAUGE, "baseline", "set", "x", "latest", "--store", cls.store], stderr=subprocess.DEVNULL)
        cls.ca, cls.key = self_signed(cls.folder, "right", "IP:127.0.0.1")
        cls.credentials = cls.write("credentials", "user:%s\n" % PASSWORD)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def write(cls, name, text):
        path = os.path.join(cls.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def push(self, url, *more, expect=0):
        done = subprocess.run([MPIGAUGE, "export", "--store", self.store, "--push", url, *more], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, expect, done.stdout)
        self.assertNotIn(PASSWORD, done.stdout)
        return done.stdout

    def test_grouping_values_may_hold_anything(self):
        values = {"plain": "alps", "path": "a/b c", "letters": "Zürich %2F ?&#", "quotes": "</script>\"'\\", "lines": "a\nb",
                  "nothing": "", "plus": "a+b>>>???", "long": "x" * 10000}
        with Pushgateway() as gateway:
            url = gateway.url
            for name, value in values.items():
                self.push(url, "--grouping", "name=" + name, "--grouping", "value=" + value)
            groups = json.loads(get(url + "/api/v1/metrics"))["data"]
            seen = {group["labels"]["name"]: group["labels"].get("value", "") for group in groups}
        self.assertRegex(seen.pop("long"), r"^x{183}~[0-9a-f]{16}$")
        del values["long"]
        self.assertEqual(seen, values)

    def test_a_push_replaces_the_metrics_of_the_group(self):
        with Pushgateway() as gateway:
            url = gateway.url
            old = urllib.request.Request(url + "/metrics/job/mpigauge", data=b"old_metric 1\n", method="PUT")
            urllib.request.urlopen(old, timeout=10).close()
            self.push(url)
            self.assertNotIn("old_metric", get(url + "/metrics"))
            self.assertIn('mpigauge_up{instance="",job="mpigauge"} 1', get(url + "/metrics"))

    def test_https_with_a_password(self):
        hashed = crypt.crypt(PASSWORD, crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=2**4))
        users = {"basic_auth_users": {"user": hashed}}
        config = self.write("web.yml", json.dumps({"tls_server_config": {"cert_file": self.ca, "key_file": self.key}, **users}))
        with Pushgateway(config) as gateway:
            url = gateway.url
            self.push(url, "--ca", self.ca, "--credentials", self.credentials)
            wrong = self.write("wrong", "user:x%s\n" % PASSWORD)
            self.assertIn("does not take", self.push(url, "--ca", self.ca, "--credentials", wrong, expect=3))

    def test_refused(self):
        with Refusing(401, "no") as server:
            url = "http://127.0.0.1:%d" % server.port
            self.assertIn("--credentials FILE", self.push(url, expect=3))
            said = self.push(url, "--credentials", self.credentials, expect=3)
            self.assertIn("does not take the user and password of " + self.credentials, said)
        with Refusing(400, "pushed metrics are\ninvalid <script>" + "x" * 10000) as server:
            said = self.push("http://127.0.0.1:%d/prefix/" % server.port, expect=3)
            self.assertIn("answered 400: pushed metrics are invalid <script>x", said)
            self.assertLess(len(said), 400)
            self.assertEqual(server.paths, ["/prefix/metrics/job/mpigauge"])

    def test_tls_that_does_not_fit_says_what_it_is(self):
        other = self_signed(self.folder, "other", "DNS:other.example")
        for paths, trusted, words in (((self.ca, self.key), [], "--ca FILE"),
                                      ((self.ca, self.key), ["--ca", other[0]], "is not trusted (self"),
                                      (other, ["--ca", other[0]], "belongs to another host")):
            with Refusing(200, "", tls(*paths)) as server:
                self.assertIn(words, self.push("https://127.0.0.1:%d" % server.port, *trusted, expect=3))
                self.assertEqual(server.paths, [])
        with Refusing(200, "") as server:
            self.assertIn("but not in TLS", self.push("https://127.0.0.1:%d" % server.port, expect=3))
        old = tls(self.ca, self.key)
        old.set_ciphers("DEFAULT:@SECLEVEL=0")
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        with Refusing(200, "", old) as server:
            said = self.push("https://127.0.0.1:%d" % server.port, "--ca", self.ca, expect=3)
            self.assertIn("TLS 1.2 or newer is needed", said)
        with Refusing(200, "", tls(self.ca, self.key)) as server:
            self.assertIn("does it speak https://?", self.push("http://127.0.0.1:%d" % server.port, expect=3))

    def test_a_password_leaves_the_host_in_the_clear_only_where_that_is_allowed(self):
        url = "http://no.such.host.invalid:9091"
        said = self.push(url, "--credentials", self.credentials, expect=4)
        self.assertIn("--insecure", said)
        self.assertIn("no Pushgateway", self.push(url, "--credentials", self.credentials, "--insecure", expect=3))
        self.assertIn("no Pushgateway", self.push(url, expect=3))
        self.assertIn("--insecure", self.push("http://[2001:db8::1]:9091", "--credentials", self.credentials, expect=4))
        with Refusing(200, "") as server:
            for host in ("127.0.0.1", "localhost"):
                self.push("http://%s:%d" % (host, server.port), "--credentials", self.credentials)

    def test_impossible_pushes_are_refused_with_their_option(self):
        url = "http://127.0.0.1:%d" % free_ports(1)[0]
        self.assertIn("no Pushgateway answers there", self.push(url, expect=3))
        for bad in ("localhost:9091", "ftp://host:1", "http://", "http://a b:1", "http://host:99999999", "http://host/\n"):
            self.assertIn("write the address of a Pushgateway as http://host:port", self.push(bad, expect=4))
        self.assertNotIn("secret", self.push("http://user:secret@host:1", expect=4))
        self.assertIn("--credentials", self.push("http://user:secret@host:1", expect=4))
        for label in ("job=x", "case=x", "__x=y", "1=2", "=x", "x", "a b=c"):
            self.assertIn("--grouping", self.push(url, "--grouping", label, expect=4))
        self.assertIn("'a' twice", self.push(url, "--grouping", "a=1", "--grouping", "a=2", expect=4))
        empty = self.write("empty", "")
        for option, path, words in (("--credentials", "/no/such", "/no/such"), ("--credentials", empty, "user:password"),
                                    ("--credentials", self.folder, "is a folder")):
            self.assertIn(words, self.push(url, option, path, expect=4))
        self.assertIn("https://", self.push(url, "--ca", self.ca, expect=4))
        https = "https://127.0.0.1:%d" % free_ports(1)[0]
        self.assertIn("/no/such", self.push(https, "--ca", "/no/such", expect=4))
        with Refusing(200, "", tls(self.ca, self.key)) as server:
            self.assertIn("no certificate", self.push("https://127.0.0.1:%d" % server.port, "--ca", empty, expect=4))


if __name__ == "__main__":
    unittest.main()
