"""The commands as people type them, on a store of each kind: a SQLite file and a real PostgreSQL server."""
import contextlib
import copy
import json
import os
import re
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
import uuid

from testing.postgres import PASSWORD, Postgres, psql
from testing.certificates import self_signed
from testing.services import MpigaugeServe, free_ports, get, wait_until

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")
QUICK = ["--filter", "^allreduce/bytes:(8|4096)/|^barrier/", "--", "--passes", "2", "--observations", "20"]
COUNT_LAUNCHES = "SELECT count(*) FROM launches"
# Transactions of others that write launches.
COUNT_WRITING = ("SELECT count(*) FROM pg_locks JOIN pg_class ON pg_locks.relation = pg_class.oid "
                 "WHERE relname = 'launches' AND mode = 'RowExclusiveLock'")
# Launches of which not all three series are there.
COUNT_TORN = "SELECT count(*) FROM launches WHERE (SELECT count(*) FROM results r WHERE r.launch_id = launches.launch_id) <> 3"


class SqliteStores:
    def new_store(self):
        return os.path.join(self.folder, "store-%s.sqlite" % uuid.uuid4().hex)

    def ask(self, sql):
        """One number, read past mpigauge; 0 while there is no store."""
        try:
            with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % self.store, uri=True, timeout=60)) as database:
                return database.execute(sql).fetchone()[0]
        except sqlite3.OperationalError:
            return 0


class PostgresStores:
    @classmethod
    def setUpClass(cls):
        cls.server = Postgres().__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    def new_store(self):
        return self.server.new_database("store_" + uuid.uuid4().hex)

    def ask(self, sql):
        if psql(self.store, "SELECT count(*) FROM pg_tables WHERE tablename = 'results'") == "0":
            return 0
        return int(psql(self.store, sql))


class StoreCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.store = self.new_store()

    def start(self, *arguments, store=None):
        return subprocess.Popen([MPIGAUGE, "--store", store or self.store, *arguments], cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self, process, *codes):
        """Returns the output; a password is never in it. The exit code is one of these, 0 without any."""
        out, err = process.communicate(timeout=600)
        self.assertNotIn(PASSWORD, out + err)
        self.assertIn(process.returncode, codes or (0,), out + err)
        return out + err

    def mpigauge(self, *arguments, code=0, store=None):
        return self.finish(self.start(*arguments, store=store), code)

    def measure(self, *more, store=None):
        return self.mpigauge("run", "--bench", BENCH, *more, *QUICK, store=store)

    def records(self, launches, name="records"):
        """A folder of this many different launch records, made of one that was measured."""
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)
        record = copy.deepcopy(self.example())
        record["mpigauge"]["run_id"] = str(uuid.uuid4())
        for i in range(launches):
            record["mpigauge"]["launch_id"] = str(uuid.uuid4())
            record["mpigauge"]["launch_index"] = i
            with open(os.path.join(folder, "%04d.json" % i), "w") as file:
                json.dump(record, file)
        return folder

    _example = None

    def example(self):
        if StoreCase._example is None:
            self.measure("--launches", "1", "--keep-records", "example", store="example.sqlite")
            (file,) = os.listdir(os.path.join(self.folder, "example"))
            with open(os.path.join(self.folder, "example", file)) as text:
                StoreCase._example = json.load(text)
        return StoreCase._example


