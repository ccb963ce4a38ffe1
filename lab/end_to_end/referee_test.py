"""The replay against a linear program solved by HiGHS (SciPy): the same time and the same gradient.

The referee shares nothing with the replay but the text of the program: it reads that itself, matches messages by
counting them, and writes one inequality for each "not before". The parallel time is the least T that satisfies all; the
marginals of the model's parameters are its gradient. (After LLAMP: Shen and others, SC24.)
"""
import json
import os
import random
import subprocess
import tempfile
import unittest

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

REPLAY = [os.path.abspath("mpigauge/mpigauge"), "replay"]
PARAMETERS = ("link_seconds", "link_seconds_per_byte", "send_overhead_seconds", "receive_overhead_seconds",
              "gap_seconds", "gap_seconds_per_byte", "compute_factor")
LINK, PER_BYTE, SEND, RECEIVE, GAP, GAP_PER_BYTE, COMPUTE = range(len(PARAMETERS))


def plus(expression, *terms):
    result = dict(expression)
    for variable, factor in terms:
        result[variable] = result.get(variable, 0) + factor
    return result


class Referee:
    """Times in microseconds; variables are numbered, the first ones are the parameters."""

    def __init__(self, program, hops, eager_limit, at_arrival, fetches, orders):
        """`orders`: of the n-th waitall of a rank, in which order it takes in what it receives."""
        self.variables = len(PARAMETERS)
        self.rows = []
        self.hops, self.eager_limit, self.at_arrival, self.fetches = hops, eager_limit, at_arrival, fetches
        self.orders = orders
        self.waits = {}  # by (rank, n): when the wait begins, and when each of its receives can be taken in
        self.messages = {}
        self.finish = self.new()
        for rank, calls in enumerate(program):
            self.rank(rank, calls)

    def new(self):
        self.variables += 1
        return self.variables - 1

    def not_before(self, variable, expression):
        self.rows.append(plus(expression, (variable, -1)))  # expression - variable <= 0

    def latest(self, *expressions):
        variable = self.new()
        for expression in expressions:
            self.not_before(variable, expression)
        return {variable: 1}

    def message(self, key, number):
        """Variables of the number-th message of a source, destination and tag."""
        names = ("posted", "asked", "begin", "arrival", "sent")
        return self.messages.setdefault((key, number), {name: self.new() for name in names})

    def rank(self, me, calls):
        time, free = {}, {}
        counts, requests = {}, {}
        for call in calls:
            kind = call[0]
            if kind == "calc":
                time = plus(time, (COMPUTE, call[1] * 1e-3))
            elif kind in ("send", "isend", "ssend"):
                _, to, size, tag, request = call
                key = ("s", to, tag)
                counts[key] = counts.get(key, -1) + 1
                message = self.message((me, to, tag), counts[key])
                hops = self.hops(me, to)
                transit = ((LINK, hops), (PER_BYTE, hops * size))
                begin = self.latest(time, free)
                keeps = size <= self.eager_limit or not self.fetches
                free = plus(begin, (GAP, 1), (GAP_PER_BYTE, size)) if keeps else begin
                if size <= self.eager_limit and kind != "ssend":
                    time = plus(begin, (SEND, 1))
                    self.not_before(message["arrival"], plus(time, *transit))
                    sent = time
                else:
                    time = plus(time, (SEND, 1))
                    there = self.latest(plus(time, (LINK, hops)), {message["posted"]: 1})
                    goes = self.latest(plus(there, (LINK, hops)), plus(begin, (SEND, 1)))
                    self.not_before(message["arrival"], plus(goes, *transit))
                    sent = plus(goes, (GAP, 1), (GAP_PER_BYTE, size))
                if kind == "isend":
                    requests[request] = ("sent", sent)
                else:
                    time = self.latest(time, sent)
            elif kind in ("recv", "irecv"):
                _, source, tag, request = call
                key = ("r", source, tag)
                counts[key] = counts.get(key, -1) + 1
                message = self.message((source, me, tag), counts[key])
                self.not_before(message["posted"], time)
                arrival = {message["arrival"]: 1}
                if self.at_arrival:
                    arrival = plus(self.latest(arrival, time), (RECEIVE, 1))
                requests[request] = ("received", arrival)
                if kind == "recv":
                    time = self.wait(time, requests.pop(request))
            elif kind == "wait":
                time = self.wait(time, requests.pop(call[1]))
            else:
                time = self.wait_all(me, time, requests)
                requests = {}
        self.not_before(self.finish, time)

    def wait(self, time, request):
        kind, when = request
        time = self.latest(time, when)
        return plus(time, (RECEIVE, 1)) if kind == "received" and not self.at_arrival else time

    def wait_all(self, me, time, requests):
        received = {number: when for number, (kind, when) in requests.items() if kind == "received"}
        key = (me, sum(rank == me for rank, _ in self.waits))
        self.waits[key] = (time, received)
        for number in self.orders.get(key, sorted(received)):
            time = self.wait(time, requests[number])
        return self.latest(time, *(when for kind, when in requests.values() if kind == "sent"))

    def order(self, values):
        """Each waitall's receives as they arrive, what was there before it by number."""
        times = self.earliest(values)
        found = {}
        for key, (begin, received) in self.waits.items():
            arrival = {number: max(value(when, times), value(begin, times)) for number, when in received.items()}
            found[key] = sorted(arrival, key=lambda number: (round(arrival[number], 7), number))
        return found

    def earliest(self, values):
        """All variables at their least values: those are the times when things happen."""
        return self.program(values, np.ones(self.variables)).x

    def solve(self, values):
        cost = np.zeros(self.variables)
        cost[self.finish] = 1
        solution = self.program(values, cost)
        return solution.fun, solution.eqlin.marginals

    def program(self, values, cost):
        row, column, factor = [], [], []
        for number, expression in enumerate(self.rows):
            for variable, f in expression.items():
                row.append(number)
                column.append(variable)
                factor.append(f)
        a_ub = coo_matrix((factor, (row, column)), shape=(len(self.rows), self.variables)).tocsr()
        n = len(PARAMETERS)
        a_eq = coo_matrix((np.ones(n), (range(n), range(n))), shape=(n, self.variables)).tocsr()
        solution = linprog(cost, A_ub=a_ub, b_ub=np.zeros(len(self.rows)), A_eq=a_eq, b_eq=values, method="highs-ds")
        assert solution.status == 0, solution.message
        return solution


