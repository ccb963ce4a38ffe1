"""The server answers the same numbers as the command prints, over both kinds of stores."""
import json
import os
import unittest

from testing.postgres import Postgres
from lab.end_to_end.dashboards.server_case import Filled, history_path
from lab.end_to_end.dashboards.filled_store import HOSTILE_LIBRARY, SERIES, mpigauge


class FiguresTest(Filled):
    """The numbers are those that the command prints."""

    def test_runs(self):
        printed = self.command("runs", "--format", "json")
        for run in printed:  # the server's list has nothing of how they were measured
            for key in ("plan", "suite", "measured", "in_turns", "gate_id"):
                del run[key]
        served = self.get("/api/runs")["runs"]
        for place, run in enumerate(served):
            older = [one["run_id"] for one in served[place + 1:] if one["library"] == run["library"]]
            self.assertIn(run["previous"], ["", *older[:1]])
        for run in served:
            del run["previous"]
        self.assertEqual(served, printed)
        self.assertEqual(len(printed), 3)
        self.assertEqual([run["complete"] for run in printed], [4, 4, 4])
        self.assertIn(HOSTILE_LIBRARY, [run["library"] for run in printed])

    def test_gates(self):
        answer = self.get("/api/gates")
        gates = answer["gates"]
        self.assertEqual(gates, self.command("gates", "--format", "json"))
        self.assertEqual(answer["standing"], [dict(gates[0], newest=True)])
        self.assertEqual([gate["verdict"] for gate in gates], ["fail"])
        self.assertGreater(gates[0]["fail"], 0)
        self.assertEqual(gates[0]["fail"] + gates[0]["inconclusive"] + gates[0]["pass"], 4)

    def test_the_overview_has_a_cell_for_each_library_and_case(self):
        overview = self.get("/api/overview")
        gate = self.get("/api/gates")["gates"][0]
        self.assertEqual([one["gate_id"] for one in overview["libraries"]], [gate["gate_id"]])
        cases = {one["case"]: one for one in overview["cases"]}
        self.assertEqual(sorted(cases), ["allreduce", "bcast"])
        series = self.get("/api/gate?id=" + gate["gate_id"])["comparison"]["series"]
        worst = cases["allreduce"]["cells"][0]
        self.assertEqual(worst["verdict"], "fail")
        shown = [one["ratio"] for one in series if one["name"] == worst["series"]][0]
        self.assertAlmostEqual(worst["ratio"] / shown, 1, 4)  # six digits
        self.assertGreaterEqual(len(cases["bcast"]["levels"]), 2)

    def test_a_run(self):
        gate = self.get("/api/gates")["gates"][0]
        view = self.get("/api/run?id=" + gate["candidate_run_id"][:8])
        self.assertEqual(view["run"]["run_id"], gate["candidate_run_id"])
        self.assertEqual(view["figures"], self.command("show", gate["candidate_run_id"], "--format", "json"))
        self.assertEqual([(one["gate_id"], one["role"]) for one in view["gates"]], [(gate["gate_id"], "candidate")])
        baseline = self.get("/api/baselines")["baselines"][0]
        before = self.get("/api/run?id=" + baseline["runs"][0])
        self.assertEqual(before["baselines"], [baseline["name"]])
        self.assertEqual([one["role"] for one in before["gates"]], ["baseline"])

    def test_libraries(self):
        libraries = self.get("/api/libraries")
        newest = {}
        for run in self.get("/api/runs")["runs"]:
            newest.setdefault(run["library"], run["run_id"])
        self.assertEqual({one["library"]: one["run_id"] for one in libraries["libraries"]}, newest)
        medians = {one["name"]: one["median_seconds"] for one in libraries["series"]}
        for place, run in enumerate(libraries["libraries"]):
            for one in self.command("show", run["run_id"], "--format", "json")["series"]:
                self.assertAlmostEqual(medians[one["name"]][place] / one["seconds"], 1, 9)

    def check_comparison(self, view, printed):
        self.assertEqual([(one["kind"], one["text"]) for one in view["findings"]],
                         [(one["kind"], one["text"]) for one in printed.pop("findings")])
        self.assertEqual(view["comparison"], printed)

    def test_a_gate(self):
        gate = self.get("/api/gates")["gates"][0]
        view = self.get("/api/gate?id=" + gate["gate_id"])
        self.check_comparison(view, self.command("gates", gate["gate_id"][:8], "--format", "json"))
        self.assertEqual(view["kind"], "comparison")
        self.assertIn("allreduce", view["headline"])
        self.assertEqual(view["findings"][0]["kind"], "fail")
        self.assertEqual(self.get("/api/gate?id=" + gate["gate_id"][:6])["comparison"], view["comparison"])

    def test_two_runs(self):
        view = self.get("/api/compare?baseline=release&candidate=latest")
        self.check_comparison(view, self.command("compare", "release", "latest", "--format", "json", expect=(0, 1, 2)))
        self.assertTrue(view["commands"]["comparison"].startswith("mpigauge compare release latest"))

    def test_history(self):
        history = self.get(history_path(SERIES, "bcast/bytes:8/ranks:2"))
        for name in (SERIES, "bcast/bytes:8/ranks:2"):
            printed = self.command("history", name, "--format", "json")
            drawn = history["series"][name]
            self.assertEqual([history["runs"][place]["run_id"] for place in drawn["run"]],
                             [point["run_id"] for point in printed])
            self.assertEqual(drawn["median_seconds"], [point["median_seconds"] for point in printed])
            self.assertEqual(drawn["low_seconds"], [min(point["launches_seconds"]) for point in printed])
            self.assertEqual(drawn["high_seconds"], [max(point["launches_seconds"]) for point in printed])
            self.assertEqual(drawn["launches"], [len(point["launches_seconds"]) for point in printed])
        self.assertNotIn("spin", str(list(history["series"])))

    def test_series_baselines_and_calibrations(self):
        self.assertEqual([one["name"] for one in self.get("/api/series")["series"]], self.command("history", "--format", "json"))
        listed = self.command("baseline", "list", "--format", "json")
        for one in listed:
            del one["kept_library"], one["libraries_folder"]  # of this machine, not of the store
        self.assertEqual(self.get("/api/baselines")["baselines"], listed)
        self.assertEqual(self.get("/api/calibrations"), self.command("calibrate", "--list", "--format", "json"))

    def test_observations_are_those_of_the_records(self):
        gate = self.get("/api/gates")["gates"][0]
        view = self.get("/api/gate?id=" + gate["gate_id"])
        for side, run in (("baseline", self.get("/api/baselines")["baselines"][0]["runs"][0]),
                          ("candidate", gate["candidate_run_id"])):
            records = os.path.join(self.folder, side)
            mpigauge("export", "--store", self.store, "--records", records, "--run", run)
            drawn = view["observations"]["series"][SERIES][side]
            self.assertEqual(len(drawn), 4)
            for i in range(4):
                with open(os.path.join(records, "%s-%d.json" % (run, i))) as file:
                    series = [one for one in json.load(file)["mpigauge"]["series"] if one["name"] == SERIES][0]
                seconds = sorted(sum((one["observations_seconds"] for one in series["passes"]), []))
                self.assertAlmostEqual(drawn[i][0] / seconds[0], 1, 5)
                self.assertAlmostEqual(drawn[i][-1] / seconds[-1], 1, 5)
                middle = (seconds[(len(seconds) - 1) // 2] + seconds[len(seconds) // 2]) / 2
                self.assertAlmostEqual(drawn[i][5] / middle, 1, 5)

    def test_the_environment_of_both_sides(self):
        view = self.get("/api/compare?baseline=release&candidate=latest")
        for side in ("baseline", "candidate"):
            self.assertEqual(view["environment"][side]["ranks"], "2")
            self.assertIn("mpi_library_version", view["environment"][side])

    def test_the_report_holds_the_same(self):
        report = os.path.join(self.folder, "report.html")
        mpigauge("report", "--store", self.store, "-o", report)
        with open(report) as file:
            text = file.read().split('id="data">')[1].split("</script>")[0]
        gate = self.get("/api/gates")["gates"][0]
        self.assertEqual(json.loads(text), self.get("/api/gate?id=" + gate["gate_id"]))


class FiguresOfPostgresTest(FiguresTest):
    @classmethod
    def make_store(cls):
        server = cls.cleanup.enter_context(Postgres())
        return server.url + "postgres"


del Filled  # no tests of its own

if __name__ == "__main__":
    unittest.main()
