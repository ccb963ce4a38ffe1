"""The help texts of programs, for tests of the commands that pages print."""
import subprocess


def options_in(words):
    return [word.split("=")[0] for word in words if word.startswith("--") and word != "--"]


class ProgramHelp:
    """Asks each program and subcommand once."""

    def __init__(self):
        self.texts = {}

    def text(self, *words):
        """Returns the output of `words --help`. Raises CalledProcessError where it fails."""
        if words not in self.texts:
            done = subprocess.run([*words, "--help"], stdout=subprocess.PIPE, text=True, timeout=60, check=True)
            self.texts[words] = done.stdout
        return self.texts[words]
