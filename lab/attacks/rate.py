"""Whether equal libraries failed more often than the gate's stated rate allows."""
import math

ALPHA = 0.05  # what gates state where nobody says otherwise
# So unlikely is it that a campaign of gates that keep their rate is blamed.
BLAME = 1e-3


def chance_of_at_least(fails, gates, rate=ALPHA):
    """Returns the chance of this number of fails or more in this number of gates, by the binomial distribution."""
    return sum(math.comb(gates, k) * rate**k * (1 - rate)**(gates - k) for k in range(fails, gates + 1))


def tell_false_fail(row, what, answer):
    """`answer` is the JSON of a gate of equal libraries that failed: allowed now and then, and worth a look."""
    series = ["%s: %s, by %s, x%s, %s" % (one["name"], one["verdict"], one["decided_by"], one["ratio"], one["reason"])
              for one in answer["series"]]
    row.say("%s: %s: equal libraries fail: %s" % (row.name, what, "; ".join(series + answer["notes"])))


def check_false_fails(row, prefix):
    """`prefix` is that of the row's facts that count the verdicts of equal libraries."""
    counts = {name[len(prefix):]: number for name, number in row.facts.items() if name.startswith(prefix)}
    gates, fails = sum(counts.values()), counts.get("fail", 0)
    if fails and chance_of_at_least(fails, gates) < BLAME:
        row.found("wrong verdict", "%d of %d gates of equal libraries fail; %g%% is stated" % (fails, gates, 100 * ALPHA))
