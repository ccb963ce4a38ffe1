// The views of `mpigauge serve --web`, with a server whose store is made up: what each shows of which answer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { browser, folder, rowsOf, texts } from './page.mjs';

const kSeries = 'allreduce/bytes:8/ranks:2';
const time = (day) => `2026-11-${String(day).padStart(2, '0')}T01:54:07Z`;
const gateOf = (id, library, verdict, day) => ({
  gate_id: `${id}-0000-0000`, decided_at: time(day), verdict, baseline: 'release', candidate: library, candidate_run_id: `run${day}-000`,
  library, fail: verdict === 'fail' ? 8 : 0, inconclusive: verdict === 'inconclusive' ? 3 : 0, pass: 42, forgotten_at: '',
});
const runOf = (day, library, previous = '') => ({
  run_id: `run${day}-000`, started_at: time(day), library, status: 'complete', launches: 10, complete: 10, previous,
});
const runs = [runOf(23, 'Open MPI 5.0.7'), runOf(22, 'Open MPI 4.1.4', 'run21-000'), runOf(21, 'Open MPI 4.1.4')];
const gates = [gateOf('gateslow', 'Open MPI 5.0.7', 'fail', 23), gateOf('gateopen', 'Open MPI 4.1.4', 'inconclusive', 22)];
const cell = (verdict, ratio) => ({ verdict, ratio, series: kSeries });
const overview = {
  libraries: gates.map(({ gate_id, decided_at, verdict, baseline, library }) => ({ gate_id, decided_at, verdict, baseline, library })),
  cases: [
    { case: 'barrier', cells: [cell('pass', 0.99), null], levels: [1, null, 1.01] },
    { case: 'allreduce', cells: [cell('fail', 1.25), cell('inconclusive', 1.02)], levels: [0.9, 0.95, 1.2] },
    { case: 'gather', cells: [cell('fail', null), cell('waived', 1.1)], levels: [] },
    { case: 'scan', cells: [cell('inconclusive', null), null], levels: [] },
  ],
};
const figures = {
  notes: ['1 of 11 launches crashed'],
  series: [{ name: kSeries, measured_as: 'one barrier clock', seconds: 2e-6, relative_deviation: 0.012, launches_seconds: [1.9e-6, 2.1e-6], late: 0, faults: [] }],
};
// One run of eight takes half as long again; another one, the first, is the baseline's.
const medians = [1, 1.01, 1, 0.99, 1.5, 1, 1.01, 1].map((value) => value * 1e-6);
const history = {
  runs: medians.map((_, i) => ({ run_id: `run${10 + i}-000`, library: 'Open MPI 4.1.4', started_at: time(10 + i), track: 0 })),
  series: { [kSeries]: { run: medians.map((_, i) => i), median_seconds: medians, low_seconds: medians, high_seconds: medians, launches: medians.map(() => 10) } },
  changes: [],
  baseline_runs: [0],
  fewest_runs: 6,
  gate_steps: [],
};
const change = (ratio) => ({ ratio, low: ratio - 0.02, high: ratio + 0.03 });
const stepOf = (day, from, to, ratio, verdict, all) => ({
  gate_id: `gate${day}-0000-0000`, decided_at: time(day), series: kSeries, from, to, verdict, change: change(ratio),
  first: '4.1.6', since_first: change(all),
});
const steps = [stepOf(21, '4.1.6', '4.1.8', 0.95, 'pass', 0.95), stepOf(22, '4.1.8', '5.0.0', 1.2, 'fail', 1.14)];
const answers = {
  gates: { gates, standing: gates },
  runs: { runs },
  overview,
  baselines: { baselines: [{ name: 'release', version: 1, created_at: time(10), kind: 'pinned', runs: ['run10-000'] }] },
  run: { run: runs[1], figures, gates: [{ ...gates[1], role: 'candidate' }], baselines: [], tags: ['good'] },
  history,
  libraries: {
    libraries: [runs[0], runs[1]].map(({ library, run_id, started_at }) => ({ library, run_id, started_at, track: 0 })),
    series: [
      { name: kSeries, case: 'allreduce', measured_as: 'one', median_seconds: [3e-6, 2e-6] },
      { name: 'barrier/ranks:2', case: 'barrier', measured_as: 'one', median_seconds: [null, 1e-6] },
    ],
  },
};

// Opens a view, runs `body` on it, and fails where the page logged anything but that an answer was refused.
// `changed` replaces some of the answers.
async function onView(hash, body, options = {}, changed = {}) {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, 'http://x');
    if (pathname === '/') return answer.end(readFileSync(`${folder}/web.html`));
    const known = { ...answers, ...changed }[pathname.slice('/api/'.length)];
    answer.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    return answer.end(JSON.stringify(known ?? { error: 'nothing is there' }));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
  const bad = [];
  page.on('console', (message) => message.text().startsWith('Failed to load') || bad.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => bad.push(`error: ${error}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/${hash}`);
  await page.getByText('Loading ...').waitFor({ state: 'detached' });
  try {
    await body(page);
    assert.deepEqual(bad, []);
  } finally {
    await page.close();
    server.close();
  }
}

