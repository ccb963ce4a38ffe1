"""The template of GitLab CI: GitLab's schema takes it, and its script does what it promises."""
import http.server
import json
import os
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

import yaml

from lab.end_to_end.templates.checkout_testing import FAILS, IS_INCONCLUSIVE, PASSES, CheckoutTestCase, run, template

REPORTS = ["codequality.json", "comparison.json", "junit.xml", "report.html", "summary.md"]
NODE = os.path.realpath("../node_modules/node")
GITLAB_CI_LOCAL = os.path.realpath("../node_modules/node_modules/gitlab-ci-local/src/index.js")


class SchemaTest(unittest.TestCase):
    """By the schema of GitLab's editor, which gitlab-ci-local brings."""

    def check(self, text, code):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "init", "--quiet", folder], check=True)
            with open(os.path.join(folder, ".gitlab-ci.yml"), "w") as file:
                file.write(text)
            return run([NODE, GITLAB_CI_LOCAL, "--list"], code=code, cwd=folder,
                       env=dict(os.environ, HOME=folder)).stdout

    def test_the_schema_takes_it(self):
        self.assertRegex(self.check(template("gitlab-ci.yml"), 0), r"(?m)^mpigauge +test")

    def test_the_check_finds_what_is_wrong(self):
        for right, wrong in [("junit:", "junitt:"), ("exit_codes:", "exit_code:"), ("when: always", "when: allways")]:
            self.check(template("gitlab-ci.yml").replace(right, wrong), 1)


class Notes(http.server.BaseHTTPRequestHandler):
    """GitLab's API, as far as a note needs it."""
    seen = []
    answer = 201

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.seen.append((self.path, self.headers["PRIVATE-TOKEN"], urllib.parse.parse_qs(body)["body"][0]))
        self.send_response(self.answer)
        self.end_headers()

    def log_message(self, *_):
        pass


class CommandsTest(CheckoutTestCase):
    job = yaml.safe_load(template("gitlab-ci.yml"))["mpigauge"]

    def gate(self, arguments, code=0, **more):
        environment = {**self.environment, **self.job["variables"], **self.values(arguments), **more}
        script = "\n".join(self.job["script"])
        return run(["bash", "-eo", "pipefail", "-c", script], code=code, env=environment, cwd=self.folder).stdout

    def merge_request(self, answer):
        server = http.server.HTTPServer(("127.0.0.1", 0), Notes)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        Notes.seen = []
        Notes.answer = answer
        return {"MPIGAUGE_TOKEN": "secret", "CI_MERGE_REQUEST_IID": "7", "CI_PROJECT_ID": "12",
                "CI_API_V4_URL": "http://127.0.0.1:%d/api/v4" % server.server_port}

    def test_a_pass(self):
        self.gate(PASSES)
        self.assert_reports("PASS", REPORTS)
        self.assertEqual(json.loads(self.read("mpigauge-reports/codequality.json")), [])

    def test_a_slower_library_fails_and_the_merge_request_hears_of_it(self):
        said = self.gate(FAILS, 1, **self.merge_request(201))
        self.assert_reports("FAIL", REPORTS)
        issue, = json.loads(self.read("mpigauge-reports/codequality.json"))
        self.assertEqual(issue["severity"], "major")
        self.assertEqual(Notes.seen, [("/api/v4/projects/12/merge_requests/7/notes", "secret",
                                       self.read("mpigauge-reports/summary.md"))])
        self.assertNotIn("secret", said)

    def test_a_note_that_is_refused_changes_no_verdict(self):
        self.assertIn("no note was written", self.gate(PASSES, 0, **self.merge_request(403)))
        self.assertEqual(len(Notes.seen), 1)

    def test_inconclusive_is_allowed_to_fail(self):
        self.gate(IS_INCONCLUSIVE, 2)
        self.assertEqual(self.job["allow_failure"], {"exit_codes": 2})
        self.assert_reports("INCONCLUSIVE", REPORTS)

    def test_an_update_that_was_not_measured_fails(self):
        self.gate("--wrong-usage", 4)
        self.assertEqual(os.listdir(os.path.join(self.folder, "mpigauge-reports")), [])

    def test_the_reports_are_what_is_kept(self):
        artifacts = self.job["artifacts"]
        self.assertEqual(artifacts["paths"], ["mpigauge-reports/"])
        for file in artifacts["reports"].values():
            self.assertIn(os.path.basename(file), REPORTS)


if __name__ == "__main__":
    unittest.main()
