"""A store as it is after a baseline, another run and a gate that failed, all measured for real, with little work."""
import atexit
import json
import os
import shutil
import subprocess
import tempfile

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")
SERIES = "allreduce/bytes:8/ranks:2"
HOSTILE_LIBRARY = "we\"ird</script><img src=x onerror=alert(1)>\n"
HOSTILE_SERIES = "</script><script>alert(2)</script>\"' {{DATA}}/bytes:8/ranks:2"


def mpigauge(*arguments, expect=(0,)):
    """Runs a command; what it printed, or, where that is nothing, what it said on standard error."""
    done = subprocess.run([MPIGAUGE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in expect:
        raise AssertionError("%s: exit code %d: %s%s" % (arguments, done.returncode, done.stdout, done.stderr))
    return done.stdout or done.stderr


def fill(store, other_library=HOSTILE_LIBRARY):
    """Series allreduce and bcast at two sizes, and a control; allreduce of the gate's candidate is a millisecond slower.
    Between the baseline and the gate another run, of a library of this name, if any."""
    measure = ["--store", store, "--bench", os.path.abspath("benchmarks/mpigauge-bench"), "--launches", "4",
               "--filter", "^(allreduce|bcast)/bytes:(8|4096)/|spin"]
    candidate = [word.replace("--bench", "--candidate-bench") for word in measure]
    mpigauge("run", *measure, "--baseline", "release", "--", "--passes", "2")
    if other_library:
        mpigauge("run", *measure, "--label", other_library, "--", "--passes", "2")
    # Four launches of each side can fail one of four series at 4/70; two tenths of alpha are for tails and for lost launches.
    mpigauge("gate", *candidate, "--baseline", "release", "--no-settle", "--tolerance", "300%", "--alpha", "0.09",
             "--candidate-preload", SLOW, "--candidate-env", "MPIGAUGE_SLOW=MPI_Allreduce:+1ms", "--", "--passes", "2", expect=(1,))


_kept = []  # the folder of the store that was measured


def copy_filled(store):
    """As fill, but measured once for all stores of a test; `store` may be the URL of a PostgreSQL database."""
    if not _kept:
        _kept.append(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, _kept[0])
        fill(os.path.join(_kept[0], "store.sqlite"))
    mpigauge("store", "copy", os.path.join(_kept[0], "store.sqlite"), store)


def add_hostile_series(store):
    """Two runs more, with bcast/bytes:8 under a name that is none of ours."""
    for number in range(2):
        with tempfile.TemporaryDirectory() as folder:
            mpigauge("export", "--store", store, "--records", folder, "--run", "latest")
            for name in os.listdir(folder):
                path = os.path.join(folder, name)
                with open(path) as file:
                    text = file.read().replace("bcast/bytes:8/ranks:2", json.dumps(HOSTILE_SERIES)[1:-1])
                record = json.loads(text)
                for key in ("run_id", "launch_id"):
                    record["mpigauge"][key] = "xy"[number] + record["mpigauge"][key][1:]  # no id of ours begins so
                with open(path, "w") as out:
                    json.dump(record, out)
            mpigauge("import", folder, "--store", store)
