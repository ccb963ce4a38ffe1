#!/usr/bin/python3
"""Runs a command beside other programs, or beside none.

    lab/proofs/beside.py STATE COMMAND [ARGUMENT ...]

STATE is `nothing`; `spinners`, a process that spins on each processor; or `neighbour`, such processes that spin for
three seconds and stop for three. They are gone when the command ends, and also when this program is killed.
"""
import contextlib
import os
import signal
import subprocess
import sys
import threading

STATES = ("nothing", "spinners", "neighbour")
PERIOD_SECONDS = 3


def spinner(processor):
    """The command of a process that spins on a processor. The kernel ends it with its parent, this program; if that is
    gone before the kernel is told so, the process ends itself."""
    spin = "[ $PPID = %d ] || exit; while :; do :; done" % os.getpid()
    return ["setpriv", "--pdeathsig", "KILL", "taskset", "-c", str(processor), "sh", "-c", spin]


def come_and_go(processes, ended, period=PERIOD_SECONDS):
    """Stops the processes and lets them go on, in turn, until the event `ended` is set."""
    while True:
        for number in (signal.SIGSTOP, signal.SIGCONT):
            if ended.wait(period):
                return
            for process in processes:
                process.send_signal(number)


@contextlib.contextmanager
def others(state):
    """Keeps the other programs of a state running while its block runs."""
    if state not in STATES:
        raise SystemExit("%s: none of the states %s" % (state, ", ".join(STATES)))
    if state == "nothing":
        yield
        return
    processes = [subprocess.Popen(spinner(processor)) for processor in sorted(os.sched_getaffinity(0))]
    ended = threading.Event()
    coming = threading.Thread(target=come_and_go, args=(processes, ended))
    try:
        if state == "neighbour":
            coming.start()
        yield
    finally:
        ended.set()
        if coming.ident is not None:
            coming.join()
        for process in processes:
            process.kill()
            process.wait()


def end_on_signals():
    """Lets a SIGTERM or SIGHUP end this program as Ctrl-C does, so that what it started is ended first."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda got, _: sys.exit(128 + got))


def run(command, on_line=None):
    """Runs a command; returns its exit code, its standard output and its standard error. `on_line` gets each line of
    standard error as it comes. If this program is interrupted, the command is told to end, and waited for."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          text=True) as process:
        out = []
        reading = threading.Thread(target=lambda: out.append(process.stdout.read()))
        reading.start()
        try:
            errors = []
            for line in process.stderr:
                errors.append(line)
                if on_line is not None:
                    on_line(line.rstrip("\n"))
            code = process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()
            reading.join()
    return code, "".join(out), "".join(errors)


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    end_on_signals()
    with others(sys.argv[1]), subprocess.Popen(sys.argv[2:]) as process:
        try:
            return process.wait()
        finally:
            if process.poll() is None:
                process.terminate()


if __name__ == "__main__":
    sys.exit(main())
