"""Networks as SMPI and as mpigauge have them, and which figure stands where."""
import contextlib
import io
import json
import os
import sys
import types
import unittest
from unittest import mock

sys.path.append(os.path.abspath("lab/examples"))

import topologies
from lab.examples import smpi
from problems import PSEUDO_PARALLEL, PSEUDO_RANKS


def hops(network, source, target):
    return len(smpi.shortest_path(network, source, target)) - 1


class TopologiesTest(unittest.TestCase):
    def test_a_network_of_smpis_is_called_as_mpigauge_calls_it(self):
        farthest = {"complete": ("complete:8", 1), "hypercube": ("hypercube:3", 3), "ring": ("ring:8", 4)}
        self.assertEqual(set(topologies.NETWORKS), set(farthest))
        for name, (neighbours, topology) in topologies.NETWORKS.items():
            text, most = farthest[name]
            self.assertEqual(topology(8), text)
            network = neighbours(8)
            self.assertEqual(max(hops(network, 0, node) for node in range(1, 8)), most, name)

    def replayed(self, switching):
        """The words of mpigauge, the model that it was given, and the answer."""
        launcher = types.SimpleNamespace(path=lambda *parts: "/".join(parts))
        written, words = {}, []

        def answers(_, *given):
            words.extend(given)
            return json.dumps({"models": [{"speedup": 3}]})

        with mock.patch.object(topologies, "mpigauge", answers), \
                mock.patch.object(smpi, "write", lambda path, text: written.update({path: text}) or path):
            answer = topologies.by_us(launcher, "trace", "ring:4", switching)
        (path, text), = written.items()
        self.assertEqual(words[words.index("--model") + 1], path)
        self.assertEqual(words[words.index("--topology") + 1], "ring:4")
        return json.loads(text), answer

    def test_store_and_forward_is_as_the_paper_has_it_and_cut_through_as_smpi(self):
        forward, answer = self.replayed("store-and-forward")
        self.assertEqual(forward, {"kind": "hockney", "startup_seconds": 1e-5, "seconds_per_byte": 1e-9,
                                   "switching": "store-and-forward"})
        self.assertEqual(answer, {"speedup": 3})
        through, _ = self.replayed("cut-through")
        self.assertEqual(through["switching"], "cut-through")
        self.assertEqual(through["hop_seconds"], 1e-5)
        self.assertAlmostEqual(through["startup_seconds"], 1e-5 + 16e-9)  # the envelope

    def test_each_figure_is_that_of_its_network_and_its_switching(self):
        def by_us(_, trace, topology, switching):
            nodes = int(topology.split(":")[1])
            return {"speedup": nodes + (0 if switching == "store-and-forward" else 100),
                    "parallel_seconds": nodes + (0.25 if switching == "store-and-forward" else 0.5)}

        with mock.patch.object(topologies, "merged", lambda launcher, estimator, traces, *parts: parts), \
                mock.patch.object(topologies, "by_us", by_us), \
                mock.patch.object(topologies, "by_smpi", lambda launcher, trace, network: len(network)):
            rows = topologies.compare(types.SimpleNamespace(folder="nowhere"), "min")
        self.assertEqual([(row["problem"], row["ranks"], row["network"]) for row in rows],
                         [(name, ranks, network) for name in PSEUDO_PARALLEL for ranks in PSEUDO_RANKS
                          for network in ("complete", "hypercube", "ring")])
        for row in rows:
            nodes = row["ranks"].bit_length() - 1 if row["network"] == "hypercube" else row["ranks"]
            self.assertEqual((row["speedup"], row["store_and_forward"], row["cut_through"], row["smpi"]),
                             (nodes, nodes + 0.25, nodes + 0.5, row["ranks"]))

    def test_the_difference_from_smpi_is_a_share_of_its_time(self):
        row = {"problem": "quick", "ranks": 8, "network": "ring", "speedup": 3.5, "store_and_forward": 0.004,
               "cut_through": 0.00105, "smpi": 0.001}
        with contextlib.redirect_stdout(io.StringIO()) as out:
            topologies.print_topologies([row])
        self.assertEqual(out.getvalue().split("\n")[1].split(),
                         ["quick", "8", "ring", "3.500", "4.000", "1.050", "1.000", "5.00%"])


if __name__ == "__main__":
    unittest.main()