const kPhone = { viewport: { width: 400, height: 800 } };

test('the picture of where things stand: worst first, a cell leads to its series in its gate', async () => {
  await onView('', async (page) => {
    assert.deepEqual(await texts(page, '#overview thead th'), ['case', 'history', 'Open MPI 5.0.7', 'Open MPI 4.1.4']);
    assert.deepEqual(await rowsOf(page, '#overview'), [
      ['gather', '', 'no time', '+10.0%'],
      ['allreduce', '', '+25.0%', '+2.0%'],
      ['scan', '', 'no time', '-'],
      ['barrier', '', '-1.0%', '-'],
    ]);
    assert.equal(await page.locator('#overview svg.spark path').count(), 2);
    const colors = await page.locator('#overview .heat').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    assert.equal(new Set(colors).size, 5, `${colors}`); // what failed without a time is as orange as the slowest
    const pale = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--even'));
    const [red, green, blue] = colors[4].match(/[\d.]+/g).map(Number);
    assert.deepEqual([red, green, blue].map((share) => Math.round(share * 255).toString(16)).join(''), pale.slice(1), 'what is inconclusive without a time');
    await page.locator('#overview').getByRole('link', { name: /^allreduce, Open MPI 5\.0\.7: fail, \+25\.0%/ }).click();
    await page.waitForFunction(() => location.hash === '#/gate?id=gateslow-0000-0000&series=allreduce%2Fbytes%3A8%2Franks%3A2');
  });
});

test('a verdict has one mark: a diamond, a triangle or a dot', async () => {
  await onView('', async (page) => {
    const marks = (selector, pseudo) =>
      page.locator(selector).evaluateAll((all, at) => all.map((one) => {
        const { clipPath, transform, borderRadius } = getComputedStyle(one, at);
        return clipPath !== 'none' ? 'triangle' : transform !== 'none' ? 'diamond' : borderRadius === '50%' ? 'dot' : 'none';
      }), pseudo);
    assert.deepEqual(await marks('#gates .verdict', '::before'), ['diamond', 'triangle']);
    assert.deepEqual(await marks('#overview .mark'), ['diamond', 'dot', 'diamond', 'triangle', 'triangle', 'dot']);
  });
});

test('a run is a page: what it is, what was before it, its gates and figures', async () => {
  await onView('#/run/run22-000', async (page) => {
    assert.equal(await page.locator('h1').textContent(), 'Run run22-00');
    const facts = await page.locator('#run-facts').textContent();
    for (const text of ['Open MPI 4.1.4', '2026-11-22 01:54 UTC', '10 of 10 launches complete', 'good']) assert.ok(facts.includes(text), text);
    assert.deepEqual((await rowsOf(page, '#run-gates'))[0].slice(0, 4), ['candidate', 'gateopen', '2026-11-22 01:54', 'inconclusive']);
    assert.deepEqual((await rowsOf(page, '#figures'))[0].slice(0, 5), [kSeries, '2.00 us', '1.90 us', '2.10 us', '1.2%']);
    assert.ok(await page.getByText('1 of 11 launches crashed').isVisible());
    await page.locator('#run-facts').getByRole('link', { name: 'compare' }).click();
    await page.waitForFunction(() => location.hash === '#/compare?baseline=run21-000&candidate=run22-000');
  });
});

test('all columns of the figures of a run are in sight at 1200 px', async () => {
  const longest = {
    ...figures.series[0],
    name: 'head_to_head_sendrecv_replace/bytes:1048576/ranks:2',
    measured_as: 'loop round-time clock_monotonic_raw overhead subtracted',
  };
  const run = { ...answers.run, figures: { ...figures, series: [longest] } };
  const body = async (page) => {
    const box = page.getByRole('region', { name: 'Figures of the run' });
    await box.getByRole('columnheader', { name: 'faults' }).waitFor();
    const [inside, visible] = await box.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    assert.ok(inside <= visible, `${inside} pixels in ${visible}`);
  };
  await onView('#/run/run22-000', body, { viewport: { width: 1200, height: 900 } }, { run });
});

test('a run is compared with the one before of the same library, and is a link', async () => {
  await onView('#/runs', async (page) => {
    const rows = await rowsOf(page, '#runs-table');
    assert.deepEqual(rows.map((row) => [row[0], row.at(-1)]), [['run23-00', ''], ['run22-00', 'with run21-00'], ['run21-00', '']]);
    const header = (name) => page.locator('#runs-table').getByRole('columnheader', { name }).getByRole('button');
    assert.equal(await header('compare').count(), 0);
    await header('run').click();
    assert.equal((await rowsOf(page, '#runs-table'))[0][0], 'run21-00');
    await page.locator('#runs-table').getByRole('link', { name: 'run22-00', exact: true }).click();
    await page.locator('#run-facts').waitFor();
  });
});

