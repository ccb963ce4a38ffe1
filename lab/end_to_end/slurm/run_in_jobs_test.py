"""`mpigauge run --slurm` on a real Slurm cluster of this host, and a gate of what it stored."""

import json
import os
import re
import shlex
import signal
import unittest

from lab.end_to_end.slurm.slurm_testing import SlurmTestCase, program
from testing.services import wait_until


class RunInJobsTest(SlurmTestCase):

    def gate_of(self, milliseconds):
        """The words of a gate of a library whose operation takes this time, whatever else runs on this host."""
        return ["gate", "--slurm", "--folder", self.new_folder(), "--baseline", "release", "--no-settle",
                "--tolerance", "200%", "--launches", "4", "--filter", "^sleeps/", "--candidate-bench", self.bad_bench(),
                "--candidate-env", "MPIGAUGE_SLEEP=%d" % milliseconds, "--format", "json",
                "--", "--passes", "2", "--warm-up", "1"]

    def test_the_exit_code_is_the_gates(self):
        words, job = self.run_in_jobs(["--env", "MPIGAUGE_SLEEP=20", "--baseline", "release", "--no-keep-library"],
                                      launches=4, suite="^sleeps/", bench=self.bad_bench())
        result = self.mpigauge(words + ["--warm-up", "1"])
        self.assertIn("4 complete launch(es)", result.stdout)
        self.assertIn("task 1: completed on node", result.stderr)
        run, = self.runs()
        self.assertEqual((run["status"], run["complete"]), ("complete", 4))
        self.assertIn("srun --mpi=pmix --ntasks=2", self.read(os.path.join(job, "task-1.log")))

        self.assertEqual(json.loads(self.mpigauge(self.gate_of(20)).stdout)["verdict"], "pass")
        self.assertEqual(json.loads(self.mpigauge(self.gate_of(120), code=1).stdout)["verdict"], "fail")

    def test_a_library_is_preloaded(self):
        words, job = self.run_in_jobs(["--preload", program("harness/inject/libmpigauge_slow.so"), "--env",
                                       "MPIGAUGE_SLOW=MPI_Barrier:+1ms"], launches=1)
        self.mpigauge(words)
        series, = self.read_json(job + "/task-0/attempt-0/0/launch-0.json")["mpigauge"]["series"]
        times = [time for visit in series["passes"] for time in visit["observations_seconds"]]
        self.assertGreaterEqual(min(times), 1e-3)

    def test_detached_it_is_resumed_later_and_measured_once(self):
        words, job = self.run_in_jobs(["--detach"], bench=self.obedient_bench("wait"))
        answer = self.mpigauge(words).stdout
        self.assertIn("job %s has not ended" % self.job_id(job), answer)
        self.wait_for_launch(job, 1, task=1)
        again = self.mpigauge(words)  # it is not submitted again
        self.assertIn("job %s is still there" % self.job_id(job), again.stderr)
        self.assertIn("task 1: running on node", again.stderr)
        self.assertIn("job %s has not ended" % self.job_id(job), again.stdout)
        run, = self.runs()
        self.assertEqual(run["status"], "running")
        self.set_mode("")

        resume = shlex.split(re.search(r"wait for it: mpigauge (.*)", answer).group(1))
        for _ in range(2):  # the second time all is measured
            self.assertIn("2 complete launch(es)", self.mpigauge(resume, store=False).stdout)
        run, = self.runs()
        self.assertEqual((run["launches"], run["status"]), (2, "complete"))

    def test_ctrl_c_leaves_the_job(self):
        words, job = self.run_in_jobs(["--tasks", "1"], bench=self.obedient_bench("wait"))
        waiting = self.start_mpigauge(words)
        self.wait_for_job(job)
        self.wait_for_launch(job, 1)
        waiting.send_signal(signal.SIGINT)
        _, err = waiting.communicate(timeout=60)
        self.assertEqual(waiting.returncode, 3, err)
        self.assertIn("stopped waiting; job %s continues" % self.job_id(job), err)
        self.assertIn("cancel it:   scancel " + self.job_id(job), err)
        self.assertEqual(self.cluster.tasks(self.job_id(job)), {0: "RUNNING"})
        self.set_mode("")
        resume = shlex.split(re.search(r"wait for it: mpigauge (.*)", err).group(1))
        self.assertIn("2 complete launch(es)", self.mpigauge(resume, store=False).stdout)

    def test_a_slurmctld_that_is_restarted_is_waited_for_also_where_the_node_is_being_drained(self):
        words, job = self.run_in_jobs(["--tasks", "1", "--detach"], launches=3, bench=self.obedient_bench("wait"))
        self.mpigauge(words)
        self.wait_until_waiting(1)
        node = self.cluster.task_node(self.job_id(job), 0)
        self.addCleanup(self.cluster.run, ["scontrol", "update", "nodename=" + node, "state=resume"])
        self.cluster.run(["scontrol", "update", "nodename=" + node, "state=drain", "reason=test"])
        waiting = self.start_mpigauge(self.resumed(job), env=self.cluster.impatient())
        self.cluster.stop_slurmctld()
        silence = ""
        while "Slurm does not answer; waiting for it" not in silence:
            line = waiting.stderr.readline()
            self.assertNotEqual(line, "", silence)
            silence += line
        self.cluster.start_slurmctld()
        # A step that is asked for before the nodes are back waits for a minute.
        wait_until(self.cluster.all_back, "the nodes are back")
        self.set_mode("")
        out, err = waiting.communicate(timeout=200)
        self.assertEqual(waiting.returncode, 0, err)
        self.assertIn("3 complete launch(es)", out)

    def test_mpirun_starts_the_ranks_too(self):
        words, job = self.run_in_jobs(["--launcher", "mpirun", "--exclusive"], launches=1)
        self.mpigauge(words)
        status = self.read_json(os.path.join(job, "task-0", "attempt-0", "status.json"))
        self.assertIn("mpirun", status["launcher"])

    def known_jobs(self):
        """The numbers of all jobs that Slurm knows, also of those that have ended."""
        return set(self.cluster.run(["squeue", "--noheader", "--states=all", "--format=%F"]).stdout.split())

    def test_a_dry_run_prints_what_the_job_would_run(self):
        asked = ["--launcher", "srun:pmix", "--partition", "main"]
        words, planned = self.run_in_jobs(asked + ["--dry-run"])
        before = self.known_jobs()
        told = self.mpigauge(words).stdout
        self.assertEqual(self.known_jobs() - before, set())
        self.assertFalse(os.path.exists(self.jobs))
        self.assertFalse(os.path.exists(self.store))
        self.assertIn("2 ranks each, in 2 task(s) of a Slurm job, 1 at a time, each on 1 node(s) of partition main\n",
                      told)
        self.assertNotIn("note: ", told)

        # The words are those of the real job: of its tasks, and of its script.
        words, folder = self.run_in_jobs(asked)
        self.mpigauge(words)
        started = re.search(r"(?m)^mpigauge-task: task 0, attempt 0 on .*: (srun .*)$",
                            self.read(os.path.join(folder, "task-0.log")))
        self.assertIn("\ncommand: %s\n" % started.group(1), told)
        run, = self.runs()
        submitted = re.search(r"(?m)^#   (sbatch .*)$", self.read(os.path.join(folder, "job.sh"))).group(1)
        submitted = submitted.replace(folder, planned).replace(run["run_id"][:8], "RUN")
        self.assertIn("\njob: %s\n" % submitted, told)

    def test_ranks_that_find_no_world_fail_the_task(self):
        bench = os.path.join(self.folder, "singleton.sh")
        with open(bench, "w") as file:
            file.write("#!/bin/bash\nfor name in $(compgen -e | grep -E '^(OMPI|PMIX|PMI|SLURM)_'); do unset $name; done\n"
                       "exec %s \"$@\"\n" % self.bench)
        os.chmod(bench, 0o755)
        words, _ = self.run_in_jobs(launches=1, suite="spin", bench=bench)
        err = self.mpigauge(words, code=3).stderr
        self.assertIn("asked for 2 ranks, found a world of 1", err)
        self.assertIn("0 of 1 launches", err)

    def test_a_program_that_was_rebuilt_while_the_job_waited_is_refused(self):
        bench = self.obedient_bench("")
        words, job = self.run_in_jobs(["--sbatch-arg=--hold", "--detach"], bench=bench)
        self.mpigauge(words)
        with open(bench, "a") as file:
            file.write("# rebuilt\n")
        self.cluster.run(["scontrol", "release", self.job_id(job)])
        err = self.mpigauge(self.resumed(job), code=3).stderr
        self.assertIn("task 0: failed", err)
        self.assertIn("bench.sh: changed after the job was submitted", err)


