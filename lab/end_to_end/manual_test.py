"""The manual pages and the completion of every command: read by man, and asked of real shells."""
import os
import pty
import re
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.path.abspath("mpigauge/mpigauge")


def output(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=True, **more)


def commands_of(text):
    """Returns the names that a help lists below "Commands", "Commands to look at results" and the like."""
    listed = re.findall(r"\nCommands[^\n]*:\n((?:  .*\n)+)", text)
    return re.findall(r"^  ([a-z]\S*)", "".join(listed), re.M)


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="manual-")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = temporary.name
        output(PROGRAM, "manual", cls.folder)
        cls.helps = {}  # of each command, by its words
        todo = [()]
        while todo:
            command = todo.pop()
            cls.helps[command] = output(PROGRAM, *command, "--help").stdout
            todo += [command + (name,) for name in commands_of(cls.helps[command])]

    def test_every_command_has_a_page_with_its_options(self):
        self.assertIn(("store", "prune"), self.helps)
        self.assertGreater(len(self.helps), 40)
        pages = os.path.join(self.folder, "man", "man1")
        self.assertEqual({"-".join(("mpigauge",) + command) + ".1" for command in self.helps}, set(os.listdir(pages)))
        for command, text in self.helps.items():
            page = os.path.join(pages, "-".join(("mpigauge",) + command) + ".1")
            shown = output("man", "--warnings", "-l", page, env={"PATH": os.environ["PATH"], "MANWIDTH": "200", "LC_ALL": "C"})
            self.assertEqual(shown.stderr, "", page)
            for option in re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M):
                self.assertIn(option, shown.stdout, page)
            for below in commands_of(text):
                self.assertIn("-".join(("mpigauge",) + command + (below,)) + "(1)", shown.stdout, page)

    def ask_bash(self, line):
        """Returns what bash offers behind the line, by calling its function as bash does."""
        words = re.findall(r"=|[^\s=]+", line) + ([""] if line.endswith((" ", "=")) else [])
        script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mpigauge; printf "%s\\n" "${COMPREPLY[@]}"'
        return output("bash", "--norc", "-c", script, "bash", os.path.join(self.folder, "bash-completion/completions/mpigauge"),
                      *words).stdout.split()

    def test_bash_offers_all_commands_and_options(self):
        for command, text in self.helps.items():
            line = " ".join(("mpigauge",) + command) + " "
            self.assertLessEqual(set(commands_of(text)), set(self.ask_bash(line)), line)
            self.assertLessEqual(set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M)), set(self.ask_bash(line + "--")), line)

    def test_bash_offers_commands_behind_help(self):
        for command, text in self.helps.items():
            line = " ".join(("mpigauge", "help") + command) + " "
            self.assertEqual(set(commands_of(text)), set(self.ask_bash(line)), line)
        self.assertEqual(self.ask_bash("mpigauge help store pru"), ["prune"])

    def test_bash_offers_what_fits(self):
        self.assertEqual(self.ask_bash("mpigauge st"), ["store"])
        self.assertEqual(self.ask_bash("mpigauge --store x.sqlite store pru"), ["prune"])
        self.assertEqual(self.ask_bash("mpigauge --store=x.sqlite store pru"), ["prune"])
        self.assertEqual(self.ask_bash("mpigauge store prune --kee"), ["--keep-runs"])
        self.assertEqual(self.ask_bash("mpigauge doctor --format "), ["table", "json"])
        self.assertEqual(self.ask_bash("mpigauge doctor --format=js"), ["json"])
        self.assertEqual(self.ask_bash("mpigauge run --mpi mpic"), ["mpich"])
        self.assertEqual(self.ask_bash("mpigauge gate --baseline "), [])
        self.assertEqual(self.ask_bash("mpigauge run --label store pru"), [])  # the label is no command
        self.assertIn("/etc/passwd", self.ask_bash("mpigauge run --bench /etc/passw"))
        self.assertIn("/usr/lib", self.ask_bash("mpigauge run --mpi /usr/li"))

    def type_into(self, shell, setup, environment):
        """Plays a person who presses the key TAB three times in each of two lines, and then asks what the line has
        become. Returns what the terminal shows."""
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="dumb", PS1="> ", HOME=self.folder, **environment)
            os.execvp(shell[0], shell)
        lines = [b"mpigauge stor\tprun\t--keep\t7 --older-than 180d", b"mpigauge hel\tstor\tprun\t"]
        typed = b"".join(line + b"\x01echo TYPED: \x05\n" for line in lines)
        os.write(terminal, setup.encode() + b"\n" + typed + b"exit\n")
        seen = b""
        try:
            while chunk := os.read(terminal, 4096):
                seen += chunk
        except OSError:
            pass  # the end of a terminal
        os.waitpid(child, 0)
        seen = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen)
        self.assertIn(b"TYPED: mpigauge store prune --keep-runs 7 --older-than 180d", seen)
        self.assertIn(b"TYPED: mpigauge help store prune", seen)

    def test_a_person_presses_tab(self):
        self.type_into(["bash", "--norc", "--noprofile", "-i"],
                       "source " + os.path.join(self.folder, "bash-completion/completions/mpigauge"), {"INPUTRC": "/dev/null"})

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed; ci/setup installs it")
    def test_a_person_presses_tab_in_zsh(self):
        self.type_into(["zsh", "-f", "-i"], "fpath=(%s $fpath); autoload -Uz compinit; compinit -D -u" %
                       os.path.join(self.folder, "zsh/site-functions"), {})

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed; ci/setup installs it")
    def test_fish_offers_all_commands_and_options(self):
        script = os.path.join(self.folder, "fish/vendor_completions.d/mpigauge.fish")
        behind_help = {("help",) + command: commands_of(text) for command, text in self.helps.items() if commands_of(text)}
        lines = {command: " ".join(("mpigauge",) + command) + " " for command in {*self.helps, *behind_help}}
        asked = "".join('echo "@%s"; complete -C "%s"; complete -C "%s--"\n' % (line, line, line) for line in lines.values())
        said = output("fish", "--no-config", "-c", "source %s\n%s" % (script, asked), env={**os.environ, "HOME": self.folder}).stdout
        offered = {part.split("\n")[0]: {row.split("\t")[0] for row in part.split("\n")[1:]} for part in said.split("@")[1:]}
        for command, text in self.helps.items():
            wanted = set(commands_of(text)) | set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M))
            self.assertLessEqual(wanted, offered[lines[command]], lines[command])
        for command, below in behind_help.items():
            self.assertLessEqual(set(below), offered[lines[command]], lines[command])
        self.assertNotIn("prune", offered["mpigauge run "])


if __name__ == "__main__":
    unittest.main()
