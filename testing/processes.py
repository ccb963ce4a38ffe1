"""Processes that a command has started, and what these have started: found by a mark in their environment. Those of
other network namespaces are found, too."""

import contextlib
import os
import time
import uuid

_MARK = "MPIGAUGE_TEST_MARK"
# How long processes may live when what started them is gone. mpirun gives its ranks some seconds, and so does Slurm.
_END_SECONDS = 40


def new_mark():
    """The variable, as a dictionary, that goes into the environment of a command whose processes are to be found."""
    return {_MARK: uuid.uuid4().hex}


def processes(mark, name=None):
    """Process ids of all that were started with this mark and live; with `name`, those of this program alone."""
    wanted = ("%s=%s" % (_MARK, mark[_MARK])).encode()
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open("/proc/%s/environ" % pid, "rb") as file:
                if wanted not in file.read():
                    continue
            with open("/proc/%s/stat" % pid) as file:
                program, state = file.read().split("(", 1)[1].rsplit(")", 1)
            if state.split()[0] != "Z" and (name is None or program == name[:15]):
                found.append(int(pid))
    return found


def left_behind(mark, name=None, meanwhile=lambda: None):
    """Waits until all of them have ended, or have had the time to; returns those that still live. `meanwhile` is called
    again and again as long as there are some."""
    end = time.monotonic() + _END_SECONDS
    while processes(mark, name) and time.monotonic() < end:
        meanwhile()
        time.sleep(0.02)
    return processes(mark, name)
