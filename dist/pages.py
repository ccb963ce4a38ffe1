"""The facts about each page for the test of the pages' commands: the commands that cannot run on one machine with Open
MPI, with the reason, and what must be there before the others."""
import dataclasses


@dataclasses.dataclass
class Page:
    """All keys are commands as the page prints them."""
    not_run: dict = dataclasses.field(default_factory=dict)  # why
    printed: tuple = ()  # lines of blocks that are output: they, and what follows in their block, are no commands
    slow: tuple = ()  # run with --config=lab alone
    before: dict = dataclasses.field(default_factory=dict)  # commands of the test, once, before that of the page
    instead: dict = dataclasses.field(default_factory=dict)  # what is typed here
    codes: dict = dataclasses.field(default_factory=dict)  # exit codes, where 0 is not the only one
    verdicts: dict = dataclasses.field(default_factory=dict)  # exit codes of gates that are not made short
    says: dict = dataclasses.field(default_factory=dict)  # a regular expression of what it prints
    here: dict = dataclasses.field(default_factory=dict)  # texts of commands and files that are other ones here
    ports: tuple = ()  # of services, for which free ones are taken


SOURCE_TREE = "Bazel and the scripts of the source tree built what is tested here, or test themselves"
PACKAGES = "it installs packages, as root"
BISECT = "it needs the repository of a library: lab/proofs:bisect_proof_test has one"
COMMITS = "it needs the repository of a library: lab/end_to_end/templates/gate_commits_test.py has one"
OPTION = "it is an option and no command: ci/bisect/checkout_test.cc runs such checkouts"
SLURM = "it needs a cluster: the tests of lab/end_to_end/slurm have one"
GRAFANA = "it changes a Grafana server of the machine: the tests of dashboards/grafana have the files"
SYSTEMD = "it changes the services of the machine: lab/end_to_end/templates/daemon_test.py checks the unit"
SERVER = "it opens the server to other hosts, or asks for a password: the tests of dashboards/server do so on loopback"

MEASURED = ["mpigauge run --baseline release", "mpigauge run"]
# Measured once: what most pages want to have in their store. Fewer runs have no changes.
IN_STORE = ["mpigauge run --baseline release", *(6 * ["mpigauge run --label nightly"]),
            "mpigauge gate --baseline release"]
NETWORKS = ["mpigauge run --suite network --baseline release", "mpigauge run --suite network"]
RUN_FILES = [
    "printf '# OSU MPI Allreduce Latency Test v7.4\\n# Size       Avg Latency(us)\\n8  2.46\\n' >osu_allreduce.txt",
    "printf '# OSU MPI Latency Test v7.4\\n# Size          Latency (us)\\n8  0.46\\n' >osu_latency.txt"]
IMB = """cat >IMB-MPI1.out <<'END'
#---------------------------------------------------
# Benchmarking PingPong
# #processes = 2
#---------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
           64         1000         0.75        85.33
END"""
REPROMPI = """cat >bcast.txt <<'END'
#@operation=MPI_BOR
#@datatype_size_bytes=4
#@nprocs=4
                                              test       nrep        count  errorcode    runtime_sec
                                         MPI_Bcast          0            2          0   0.0000030000
END"""
PLATFORM = """cat >platform.xml <<'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="AS0" routing="Full">
    <cluster id="c" prefix="n" suffix="" radical="0-15" speed="1Gf" bw="1GBps" lat="1us"/>
  </zone>
</platform>
END"""
TRACES = ["mpigauge trace record -o t%d -- mpirun -n 16 ./solver input" % number for number in (2, 3, 4, 5)]

# The page of a team: few launches, the same ones in all gates, so that they are comparable.
_FEW = " --launches 5 --filter '^allreduce/bytes:8/|^barrier/' -- --passes=2 --observations=20"
_RUN = "mpigauge run --baseline release"
_INSTALL = "install -m 600 db.pem db.key \"$(psql -At -c 'SHOW data_directory')\""
_ALARM = ("mpigauge gate --baseline release --no-settle --filter '^allreduce/bytes:8/' --tolerance 100% "
          "--candidate-label alarm --candidate-preload $prefix/lib/mpigauge/libmpigauge_slow.so "
          "--candidate-env 'MPIGAUGE_SLOW=MPI_Allreduce:+2ms'")
