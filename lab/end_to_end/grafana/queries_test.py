"""Every query of every dashboard, as Grafana would send it, to a real Prometheus that scrapes a real `mpigauge serve` and
a real `mpigauge watch`."""
import contextlib
import json
import os
import re
import subprocess
import tempfile
import unittest

from testing.services import MpigaugeServe, Prometheus, Service, get, wait_until
from lab.end_to_end.grafana.filled_store import (BENCH, HISTORY_RUNS, HOSTILE_BASELINE, HOSTILE_CASE, MPIGAUGE,
                                                     SPACED_CASE, fill, mpigauge)
from lab.end_to_end.grafana.like_grafana import ALL, Dashboard

COPY_OPENMPI = os.path.abspath("testing/copy_openmpi")
NAMES = ["mpigauge-" + name for name in ("overview", "series", "case", "machine", "pipeline")]
PIPELINE = """
quiet = "0s"
[[library]]
name = "openmpi"
prefix = "openmpi-*"
bench = "%s"
[measure]
filter = "^allreduce/bytes:8/|spin"
launches = 6
arguments = ["--passes", "1"]
""" % BENCH


class MpigaugeWatch(Service):
    """`mpigauge watch` in a folder with one update, which it takes as the first of its kind."""

    def __init__(self, folder):
        with open(os.path.join(folder, "mpigauge.toml"), "w") as out:
            out.write(PIPELINE)
        subprocess.run([COPY_OPENMPI, os.path.join(folder, "openmpi-1")], check=True)
        self.port = None
        super().__init__([MPIGAUGE, "watch", "--interval", "1s", "--listen", "127.0.0.1:0"], self.look, cwd=folder)

    def look(self):
        found = re.search(r"http://127\.0\.0\.1:(\d+)/metrics", self.output())
        if found:
            self.port = int(found.group(1))
        metrics = get("http://127.0.0.1:%d/metrics" % self.port) if found else None
        return metrics and 'updates{verdict="baseline"} 1' in metrics


class ScrapedPrometheus(Prometheus):
    """Scrapes targets of a cluster; None: that do not say which."""

    def __init__(self, folder, targets, cluster):
        super().__init__(folder, targets)
        path = os.path.join(folder, "prometheus.yml")
        with open(path) as file:
            config = json.load(file)
        if cluster:
            config["scrape_configs"][0]["static_configs"][0]["labels"] = {"cluster": cluster}
        with open(path, "w") as out:
            json.dump(config, out)


class QueriesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.open = contextlib.ExitStack()
        try:
            cls.start()
        except BaseException:
            cls.open.close()
            raise

    @classmethod
    def start(cls):
        folder = cls.open.enter_context(tempfile.TemporaryDirectory())
        cls.store = os.path.join(folder, "store.sqlite")
        fill(cls.store, folder)
        serve = cls.open.enter_context(MpigaugeServe(MPIGAUGE, cls.store))
        watched = os.path.join(folder, "watched")
        os.mkdir(watched)
        watch = cls.open.enter_context(MpigaugeWatch(watched))
        cls.watched = watched
        cls.prometheus = {}
        for cluster in ("alps", None):
            place = cls.open.enter_context(tempfile.TemporaryDirectory())
            targets = ["127.0.0.1:%d" % port for port in (serve.port, watch.port)]
            prometheus = cls.open.enter_context(ScrapedPrometheus(place, targets, cluster))
            scraped = "mpigauge_gate_verdict and on () mpigauge_change_ratio and on () mpigauge_pipeline_working"
            wait_until(lambda: prometheus.query(scraped), "a scrape of both")
            cls.prometheus[cluster] = prometheus

    @classmethod
    def tearDownClass(cls):
        cls.open.close()

    def assert_all_answered(self, dashboard, values, cluster="alps"):
        for what, expression, instant in dashboard.queries():
            with self.subTest(dashboard=dashboard.json["uid"], what=what, values=values, cluster=cluster):
                self.assertTrue(dashboard.answer(self.prometheus[cluster], expression, instant, values), expression)

    def value(self, dashboard, expression, values, **labels):
        """The one number of a query for now."""
        found = [one for one in dashboard.answer(self.prometheus["alps"], expression, True, values)
                 if labels.items() <= one["metric"].items()]
        self.assertEqual(len(found), 1, expression)
        return float(found[0]["value"][1])

    def test_every_query_of_a_dashboard_as_it_opens_has_data(self):
        for cluster, prometheus in self.prometheus.items():
            for name in NAMES:
                dashboard = Dashboard(name)
                values = dashboard.defaults(prometheus)
                self.assert_all_answered(dashboard, values, cluster)

    def test_lists_of_variables_have_what_there_is(self):
        prometheus = self.prometheus["alps"]
        overview, series, case = (Dashboard(name) for name in NAMES[:3])
        self.assertEqual(overview.options(prometheus, "cluster", {}), ["alps"])
        self.assertEqual(overview.options(prometheus, "baseline", {"cluster": ALL}), sorted(["release", HOSTILE_BASELINE]))
        chosen = {"cluster": "alps", "baseline": "release", "case": "allreduce"}
        self.assertEqual(series.options(prometheus, "case", chosen), ["allreduce", "bcast"])
        self.assertEqual(series.options(prometheus, "series", chosen),
                         ["allreduce/bytes:4096/ranks:2", "allreduce/bytes:8/ranks:2"])
        self.assertEqual(case.options(prometheus, "ranks", chosen), ["2"])
        # Nothing is known of a cluster's name where nobody gave one.
        self.assertEqual(overview.options(self.prometheus[None], "cluster", {}), [])

    def test_several_values_of_a_variable(self):
        for name in ("mpigauge-overview", "mpigauge-machine", "mpigauge-pipeline"):
            both = {"cluster": ["alps", "elsewhere"], "baseline": [HOSTILE_BASELINE, "release"]}
            self.assert_all_answered(Dashboard(name), both)
        overview = Dashboard("mpigauge-overview")
        table = overview.panel("Every library and cluster, worst first")
        found = overview.answer(self.prometheus["alps"], table, True, {"cluster": ["alps"], "baseline": ["release"]})
        self.assertEqual([one["metric"]["baseline"] for one in found], ["release"])

    def test_names_that_are_meant_to_break_queries_select_themselves_and_nothing_else(self):
        prometheus = self.prometheus["alps"]
        values = {"cluster": "alps", "baseline": HOSTILE_BASELINE}
        series, case = Dashboard("mpigauge-series"), Dashboard("mpigauge-case")
        self.assertEqual(set(series.options(prometheus, "case", values)), {HOSTILE_CASE, SPACED_CASE, "allreduce"})
        values["case"] = HOSTILE_CASE
        options = series.options(prometheus, "series", values)
        self.assertEqual(options, [HOSTILE_CASE + "/bytes:4096/ranks:2", HOSTILE_CASE + "/bytes:8/ranks:2"])
        values["ranks"] = "2"
        self.assert_all_answered(case, values)
        rows = case.answer(prometheus, case.panel("The figures"), True, values)
        self.assertEqual({(one["metric"]["case"], one["metric"]["baseline"]) for one in rows},
                         {(HOSTILE_CASE, HOSTILE_BASELINE)})
        for name in options:
            self.assert_all_answered(series, dict(values, series=name))

    def test_names_with_newlines_are_found_where_a_link_brings_them(self):
        values = {"cluster": "alps", "baseline": HOSTILE_BASELINE, "case": SPACED_CASE, "ranks": "2",
                  "series": SPACED_CASE + "/bytes:8/ranks:2"}
        for name in ("mpigauge-series", "mpigauge-case"):
            self.assert_all_answered(Dashboard(name), values)

    def test_numbers_are_those_that_the_commands_print(self):
        overview, series, pipeline = (Dashboard(name) for name in ("mpigauge-overview", "mpigauge-series",
                                                                   "mpigauge-pipeline"))
        everything = {"cluster": ALL, "baseline": ALL}
        gates = json.loads(mpigauge("gates", "--store", self.store, "--format", "json"))
        failed = overview.panel("Baselines by verdict of their newest gate")
        self.assertEqual(self.value(overview, failed, everything), sum(gate["verdict"] == "fail" for gate in gates))
        name = "allreduce/bytes:8/ranks:2"
        chosen = {"cluster": "alps", "baseline": "release", "case": "allreduce", "series": name}
        compared = json.loads(mpigauge("compare", "release", "latest", "--store", self.store, "--tolerance", "300%", "--format",
                                       "json", expect=1))
        one = next(series for series in compared["series"] if series["name"] == name)
        change = "Change and its confidence interval"
        for ref_id, field in (("A", "low"), ("B", "ratio"), ("C", "high")):
            self.assertAlmostEqual(self.value(series, series.panel(change, ref_id), chosen), one[field] - 1)
        shown = json.loads(mpigauge("show", "latest", "--store", self.store, "--format", "json"))
        seconds = next(series["seconds"] for series in shown["series"] if series["name"] == name)
        expression = series.panel("Time of an operation", "B")
        self.assertAlmostEqual(self.value(series, expression, chosen), seconds)
        runs = json.loads(mpigauge("runs", "--store", self.store, "--format", "json"))
        self.assertEqual(self.value(pipeline, pipeline.panel("Store", "B"), everything), len(runs))
        status = subprocess.run([MPIGAUGE, "ci", "status", "--format", "json"], cwd=self.watched, check=True,
                                stdout=subprocess.PIPE)
        self.assertEqual(self.value(pipeline, pipeline.panel("Updates by verdict"), everything, verdict="baseline"),
                         len(json.loads(status.stdout)["updates"]))

    def test_the_worst_come_first(self):
        overview = Dashboard("mpigauge-overview")
        everything = {"cluster": ALL, "baseline": ALL}
        expression = overview.panel("The fifty worst series")
        self.assertEqual(self.value(overview, expression, everything, series="allreduce/bytes:8/ranks:2", baseline="release"),
                         2)
        largest = overview.answer(self.prometheus["alps"], overview.panel("Largest slowdown"), True, everything)
        self.assertEqual(largest[0]["metric"]["case"], "allreduce")

    def test_applications_have_what_the_gate_said_of_them(self):
        overview = Dashboard("mpigauge-overview")
        for ref_id, wanted in (("A", 0.013), ("B", 0.011), ("C", 0.015)):
            expression = overview.panel("What applications lose", ref_id)
            self.assertAlmostEqual(self.value(overview, expression, {"cluster": ALL, "baseline": ["release"]}, application="solver"),
                                   wanted)

    def test_history_that_was_filled_in_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            text = os.path.join(folder, "history.om")
            mpigauge("export", "--store", self.store, "--openmetrics", text, "--since", "2000-01-01", "--label", "cluster=alps")
            subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=1000h", text,
                            os.path.join(folder, "tsdb")], check=True, stdout=subprocess.DEVNULL)
            with Prometheus(folder, [], more=["--storage.tsdb.retention.time=10y"]) as prometheus:
                machine = Dashboard("mpigauge-machine")
                values = {"cluster": ALL, "baseline": ALL}
                hour, month = 3600, 30 * 86400
                clock = machine.panel("Error of the global clock")
                found = machine.answer(prometheus, clock, False, values, seconds=month, step=hour)
                self.assertGreaterEqual(len(found[0]["values"]), HISTORY_RUNS)
                changes = next(expression for what, expression, _ in machine.queries() if what == "annotation Changes")
                marks = machine.answer(prometheus, changes, False, values, seconds=month, step=6 * hour)
                # The spin of the pipeline's launches is this machine's, which may have changed.
                self.assertEqual({mark["metric"]["case"] for mark in marks} - {"spin"}, {HOSTILE_CASE, SPACED_CASE, "allreduce"})
                runs = next(expression for what, expression, _ in machine.queries() if what == "annotation Runs")
                marks = machine.answer(prometheus, runs, False, values, seconds=month, step=6 * hour)
                nightly = next(mark["values"] for mark in marks if mark["metric"]["library"] == "nightly")
                self.assertGreaterEqual(len({value for _, value in nightly}), HISTORY_RUNS - 1)

    def test_commands_that_descriptions_name_exist(self):
        for name in NAMES:
            for panel in Dashboard(name).json["panels"]:
                for command in re.findall(r"`mpigauge ([^`]*)`", panel.get("description", "")):
                    words = re.match("[a-z ]*", command).group().split()
                    text = mpigauge(*words, "--help")
                    for option in re.findall(r"--[a-z-]+", command):
                        self.assertIn(option, text, command)


if __name__ == "__main__":
    unittest.main()
