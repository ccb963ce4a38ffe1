"""Real services for tests: Prometheus and Pushgateway on free ports of the loopback address.

Each is a context manager: it is up when the block begins and gone when it ends, whichever way it ends.
"""
import contextlib
import ctypes
import json
import os
import random
import re
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from testing.allowed import mounts, require

DEADLINE_SECONDS = 120  # generous: machines that test are loaded


def free_ports(count):
    """Ports that nobody has at the moment.

    They lie below those that the kernel gives to connections (32768 by default), so that no connection takes them
    before a service listens.
    """
    with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
        first_of_connections = int(file.read().split()[0])
    ports = set()
    while len(ports) < count:
        port = random.SystemRandom().randrange(11000, max(first_of_connections, 12000))
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            ports.add(port)
    return list(ports)


def wait_until(condition, what):
    """Waits until condition() is true and returns its value; fails after a generous time."""
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("waited too long for " + what)


@contextlib.contextmanager
def small_disk(size):
    """A folder on a file system of `size` (such as "400k") of its own, in memory. The test is skipped without mounts."""
    require(mounts)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder], check=True)
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def get(url):
    """The body of an answer, or None where nobody answers or the answer is an error."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.read().decode()
    except (urllib.error.URLError, OSError):
        return None


def die_with_parent():
    """For subprocess.Popen(preexec_fn=...): what a test started does not outlive it."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class Service:
    """A program in a process group of its own; its output is kept and shown when it does not come up."""

    def __init__(self, words, ready, stop=signal.SIGTERM, **more):
        self.words = words
        self.ready = ready
        self.stop = stop  # how it is told to end
        self.more = more  # for subprocess.Popen

    def __enter__(self):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                        start_new_session=True, **self.more)
        try:
            wait_until(lambda: self.process.poll() is not None or self.ready(), self.words[0])
            if self.process.poll() is not None:
                raise AssertionError("%s ended: %s" % (self.words[0], self.output()))
        except BaseException:
            self.__exit__()
            raise
        return self

    def output(self):
        self.log.seek(0)
        return self.log.read()

    def __exit__(self, *_):
        for number in (self.stop, signal.SIGKILL):
            if self.process.poll() is not None:
                break
            os.killpg(self.process.pid, number)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                continue
        self.process.wait()


class Pushgateway(Service):
    """With TLS and users where a file of its own configuration says so. Keeps nothing: Debian's would, for the next one."""

    def __init__(self, web_config=None):
        port = free_ports(1)[0]
        self.url = "%s://127.0.0.1:%d" % ("https" if web_config else "http", port)
        more = ["--web.config.file=" + web_config] if web_config else []
        super().__init__(["prometheus-pushgateway", "--persistence.file=", "--web.listen-address=127.0.0.1:%d" % port, *more],
                         lambda: re.search("listening on", self.output(), re.IGNORECASE))


class Alertmanager(Service):
    """Sends every alert to a webhook at `receiver`, without waiting. Its data live in `folder`."""

    def __init__(self, folder, receiver):
        port = free_ports(1)[0]
        self.address = "127.0.0.1:%d" % port
        config = os.path.join(folder, "alertmanager.yml")
        with open(config, "w") as out:
            json.dump({"route": {"receiver": "test", "group_wait": "0s", "group_interval": "1s"},
                       "receivers": [{"name": "test", "webhook_configs": [{"url": receiver}]}]}, out)  # JSON is YAML
        super().__init__(["prometheus-alertmanager", "--config.file=" + config, "--cluster.listen-address=",
                          "--storage.path=" + os.path.join(folder, "alertmanager"), "--web.listen-address=" + self.address],
                         lambda: get("http://%s/-/ready" % self.address))


class Prometheus(Service):
    """Scrapes the targets ("host:port") every `interval`. Its data live in `folder`.

    `scrape` is what else their configuration says: {"scheme": "https", ...}. `rules` are files of rules, `alertmanager`
    is where alerts go ("host:port"), `more` are more arguments.
    """

    def __init__(self, folder, targets, honor_labels=False, scrape=None, rules=(), alertmanager=None, more=(),
                 interval="1s"):
        port = free_ports(1)[0]
        self.url = "http://127.0.0.1:%d" % port
        config = os.path.join(folder, "prometheus.yml")
        alerting = [{"static_configs": [{"targets": [alertmanager]}]}] if alertmanager else []
        with open(config, "w") as out:
            json.dump({"global": {"scrape_interval": interval, "evaluation_interval": interval},
                       "rule_files": [os.path.abspath(file) for file in rules],
                       "alerting": {"alertmanagers": alerting},
                       "scrape_configs": [{"job_name": "mpigauge", "honor_labels": honor_labels,
                                           "static_configs": [{"targets": targets}], **(scrape or {})}]}, out)  # JSON is YAML
        super().__init__(["prometheus", "--config.file=" + config, "--storage.tsdb.path=" + os.path.join(folder, "tsdb"),
                          "--web.listen-address=127.0.0.1:%d" % port, *more], lambda: get(self.url + "/-/ready"))

    def query(self, expression):
        """The series of an instant query; fails where Prometheus does not understand it."""
        url = self.url + "/api/v1/query?" + urllib.parse.urlencode({"query": expression})
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return json.load(answer)["data"]["result"]
        except urllib.error.HTTPError as error:
            raise AssertionError("%s: %s" % (expression, error.read().decode()))


class MpigaugeServe(Service):
    """`mpigauge serve` over a store, with more options."""

    def __init__(self, mpigauge, store, *options, port=0):
        self.port = None
        self.url = None  # without the last slash
        super().__init__([mpigauge, "serve", "--listen", "127.0.0.1:%d" % port, "--store", store, *options], self.look)

    def look(self):
        found = re.search(r"(https?://127\.0\.0\.1:(\d+))/metrics", self.output())
        if found:
            self.url = found.group(1)
            self.port = int(found.group(2))
        return found