_RINGS = "promtool query instant http://127.0.0.1:9090 'ALERTS{alertname=\"MpigaugeRegression\"}'"
_PASSWORD = "printf 'secret\\nsecret\\n' | setsid -w "  # at a terminal it is asked for there


def _until(command):
    """Waits until it is true, at most half a minute."""
    return "for i in $(seq 150); do %s && break; sleep 0.2; done" % command


def _service(command, answers):
    return command + " >service.log 2>&1 & " + _until("curl -s -o answer " + answers)


# In the order in which they run: the first one installs mpigauge.
PAGES = {
    "docs/use/installing.md": Page(
        not_run={
            "ci/setup --demo": PACKAGES,
            "ci/bazel build //dist": SOURCE_TREE,
            "sudo apt install ./bazel-bin/dist/mpigauge.deb": PACKAGES + "; dist:dist_test unpacks the package",
            "ci/bazel build --config=mpich //benchmarks:mpigauge-bench": SOURCE_TREE,
            "MPI_HOME=/opt/mpi ci/bazel build --config=mpi_env //benchmarks:mpigauge-bench": SOURCE_TREE,
        },
        # Each builds the benchmark program or the trace library, as dist:build_bench_test does.
        slow=("mpigauge ci", "mpigauge build-bench --mpi /opt/mpich-4.1",
              "mpigauge build-bench --mpi /opt/mpich-4.1 --trace",
              "mpigauge run --mpi /opt/mpich-4.1 --bench ./mpigauge-bench-mpich-4.1 --baseline mine"),
        codes={"ldd /opt/mpigauge-0.1.0/bin/mpigauge /opt/mpigauge-0.1.0/bin/mpigauge-bench | grep 'not found'": (1,)},
        says={"mpigauge impact --trace traces=solver --baseline release --candidate latest": "(?m)^solver: ",
              "mpigauge run --mpi mpich": "offers libmpich.so.12; the benchmark program that needs it is ",
              "mpirun -n 2 mpigauge-bench": "allreduce"}),
    "README.md": Page(
        not_run={
            "ci/demo": SOURCE_TREE,
            "ci/test": SOURCE_TREE,
            "ci/setup --demo": PACKAGES,
            "ci/bazel build //dist": SOURCE_TREE,
            "mpigauge gate --baseline demo --tolerance 5% --output junit:demo-out/equal.xml": "ci/demo prints it",
            "mpigauge gate --baseline demo --tolerance 5% --max-launches 8 --candidate-label slowed "
            "--candidate-preload libmpigauge_slow.so --candidate-env MPIGAUGE_SLOW=MPI_Allreduce:*1.20 ...":
                "ci/demo prints it",
        }),
    "docs/use/first_gate.md": Page(
        verdicts={"mpigauge gate --baseline release --candidate-label slowed "
                  "--candidate-preload $prefix/lib/mpigauge/libmpigauge_slow.so "
                  "--candidate-env 'MPIGAUGE_SLOW=MPI_Allreduce:*1.20'": (1, 2)},
        says={"mpigauge run --baseline release": r"(?m)^run \S+ of Open MPI [\d.]+: \d+ complete launch\(es\) in "
                                                 r"mpigauge.sqlite\nbaseline release, version 1: 1 run, pinned"}),
    "docs/use/baselines.md": Page(
        before={"mpigauge baseline promote nightly 3f2a77c1": ["mpigauge run"],
                "mpigauge gate --baseline release --run latest":
                    ["mpigauge run --ranks 4 --baseline four", "mpigauge run --ranks 4"],
                "mpigauge gate --baseline release --waivers mpigauge-waivers.toml":
                    ["mpigauge run --baseline release", "toml mpigauge-waivers.toml"]},
        codes={"mpigauge gate --baseline release --run latest": (5,)},
        says={"mpigauge gate --baseline release --run latest":
                  r"not comparable: \w+ differs between baseline and candidate: '[^']*' and '[^']*'; "
                  r"--allow-different=\w+ compares them all the same\n"
                  r"  nearest in the store: baseline four \(Open MPI [\d.]+\)\n  mpigauge gate --baseline four --run "},
        printed=("standard deviation, the median of 57 series:",)),
    "docs/use/history.md": Page(
        instead={"mpigauge gates --series '^head_to_head/bytes:4096/'": "mpigauge gates --series '^(allreduce|bcast)/'"},
        before={"mpigauge changes": ["store"]}),
    "docs/use/plot.md": Page(
        before={"mpigauge plot allreduce": ["store", "mpigauge run --ranks 4 --baseline release",
                                            "mpigauge run --ranks 4"],
                "mpigauge plot ping_pong launch.json --of observations --scale linear":
                    ["mpigauge run --keep-records records", 'cp "$(ls records/*.json | head -n 1)" launch.json'],
                "mpigauge plot bcast/ranks:2 release latest --svg bcast.svg --png bcast.png": MEASURED}),
    "docs/use/report.md": Page(
        not_run={command: SOURCE_TREE for command in (
            "cd dashboards && npm ci", "cd dashboards && npm run check", "cd dashboards && npm run build",
            "bazel test //dashboards/...")},
        before={"mpigauge report": ["store"],
                "mpigauge report --compare records/old records/new": [
                    "mkdir records", "mpigauge run --keep-records records/old",
                    "mpigauge run --keep-records records/new"]}),
    "docs/use/store.md": Page(
        before={"mpigauge import osu osu_allreduce.txt osu_latency.txt --ranks 4 --label openmpi-4.1.4": RUN_FILES,
                "mpigauge import imb IMB-MPI1.out": [IMB],
                "mpigauge import reprompi bcast.txt": [REPROMPI],
                "mpigauge store delete 3f2a": ["mpigauge run"],
                "mpigauge store copy mpigauge.sqlite postgresql://bench@db.example.org/mpigauge": ["database moved"]},
        # It asks for the password at the terminal, or on standard input where there is no terminal.
        instead={"createuser bench --pwprompt": "printf 'secret\\nsecret\\n' | setsid -w createuser bench --pwprompt"}),
    "docs/use/trace.md": Page(
        before={"mpigauge trace merge t1 t2 t3 t4 t5 -o solver.trace": ["rm -r solver.trace", *TRACES],
                "smpirun -np 16 -platform platform.xml -hostfile hosts -replay solver.ti/traces.txt":
                    [PLATFORM, "seq -f n%g 0 15 >hosts"]},
        says={"mpigauge trace print t1 --ranks 1": r"(?m)^1 MPI_Init 0\.\d{9}$"}),
    "docs/use/impact.md": Page(
        before={"mpigauge impact --trace traces=solver --baseline release --candidate latest": NETWORKS},
        says={"mpigauge impact --trace traces=solver --baseline release --candidate latest":
                  r"(?m)^baseline release, candidate .*\n(.*\n)*solver: "}),
    "docs/use/reading_a_verdict.md": Page(
        not_run={"mpigauge bisect --repo ... --good ... --bad ...": BISECT},
        before={"mpigauge report": ["store"]}),
    "docs/use/glossary.md": Page(),
    "docs/use/doctor.md": Page(
        not_run={"srun --exclusive mpigauge doctor": SLURM},
        printed=("check              state   found",),
        instead={"mpigauge ci init --waivers": "mpigauge ci init --waivers --force"}),
    "docs/use/pipelines.md": Page(
        slow=("mpigauge ci",),
        printed=("mpigauge-ci/lock                              which process works on it",)),
    "docs/use/ci-templates.md": Page(before={
        "mpigauge gate --baseline-mpi /opt/openmpi-5.0.6 --candidate-mpi /opt/openmpi-5.0.7": ["store"]}),
    "docs/use/pull_requests.md": Page(
        not_run={
            "BUILD='./autogen.pl && ./configure --prefix=\"$PREFIX\" && make -j8 install' "
            "sh /usr/share/mpigauge/templates/gate-commits origin/main HEAD": COMMITS}),
    "docs/use/troubleshooting.md": Page(
        not_run={"mpigauge ci retry UPDATE": "it needs an update that was given up: lab/end_to_end/pipeline has some"},
        before={"mpigauge runs": ["store"], "mpigauge ci status": ["mpigauge ci init"]},
        codes={"mpigauge ci --dry-run": (0, 3)}),
    "docs/use/serve.md": Page(
        not_run={
            "mpigauge serve --web --store postgresql://user@host/database": SERVER,
            "ssh -L 9464:127.0.0.1:9464 HOST mpigauge serve --web --store /path/of/store.sqlite": SERVER,
        },
        before={"mpigauge serve": ["store"]}),
    "docs/use/serve-network.md": Page(
        not_run={
            "mpigauge serve --web --listen 0.0.0.0:9464 --tls-certificate host.pem --tls-key host.key --users users":
                SERVER,
            "htpasswd -nB ada >> users": SERVER,
            'echo "ada:$(mkpasswd --method=yescrypt)" >> users': SERVER,
            'echo "ada:$(openssl passwd -6)" >> users': SERVER,
            "systemctl reload mpigauge-serve": SYSTEMD,
            "cp ci/templates/mpigauge-serve.service /etc/systemd/system/": SYSTEMD,
            "systemctl enable --now mpigauge-serve": SYSTEMD,
            "journalctl -u mpigauge-serve": SYSTEMD,
        },
        before={"mpigauge serve --web": ["store"]},
        printed=("scheme: https",)),
    "docs/use/bisect.md": Page(
        not_run={
            "mpigauge bisect --repo ~/ompi --good v5.0.6 --bad v5.0.7 --series '^allreduce/bytes:(4096|65536)/' "
            "--build './autogen.pl && ./configure --prefix=\"$MPIGAUGE_OUT\" && make -j8 install' --mpi '{out}'": BISECT,
            "--checkout 'git -C \"$MPIGAUGE_REPO\" worktree add --quiet --force --detach --no-checkout "
            "\"$MPIGAUGE_SOURCE\" \"$MPIGAUGE_COMMIT\" &&\ngit checkout --quiet \"$MPIGAUGE_COMMIT\" -- . \":!docs\"'":
                OPTION,
            "--checkout 'git -C \"$MPIGAUGE_REPO\" worktree add --quiet --force --detach \"$MPIGAUGE_SOURCE\" "
            "\"$MPIGAUGE_COMMIT\" &&\ncp -a ~/openpmix/. 3rd-party/openpmix/'": OPTION,
            "git bisect start BAD GOOD": BISECT,
            "git bisect run sh -c 'make && make install || exit 125\nmpigauge gate --git-bisect --baseline release "
            "--candidate-mpi \"$PWD/install\"'": BISECT,
        }),
    "docs/use/slurm.md": Page(
        not_run={command: SLURM for command in (
            "sbatch --nodes 1 --ntasks 2 --output gate.log --wrap 'mpigauge gate --baseline-mpi /opt/openmpi-5.0.6 "
            "--candidate-mpi /opt/openmpi-5.0.7 --filter \"^(allreduce|barrier|bcast)/\" --tolerance 20%; "
            "echo exit code $?'",
            "mpigauge gate --slurm --nodes 2 --exclusive --baseline-mpi /opt/ompi-5.0.6 "
            "--candidate-mpi /opt/ompi-5.0.7",
            "mpigauge run --slurm --partition perf --nodes 2 --exclusive --baseline release",
            "mpigauge gate --slurm --partition perf --nodes 2 --exclusive --baseline release",
            "mpigauge gate --slurm --detach --partition perf --nodes 2 --exclusive --baseline release",
            "mpigauge gate --resume mpigauge-jobs/3f2a77c1")},
        printed=("note: bad node: node2 was 23% slower than the other nodes (work without MPI), by 9 robust "
                 "deviations",)),
    "docs/use/launchers.md": Page(
        not_run={"mpigauge run --launcher srun:pmix --baseline release": SLURM,
                 "mpigauge gate --launcher flux:pmix --baseline release": "it needs Flux"},
        printed=("[[launcher]]",)),
    "docs/use/grafana.md": Page(
        not_run={command: GRAFANA for command in (
            "cp $prefix/share/mpigauge/grafana/provisioning/datasources/mpigauge.yaml "
            "/etc/grafana/provisioning/datasources/",
            "mkdir -p /var/lib/grafana/dashboards/mpigauge",
            "cp $prefix/share/mpigauge/grafana/mpigauge-*.json /var/lib/grafana/dashboards/mpigauge/",
            "cp $prefix/share/mpigauge/grafana/provisioning/dashboards/mpigauge.yaml "
            "/etc/grafana/provisioning/dashboards/",
            "systemctl restart grafana-server")},
        printed=("scrape_configs:",)),
    "docs/use/team.md": Page(
        ports=(9464, 9090, 9091),
        here={"/etc/": "$PWD/etc/", "scrape_interval: 2m": "scrape_interval: 1s", "scrape_timeout: 30s": "scrape_timeout: 1s",
              "evaluation_interval: 1m": "evaluation_interval: 1s",
              "gate --baseline release --candidate-label nightly":
                  "gate --baseline release --candidate-label nightly --max-launches 5" + _FEW},
        before={"openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj \"/CN=Our authority\" -keyout ca.key "
                "-out ca.pem": ["postgres"],
                "umask 077": ["mkdir -p etc/mpigauge", "cp ca.pem etc/mpigauge/",
                              "file /etc/postgresql-common/pg_service.conf", "clients"],
                "curl -s http://127.0.0.1:9464/metrics | grep '^mpigauge_up '": [
                    _service("env mpigauge serve --store service=mpigauge-viewer --listen 127.0.0.1:9464",
                             "http://127.0.0.1:9464/metrics")],
                "promtool check config /etc/prometheus/prometheus.yml": ["file /etc/prometheus/prometheus.yml"],
                "mpigauge export --push http://127.0.0.1:9091 --grouping cluster=alps": [
                    _service("prometheus-pushgateway --persistence.file= --web.listen-address=127.0.0.1:9091",
                             "http://127.0.0.1:9091/-/ready")],
                "sbatch --wait nightly.sh": ["slurm", "file nightly.sh"],
                _RINGS: [
                    _service("prometheus --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path=tsdb "
                             "--web.listen-address=127.0.0.1:9090", "http://127.0.0.1:9090/-/ready"),
                    _until(_RINGS + " | grep -q firing")]},
        instead={
            # The test may run as root, and the server never does.
            _INSTALL: _INSTALL.replace(" db.pem", " -o \"$(stat -c %U \"$(psql -At -c 'SHOW data_directory')\")\" db.pem"),
            "createuser bench --pwprompt": _PASSWORD + "createuser bench --pwprompt",
            "createuser viewer --pwprompt": _PASSWORD + "createuser viewer --pwprompt",
            _RUN: "env " + _RUN + " --no-keep-library" + _FEW,
            # With --wait, sbatch looks after 2, 10 and 42 seconds.
            "sbatch --wait nightly.sh": "sbatch nightly.sh; " + _until("[ -z \"$(squeue -h)\" ]") + "; cat nightly-*.log",
            _ALARM: "env " + _ALARM + " --launches 5 -- --passes=2 --observations=20"},
        codes={"mpigauge baseline remove release --store service=mpigauge-viewer": (4,),
               "mpigauge runs --store \"service=mpigauge-viewer sslmode=disable\"": (3, 4),
               "mpigauge runs --store \"service=mpigauge-viewer host=db\"": (3, 4),
               _ALARM: (1,)},
        says={"mpigauge runs --store service=mpigauge-viewer": "(?m) 5 ",
              "mpigauge baseline remove release --store service=mpigauge-viewer": "this user may not do that",
              "mpigauge runs --store \"service=mpigauge-viewer sslmode=disable\"": "pg_hba.conf rejects connection",
              "mpigauge runs --store \"service=mpigauge-viewer host=db\"": "does not match host name \"db\"",
              "curl -s http://127.0.0.1:9464/metrics | grep '^mpigauge_up '": "mpigauge_up 1",
              "sbatch --wait nightly.sh": "(?m)^(PASS|INCONCLUSIVE|FAIL): ",
              _RINGS: "alertstate=\"firing\""}),
}