def value(expression, variables):
    return sum(factor * variables[variable] for variable, factor in expression.items())


def referee(values, *words):
    """In which order messages arrive follows from the times, which follow from the order in which they are taken in."""
    orders = {}
    for _ in range(100):
        judge = Referee(*words, orders)
        found = judge.order(values)
        if found == orders:
            return judge
        orders = found
    raise AssertionError("the order of arrivals is not found")


def random_program(source, ranks, messages):
    """Sends and receives are drawn in pairs, in an order that is one in which they can happen: no deadlock."""
    program = [[] for _ in range(ranks)]
    active = [set() for _ in range(ranks)]

    def request(rank):
        number = min(set(range(20)) - active[rank])
        active[rank].add(number)
        return number

    def maybe_wait(rank):
        if active[rank] and source.random() < 0.3:
            number = source.choice(sorted(active[rank]))
            active[rank].remove(number)
            program[rank].append(("wait", number))
        elif len(active[rank]) > 6 or source.random() < 0.1:
            active[rank].clear()
            program[rank].append(("waitall",))

    for _ in range(messages):
        a, b = source.sample(range(ranks), 2)
        tag = source.randrange(2)
        size = source.choice((0, 1, 8, 100, 1000, 1001, 5000))
        program[source.randrange(ranks)].append(("calc", source.randrange(1, 3000)))
        # The receive is posted before a send that could wait for it.
        if source.random() < 0.6:
            program[b].append(("irecv", a, tag, request(b)))
            blocking = None
        else:
            blocking = ("recv", a, tag, 20)
        if source.random() < 0.5:
            program[a].append(("isend", b, size, tag, request(a)))
        else:
            program[a].append((source.choice(("send", "send", "ssend")), b, size, tag, 20))
        if blocking:
            program[b].append(blocking)
        maybe_wait(a)
        maybe_wait(b)
    for rank in range(ranks):
        program[rank].append(("waitall",))
    return program


