"""The programs beside gates come and go and end; progress is told. Nothing is measured."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

from lab.proofs import beside, gates


class FakeProcess:
    def __init__(self):
        self.signals = []

    def send_signal(self, number):
        self.signals.append(number)


class FakeEvent:
    """Is set after so many waits, and nobody really waits."""

    def __init__(self, waits):
        self.left = waits

    def wait(self, _):
        self.left -= 1
        return self.left < 0


class BesideTest(unittest.TestCase):
    def test_a_neighbour_stops_and_goes_on(self):
        processes = [FakeProcess(), FakeProcess()]
        beside.come_and_go(processes, FakeEvent(3))
        for process in processes:
            self.assertEqual(process.signals, [signal.SIGSTOP, signal.SIGCONT, signal.SIGSTOP])

    def test_an_unknown_state_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "busy: none of the states nothing, spinners, neighbour"):
            with beside.others("busy"):
                pass

    def test_a_command_says_its_lines_and_its_code(self):
        lines = []
        code, out, errors = beside.run(["sh", "-c", "echo one >&2; echo out; echo two >&2; exit 2"], lines.append)
        self.assertEqual((code, out, errors, lines), (2, "out\n", "one\ntwo\n", ["one", "two"]))

    def test_an_interrupted_command_is_ended(self):
        def interrupt(line):
            self.pid = int(line)
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            beside.run(["sh", "-c", "echo $$ >&2; exec sleep 60"], interrupt)
        self.assertRaises(ProcessLookupError, os.kill, self.pid, 0)

    def test_spinners_end_with_the_program_that_is_killed(self):
        """The program names its spinner and is killed; the spinner's end of the pipe closes with it."""
        program = ("import subprocess, sys; from lab.proofs import beside; "
                   "print(subprocess.Popen(beside.spinner(min(__import__('os').sched_getaffinity(0)))).pid, flush=True); "
                   "__import__('time').sleep(60)")
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        self.assertGreater(int(process.stdout.readline()), 0)
        process.kill()
        self.assertEqual(process.communicate(timeout=30)[0], "")  # the end of the pipe, which the spinner has, too


class GatesTest(unittest.TestCase):
    def test_progress_says_how_long_the_rest_takes(self):
        times, said = iter([0, 120, 240, 360]), []
        progress = gates.Progress(3, clock=lambda: next(times), say=lambda text, flush: said.append(text))
        for text in ("one", "two", "three"):
            progress.step(text)
        self.assertEqual(said, ["1 of 3, one; some 4 min left", "2 of 3, two; some 2 min left", "3 of 3, three"])

    def test_a_command_that_fails_is_named(self):
        with self.assertRaisesRegex(SystemExit, "sh -c echo no >&2; exit 3\nno\n\nexit code 3"):
            gates.call(["sh", "-c", "echo no >&2; exit 3"], codes=(0, 1))

    def test_a_gate_gives_both_sides_the_same_library(self):
        with tempfile.TemporaryDirectory() as folder:
            told = os.path.join(folder, "told")
            fake = os.path.join(folder, "mpigauge")
            with open(fake, "w") as file:
                file.write("#!/bin/sh\nprintf '%%s\\n' \"$@\" > %s\necho '{\"verdict\": \"fail\"}'\nexit 1\n" % told)
            os.chmod(fake, 0o755)
            options = type("Options", (), {"mpigauge": fake, "mpi": "mpich", "bench": "/bench"})
            comparison, seconds = gates.gate(options, "store", ["--turns", "3"], ["--passes", "5"])
            with open(told) as file:
                words = file.read().split()
        self.assertEqual(comparison, {"verdict": "fail"})
        self.assertGreater(seconds, 0)
        self.assertEqual(words, ["gate", "--store", "store", "--format", "json", "--baseline-mpi", "mpich", "--baseline-bench",
                                 "/bench", "--candidate-mpi", "mpich", "--candidate-bench", "/bench", "--turns", "3", "--",
                                 "--passes", "5"])

    def test_figures_are_written_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "figures.json")
            gates.write(path, {"a": 1})
            gates.write(path, {"a": 2})
            with open(path) as file:
                self.assertEqual(json.load(file), {"a": 2})
            self.assertEqual(os.listdir(folder), ["figures.json"])
        gates.write(None, {})


if __name__ == "__main__":
    unittest.main()
