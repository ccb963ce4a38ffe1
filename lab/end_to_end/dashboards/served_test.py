"""The views of a real `mpigauge serve --web` in Chromium, over a store that a real gate has filled."""
import json
import os
import subprocess
import sys
import tempfile

from testing.proxy import proxy
from testing.services import MpigaugeServe
from lab.end_to_end.dashboards.filled_store import HOSTILE_SERIES, MPIGAUGE, add_hostile_series, fill, mpigauge

CHROMIUM = "/usr/bin/chromium"
SERIES = "allreduce/bytes:4096/ranks:2"


def printed(store):
    """Returns the numbers that the command prints of the store: the page must say the same."""
    def command(*arguments, **more):
        return json.loads(mpigauge(*arguments, "--store", store, **more))
    gates = command("gates", "--format", "json")
    runs = command("runs", "--format", "json")
    return {"gates": gates, "runs": runs, "names": command("history", "--format", "json"), "series": SERIES,
            "hostile": HOSTILE_SERIES, "gate": command("gates", gates[0]["gate_id"], "--format", "json"),
            "history": command("history", SERIES, "--format", "json"),
            "shown": command("show", gates[0]["candidate_run_id"], "--format", "json"),
            "compared": command("compare", "release", gates[0]["candidate_run_id"], "--format", "json",
                                expect=(0, 1, 2))}


def main():
    if not os.access(CHROMIUM, os.X_OK):
        sys.exit(CHROMIUM + " is missing; run ci/setup")
    # Short: Chromium puts unix sockets there (108-byte limit). It needs a home, and Bazel gives tests none.
    with tempfile.TemporaryDirectory(prefix="served.", dir="/tmp") as work:
        store = os.path.join(work, "store.sqlite")
        fill(store)
        add_hostile_series(store)
        with open(os.path.join(work, "printed.json"), "w") as out:
            json.dump(printed(store), out)
        # Behind a proxy, as teams have it: the page must work below a path and by another name. Chromium takes names
        # that end so for the loopback address.
        host = "bench.localhost"
        with MpigaugeServe(MPIGAUGE, store, "--web", "--host-name", host) as server, \
                proxy(server.port, "/team/mpigauge", host) as url:
            environment = {**os.environ, "HOME": work, "TMPDIR": work, "CHROMIUM": CHROMIUM}
            words = ["dashboards/in_project.sh", "web", "served_test.mjs", url, os.path.join(work, "printed.json")]
            sys.exit(subprocess.run(words + sys.argv[1:], env=environment).returncode)


if __name__ == "__main__":
    main()