def text_of(program):
    lines = [f"ranks {len(program)}"]
    for rank, calls in enumerate(program):
        lines.append(f"rank {rank}")
        for call in calls:
            if call[0] in ("send", "ssend"):
                lines.append(f"{call[0]} {call[1]} {call[2]} tag {call[3]}")
            elif call[0] == "isend":
                lines.append(f"isend {call[1]} {call[2]} tag {call[3]} request {call[4]}")
            elif call[0] == "recv":
                lines.append(f"recv {call[1]} tag {call[2]}")
            elif call[0] == "irecv":
                lines.append(f"irecv {call[1]} tag {call[2]} request {call[3]}")
            else:
                lines.append(" ".join(map(str, call)))
    return "\n".join(lines) + "\n"


class RefereeTest(unittest.TestCase):
    def replay(self, program, values, limit, fetches, options):
        link, per_byte, send, receive, gap, gap_per_byte, factor = values
        model = {"kind": "piecewise", "eager_limit_bytes": limit, "receiver_fetches": fetches,
                 "pieces": [{"from_bytes": 0, "seconds": link * 1e-6, "seconds_per_byte": per_byte * 1e-6}],
                 "send_overhead": send * 1e-6, "receive_overhead": receive * 1e-6,
                 "gap": [{"from_bytes": 0, "seconds": gap * 1e-6, "seconds_per_byte": gap_per_byte * 1e-6}]}
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/p.txt", "w") as out:
                out.write(text_of(program))
            with open(f"{folder}/m.json", "w") as out:
                json.dump(model, out)
            answer = subprocess.run(REPLAY + [f"{folder}/p.txt", "--model", f"{folder}/m.json", "--gradient", "--format", "json",
                                     "--compute-factor", repr(factor)] + options,
                                    stdout=subprocess.PIPE, check=True, text=True)
        return json.loads(answer.stdout)["models"][0]

    def compare(self, seed):
        source = random.Random(seed)
        ranks = source.randrange(2, 8)
        program = random_program(source, ranks, source.randrange(3, 60))
        values = [source.uniform(0.5, 3), source.uniform(1e-4, 1e-3), source.uniform(0.1, 1), source.uniform(0.1, 1),
                  source.uniform(0, 1), source.uniform(0, 1e-3), source.uniform(0.5, 2)]
        limit = source.choice((0, 100, 1000, 10**9))
        at_arrival = source.random() < 0.3
        fetches = source.random() < 0.5
        ring = source.random() < 0.5
        options = (["--receive-at-arrival"] if at_arrival else []) + (["--topology", f"ring:{ranks}"] if ring else [])
        hops = lambda a, b: min((a - b) % ranks, (b - a) % ranks) if ring else 1
        judge = referee(values, program, hops, limit, at_arrival, fetches)
        self.reordered += any(order != sorted(order) for order in judge.orders.values())
        time, gradient = judge.solve(values)
        answer = self.replay(program, values, limit, fetches, options)
        self.assertAlmostEqual(answer["parallel_seconds"] * 1e6 / time, 1, delta=1e-9)
        for i, name in enumerate(PARAMETERS):
            ours = answer["gradient"][name] * (1e6 if i == COMPUTE else 1)
            self.assertAlmostEqual(ours, gradient[i], delta=1e-3 * max(1, abs(gradient[i])), msg=name)
        return sum(abs(g) > 1e-9 for g in gradient)

    def test_same_time_and_gradient(self):
        self.reordered = 0
        counted = [self.compare(seed) for seed in range(80)]
        # The comparison would be idle if hardly a parameter counted, or all arrived by the numbers of their requests.
        self.assertGreater(sum(counted), 80 * 4)
        self.assertGreater(self.reordered, 20)


if __name__ == "__main__":
    unittest.main()
