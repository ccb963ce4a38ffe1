"""The template of GitHub Actions: GitHub's parser takes it, and its steps do what they promise."""
import os
import pathlib
import tempfile
import unittest

import yaml

from lab.end_to_end.templates.checkout_testing import FAILS, IS_INCONCLUSIVE, PASSES, CheckoutTestCase, TEMPLATES, run, template

REPORTS = ["comparison.json", "junit.xml", "report.html", "summary.md"]
# The packages lie where npm has put them: node and esbuild look for what they need beside them.
PACKAGES = str(pathlib.Path("../node_modules/node_modules/esbuild/bin/esbuild").resolve().parents[2])
NODE = os.path.realpath("../node_modules/node")


class SchemaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.checker = os.path.join(cls.folder, "check.mjs")
        # The parser imports JSON in a way that only bundlers know.
        run([NODE, os.path.join(PACKAGES, "esbuild/bin/esbuild"),
             os.path.abspath("lab/end_to_end/templates/check_github.mjs"),
             "--bundle", "--platform=node", "--format=esm", "--outfile=" + cls.checker,
             "--banner:js=import{createRequire}from'module';const require=createRequire(import.meta.url);"],
            env=dict(os.environ, NODE_PATH=PACKAGES))

    def check(self, text, code):
        path = os.path.join(self.folder, "workflow.yml")
        with open(path, "w") as file:
            file.write(text)
        return run([NODE, self.checker, path], code=code).stdout

    def test_githubs_parser_takes_it(self):
        self.check(template("github.yml"), 0)

    def test_the_check_finds_what_is_wrong(self):
        for right, wrong, word in [("runs-on:", "run-on:", "run-on"), ("17 3 * * *", "77 3 * * *", "cron"),
                                   ("always()", "allways()", "allways")]:
            self.assertIn(word, self.check(template("github.yml").replace(right, wrong), 1))

    def test_the_schedule_of_the_crontab_is_one(self):
        lines = [line for line in template("crontab").splitlines() if line[:1] in "*0123456789"]
        self.assertEqual(len(lines), 1)
        schedule = " ".join(lines[0].split()[:5])
        self.check(template("github.yml").replace("17 3 * * *", schedule), 0)


class CommandsTest(CheckoutTestCase):
    def gate(self, arguments, code=0, **more):
        """Runs the steps as a runner does; returns what they print."""
        workflow = yaml.safe_load(template("github.yml"))
        summary = os.path.join(self.folder, "step-summary")
        environment = {**self.environment, **workflow["env"], **self.values(arguments), "GITHUB_STEP_SUMMARY": summary,
                       **more}
        steps = [step["run"] for step in workflow["jobs"]["gate"]["steps"] if "run" in step]
        self.assertEqual(len(steps), 2)
        run(["bash", "-e", "-c", steps[0]], env=environment, cwd=self.folder)
        return run(["bash", "-e", "-c", steps[1]], code=code, env=environment, cwd=self.folder).stdout

    def test_a_pass(self):
        self.assertIn("::notice title=mpigauge::PASS", self.gate(PASSES))
        self.assert_reports("PASS", REPORTS)
        self.assertEqual(self.read("step-summary"), self.read("mpigauge-reports/summary.md"))

    def test_a_slower_library_fails_with_an_error(self):
        self.assertIn("::error title=mpigauge::FAIL", self.gate(FAILS, 1))
        self.assert_reports("FAIL", REPORTS)

    def test_inconclusive_is_a_warning(self):
        said = self.gate(IS_INCONCLUSIVE)
        self.assertIn("::warning title=mpigauge::INCONCLUSIVE", said)
        self.assertNotIn("::error", said)
        self.assert_reports("INCONCLUSIVE", REPORTS)

    def test_a_baseline_in_a_committed_store_is_settled_side_by_side(self):
        def mpigauge(*words):
            run(["mpigauge", *words], env=self.environment, cwd=self.folder)

        mpigauge("run", "--store", "mpigauge-baseline.sqlite", "--baseline", "release", "--launches", "6",
                 "--filter", "^allreduce/bytes:8/", "--", "--passes", "2")
        mpigauge("store", "copy", "mpigauge-baseline.sqlite", "store.sqlite")
        said = self.gate(PASSES, BASELINE="release")
        self.assertRegex(said, r"note: side by side: ([6-9]|\d\d)\+\1 launches")  # noise may ask for more than 6
        self.assert_reports("PASS", REPORTS)

    def test_an_update_that_was_not_measured_fails(self):
        self.gate(PASSES, 3, OMPI_MCA_pml="nosuch")
        self.assertEqual(os.listdir(os.path.join(self.folder, "mpigauge-reports")), [])
        self.gate("--wrong-usage", 4)

    def test_the_reports_are_what_is_kept(self):
        steps = yaml.safe_load(template("github.yml"))["jobs"]["gate"]["steps"]
        self.assertEqual(steps[-1]["with"]["path"], "mpigauge-reports/")


if __name__ == "__main__":
    unittest.main()