test('libraries beside each other: the fastest, and how much longer the others take', async () => {
  await onView('#/libraries', async (page) => {
    assert.deepEqual(await rowsOf(page, '#libraries'), [
      [kSeries, '3.00 us +50.0%', '2.00 us'],
      ['barrier/ranks:2', '-', '1.00 us'],
    ]);
    assert.deepEqual(await texts(page, '#libraries b'), ['2.00 us', '1.00 us']);
  });
});

test('the history of a series: its baseline, and that one run alone is no step', async () => {
  await onView(`#/history/${encodeURIComponent(kSeries)}`, async (page) => {
    assert.deepEqual(await texts(page, '#history .legend li'), [
      'run', 'run of a baseline', 'smallest to largest launch median', 'level of the baseline',
    ]);
    assert.equal(
      await page.locator('.note').textContent(),
      'The run of 2026-11-14 01:54 UTC differs from the others (+50.0%): one run alone is not a step. A step needs 6 runs, half of them on each level.',
    );
    const { width } = await page.locator('#history .chart').boundingBox();
    assert.ok(width > 1100, `${width}`);
  });
});

test('below a history stands what each gate did to the series, and all of them together; a gate that cannot be read is named', async () => {
  const hash = `#/history/${encodeURIComponent(kSeries)}`;
  await onView(hash, async (page) => {
    assert.deepEqual(await texts(page, '#steps thead th'), [
      'decided (UTC)', 'gate', 'from', 'to', 'change', 'interval', 'verdict', 'since', 'all together', 'interval',
    ]);
    const rows = (await rowsOf(page, '#steps')).map((row) => row.slice(1));
    assert.deepEqual(rows, [
      ['gate22-0', '4.1.8', '5.0.0', '+20.0%', '[+18.0%, +23.0%]', 'fail', '4.1.6', '+14.0%', '[+12.0%, +17.0%]'],
      ['gate21-0', '4.1.6', '4.1.8', '-5.0%', '[-7.0%, -2.0%]', 'pass', '4.1.6', '-5.0%', '[-7.0%, -2.0%]'],
    ]);
    await page.locator('#steps .id').first().click();
    await page.waitForFunction(() => location.hash.startsWith('#/gate?id=gate22-0000-0000&series=allreduce'));
  }, {}, { history: { ...history, gate_steps: steps } });
  await onView(hash, async (page) => {
    const { x, width } = await page.locator('#steps tbody tr td').filter({ hasText: '+20.0%' }).first().boundingBox();
    assert.ok(x >= 0 && x + width <= 400, `on a phone the change is in sight: ${x} + ${width}`);
  }, kPhone, { history: { ...history, gate_steps: steps } });
  await onView(hash, async (page) => assert.equal(await page.locator('#steps').count(), 0));
  const broken = { ...history, gate_steps_error: 'gate 7: no comparison' };
  await onView(hash, async (page) => assert.equal(await page.getByRole('alert').textContent(), 'gate 7: no comparison'), {}, { history: broken });
});

test('a history without a change says why once: too few runs, or runs that are alike', async () => {
  const alike = medians.map(() => 1e-6);
  const shown = async (count) => {
    const first = (values) => values.slice(0, count);
    const { run, launches } = history.series[kSeries];
    const few = {
      run: first(run), median_seconds: first(alike), low_seconds: first(alike), high_seconds: first(alike), launches: first(launches),
    };
    let said = [];
    const body = async (page) => {
      await page.locator('#history .chart').waitFor();
      assert.equal(await page.getByText(/change/i).count(), 1);
      said = await texts(page, '.note');
    };
    await onView(`#/history/${encodeURIComponent(kSeries)}`, body, {}, { history: { ...history, series: { [kSeries]: few } } });
    return said;
  };
  assert.deepEqual(await shown(5), ['A change needs at least 6 runs; this series has 5.']);
  assert.deepEqual(await shown(6), ['No change of this series was found over these runs.']);
});

test('a link that leads nowhere has a heading and a way back', async () => {
  await onView('#/nosuch/page', async (page) => {
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Nothing to show here');
    assert.match(await page.getByRole('alert').textContent(), /leads to no page/);
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await page.getByRole('heading', { name: 'Where things stand' }).waitFor();
  });
});

test('on a phone ids are whole, dates are short, and the counts of verdicts are in sight', async () => {
  await onView('', async (page) => {
    const table = page.locator('#gates');
    const counts = table.locator('td.narrow').first();
    assert.equal(await counts.textContent(), '8, 0, 42');
    const { x, width } = await counts.boundingBox();
    assert.ok(x >= 0 && x + width <= 400, `${x} + ${width}`);
    const id = table.locator('.id').first();
    const one = await id.evaluate((link) => link.getClientRects().length);
    assert.equal(one, 1);
    assert.equal(await table.locator('time').first().innerText(), '11-23 01:54');
    assert.equal(await table.locator('th.wide').first().isVisible(), false);
  }, kPhone);
});
