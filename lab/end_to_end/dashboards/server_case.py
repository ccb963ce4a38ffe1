"""A real `mpigauge serve --web` over a store that a real gate has filled, and requests to it."""
import contextlib
import http.client
import json
import os
import socket
import tempfile
import unittest
import urllib.parse

from testing.services import MpigaugeServe
from lab.end_to_end.dashboards.filled_store import MPIGAUGE, copy_filled, mpigauge


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


def ask(server, path, method="GET", headers=None, context=None, body=None, source="127.0.0.1"):
    """One request, as it stands, from an address of this host."""
    kind = http.client.HTTPSConnection if context else http.client.HTTPConnection
    more = {"context": context} if context else {}
    connection = kind("127.0.0.1", server.port, timeout=60, source_address=(source, 0), **more)
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


def read(path):
    with open(path) as file:
        return file.read()


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
