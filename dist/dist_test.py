"""The tarball, unpacked where nothing of the build is, measures and judges."""
import ast
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

TARBALL = os.path.abspath("dist/mpigauge.tar.gz")
PACKAGE = os.path.abspath("dist/mpigauge.deb")
SYMBOLS = os.path.abspath("dist/mpigauge-symbols.tar.gz")
with open("VERSION") as file:
    VERSION = file.read().strip()
QUICK = ["--filter", "^(barrier|bcast)/", "--launches", "4", "--", "--passes", "2", "--observations", "5", "--sizes=8"]


class Distribution(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="unpacked-")
        cls.addClassCleanup(cls.temporary.cleanup)
        for archive in (TARBALL, SYMBOLS):
            with tarfile.open(archive) as tar:
                tar.extractall(cls.temporary.name)
        cls.prefix = os.path.join(cls.temporary.name, "mpigauge-" + VERSION)
        cls.store = os.path.join(cls.temporary.name, "store.sqlite")
        told = subprocess.run([os.path.join(cls.prefix, "bin/mpigauge-bench"), "--version"], stdout=subprocess.PIPE, text=True, check=True)
        cls.mpi = "mpich" if "built for MPICH" in told.stdout else "openmpi"

    def run_it(self, program, *words, code=0, cwd=None):
        """Nothing of the build or of this test is seen: neither its working folder nor its variables."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": self.temporary.name, "MPIGAUGE_STORE": self.store,
                       "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        done = subprocess.run([os.path.join(self.prefix, "bin", program), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=600, env=environment, cwd=cwd or self.temporary.name)
        self.assertIn(done.returncode, code if isinstance(code, tuple) else (code,), done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_programs_tell_version_commit_build_and_mpi(self):
        for program, mpi in (("mpigauge", "MPI none"), ("mpigauge-bench", r"MPI built for (Open MPI|MPICH) [\d.]+, runs with .*\d")):
            text = self.run_it(program, "--version")
            self.assertRegex(text, r"^%s %s\ncommit ([0-9a-f]{40}(-dirty)?(, (\d+ after )?v\S+)?|unknown)\nbuild \w+, \w+ [\d.]+.*\n%s"
                             % (program, re.escape(VERSION), mpi))

    def test_programs_for_compute_nodes_bring_the_libraries_that_those_lack(self):
        usual = r"lib(c|m|gcc_s|stdc\+\+|udev|mpi|mpich)\.so\..*|ld-linux.*"
        for program in ("lib/mpigauge/mpigauge-task", "bin/mpigauge-bench"):
            file = os.path.join(self.prefix, program)
            header = subprocess.run(["objdump", "-p", file], stdout=subprocess.PIPE, text=True, check=True).stdout
            needed = [name for name in re.findall(r"NEEDED +(\S+)", header) if not re.fullmatch(usual, name)]
            self.assertIn("libfmt", " ".join(needed))
            loaded = subprocess.run(["ldd", file], stdout=subprocess.PIPE, text=True, check=True).stdout
            for name in needed:
                path = re.search(r"%s => (\S+)" % re.escape(name), loaded).group(1)
                self.assertEqual(os.path.realpath(path), os.path.realpath(os.path.join(self.prefix, "lib/mpigauge", name)))
            self.assertNotRegex(header, r"NEEDED +lib(hwloc|boost)")
        symbols = subprocess.run(["nm", "-D", "--defined-only", os.path.join(self.prefix, "bin/mpigauge-bench")],
                                 stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertNotIn("hwloc_", symbols)  # the MPI library takes its own

    def test_run_and_gate(self):
        self.assertIn("4 complete launch(es)", self.run_it("mpigauge", "run", "--mpi", self.mpi, "--baseline", "first", "--no-keep-library",
                                                              *QUICK))
        said = self.run_it("mpigauge", "gate", "--baseline", "first", "--candidate-mpi", self.mpi, "--no-settle", *QUICK, code=(0, 1, 2))
        self.assertRegex(said, r"bcast +8 B")
        slow = self.run_it("mpigauge", "gate", "--candidate-preload", os.path.join(self.prefix, "lib/mpigauge/libmpigauge_slow.so"),
                           "--candidate-env", "MPIGAUGE_SLOW=MPI_Bcast:+500us", "--baseline-mpi", self.mpi, "--candidate-mpi", self.mpi, "--max-launches", "6", *QUICK, code=1)
        self.assertRegex(slow, r"FAIL +bcast|fail +bcast")

    def test_init_finds_the_benchmark_program_beside_it(self):
        folder = tempfile.mkdtemp(dir=self.temporary.name)
        self.run_it("mpigauge", "ci", "init", cwd=folder)
        with open(os.path.join(folder, "mpigauge.toml")) as file:
            text = file.read()
        self.assertIn('bench = "%s"' % os.path.join(self.prefix, "bin", "mpigauge-bench"), text)
        self.assertNotIn("//benchmarks", text)

    def test_a_trace_is_recorded_with_the_library_that_is_installed(self):
        folder = tempfile.mkdtemp(dir=self.temporary.name)
        trace = os.path.join(folder, "trace")
        self.run_it("mpigauge", "trace", "record", "-o", trace, "--", "mpirun." + self.mpi, "-n", "2", os.path.join(self.prefix, "bin/mpigauge-bench"),
                    "--benchmark_filter=^bcast/bytes:8/", "--passes=1", "--observations=5")
        self.assertEqual(sum(name.endswith(".mpitrace") for name in os.listdir(trace)), 2)

    def needed_by(self, program):
        said = subprocess.run(["readelf", "-d", program], stdout=subprocess.PIPE, text=True, check=True).stdout
        return re.findall(r"\(NEEDED\) .*\[(.*)\]", said)

    def test_each_program_needs_the_mpi_library_that_it_is_called_by(self):
        programs = {"bin": os.path.join(self.prefix, "bin/mpigauge-bench")}
        folder = os.path.join(self.prefix, "lib/mpigauge/programs")
        for name in set(os.listdir(folder)) - {".debug"} if os.path.isdir(folder) else ():
            self.assertTrue(name.startswith("mpigauge-bench."), name)
            programs[name[len("mpigauge-bench."):]] = os.path.join(folder, name)
        needed = {}
        for name, program in programs.items():
            needed[name] = [library for library in self.needed_by(program) if library.startswith("libmpi")]
            self.assertEqual(len(needed[name]), 1, program)
            sections = subprocess.run(["objdump", "-h", program], stdout=subprocess.PIPE, text=True, check=True).stdout
            self.assertNotIn(".debug_info", sections)
            self.assertIn(".gnu_debuglink", sections)
        own = needed.pop("bin")[0]
        self.assertEqual(needed, {name: [name] for name in needed})
        wanted = {"libmpi.so.40"} if shutil.which("mpicxx.openmpi") else set()
        wanted |= {"libmpich.so.12", "libmpi.so.12"} if shutil.which("mpicxx.mpich") else set()
        self.assertEqual(set(needed), wanted - {own})

    def test_the_program_that_fits_is_taken(self):
        """The machine's MPI that the tarball was not built with, and one with the library of MPICH's binary interface."""
        if not shutil.which("mpicxx.mpich") or not shutil.which("mpicxx.openmpi"):
            self.skipTest("one of the two MPIs is not installed; ci/setup installs both")
        library = {"openmpi": "libmpi.so.40", "mpich": "libmpich.so.12"}
        other = "mpich" if self.mpi == "openmpi" else "openmpi"
        prefix = tempfile.mkdtemp(dir=self.temporary.name)
        for folder in ("bin", "lib"):
            os.mkdir(os.path.join(prefix, folder))
        installed = subprocess.run(["mpicxx.mpich", "-print-file-name=libmpich.so.12"], stdout=subprocess.PIPE, text=True, check=True)
        os.symlink(installed.stdout.strip(), os.path.join(prefix, "lib/libmpi.so.12"))
        for name, program in (("mpiexec", "mpiexec.mpich"), ("hydra_pmi_proxy", "hydra_pmi_proxy")):  # which lie side by side
            os.symlink(shutil.which(program), os.path.join(prefix, "bin", name))
        for mpi, needed in ((other, library[other]), (prefix, "libmpi.so.12")):
            program = os.path.join(self.prefix, "lib/mpigauge/programs/mpigauge-bench." + needed)
            said = self.run_it("mpigauge", "run", "--mpi", mpi, *QUICK)
            self.assertRegex(said, r"(?m)^(MPICH|Open MPI) [\d.]+ offers %s; the benchmark program that needs it is %s$"
                             % (re.escape(needed), re.escape(os.path.realpath(program))))
            self.assertIn("4 complete launch(es)", said)
        said = self.run_it("mpigauge", "run", "--mpi", self.mpi, *QUICK)
        self.assertNotIn("offers", said)
        os.rename(os.path.join(prefix, "lib/libmpi.so.12"), os.path.join(prefix, "lib/libmpi.so.0"))
        said = self.run_it("mpigauge", "run", "--mpi", prefix, *QUICK, code=4)
        self.assertIn("offers libmpi.so.0 in %s/lib; the programs here need " % os.path.realpath(prefix), said)
        self.assertIn("\n  mpigauge build-bench --mpi " + prefix, said)

    def test_symbols_are_in_a_file_of_their_own(self):
        for name in ("bin/mpigauge", "bin/mpigauge-bench", "lib/mpigauge/libmpigauge_slow.so", "lib/mpigauge/libmpigauge_trace.so"):
            program = os.path.join(self.prefix, name)
            symbols = os.path.join(os.path.dirname(program), ".debug", os.path.basename(name) + ".debug")
            sections = [subprocess.run(["objdump", "-h", path], stdout=subprocess.PIPE, text=True, check=True).stdout
                        for path in (program, symbols)]
            self.assertNotIn(".debug_info", sections[0], name)
            self.assertIn(".gnu_debuglink", sections[0], name)
            self.assertIn(".debug_info", sections[1], name)
        self.assertLess(os.path.getsize(os.path.join(self.prefix, "bin/mpigauge")), 20e6)

    def test_the_package_of_debian_has_the_same_and_says_what_it_needs(self):
        fields = subprocess.run(["dpkg-deb", "--field", PACKAGE], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn("Package: mpigauge\nVersion: %s\n" % VERSION, fields)
        self.assertRegex(fields, r"Depends: .*libc6 .*")
        own, other = ("libmpich12", "libopenmpi3") if self.mpi == "mpich" else ("libopenmpi3", "libmpich12")
        self.assertEqual(re.findall("libopenmpi3|libmpich12", re.search("(?m)^Depends: (.*)$", fields).group(1)), [own])
        program = "lib/mpigauge/programs/mpigauge-bench." + {"libmpich12": "libmpich.so.12", "libopenmpi3": "libmpi.so.40"}[other]
        if os.path.exists(os.path.join(self.prefix, program)):
            self.assertRegex(fields, "(?m)^Suggests: .*\\b%s\\b" % other)
        root = tempfile.mkdtemp(dir=self.temporary.name)
        subprocess.run(["dpkg-deb", "--extract", PACKAGE, root], check=True)
        programs = ["lib/mpigauge/programs"] if os.path.isdir(os.path.join(self.prefix, "lib/mpigauge/programs")) else []
        for folder in ["bin", "lib/mpigauge", *programs]:
            of_packages = {name for name in os.listdir(os.path.join(self.prefix, folder)) if re.match(r"lib(benchmark|fmt)\.", name)}
            self.assertFalse(of_packages & set(os.listdir(os.path.join(root, "usr", folder))))
            for name in set(os.listdir(os.path.join(self.prefix, folder))) - of_packages - {".debug", "bench", "programs", "trace"}:
                with open(os.path.join(self.prefix, folder, name), "rb") as ours, open(os.path.join(root, "usr", folder, name), "rb") as its:
                    self.assertEqual(ours.read(), its.read(), name)
        said = subprocess.run([os.path.join(root, "usr/bin/mpigauge"), "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertTrue(said.startswith("mpigauge " + VERSION))

    def test_manual_pages_and_completion_are_where_programs_look_for_them(self):
        root = tempfile.mkdtemp(dir=self.temporary.name)
        subprocess.run(["dpkg-deb", "--extract", PACKAGE, root], check=True)
        for share in (os.path.join(self.prefix, "share"), os.path.join(root, "usr/share")):
            for page, words in (("mpigauge", "--store FILE"), ("mpigauge-store-prune", "--keep-runs"), ("mpigauge-bench", "--visit-budget")):
                shown = subprocess.run(["man", "-M", os.path.join(share, "man"), page], stdout=subprocess.PIPE, text=True, check=True).stdout
                self.assertIn(words, shown)
            for name in ("bash-completion/completions/mpigauge", "fish/vendor_completions.d/mpigauge.fish"):
                self.assertTrue(os.path.isfile(os.path.join(share, name)), name)
        self.assertTrue(os.path.isfile(os.path.join(self.prefix, "share/zsh/site-functions/_mpigauge")))
        self.assertTrue(os.path.isfile(os.path.join(root, "usr/share/zsh/vendor-completions/_mpigauge")))

    def test_one_page_has_the_help_of_every_command(self):
        with open(os.path.join(self.prefix, "share/doc/mpigauge/docs/reference/commands.md")) as file:
            text = file.read()
        pages = os.listdir(os.path.join(self.prefix, "share/man/man1"))
        self.assertEqual(sorted(name.replace(" ", "-") + ".1" for name in re.findall(r"^## (.*)$", text, re.M)), sorted(pages))
        for option in ("--keep-runs", "--baseline-mpi", "--visit-budget"):
            self.assertRegex(text, r"(?m)^- `(-\w, )?%s\b" % option)

    def test_help_names_pages_by_their_files(self):
        for command in (["mpigauge", "ci"], ["mpigauge", "gate"], ["mpigauge", "impact"], ["mpigauge", "replay"], ["mpigauge-bench"]):
            program = os.path.join(self.prefix, "bin", command[0])
            text = subprocess.run([program, *command[1:], "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
            pages = re.findall(r"[^\s()]+\.md", text)
            self.assertTrue(pages, command)
            for page in pages:
                self.assertTrue(os.path.isabs(page) and os.path.isfile(page), page)

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed; ci/setup installs it")
    def test_lintian_finds_nothing(self):
        said = subprocess.run(["lintian", "--allow-root", "--fail-on", "error,warning", PACKAGE], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, env={"PATH": "/usr/bin:/bin", "HOME": self.temporary.name, "LC_ALL": "C.UTF-8"})
        self.assertEqual((said.returncode, said.stdout), (0, ""))

    def test_the_module_puts_it_into_the_path(self):
        folder = os.path.join(self.prefix, "share/modulefiles")
        script = "source /usr/share/modules/init/bash; module use %s; module load mpigauge; command -v mpigauge; man -w mpigauge-store" % folder
        said = subprocess.run(["bash", "--norc", "-c", script], stdout=subprocess.PIPE, text=True, check=True,
                              env={"PATH": "/usr/bin:/bin", "HOME": self.temporary.name}).stdout.splitlines()
        self.assertEqual([os.path.realpath(line) for line in said], [os.path.realpath(os.path.join(self.prefix, name)) for name in
                                                                     ("bin/mpigauge", "share/man/man1/mpigauge-store.1")])

    def test_recipes_of_package_managers_fit_to_the_tarball(self):
        folder = os.path.join(self.prefix, "share/mpigauge/install")
        told = {"SYSTEM": "system"}
        with open(os.path.join(folder, "mpigauge.eb")) as file:
            exec(compile(file.read(), "mpigauge.eb", "exec"), told)  # it is Python, as EasyBuild reads it
        self.assertEqual(told["version"], VERSION)
        for name in told["sanity_check_paths"]["files"]:
            self.assertTrue(os.path.isfile(os.path.join(self.prefix, name)), name)
        for name in told["sanity_check_paths"]["dirs"]:
            self.assertTrue(os.path.isdir(os.path.join(self.prefix, name)), name)
        with open(os.path.join(folder, "package.py")) as file:
            recipe = next(node for node in ast.parse(file.read()).body if isinstance(node, ast.ClassDef))
        self.assertEqual(recipe.name, "Mpigauge")
        self.assertIn("version('%s')" % VERSION, [ast.unparse(node) for node in recipe.body])
        self.assertLessEqual({"install", "url_for_version"}, {node.name for node in recipe.body if isinstance(node, ast.FunctionDef)})

    def test_documents_and_templates_are_there(self):
        for name in ("doc/mpigauge/LICENSE", "doc/mpigauge/CHANGELOG.md", "doc/mpigauge/README.md",
                     "doc/mpigauge/docs/index.md", "doc/mpigauge/docs/methods/verdicts.md",
                     "doc/mpigauge/docs/pictures/report.png",
                     "mpigauge/suites/smoke.toml", "mpigauge/templates/gitlab-ci.yml", "mpigauge/rules/alerts.yml",
                     "mpigauge/grafana/mpigauge-overview.json",
                     "mpigauge/grafana/provisioning/dashboards/mpigauge.yaml",
                     "mpigauge/grafana/provisioning/datasources/mpigauge.yaml"):
            self.assertTrue(os.path.isfile(os.path.join(self.prefix, "share", name)), name)
        with open(os.path.join(self.prefix, "share/doc/mpigauge/LICENSE")) as file:
            self.assertIn("Apache License", file.read())


if __name__ == "__main__":
    unittest.main()
