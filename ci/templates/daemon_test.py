"""The crontab and the systemd unit."""
import os
import re
import subprocess
import tempfile
import unittest

from ci.templates.testing import MPIGAUGE, run, template


class CrontabTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.lines = [line for line in template("crontab").splitlines() if line and not line.startswith("#")]

    def command(self):
        line, = [line for line in self.lines if not re.match(r"[A-Z]+=", line)]
        command = line.split(None, 5)[5]
        self.assertNotIn("%", command)  # cron makes newlines of them
        return command

    def mail(self, exit_code):
        """What cron would send where `mpigauge` says something and ends like this."""
        path = os.path.join(self.folder, "mpigauge")
        with open(path, "w") as file:
            file.write("#!/bin/sh\necho called with $*\nexit %d\n" % exit_code)
        os.chmod(path, 0o755)
        return run(["sh", "-c", self.command()], code=None, cwd=self.folder,
                   env={"PATH": self.folder + ":/usr/bin:/bin"}).stdout

    def test_every_line_is_a_variable_or_a_job(self):
        self.assertTrue(template("crontab").endswith("\n"))  # cron takes no last line without
        for line in self.lines:
            self.assertRegex(line, r"^([A-Z]+=\S+|(\S+ ){5}mpigauge .*)$")

    def test_a_mail_is_written_only_where_somebody_has_to_look(self):
        self.assertEqual(self.mail(0), "")
        self.assertEqual(self.mail(2), "")
        self.assertEqual(self.mail(1), "called with ci --config mpigauge.toml\n")
        self.assertEqual(self.mail(3), "called with ci --config mpigauge.toml\n")


class UnitTest(unittest.TestCase):
    def verify(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mpigauge-watch.service")
            with open(path, "w") as file:
                file.write(text.replace("/usr/local/bin/mpigauge", MPIGAUGE))
            done = subprocess.run(["systemd-analyze", "verify", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True)
        # Of this file alone: a machine may have units that are wrong.
        return [line for line in done.stdout.splitlines() if "mpigauge-watch" in line]

    def test_systemd_takes_it(self):
        self.assertEqual(self.verify(template("mpigauge-watch.service")), [])

    def test_the_check_finds_what_is_wrong(self):
        for right, wrong in [("Restart=on-failure", "Restart=on-failing"), ("KillMode", "KilMode"),
                             ("ExecStart=/", "ExecStart=")]:
            self.assertNotEqual(self.verify(template("mpigauge-watch.service").replace(right, wrong)), [], wrong)


class CommandsTest(unittest.TestCase):
    """What they start is a command of mpigauge, with these options."""

    def assert_offered(self, text):
        words = re.search(r"mpigauge ((?:ci|watch) --config \S+)", text)[1].split()
        offered = run([MPIGAUGE, words[0], "--help"]).stdout
        self.assertIn(words[1], offered)

    @unittest.skipUnless("watch" in run([MPIGAUGE, "--help"]).stdout, "this mpigauge has no pipeline")
    def test_they_are(self):
        self.assert_offered(template("crontab"))
        self.assert_offered(template("mpigauge-watch.service"))


if __name__ == "__main__":
    unittest.main()
