"""The commit that programs tell says where it stands among the releases, and a release has the version of its tag."""
import os
import shutil
import subprocess
import tempfile
import unittest

NOBODY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@localhost", "GIT_COMMITTER_NAME": "a",
          "GIT_COMMITTER_EMAIL": "a@localhost", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


class VersionTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        os.mkdir(os.path.join(self.folder, "ci"))
        shutil.copy("ci/workspace-status", os.path.join(self.folder, "ci"))
        self.git("init", "--quiet")
        self.git("add", ".")
        self.commit()

    def git(self, *words):
        done = subprocess.run(["git", *words], cwd=self.folder, env=dict(os.environ, **NOBODY), check=True,
                              stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()

    def commit(self):
        self.git("commit", "--quiet", "--allow-empty", "-m", "x")

    def status(self):
        done = subprocess.run(["ci/workspace-status"], cwd=self.folder, check=True, stdout=subprocess.PIPE, text=True)
        return dict(line.split(" ", 1) for line in done.stdout.splitlines())

    def package(self):
        """Packs version 0.2.0 in the state of the checkout, and returns what package.sh complains about."""
        paths = {name: os.path.join(self.folder, name) for name in ("VERSION", "status")}
        with open(paths["VERSION"], "w") as file:
            file.write("0.2.0\n")
        with open(paths["status"], "w") as file:
            file.writelines("%s %s\n" % one for one in self.status().items())
        done = subprocess.run([os.path.realpath("dist/package.sh"), paths["VERSION"], paths["status"], "t", "s"],
                              cwd=self.folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        return done.stderr

    def test_a_commit_says_how_far_it_is_from_the_last_release(self):
        head = self.git("rev-parse", "HEAD")
        self.assertEqual(self.status(), {"STABLE_MPIGAUGE_COMMIT": head})
        self.git("tag", "another-kind")
        self.git("tag", "v0.1.0")
        self.assertEqual(self.status(), {"STABLE_MPIGAUGE_RELEASE": "v0.1.0", "STABLE_MPIGAUGE_COMMIT": head + ", v0.1.0"})
        self.commit()
        self.commit()
        self.assertEqual(self.status(), {"STABLE_MPIGAUGE_COMMIT": self.git("rev-parse", "HEAD") + ", 2 after v0.1.0"})
        with open(os.path.join(self.folder, "ci/workspace-status"), "a") as file:
            file.write("# changed\n")
        self.assertIn("-dirty, 2 after v0.1.0", self.status()["STABLE_MPIGAUGE_COMMIT"])

    def test_a_release_is_packed_with_the_version_of_its_tag_alone(self):
        self.assertNotIn("tagged", self.package())
        self.git("tag", "v0.1.0")
        self.assertIn("this commit is tagged v0.1.0, and the file VERSION says 0.2.0", self.package())
        self.commit()
        self.git("tag", "v0.2.0")
        self.assertNotIn("tagged", self.package())


if __name__ == "__main__":
    unittest.main()