class AnyStore:
    """These tests hold for each kind of store."""

    def test_measured_gated_exported_imported_and_served(self):
        self.measure("--launches", "5", "--baseline", "release")
        self.mpigauge("gate", "--baseline", "release", "--candidate-bench", BENCH, "--launches", "5", "--no-settle",
                      "--tolerance", "300%", "--candidate-preload", SLOW, "--candidate-env",
                      "MPIGAUGE_SLOW=MPI_Allreduce:+2ms", *QUICK, code=1)
        runs = json.loads(self.mpigauge("runs", "--format", "json"))
        self.assertEqual([run["complete"] for run in runs], [5, 5])
        self.assertIn("got slower (allreduce", self.mpigauge("compare", "release", "latest", "--tolerance", "300%", code=1))
        self.assertIn("allreduce/bytes:8", self.mpigauge("history"))
        self.assertIn("release", self.mpigauge("baseline", "list"))
        gates = self.mpigauge("gates")
        self.assertIn("fail", gates)
        self.assertNotIn("forgotten", gates)
        self.mpigauge("report", "-o", "report.html")
        self.mpigauge("export", "--records", "records", "--run", runs[0]["run_id"], "--textfile", "metrics.prom")
        with open(os.path.join(self.folder, "metrics.prom")) as file:
            self.assertRegex(file.read(), r'mpigauge_gate_verdict\{baseline="release"[^}]*\} 1')
        self.assertIn("0 launches added, 5 there already", self.mpigauge("import", "records"))
        other = self.new_store()
        self.assertIn("5 launches added, 0 there", self.mpigauge("import", "records", store=other))
        with MpigaugeServe(MPIGAUGE, self.store) as serve:
            text = get("http://127.0.0.1:%d/metrics" % serve.port)
            self.assertIn("mpigauge_up 1", text)
            self.assertRegex(text, r'mpigauge_gate_verdict\{baseline="release"[^}]*\} 1')
            self.assertIn("mpigauge_gate_failed_timestamp_seconds{", text)
            self.assertRegex(self.mpigauge("gates", "latest", "--forget"), r"gate .* \(fail\) is forgotten")
            self.assertIn("fail (forgotten)", self.mpigauge("gates"))
            self.assertNotIn("mpigauge_gate_failed_timestamp_seconds{", get("http://127.0.0.1:%d/metrics" % serve.port))

    def test_eight_processes_at_once_lose_nothing_and_store_nothing_twice(self):
        own = [self.records(15, "own-%d" % i) for i in range(8)]
        common = self.records(10, "common")
        processes = [self.start("import", common, folder) for folder in own]  # into a store that none has made yet
        added = [int(re.match(r"(\d+) launch", self.finish(process)).group(1)) for process in processes]
        self.assertEqual(sum(added), 8 * 15 + 10)
        self.assertEqual(self.ask(COUNT_LAUNCHES), 8 * 15 + 10)
        self.assertEqual(self.ask(COUNT_TORN), 0)
        self.assertEqual(self.ask("SELECT count(*) FROM series"), 3)
        self.assertEqual(self.ask("SELECT count(*) FROM environments"), 1)
        runs = json.loads(self.mpigauge("runs", "--format", "json"))
        self.assertEqual(sorted(run["complete"] for run in runs), [10] + 8 * [15])

    def test_two_clients_that_measure_at_once_store_all_their_runs(self):
        clients = [self.start("run", "--bench", BENCH, "--launches", "1", "--label", name, *QUICK)
                   for name in ("first", "second")]  # into a store that none has made yet
        for client in clients:
            self.finish(client)
        runs = json.loads(self.mpigauge("runs", "--format", "json"))
        self.assertEqual(sorted((run["library"], run["complete"]) for run in runs), [("first", 1), ("second", 1)])
        self.assertEqual(self.ask(COUNT_TORN), 0)

    def test_an_import_that_is_killed_can_be_repeated(self):
        records = self.records(400)
        for seconds in (0.5, 0.7, 1):  # whatever it was about
            process = self.start("import", records)
            time.sleep(seconds)
            process.kill()
            process.communicate()
        kept = self.ask(COUNT_LAUNCHES)
        self.assertIn(kept, (0, 400))  # all of it or nothing
        self.assertEqual(self.ask(COUNT_TORN), 0)
        self.assertIn("%d launches added, %d there" % (400 - kept, kept), self.mpigauge("import", records))
        self.assertEqual(self.ask(COUNT_TORN), 0)

    def test_a_store_is_copied_to_the_other_kind_and_back(self):
        self.measure("--launches", "5", "--baseline", "release")
        copy_file = os.path.join(self.folder, "copy.sqlite")
        self.mpigauge("store", "copy", self.store, copy_file)
        back = self.new_store()
        self.mpigauge("store", "copy", copy_file, back)
        compare = ["compare", "release", "latest", "--tolerance", "500%"]
        for words in (["runs", "--format", "json"], ["baseline", "show", "release", "--format", "json"], ["show", "--format", "json"], compare):
            self.assertEqual(self.mpigauge(*words, store=back), self.mpigauge(*words), words)


class SqliteTest(SqliteStores, AnyStore, StoreCase):
    pass


class PostgresTest(PostgresStores, AnyStore, StoreCase):
    pass


