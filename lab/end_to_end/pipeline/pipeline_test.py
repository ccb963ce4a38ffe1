"""`mpigauge ci` on real installs: a moved copy of Open MPI whose parameter file selects a slower algorithm is the update."""
import os
import re
import signal
import subprocess
import unittest
import urllib.request

from lab.end_to_end.pipeline.pipeline_testing import (BENCH, CONFIG, COPY_OPENMPI, HARMLESS, MPIGAUGE, SLOWER,
                                                      PipelineCase)

# Few cases look at what is measured, and the libraries of all of them stay installed.
SMALL = (CONFIG % (BENCH, "50%")).replace("launches = 2", "launches = 1").replace(
    "[measure]", "[store]\nkeep_libraries = false\n[measure]")
SERIES = "^allreduce/bytes:8/|^bcast/bytes:8/|spin"
NOT_MEASURABLE = SMALL.replace(SERIES, "^no_such_case$")


class PipelineTest(PipelineCase):
    def setUp(self):
        super().setUp()
        self.configure(SMALL)

    def launches(self):
        return self.query("SELECT count(*) FROM launches")

    def test_a_dry_run_says_what_would_be_measured_and_leaves_everything_as_it_is(self):
        self.configure(SMALL.replace("launches = 1", "launches = 7"))
        self.install("openmpi-1")
        before = sorted(os.listdir(self.folder))
        names = ["allreduce/bytes:8/ranks:2", "bcast/bytes:8/ranks:2", "spin/operations:1000"]
        self.assertEqual(sorted(self.ci("--list").split()), names)
        told = self.ci("--dry-run")
        self.assert_matches(told, r"^openmpi-[0-9a-f]+: Open MPI .* in %s$" % re.escape(self.path("openmpi-1")))
        self.assertIn("series: 3 (--list names them)\n", told)
        self.assert_matches(told, r"^launches: 7 of openmpi .*, 2 ranks each, on this host; "
                                  r"they begin baseline openmpi$")
        self.assert_matches(told, r"^time: not known")
        self.assert_matches(told, r"^command: .*mpi.* -n 2 .*mpigauge-bench.* --passes 3")
        self.assertEqual(sorted(os.listdir(self.folder)), before)

        self.configure(SMALL)
        self.ci()
        self.assert_matches(self.ci("--dry-run"), r"\Aopenmpi-[0-9a-f]+: nothing new, baseline before\n\Z")
        self.assertIn("nothing new", self.ci("--list"))
        self.install("openmpi-2", HARMLESS)
        launches = self.launches()
        told = self.ci("--dry-run")
        self.assert_matches(told, r"; if they do not pass against baseline openmpi, "
                                  r"6 to 30 of each library side by side$")
        self.assert_matches(told, r"^time: about \d+ s \(a launch took [0-9.]+ m?s on 20")
        self.assertEqual(self.launches(), launches)
        self.assertEqual(len(self.updates()), 1)
        self.configure(SMALL.replace('prefix = "openmpi-*"', 'prefix = "none-*"'))
        self.assertIn("no folder", self.ci("--dry-run", code=3))

    def test_a_known_library_elsewhere_and_wrong_waivers_cost_no_launch(self):
        self.install("openmpi-1")
        self.ci()
        launches = self.launches()
        self.install("openmpi-2")
        self.assertIn("nothing new", self.ci())
        self.assertEqual(len(self.updates()), 1)
        self.configure(SMALL.replace("[gate]", '[gate]\nwaivers = "no-such-file.toml"'))
        self.install("openmpi-3", HARMLESS)
        self.assertIn("no-such-file.toml", self.ci(code=3))
        self.assertEqual(self.launches(), launches)

    def test_a_library_that_was_just_changed_is_left_for_the_next_time(self):
        self.configure(SMALL.replace('quiet = "0s"', 'quiet = "1h"'))
        self.install("openmpi-1")
        self.assertIn("may not be whole yet", self.ci())
        self.assertEqual(self.updates(), [])

    def test_a_failing_update_is_tried_three_times_and_then_given_up(self):
        self.install("openmpi-1")
        self.configure(NOT_MEASURABLE)
        for _ in range(3):
            self.ci(code=3)
        update = self.updates()[0]
        self.assertEqual((update["state"], update["failures"]), ("given up", 3))
        self.assertEqual(self.ci(), update["id"] + ": nothing new, given up\n")
        self.assertIn("is tried again", self.ci("retry", update["id"][:10]))
        self.assertEqual(self.updates()[0]["state"], "built")
        self.assertIn("no update 'xyz'", self.ci("retry", "xyz", code=4))
        self.ci("forget", update["id"])
        self.configure(SMALL)
        self.assertIn("they begin baseline openmpi\n", self.ci("--dry-run"))

    def test_a_library_that_was_replaced_before_it_was_measured_gets_no_other_ones_verdict(self):
        prefix = self.install("openmpi-1")
        self.configure(NOT_MEASURABLE)
        self.ci(code=3)
        with open(os.path.join(prefix, "etc", "openmpi-mca-params.conf"), "a") as file:
            file.write(SLOWER)
        self.configure(SMALL)
        text = self.ci(code=3)
        old, new = self.updates()
        self.assertIn(old["id"] + ": " + prefix + ": was changed since it was found", text)
        self.assertEqual((old["verdict"], new["verdict"]), ("", "baseline"))

    def test_two_at_once(self):
        self.install("openmpi-1")
        first = self.start()
        line = first.stderr.readline()  # it has found the library
        self.assertIn("new: Open MPI", line)
        self.assertRegex(self.ci(code=3), r"process %d on \S+ works on this pipeline; --wait waits" % first.pid)
        self.assertEqual(self.ci("--quiet"), "")
        self.assertIn("process %d" % first.pid, self.ci("status"))
        text = self.ci("--wait")
        first.communicate()
        self.assertEqual(first.returncode, 0)
        self.assertIn("nothing new, baseline before", text)
        self.assert_nothing_twice()

    def test_a_pushgateway_that_is_down_costs_no_verdict(self):
        self.configure(SMALL + 'pushgateway = "http://127.0.0.1:9"\n')
        self.install("openmpi-1")
        self.assertIn("the first of its kind", self.ci(code=3))
        self.ci(code=3)
        self.ci(code=3)
        self.assertIn("nothing new, baseline before", self.ci())
        self.assertEqual(self.updates()[0]["state"], "done")
        notes = self.updates()[0]["notes"]
        self.assertTrue(any(note.startswith("not exported: ") for note in notes), notes)

    def test_a_benchmark_program_is_built_once_for_a_library(self):
        build = ("build_bench = '''\n"
                 'test -d "$PREFIX/lib" && echo built >>log-of-builds && cp %s "$BENCH"\'\'\'' % BENCH)
        config = SMALL.replace('bench = "%s"' % BENCH, build)
        self.configure(config.replace(SERIES, "^no_such_case$"))
        self.install("openmpi-1")
        self.ci(code=3)
        self.assertEqual(self.read("log-of-builds"), "built\n")
        self.ci("forget", self.updates()[0]["id"])
        self.configure(config)
        self.assertIn("the first of its kind", self.ci())
        self.assertEqual(self.read("log-of-builds"), "built\n")
        self.configure(config.replace("cp %s" % BENCH, "false"))
        self.install("openmpi-2", HARMLESS)
        self.assertRegex(self.ci(code=3), r"was not built \(exit code 1\): see \S+/log")

    def test_shapes_have_their_own_baselines_and_an_install_that_does_not_start_hinders_no_other(self):
        self.configure(SMALL + "[[shape]]\nranks = 1\n[[shape]]\nranks = 2\n")
        broken = self.install("openmpi-0")
        with open(os.path.join(broken, "lib", "libmpi.so.40"), "w") as file:
            file.write("half")
        self.install("openmpi-1")
        text = self.ci(code=3)
        self.assertIn("does not start", text)
        self.assertIn("1x1: the first of its kind: baseline openmpi-1x1", text)
        self.assertIn("1x2: the first of its kind: baseline openmpi-1x2", text)

    def test_an_environment_module(self):
        prefix = self.install("install")
        os.makedirs(self.path("modules", "openmpi"))
        with open(self.path("modules", "openmpi", "4.1"), "w") as file:
            file.write("#%%Module1.0\nprepend-path PATH %s/bin\n" % prefix)
        self.configure(SMALL.replace('prefix = "openmpi-*"', 'module = ["openmpi/4.1", "openmpi/9"]'))
        text = self.ci(code=3, MODULEPATH=self.path("modules"))
        self.assertIn("module openmpi/9: cannot be loaded", text)
        self.assertIn("the first of its kind", text)
        self.assertEqual(self.updates()[0]["library"]["mpi"], os.path.realpath(prefix))

    def test_wrong_configurations_name_file_and_line(self):
        for wrong, line, text in [
            ('state = 3\n', 1, "state: a text is needed"),
            ('[[library]]\nname = "x"\n', 2, "one of prefix, mpi, module and git is needed"),
            ('[[library]]\nname = "x"\nprefix = "/opt"\ncolor = "red"\n', 4, "no such key 'color'"),
            ('[[library]]\nname = "x y"\nprefix = "/opt"\n', 2, "name: letters, digits"),
            ('[[library]]\nname = "latest"\nprefix = "/opt"\n', 2, "'latest' means the newest runs"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[gate]\nbaseline = "3f2a"\n', 5, "looks like the id of a run"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\nbaseline = "latest"\n', 4, "'latest' means the newest runs"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[gate]\nagainst = "last"\n', 5, "against: \"baseline\" or \"previous\""),
            ('[[library]]\nname = "x"\ngit = "u"\n', 3, "build: the command"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[gate]\ntolerance = "much"\n', 5, "tolerance"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[impact]\nfail = "2%"\n', 4, "trace: the folders"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[impact]\ntrace = ["t"]\nfail = "so"\n', 6, "fail"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[measure]\nlaunches = 0\n', 5, "from 1 to 100000"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[[shape]]\nnodes = 2\n', 5, "no such key 'nodes'"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[store]\nolder_than = "1d"\n', 4, "keep_runs: the number"),
            ('[[library]]\nname = "x"\nmpi = "mpich"\n[store]\nkeep_runs = 5\nolder_than = "180"\n', 6,
             "write the unit, such as 180d"),
            ('store = "s.sqlite"\n', 1, "store"),
            ('[store]\nkeep_libaries = false\n', 2, "no such key 'keep_libaries'"),
            ('[slurm\n', 1, ""),
        ]:
            self.configure(wrong)
            self.assertRegex(self.ci("status", code=4), r"mpigauge.toml, line %d: .*%s" % (line, re.escape(text)))
        self.configure("")
        self.assertIn("says where libraries come from", self.ci(code=4))
        self.assertIn("no-such.toml", self.ci("--config", "no-such.toml", code=4))


class GitTest(PipelineCase):
    def git(self, *words):
        subprocess.run(["git", "-C", self.path("repository"), "-c", "user.name=Test", "-c", "user.email=test@example.org",
                        *words], check=True, stdout=subprocess.DEVNULL)

    def commit(self, message, parameters):
        with open(self.path("repository", "parameters"), "w") as file:
            file.write(parameters)
        self.git("add", "parameters")
        self.git("commit", "-q", "-m", message)

    def watch_repository(self):
        """A daemon that watches the reference judges the library that stands there, and a slower one that follows."""
        watch = subprocess.Popen([MPIGAUGE, "watch", "--interval", "0.5s", "--listen", "127.0.0.1:0"], cwd=self.folder,
                                 stderr=subprocess.PIPE, universal_newlines=True)
        self.addCleanup(watch.stderr.close)
        self.addCleanup(watch.kill)
        url = re.search(r"metrics at (\S+)", watch.stderr.readline()).group(1)

        def metric(name):
            text = urllib.request.urlopen(url, timeout=60).read().decode()
            return float(re.search(r"^%s (\S+)" % re.escape(name), text, re.M).group(1))

        def heard(pattern):
            text = ""
            for line in watch.stderr:
                text += line
                if re.search(pattern, line):
                    return text
            self.fail("the daemon ended: " + text)

        self.assertNotIn("pruned", heard("the first of its kind"))
        self.commit("slower", SLOWER)
        heard(r"new: Open MPI .* in commit [0-9a-f]{12} of ")
        said = heard(r"openmpi-\w+, 1x2: [A-Z]{4}")  # the verdict, whichever it is
        self.assertIn("pruned", said)
        self.assert_matches(said, r"FAIL: 1 of 2 series got slower \(allreduce\)")
        self.assertRegex(said, r"openmpi-\w+, 1x2: FAIL")
        self.assertEqual(metric('mpigauge_pipeline_updates{verdict="fail"}'), 1)
        self.assertEqual(metric('mpigauge_pipeline_updates{verdict="baseline"}'), 1)
        self.assertEqual(metric("mpigauge_pipeline_queue_updates"), 0)
        self.assertGreater(metric("mpigauge_pipeline_last_success_timestamp_seconds"), 1e9)
        watch.send_signal(signal.SIGTERM)
        self.assertEqual(watch.wait(60), 0)

    def test_the_daemon_judges_a_git_reference_when_it_moves_and_serves_figures_of_its_own(self):
        os.mkdir(self.path("repository"))
        self.git("init", "-q", "-b", "main")
        self.commit("first", "# nothing\n")
        build = ('echo "building $COMMIT"; %s "$PREFIX" && '
                 'cat parameters >>"$PREFIX/etc/openmpi-mca-params.conf"' % COPY_OPENMPI)
        self.configure(SMALL.replace("[store]", "[store]\nkeep_runs = 1").replace(
            'prefix = "openmpi-*"', "git = \"%s\"\nref = \"main\"\nbuild = '%s'" % (self.path("repository"), build)))
        self.watch_repository()
        # Runs that no baseline holds are pruned, except for the newest.
        held = {run for run, in self.query("SELECT run_id FROM baseline_runs")}
        left = {run for run, in self.query("SELECT run_id FROM runs")}
        self.assertEqual((len(held), len(left), held <= left), (1, 2, True))
        self.assertIn("nothing new, fail before", self.ci())

        # One that does not build is said, not built again and again, and forgets nothing.
        self.configure(self.read("mpigauge.toml").replace("cat parameters", "cat no-such-file"))
        self.commit("broken", "")
        for _ in range(2):
            self.assertRegex(self.ci(code=3), r"does not build \(exit code 1\): see \S+/log")
        folders = self.path("mpigauge-ci", "git", "openmpi")
        logs = [self.read(folders, name, "log") for name in os.listdir(folders) if name != "repository"]
        self.assertEqual(sorted(log.count("building") for log in logs), [1, 1, 1])
        self.configure(self.read("mpigauge.toml").replace('"main"', '"no-such-branch"'))
        self.assertIn("no-such-branch", self.ci(code=3))


if __name__ == "__main__":
    unittest.main()
