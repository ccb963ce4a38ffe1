"""The crontab and the systemd units."""
import os
import re
import signal
import subprocess
import tempfile
import unittest

from lab.end_to_end.templates.checkout_testing import (BENCH, COPY_OPENMPI, MPIGAUGE, SLOWER, CheckoutTestCase,
                                                       run, template)
from testing.services import die_with_parent, wait_until


def cron_command():
    line, = re.findall(r"(?m)^[*0-9].*$", template("crontab"))
    return line.split(None, 5)[5]


class CrontabTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.lines = [line for line in template("crontab").splitlines() if line and not line.startswith("#")]

    def mail(self, exit_code):
        """Returns the mail that cron would send if `mpigauge` says something and ends like this."""
        path = os.path.join(self.folder, "mpigauge")
        with open(path, "w") as file:
            file.write("#!/bin/sh\necho called with $*\nexit %d\n" % exit_code)
        os.chmod(path, 0o755)
        return run(["sh", "-c", cron_command()], code=None, cwd=self.folder,
                   env={"PATH": self.folder + ":/usr/bin:/bin"}).stdout

    def test_every_line_is_a_variable_or_a_job(self):
        self.assertTrue(template("crontab").endswith("\n"))  # cron takes no last line without
        self.assertNotIn("%", cron_command())  # cron makes newlines of them
        for line in self.lines:
            self.assertRegex(line, r"^([A-Z]+=\S+|(\S+ ){5}mpigauge .*)$")

    def test_a_mail_is_written_only_where_somebody_has_to_look(self):
        self.assertEqual(self.mail(0), "")
        self.assertEqual(self.mail(2), "")
        self.assertEqual(self.mail(1), "called with ci --quiet --config mpigauge.toml\n")
        self.assertEqual(self.mail(3), "called with ci --quiet --config mpigauge.toml\n")


UNITS = ("mpigauge-serve.service", "mpigauge-watch.service")


