"""docs/reference/papers.md has every row of the papers once, and the programs understand its commands. With --config=lab
every command is run."""
import os
import re
import shlex
import signal
import subprocess
import tempfile
import time
import unittest

from bazel.lab import BY_DESIGN, in_the_lab
from benchmarks.bench_testing import IS_MPICH, MPIEXEC
from docs.program_help import ProgramHelp, options_in

PAGE = "docs/reference/papers.md"
PROGRAMS = {name.rsplit("/", 1)[1]: os.path.abspath(name) for name in (
    "benchmarks/mpigauge-bench", "mpigauge/mpigauge", "lab/examples/bubble-merge-sort",
    "lab/examples/fan-in-cholesky")}
TRACE_LIBRARY = os.path.abspath("simulator/trace_library/libmpigauge_trace.so")
ROWS = ["%s%d" % (paper, number) for paper, count in (("MP", 14), ("SK", 16), ("KU", 15), ("CO", 7), ("DE", 9), ("CI", 6))
        for number in range(1, count + 1)]
DONE = (0, 1, 2)  # the exit codes of what was done; 1 and 2 are verdicts
GOES_ON = "mpigauge serve "  # until it is stopped


def commands():
    """The commands by row, in the order of the page."""
    found = []
    with open(PAGE) as file:
        for line in file:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if re.fullmatch("[A-Z]{2}[0-9]+", cells[0]):
                found.append((cells[0], re.findall("`([^`]*)`", cells[2])))
    return found


def words_of(command):
    """The command's words; without where its output goes."""
    return shlex.split(command.split(" > ")[0])


class PapersTest(unittest.TestCase):
    def setUp(self):
        self.help_of = ProgramHelp().text

    def check_mpigauge(self, words):
        """Each option is one of the command, or of mpigauge itself."""
        command = list(words[:1])
        own = words[:words.index("--")] if "--" in words else words
        while len(own) > len(command) and re.search("^  %s  " % re.escape(own[len(command)]),
                                                    self.help_of(PROGRAMS["mpigauge"], *command), re.M):
            command.append(own[len(command)])
        there = re.findall("--[a-z][a-z-]*", self.help_of(PROGRAMS["mpigauge"], *command))
        for option in options_in(own):
            self.assertIn(option, there, " ".join(words))

    def check_bench(self, words):
        """Options and their values."""
        done = subprocess.run([PROGRAMS["mpigauge-bench"], "--check-arguments", *words], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, "%s: %s" % (words, done.stdout))

    def test_every_row_is_there_once(self):
        self.assertEqual([row for row, _ in commands()], ROWS)

    def test_every_row_has_a_command_whose_options_exist(self):
        for row, texts in commands():
            self.assertTrue(texts, row)
            for text in texts:
                words = words_of(text)
                if words[0] == "mpigauge":
                    self.check_mpigauge(words[1:])
                elif words[3] == "mpigauge-bench":
                    known = [word for word in words[4:] if word not in ("--config", "skampi.toml")]  # SK14 writes it
                    self.check_bench(known)
                else:
                    self.assertIn(words[3], PROGRAMS, text)
                    for option in options_in(words[4:]):
                        self.assertIn(option, self.help_of(PROGRAMS[words[3]]), text)

    def environment(self, folder):
        """The programs of the page in a folder of their own, under the names that it uses."""
        for name, path in {**PROGRAMS, "mpirun": MPIEXEC}.items():
            os.symlink(path, os.path.join(folder, name))
        return {**os.environ, "PATH": folder + ":" + os.environ["PATH"], "MPIGAUGE_TRACE_LIBRARY": TRACE_LIBRARY}

    def serve(self, command, environment, cwd):
        """It goes on until it is asked to end, and then ends well."""
        process = subprocess.Popen(words_of(command), env=environment, cwd=cwd, stdout=subprocess.DEVNULL)
        time.sleep(2)
        self.assertIsNone(process.poll(), command)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(60), 0, command)

    @in_the_lab
    @unittest.skipIf(IS_MPICH, BY_DESIGN + "the page's mpigauge starts the machine's default MPI")
    def test_every_command_works(self):
        with tempfile.TemporaryDirectory() as programs, tempfile.TemporaryDirectory() as cwd:
            environment = self.environment(programs)
            for row, texts in commands():
                for text in texts:
                    with self.subTest(row=row, command=text):
                        if text.startswith(GOES_ON):
                            self.serve(text, environment, cwd)
                            continue
                        command = text.replace(";", "\\;") if " > " not in text else text
                        done = subprocess.run(command, shell=True, env=environment, cwd=cwd, text=True, timeout=600,
                                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                        self.assertIn(done.returncode, DONE, done.stdout[-2000:] + done.stderr)


if __name__ == "__main__":
    unittest.main()
