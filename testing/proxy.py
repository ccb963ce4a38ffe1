"""A proxy in front of a server, as nginx and Apache are: it hands on the Host header and takes away a path."""
import contextlib
import http.client
import http.server
import threading

_OF_ONE_CONNECTION = ("connection", "transfer-encoding", "keep-alive")


@contextlib.contextmanager
def proxy(port, prefix, host="localhost"):
    """The address of the proxy, without the last slash; below it is the server at this port of the loopback address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if not self.path.startswith(prefix + "/"):
                return self.send_error(404)
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as server:
                headers = {name: value for name, value in self.headers.items() if name.lower() not in _OF_ONE_CONNECTION}
                server.request("GET", self.path[len(prefix):], headers=headers)
                answer = server.getresponse()
                body = answer.read()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _OF_ONE_CONNECTION:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as front:
        threading.Thread(target=front.serve_forever, daemon=True).start()
        try:
            yield "http://%s:%d%s" % (host, front.server_port, prefix)
        finally:
            front.shutdown()
