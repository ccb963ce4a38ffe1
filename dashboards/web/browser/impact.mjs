import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeText, chart, dataOf, onShared, rowsOf, secondsText, texts } from './page.mjs';
import { assertLinear, corners, kLight } from './pixels.mjs';

const interval = ({ low, high }) => (low === null ? '-' : `[${changeText(low)}, ${changeText(high)}]`);
const weight = ({ ratio, hangs }) => (hangs ? Infinity : (ratio ?? 0));
const byRatio = (applications) => [...applications].sort((a, b) => weight(b) - weight(a));

test('applications and parts: every cell is what the data say, the worst first', async () => {
  for (const kind of ['fail', 'extreme']) {
    await onShared(kind, async (page) => {
      const { impact } = await dataOf(page);
      const worst = byRatio(impact.applications);
      assert.deepEqual(
        await rowsOf(page, '#applications'),
        worst.map((one) => [
          one.application,
          ...(kind === 'extreme' ? [one.verdict ?? '-'] : []),
          one.hangs ? 'hangs' : changeText(one.ratio),
          interval(one),
          secondsText(one.baseline_seconds),
          secondsText(one.candidate_seconds),
          String(one.ranks),
          one.trace,
        ]),
      );
      const parts = worst.flatMap(({ application, parts }) => parts.map((part) => ({ ...part, application })));
      assert.deepEqual(
        (await rowsOf(page, '#impact-parts')).map((row) => [row[0], `${row[1]} ${row[2]}`, ...row.slice(4)]),
        parts.map((part) => [part.application, part.label, changeText(part.ratio), interval(part)]),
      );
    });
  }
});

test('intervals of applications and of parts stand at their places, beside what is allowed', async () => {
  await onShared('fail', async (page) => {
    const { impact } = await dataOf(page);
    const box = await chart(page, '.chart.impact');
    const flat = (lines) => lines.filter(([begin, end]) => begin[1] === end[1]).sort((a, b) => a[0][1] - b[0][1]);
    const ends = (all) => all.flatMap(({ low, high }) => [low, high]);
    const worst = byRatio(impact.applications);
    const wide = flat(await corners(box, kLight.candidate, 3));
    const change = assertLinear(wide.flat().map(([x]) => x), ends(worst), 'applications');
    const narrow = flat(await corners(box, kLight.muted, 1.5));
    const parts = worst.flatMap((one) => one.parts);
    assertLinear(narrow.flat().map(([x]) => x), ends(parts), 'parts');
    assert.ok(wide[0][0][1] < narrow[0][0][1] && narrow[2][0][1] < wide[1][0][1]); // each above its parts
    const [[[limit]]] = await corners(box, kLight.fail, 1);
    assert.ok(Math.abs(change(limit) - 1 - impact.fail_impact) < 0.0002);
    for (const label of ['solver', 'allreduce 64 KiB', 'change of the time']) {
      assert.ok((await texts(page, '.chart.impact text')).includes(label), label);
    }
    const told = await page.locator('#impact-section > p').first().textContent();
    assert.equal(told, 'An application that loses more than 2% fails the gate. pass');
  });
});

test('an application that hangs has no mark and is the worst', async () => {
  await onShared('extreme', async (page) => {
    const box = await chart(page, '.chart.impact');
    const paths = await box.locator('svg path').evaluateAll((all) => all.map((path) => path.getAttribute('d')));
    assert.deepEqual(paths.filter((d) => /NaN|Infinity/.test(d)), []);
    const rows = await rowsOf(page, '#applications');
    assert.deepEqual(rows[0].slice(0, 4), ['stuck', 'fail', 'hangs', '-']);
    assert.ok((await texts(page, '.chart.impact text')).includes('stuck (hangs)'));
    assert.ok((await texts(page, '#impact-notes li')).includes('stuck: hangs with the candidate: rank 0 waits in MPI_Recv for rank 1'));
    assert.equal(await page.locator('#findings li', { hasText: 'stuck: hangs' }).getAttribute('class'), 'fail');
  });
});

test('the sensitivity has the cost of 1%, and notes name calls that are not in it', async () => {
  await onShared('fail', async (page) => {
    const { impact } = await dataOf(page);
    assert.deepEqual(
      await rowsOf(page, '#sensitivity'),
      impact.sensitivity.map((one) => [one.application, one.label, `+${(one.cost_of_one_percent * 100).toFixed(3)}%`]),
    );
    await page.locator('#impact-section').getByLabel('Filter').last().fill('halo send');
    assert.equal(await page.locator('#sensitivity tbody tr').count(), 1);
    assert.deepEqual(await texts(page, '#impact-notes li'), ['solver: MPI_Put is not modelled', 'halo: MPI_Put is not modelled']);
  }, { last: true });
});