class UnitTest(unittest.TestCase):
    def check(self, name, text, *words):
        """Returns the result of systemd-analyze for a unit with this text."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(text.replace("/usr/local/bin/mpigauge", MPIGAUGE))
            return subprocess.run(["systemd-analyze", *words, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True)

    def verify(self, name, text):
        # Only lines about this file count: a machine may have units that are wrong.
        return [line for line in self.check(name, text, "verify").stdout.splitlines() if name[:-8] in line]

    def test_systemd_takes_them(self):
        for name in UNITS:
            self.assertEqual(self.verify(name, template(name)), [])

    def test_the_check_finds_what_is_wrong(self):
        for name in UNITS:
            for right, wrong in [("Restart=on-failure", "Restart=on-failing"), ("RestartSec", "RestarSec"),
                                 ("ExecStart=/", "ExecStart=")]:
                self.assertNotEqual(self.verify(name, template(name).replace(right, wrong)), [], wrong)

    def test_the_server_is_hardened(self):
        """The lower the exposure, from 0 to 10, the better; below 2 systemd calls it OK."""
        rate = lambda text: self.check(UNITS[0], text, "security", "--offline=true", "--threshold=20").returncode
        self.assertEqual(rate(template(UNITS[0])), 0)
        self.assertNotEqual(rate(re.sub(r"(?m)^(CapabilityBoundingSet|SystemCallFilter)=.*$", "", template(UNITS[0]))), 0)


class CommandsTest(unittest.TestCase):
    """The pipeline for real, with the configuration that `mpigauge ci init` writes, on one series."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = dict(os.environ, MPIGAUGE_BENCH=BENCH,
                                PATH=os.path.dirname(MPIGAUGE) + ":" + os.environ["PATH"])
        self.mpigauge("ci", "init")
        path = os.path.join(self.folder, "mpigauge.toml")
        with open(path) as file:
            text = file.read()
        tiny = re.sub(r'(?m)^suite = .*$', 'filter = "^allreduce/bytes:8/"\narguments = ["--passes", "2"]', text)
        # One shape: a test measures nothing that has more ranks than processors.
        tiny = re.sub(r'(?s)\[\[shape\]\].*?(?=\n\[gate\])', '[[shape]]\nranks = 2\n', tiny)
        with open(path, "w") as file:
            file.write(tiny)

    def mpigauge(self, *words):
        return run([MPIGAUGE, *words], env=self.environment, cwd=self.folder).stdout

    def updates(self):
        return re.findall(r"(?m)^openmpi-\S+ .* done +baseline", self.mpigauge("ci", "status"))

    def test_the_cron_job_judges_the_machines_library_and_prints_nothing(self):
        command = cron_command()
        for _ in range(2):  # the second time there is nothing to be done
            self.assertEqual(run(["sh", "-c", command], env=self.environment, cwd=self.folder).stdout, "")
            self.assertEqual(len(self.updates()), 1)
        with open(os.path.join(self.folder, "mpigauge-ci.log")) as file:
            self.assertEqual(file.read(), "")  # --quiet
        self.assertIn("nothing new", self.mpigauge("ci"))

    def test_the_served_store_is_read_again_and_ends_on_request(self):
        run([MPIGAUGE, "run", "--store", "store.sqlite", "--launches", "1", "--filter", "^barrier/", "--", "--passes",
             "2"], env=self.environment, cwd=self.folder)
        command = re.search(r"(?m)^ExecStart=/usr/local/bin/(mpigauge .*)$", template("mpigauge-serve.service"))[1]
        log = os.path.join(self.folder, "log")
        with open(log, "w") as out:
            daemon = subprocess.Popen(command.split() + ["--listen", "127.0.0.1:0"], env=self.environment,
                                      cwd=self.folder, stdout=out, stderr=out, preexec_fn=die_with_parent)
        said = lambda words: any(words in line for line in open(log))
        try:
            wait_until(lambda: said("serving http://"), "the server")
            daemon.send_signal(signal.SIGHUP)  # as ExecReload does
            wait_until(lambda: said("read again"), "the answer to the reload")
            daemon.terminate()
            self.assertEqual(daemon.wait(timeout=60), 0)
        finally:
            daemon.kill()
            daemon.wait()

    def test_the_systemd_service_judges_it_and_ends_on_request(self):
        command = re.search(r"(?m)^ExecStart=/usr/local/bin/(mpigauge .*)$", template("mpigauge-watch.service"))[1]
        daemon = subprocess.Popen(command.split() + ["--listen", "127.0.0.1:0"], env=self.environment, cwd=self.folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        try:
            wait_until(self.updates, "the machine's library to be judged")
            daemon.terminate()
            self.assertEqual(daemon.wait(timeout=60), 0)
        finally:
            daemon.kill()
            daemon.wait()


class GitTest(CheckoutTestCase):
    """The cron job of docs/use/pull_requests.md: each push to a branch is built, judged, and mailed if it is slower."""

    def test_a_slower_commit_is_mailed_once_with_its_verdict(self):
        build = self.environment["BUILD"].strip().replace("\n", "; ")
        with open(os.path.join(self.folder, "mpigauge.toml"), "w") as file:
            file.write('quiet = "0s"\n[[library]]\nname = "ours"\ngit = "%s"\nref = "main"\nbuild = \'%s\'\nbench = "%s"\n'
                       '[measure]\nfilter = "^allreduce/bytes:8/"\nlaunches = 2\narguments = ["--passes", "2"]\n'
                       '[gate]\ntolerance = "50%%"\n' % (self.repository, build, BENCH))
        run(["git", "branch", "--force", "main", self.base], cwd=self.repository)

        def mail():
            return run(["sh", "-c", cron_command()], code=None, env=self.environment, cwd=self.folder).stdout

        self.assertEqual(mail(), "")  # the first library begins the baseline
        run(["git", "branch", "--force", "main", self.main], cwd=self.repository)
        self.assertRegex(mail(), r"FAIL: 1 of 1 series got slower \(allreduce\)")
        self.assertEqual(mail(), "")


if __name__ == "__main__":
    unittest.main()