class ServerTrouble(PostgresStores, StoreCase):
    def test_a_server_that_dies_in_the_middle_of_an_import(self):
        records = self.records(400)
        process = self.start("import", records)
        wait_until(lambda: process.poll() is not None or self.ask(COUNT_WRITING) >= 1, "the import writes launches")
        self.server.stop_at_once()
        text = self.finish(process, 3)
        self.assertRegex(text, r"the connection was lost|is the server running")
        self.assertIn(self.server.shown_url, text)
        self.server.start_again()
        self.assertEqual(self.ask(COUNT_LAUNCHES), 0)
        self.assertIn("400 launches added, 0 there", self.mpigauge("import", records))
        self.assertEqual(self.ask(COUNT_TORN), 0)

    def test_a_launch_that_the_server_does_not_take_is_kept_in_a_file(self):
        process = self.start("run", "--bench", BENCH, "--launches", "500", *QUICK)
        wait_until(lambda: process.poll() is not None or self.ask(COUNT_LAUNCHES) >= 2, "two launches")
        self.server.stop_at_once()
        text = self.finish(process, 3)
        self.server.start_again()
        kept = self.ask(COUNT_LAUNCHES)
        later = re.search(r"or into the store: mpigauge (import) (\S+)", text)
        self.assertTrue(later, text)
        self.assertIn("1 launch added", self.mpigauge(*later.groups()))
        self.assertEqual(self.ask(COUNT_LAUNCHES), kept + 1)
        self.assertEqual(self.ask(COUNT_TORN), 0)

    def test_a_gate_goes_on_where_the_server_was_away_for_six_seconds(self):
        # The test's server may forget what it has just stored when it dies, and this one must not.
        psql(self.store, "ALTER DATABASE %s SET synchronous_commit = on" % self.store.rsplit("/", 1)[1])
        process = self.start("gate", "--baseline-bench", BENCH, "--candidate-bench", BENCH, "--turns", "off", "--tolerance",
                             "300%", "--max-launches", "4", *QUICK)
        wait_until(lambda: process.poll() is not None or self.ask(COUNT_LAUNCHES) >= 2, "two launches")
        self.server.stop_at_once()
        time.sleep(6)
        self.server.start_again()
        self.finish(process, 0, 1, 2)
        self.assertEqual(self.ask(COUNT_LAUNCHES), 8)
        self.assertEqual(self.ask("SELECT count(*) FROM gates"), 1)
        self.assertEqual(self.ask(COUNT_TORN), 0)

    def test_one_connection_is_enough(self):
        psql(self.store, "CREATE ROLE lone LOGIN PASSWORD 'p@ss/w0rd' CONNECTION LIMIT 1")
        psql(self.store, "ALTER DATABASE %s OWNER TO lone" % self.store.rsplit("/", 1)[1])
        self.store = self.store.replace("://mpigauge:", "://lone:")
        self.measure("--launches", "1", "--baseline", "release")
        gate = self.start("gate", "--baseline", "release", "--candidate-bench", BENCH, "--launches", "1", "--no-settle", *QUICK)
        self.finish(gate, 0, 1, 2)
        self.mpigauge("history")
        self.mpigauge("report", "-o", "report.html")

    def test_a_dump_that_is_restored_is_the_same_store(self):
        self.mpigauge("import", self.records(3))
        self.mpigauge("import", self.records(3, "others"))
        other = self.new_store()
        with open(os.path.join(self.folder, "dump.sql"), "w") as file:
            subprocess.run(["pg_dump", self.store], stdout=file, check=True)
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", file.name, other], stdout=subprocess.DEVNULL,
                       check=True)
        self.assertEqual(self.dump(other), self.dump(self.store))
        self.mpigauge("store", "check", store=other)
        for words in (["runs", "--format", "json"], ["show", "--format", "json"]):
            self.assertEqual(self.mpigauge(*words, store=other), self.mpigauge(*words), words)

    @staticmethod
    def dump(url):
        """The statements that make it, without what pg_dump draws anew each time."""
        done = subprocess.run(["pg_dump", url], stdout=subprocess.PIPE, text=True, check=True)
        return [line for line in done.stdout.splitlines() if not re.match(r"\\(un)?restrict ", line)]

    def test_errors_about_the_url_do_not_show_the_password(self):
        wrong = self.store.replace(PASSWORD, "guess")
        text = self.mpigauge("runs", store=wrong, code=4)
        self.assertIn("password authentication failed", text)
        self.assertNotIn("guess", text)
        self.assertIn("`createdb` makes one", self.mpigauge("runs", store=self.server.url + "nothing", code=4))
        nobody = "postgresql://u:%s@127.0.0.1:%d/x" % (PASSWORD, free_ports(1)[0])
        self.assertIn("is the server running", self.mpigauge("runs", store=nobody, code=3))
        self.assertIn("has schema version 0", self.mpigauge("runs", code=4))

    def serve_tls(self, name, host):
        """The server speaks TLS 1.2 with a certificate for this host; returns the certificate."""
        certificate, key = self_signed(self.server.folder, name, host)
        os.chmod(key, 0o600)
        if self.server.who:
            os.chown(key, self.server.who["user"], self.server.who["group"])
        for setting in ("ssl_cert_file = '%s'" % certificate, "ssl_key_file = '%s'" % key, "ssl = on",
                        "ssl_max_protocol_version = 'TLSv1.2'"):
            psql(self.store, "ALTER SYSTEM SET " + setting)
        psql(self.store, "SELECT pg_reload_conf()")
        wait_until(lambda: psql(self.store, "SHOW ssl_cert_file") == certificate, "the certificate")
        return certificate

    def test_a_mismatch_of_tls_says_what_it_is(self):
        runs = lambda options, code=4: self.mpigauge("runs", store=self.store + "?" + options, code=code)
        self.assertIn("sslmode wants TLS, and this server has none", runs("sslmode=require"))
        right = self.serve_tls("right", "IP:127.0.0.1")
        self.assertIn("has schema version 0", runs("sslmode=verify-full&sslrootcert=" + right))
        self.assertIn("sslrootcert=FILE", runs("sslmode=verify-full&sslrootcert=/no/such"))
        self.assertIn("no common version of TLS", runs("sslmode=require&ssl_min_protocol_version=TLSv1.3"))
        other = self.serve_tls("other", "DNS:other.example")
        self.assertIn("not signed by whom sslrootcert", runs("sslmode=verify-full&sslrootcert=" + right))
        self.assertIn("the name that the server's certificate has", runs("sslmode=verify-full&sslrootcert=" + other))
        for setting in ("ssl", "ssl_max_protocol_version"):
            psql(self.store, "ALTER SYSTEM RESET " + setting)
        psql(self.store, "SELECT pg_reload_conf()")

    def test_a_port_of_something_else_is_named(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            def answer():
                connection, _ = other.accept()
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                connection.recv(100)
                connection.close()
            threading.Thread(target=answer, daemon=True).start()
            url = "postgresql://u@127.0.0.1:%d/x" % other.getsockname()[1]
            self.assertIn("something answers there that is no PostgreSQL", self.mpigauge("runs", store=url, code=4))

    def test_the_password_may_come_from_the_environment(self):
        url = self.store.replace(":" + PASSWORD, "")
        environment = {**os.environ, "PGPASSWORD": "p@ss/w0rd", "MPIGAUGE_STORE": url}
        done = subprocess.run([MPIGAUGE, "import", self.records(1)], env=environment, stdout=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stdout[:11]), (0, "1 launch ad"))

    def test_the_password_may_come_from_files_of_libpq(self):
        port = self.store.rsplit(":", 1)[1].split("/")[0]
        home = tempfile.mkdtemp(dir=self.folder)
        with open(os.path.join(home, "passwords"), "w") as file:
            file.write("*:*:*:*:p@ss/w0rd\n")
        os.chmod(file.name, 0o600)
        database, user = self.store.rsplit("/", 1)[1], self.store.split("//")[1].split(":")[0]
        with open(os.path.join(home, "services"), "w") as services:
            services.write("[bench]\nhost=127.0.0.1\nport=%s\ndbname=%s\nuser=%s\n" % (port, database, user))
        environment = {**os.environ, "PGPASSFILE": file.name, "PGSERVICEFILE": services.name}
        records = self.records(1)
        for store, more in (("service=bench", {}), ("postgresql://", {"PGSERVICE": "bench"}),
                            ("host=127.0.0.1 port=%s dbname=%s user=%s" % (port, database, user), {})):
            done = subprocess.run([MPIGAUGE, "import", records, "--store", store], env={**environment, **more},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.assertEqual(done.returncode, 0, (store, done.stdout))

    def test_serve_says_that_the_store_is_gone_and_finds_it_again(self):
        self.mpigauge("import", self.records(1))
        with MpigaugeServe(MPIGAUGE, self.store) as serve:
            url = "http://127.0.0.1:%d/metrics" % serve.port
            self.assertIn("mpigauge_up 1", get(url))
            self.server.stop_at_once()
            self.assertIn("mpigauge_up 0", get(url))
            self.server.start_again()
            self.assertIn("mpigauge_up 1", get(url))


if __name__ == "__main__":
    unittest.main()
