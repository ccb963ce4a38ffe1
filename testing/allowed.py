"""Asks what a machine refuses to its tests: mounts, namespaces. A container without rights refuses them, and every machine
refuses them to an ordinary user.

    @needs(time_namespaces)
    def test_an_hour(self): ...

Each question is answered by doing the very thing, in a process of its own that leaves nothing behind. So a case is
skipped where the machine refuses it, and nowhere else; the reason says what was refused and with which error. A program
that is missing is no refusal: ci/setup installs all of them, and the test fails.
"""
import ctypes
import functools
import os
import subprocess
import tempfile
import traceback
import unittest

# <sched.h> and <sys/mount.h>
_NAMESPACES = {"time": 0x80, "mount": 0x20000, "uts": 0x4000000, "net": 0x40000000}
_MS_REMOUNT_READ_ONLY = 32 | 1
_LIBC = ctypes.CDLL(None, use_errno=True)
_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"

# The commands that make a link between hosts. Kernels come without some of it.
_LINK = """set -e
ip link add br0 type bridge
ip link add port0 type veth peer name eth0
ip link set port0 master br0
tc qdisc add dev eth0 root tbf rate 1gbit burst 70kb latency 500ms
tc qdisc add dev eth0 clsact
tc filter add dev eth0 egress protocol ip prio 1 u32 match ip src 192.0.2.1/32 flowid 1:1
nft add table ip mpigauge
"""


def _call(name, *arguments):
    """A system call; raises OSError with its name where it is refused."""
    if getattr(_LIBC, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)


def _unshare(*names):
    for name in names:
        try:
            _call("unshare", ctypes.c_int(_NAMESPACES[name]))
        except OSError as error:
            raise OSError(error.errno, error.strerror, name + " namespace")


def _mount(folder):
    tmpfs = (b"tmpfs", os.fsencode(folder), b"tmpfs")
    _call("mount", *tmpfs, ctypes.c_ulong(0), b"size=64k")
    try:
        _call("mount", *tmpfs, ctypes.c_ulong(_MS_REMOUNT_READ_ONLY), b"size=64k")
    finally:
        _call("umount", os.fsencode(folder))


def _hour_ahead():
    _unshare("time")
    with open("/proc/self/timens_offsets", "w") as offsets:
        offsets.write("monotonic 3600 0\n")


def _host_name():
    _unshare("uts")
    _call("sethostname", b"elsewhere", ctypes.c_size_t(9))


def _link():
    _unshare("net", "uts", "mount")
    _call("mount", b"none", b"/", None, ctypes.c_ulong(0x44000), None)  # MS_REC | MS_PRIVATE: what follows stays here
    _call("mount", b"none", b"/sys", b"sysfs", ctypes.c_ulong(0), None)
    done = subprocess.run(["sh", "-c", _LINK], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "PATH": _PATH})
    if done.returncode == 127:  # of sh, for a program that is missing
        raise RuntimeError(done.stdout)
    if done.returncode != 0:
        raise OSError(1, done.stdout.strip() or "a program ended with %d" % done.returncode, "link")


def _refusal(trial):
    """The error of trial() in a process of its own, or None where it does what it should."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code, said = 0, ""
        try:
            trial()
        except OSError as error:
            code, said = 1, "%s: %s" % (error.filename, error.strerror)
        except BaseException:
            code, said = 2, traceback.format_exc()
        finally:
            os.write(writing, said.encode())
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, 1):
        raise RuntimeError("what this machine allows could not be tried: " + said)
    return "this machine refuses: " + said if code else None


@functools.lru_cache(None)
def mounts():
    """Why no file system may be mounted, or None. Each of these questions answers so."""
    with tempfile.TemporaryDirectory() as folder:
        return _refusal(lambda: _mount(folder))


@functools.lru_cache(None)
def time_namespaces():
    """A clock of its own for a process."""
    return _refusal(_hour_ahead)


@functools.lru_cache(None)
def host_names():
    """A host name of its own for a process."""
    return _refusal(_host_name)


@functools.lru_cache(None)
def links():
    """Hosts of their own, with a link between them that can be made slower."""
    return _refusal(_link)


def turns(launches):
    """A question: so many launches of each of two libraries at the same time, of two ranks. Each rank has 16 MB."""
    def room():
        shared = os.statvfs("/dev/shm")
        megabytes = shared.f_bavail * shared.f_frsize / 1e6
        needed = 16 * 2 * 2 * launches
        return None if megabytes >= needed else "this machine refuses: %d MB on /dev/shm, which has %d" % (needed, megabytes)
    return room


def require(question):
    """In a test: skips it where the machine refuses this."""
    if question():
        raise unittest.SkipTest(question())


def needs(question):
    """For a test, or a class of tests."""
    return unittest.skipIf(question(), question())