class MistakeTest(SlurmTestCase):
    """No job is left behind, and the text says what to do next."""

    def refused(self, more, code, text, **environment):
        words, job = self.run_in_jobs(more)
        self.assertRegex(self.mpigauge(words, code, **environment).stderr, text)
        self.assertFalse(os.path.exists(job))

    def test_words_of_sbatch(self):
        self.refused(["--partition", "nope"], 4, "sbatch refused the job: invalid partition specified: nope")
        self.refused(["--constraint", "nope"], 4, "Invalid feature specification")
        self.refused(["--sbatch-arg=--mem=99999999"], 4, "Requested node configuration is not available")

    def test_a_job_that_can_never_start_is_taken_and_said_so(self):
        words, job = self.run_in_jobs(["--nodes", "9", "--ranks", "9", "--detach"])
        self.mpigauge(words)
        self.addCleanup(self.cluster.run, ["scancel", self.job_id(job)])
        wait_until(lambda: "cluster will not start it" in self.mpigauge(words).stderr, "it says so")

    def test_mistakes_are_errors_before_sbatch(self):
        self.refused(["--nodes", "2", "--ranks", "3"], 4, "--ranks 3 do not fit on --nodes 2 in equal parts")
        self.refused(["--launcher", "ssh"], 4, "write auto, mpirun .the library's own., or one of: prterun")
        words, _ = self.run_in_jobs()
        words[words.index("--folder") + 1] = "/dev/null/x"
        self.assertIn("give a folder that you may write", self.mpigauge(words, 4).stderr)
        no_slurm = dict(self.cluster.environment, PATH=os.path.dirname(self.bench))
        self.refused([], 3, "sbatch: not in PATH; install Slurm's commands", env=no_slurm)

    def test_a_slurm_that_does_not_answer(self):
        self.cluster.stop_slurmctld()
        self.addCleanup(self.cluster.start_slurmctld)
        self.refused([], 3, r"Slurm does not answer \(Slurmctld\(primary\) at .* is DOWN\); nothing was submitted")


if __name__ == "__main__":
    unittest.main(verbosity=2)
