"""ci/checks/architecture.py finds files, functions and folders that are not there, and folders without a line."""
import unittest

from ci.checks import architecture

PAGE = """# Architecture

1. A launch is started. `ci/launch/launcher.cc` `Launch`, then `ci/process/process.cc`
   `Process::Run` `main`.
2. `Elsewhere` is no name of the file above.

The folder `ci/launch`.

## Folders

    ci/launch                launches on this host
    ci/process               other programs
"""
FILES = {"ci/launch/launcher.cc": "void Launch() {}", "ci/process/process.cc": "Run() main()", "ci/launch": ""}


class ArchitectureTest(unittest.TestCase):
    def test_names_belong_to_the_file_before_them(self):
        self.assertEqual(architecture.places(PAGE), [("ci/launch/launcher.cc", ["Launch"]),
                                                     ("ci/process/process.cc", ["Run", "main"]), ("ci/launch", [])])

    def test_all_is_there(self):
        self.assertEqual(architecture.wrong_places(PAGE, FILES.get), [])

    def test_a_file_that_is_not_there(self):
        self.assertEqual(architecture.wrong_places(PAGE, {**FILES, "ci/launch/launcher.cc": None}.get),
                         [architecture.PAGE + ": there is no ci/launch/launcher.cc"])

    def test_a_function_that_has_another_name(self):
        self.assertEqual(architecture.wrong_places(PAGE, {**FILES, "ci/launch/launcher.cc": "void Launcher() {}"}.get),
                         [architecture.PAGE + ": ci/launch/launcher.cc has no Launch"])

    def test_folders(self):
        self.assertEqual(architecture.wrong_folders(PAGE, ["ci/launch", "ci/process"]), [])
        self.assertEqual(architecture.wrong_folders(PAGE, ["ci/launch", "ci/slurm"]),
                         [architecture.PAGE + ": has no line for ci/slurm",
                          architecture.PAGE + ": ci/process is not a folder with a BUILD file"])


if __name__ == "__main__":
    unittest.main()
