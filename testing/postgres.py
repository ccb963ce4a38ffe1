"""A private PostgreSQL server for tests, on a free port of the loopback address; nothing outside of one temporary folder.

    with Postgres() as server:
        psql(server.url + "postgres", "SELECT 1")
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile

from testing.services import Service, die_with_parent, free_ports

USER = "mpigauge"
PASSWORD = "p%40ss%2Fw0rd"  # as it stands in a URL
_PLAIN_PASSWORD = "p@ss/w0rd"

_CONFIGURATION = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 32MB
max_connections = 50
logging_collector = off
dynamic_shared_memory_type = mmap
{more}
"""


def _programs():
    """Where Debian keeps the server's programs; they are in nobody's PATH."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))
    if not found:
        raise RuntimeError("no PostgreSQL server is installed (Debian: postgresql)")
    return found[-1]


def _as_plain_user():
    """The server refuses to be started by root."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        except KeyError:
            continue
    raise RuntimeError("neither a user postgres nor a user nobody")


class Postgres(Service):
    """One server. Text is ordered as an English dictionary does, so that what relies on the order of bytes fails.

    It keeps off /dev/shm, which is small in a container and full of what ranks of MPI share.

    safe=False: data need not survive a crash of the machine, which makes a test quicker and a measurement wrong.
    """

    def __init__(self, safe=False):
        # A path that another user can reach; a test's own folder may lie in a home that is closed to all others.
        self.folder = tempfile.mkdtemp(prefix="postgres-", dir="/tmp")
        self.data = os.path.join(self.folder, "data")
        self.port = free_ports(1)[0]
        self.url = "postgresql://%s:%s@127.0.0.1:%d/" % (USER, PASSWORD, self.port)
        self.shown_url = "postgresql://%s@127.0.0.1:%d/" % (USER, self.port)
        self.safe = safe
        self.who = _as_plain_user()
        super().__init__([os.path.join(_programs(), "postgres"), "-D", self.data, "-p", str(self.port)], self._answers,
                         stop=signal.SIGQUIT, cwd=self.folder, preexec_fn=die_with_parent, **self.who)
        try:
            self._make_cluster()
        except BaseException:
            self._remove()
            raise

    def _make_cluster(self):
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        secret = os.path.join(self.folder, "password")
        with open(secret, "w") as file:
            file.write(_PLAIN_PASSWORD + "\n")
        os.chmod(secret, 0o644)
        done = subprocess.run([os.path.join(_programs(), "initdb"), "-D", self.data, "-U", USER, "--pwfile=" + secret,
                               "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--locale-provider=icu",
                               "--icu-locale=en-US", "--no-sync"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.folder, **self.who)
        if done.returncode != 0:
            raise RuntimeError("initdb: " + done.stdout)
        more = "" if self.safe else "fsync = off\nsynchronous_commit = off\nfull_page_writes = off"
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.write(_CONFIGURATION.format(more=more))

    def _answers(self):
        return subprocess.run([os.path.join(_programs(), "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)],
                              check=False).returncode == 0

    def stop_at_once(self):
        """As when the machine of the server dies: clients find their connections gone."""
        super().__exit__()

    def start_again(self):
        super().__enter__()

    def new_database(self, name):
        """Its URL, with the password."""
        psql(self.url + "postgres", "CREATE DATABASE %s STRATEGY FILE_COPY" % name)  # cheaper than through the log
        return self.url + name

    def __exit__(self, *reason):
        super().__exit__(*reason)
        self._remove()

    def _remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def psql(url, sql):
    """Returns the answer to the statement: a line for each row, '|' between the columns."""
    done = subprocess.run(["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, url],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
    if done.returncode != 0:
        raise AssertionError("%s: %s" % (sql, done.stderr))
    return done.stdout.strip()
