import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeText, chart, dataOf, onPage, onShared, secondsText, texts } from './page.mjs';
import { assertLinear, corners, kLight } from './pixels.mjs';

const marks = (box) => box.locator('svg').locator('path, rect, circle').count();

test('curves over size: both axes logarithmic, every median at its place', async () => {
  await onShared('fail', async (page) => {
    assert.equal(await page.locator('.chart.sizes').count(), 7); // six cases with eight sizes, sendrecv with one
    const { comparison, groups } = await dataOf(page);
    const box = await chart(page, '.chart.sizes >> nth=0');
    const series = groups[0].series.map((place) => comparison.series[place]);
    for (const side of ['baseline', 'candidate']) {
      const [line] = await corners(box, kLight[side], 2);
      assertLinear(line.map(([x]) => x), series.map((one) => Math.log2(one.parameters.bytes)), `${side}, size`);
      assertLinear(line.map(([, y]) => y), series.map((one) => Math.log10(one[`${side}_median_seconds`])), `${side}, time`);
    }
    assert.ok((await marks(box)) > 24); // two medians and a change for each size
    for (const label of ['8 B', '512 B', 'message size', 'time', 'change', '10 us']) {
      assert.ok((await texts(page, '.chart.sizes >> nth=0 >> text')).includes(label), label);
    }
  });
});

test('the heat map has each series and its change', async () => {
  await onShared('fail', async (page) => {
    const { comparison } = await dataOf(page);
    const box = await chart(page, '.chart.map');
    const shown = await texts(page, '.chart.map text');
    const changes = shown.filter((text) => /^([+-][\d.]+%|x[\d.]+)$/.test(text));
    assert.deepEqual(changes.sort(), comparison.series.map(({ ratio }) => changeText(ratio)).sort());
    for (const label of ['allreduce', 'barrier', '1 MiB', 'no size']) assert.ok(shown.includes(label), label);
    assert.ok((await marks(box)) >= 50);
  });
});

// Chooses a series, as a link does.
async function show(page, name) {
  await page.evaluate((series) => (location.hash = `#/series/${encodeURIComponent(series)}`), name);
  await page.waitForFunction((series) => document.querySelector('#series-choice').value === series, name);
}

test('wrong data are said in the map, and zero bytes have a place', async () => {
  await onShared('extreme', async (page) => {
    await show(page, 'gather/bytes:64/ranks:2');
    await chart(page, '.chart.map');
    assert.ok((await texts(page, '.chart.map text')).includes('wrong'));
    await chart(page, '.chart.sizes >> nth=0');
    assert.ok((await texts(page, '.chart.sizes >> nth=0 >> text')).includes('0 B'));
    assert.equal(await page.locator('#one dd').first().textContent(), 'no valid launch');
    assert.equal(await page.locator('.chart.distribution').count(), 0);
  });
});

test('a time of zero is drawn, low', async () => {
  await onShared('extreme', async (page) => {
    await show(page, 'barrier/ranks:2');
    await page.getByLabel('logarithmic').check();
    for (const selector of ['.chart.distribution', '.chart.history']) {
      const box = await chart(page, selector);
      const paths = await box.locator('svg path').evaluateAll((all) => all.map((path) => path.getAttribute('d')));
      assert.ok(paths.length > 5);
      assert.deepEqual(paths.filter((d) => /NaN|Infinity/.test(d)), []);
      assert.ok((await texts(page, `${selector} text`)).some((text) => / ns$/.test(text)));
    }
  }, { last: true });
});

const shareAt = (seconds, quantiles, probabilities) => {
  if (seconds < quantiles[0]) return 0;
  for (let i = 1; i < quantiles.length; ++i) {
    if (seconds < quantiles[i]) {
      const part = (seconds - quantiles[i - 1]) / (quantiles[i] - quantiles[i - 1]);
      return probabilities[i - 1] + part * (probabilities[i] - probabilities[i - 1]);
    }
  }
  return 1;
};

// The lines of the distribution, where `place` is the value on the axis of a time, and `timeOf` turns it back.
async function assertDistribution(page, place, timeOf) {
  const { observations, comparison } = await dataOf(page);
  const { probabilities } = observations;
  const box = await chart(page, '.chart.distribution');
  for (const side of ['baseline', 'candidate']) {
    const launches = observations.series[comparison.series[0].name][side];
    const thin = await corners(box, kLight[side], 1);
    assert.equal(thin.length, launches.length);
    let time;
    let share;
    launches.forEach((quantiles, i) => {
      time = assertLinear(thin[i].map(([x]) => x), quantiles.map(place), `${side} ${i}, time`);
      share = assertLinear(thin[i].map(([, y]) => y), probabilities, `${side} ${i}, share`);
    });
    const [thick] = await corners(box, kLight[side], 3);
    assert.ok(thick.length > probabilities.length);
    const flat = 0.03; // half a pixel of time is up to that much where the curve is steep
    for (const [x, y] of thick) {
      const mean =
        launches.reduce((sum, one) => sum + shareAt(timeOf(time(x)), one, probabilities), 0) / launches.length;
      assert.ok(Math.abs(share(y) - mean) < flat, `${side}: ${share(y)} at ${x}, not ${mean}`);
    }
  }
}

test('distributions: a thin line for each launch, a thick one for the mean of their functions', async () => {
  await onShared('fail', async (page) => {
    await assertDistribution(page, (seconds) => seconds, (x) => x);
    await page.getByLabel('logarithmic').check();
    await assertDistribution(page, Math.log10, (x) => 10 ** x);
    await page.getByLabel('logarithmic').uncheck();
  });
});

test('a distribution ends where nearly all observations do, and says so; a logarithmic one has all', async () => {
  await onShared('fail', async (page) => {
    const { observations, comparison } = await dataOf(page);
    const { baseline, candidate } = observations.series[comparison.series[0].name];
    const longest = secondsText(Math.max(...baseline.flat(), ...candidate.flat()));
    const said = page.locator('#one .caption').first();
    const text = await said.textContent();
    assert.match(text, /The axis ends at [0-9.]+ [num]s, which 99\.5% of the observations of each side do not exceed;/);
    assert.ok(text.endsWith(`the longest one took ${longest}.`), text);
    await page.getByLabel('logarithmic').check();
    assert.doesNotMatch(await said.textContent(), /The axis ends/);
    await page.getByLabel('logarithmic').uncheck();
  });
});

test('launches: a dot each', async () => {
  await onShared('fail', async (page) => {
    const box = await chart(page, '.chart.launches');
    assert.ok((await marks(box)) >= 20);
    assert.match(await page.locator('#one dl').textContent(), /10 launches/);
    const ticks = (await texts(page, '.chart.launches text')).filter((text) => / [num]?s$/.test(text));
    assert.ok(ticks.length > 1);
    assert.equal(new Set(ticks).size, ticks.length, ticks.join('|'));
  });
  await onShared('single', async (page) => {
    assert.ok((await marks(await chart(page, '.chart.launches'))) >= 2);
  });
});

test('history: medians, the level of the baseline, the tolerance, and a change with its cause', async () => {
  await onShared('fail', async (page) => {
    const { history, comparison } = await dataOf(page);
    const [{ name, tolerance }] = comparison.series;
    const { run, median_seconds } = history.series[name];
    const box = await chart(page, '.chart.history');
    const lines = await corners(box, kLight.candidate, 1.5);
    const medians = lines.find((line) => line.length === run.length);
    const place = assertLinear(medians.map(([x]) => x), run, 'run');
    const time = assertLinear(medians.map(([, y]) => y), median_seconds.map(Math.log10), 'time');
    const levels = run.flatMap((at, i) => (history.baseline_runs.includes(at) ? [median_seconds[i]] : [])).sort((a, b) => a - b);
    const level = (levels[Math.ceil(levels.length / 2) - 1] + levels[Math.floor(levels.length / 2)]) / 2;
    const [[[, y]]] = await corners(box, kLight.baseline, 1.5);
    assert.ok(Math.abs(10 ** time(y) / level - 1) < 0.003);
    const fails = await corners(box, kLight.fail, 1.5);
    const across = fails.find(([begin, end]) => begin[1] === end[1]);
    assert.ok(Math.abs(10 ** time(across[0][1]) / (level * (1 + tolerance)) - 1) < 0.003);
    const change = history.changes.find(({ series }) => series.includes(name));
    const down = fails.find(([begin, end]) => begin[0] === end[0]);
    assert.ok(Math.abs(place(down[0][0]) - (change.run + change.run_before) / 2) < 0.1);
    const said = `${changeText(change.ratio)}, step, library`;
    assert.ok((await texts(page, '.chart.history text')).includes(said), said);
    assert.equal(await page.locator('#changes tbody tr').count(), history.changes.length);
  });
});

test('an axis of runs says each date and each library once', async () => {
  await onShared('fail', async (page) => {
    await chart(page, '.chart.history');
    const labels = await texts(page, '.chart.history text');
    assert.equal(labels.filter((text) => text === 'Open MPI 4.1.4').length, 1, labels.join('|'));
    assert.ok(labels.includes('time of a run (median)'));
    assert.ok(labels.includes('run, by date (UTC)'));
    const days = labels.filter((text) => /^\d{4}-\d\d-\d\d$/.test(text));
    assert.ok(days.length > 1);
    assert.equal(new Set(days).size, days.length);
  });
});

test('the legend of the history names what is drawn', async () => {
  const legend = (page) => texts(page, '#history .legend li');
  await onShared('fail', async (page) => {
    const all = ['run', 'run of a baseline', 'smallest to largest launch median', 'level of the baseline', 'tolerance above it'];
    assert.deepEqual(await legend(page), [...all, 'change: slower']);
    await show(page, 'barrier/ranks:2');
    await page.waitForFunction(() => document.querySelector('#history figcaption').textContent.startsWith('barrier'));
    assert.deepEqual(await legend(page), all);
  });
});

// On the page on which another series was chosen.
test('a cell of the map tells its numbers, and is a link to its series', async () => {
  await onShared('fail', async (page) => {
    await chart(page, '.chart.map');
    const cell = page.locator('.chart.map text', { hasText: /^\+2\d\.\d%$/ }).first();
    await cell.hover({ force: true });
    assert.match(await page.locator('.card').first().textContent(), /^allreduce\/bytes:\d+\/ranks:2failbaseline/);
    await cell.click({ force: true });
    await page.waitForFunction(() => location.hash.startsWith('#/series/allreduce'));
    assert.match(await page.locator('.chart.launches').getAttribute('aria-label'), /^Launches of allreduce/);
  }, { last: true });
});

test('charts that are far away are not held', async () => {
  await onPage('huge', {}, async (page) => {
    const held = () => page.locator('.chart svg').count();
    const all = await page.locator('.chart').count();
    assert.ok((await held()) < all);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForFunction(() => !document.querySelector('.chart.sizes svg'));
  });
});

test('charts follow the colour scheme, and paper is light and whole', async () => {
  await onPage('fail', { colorScheme: 'dark' }, async (page) => {
    const [light, dark] = ['#0072b2', '#56b4e9']; // the candidate's blue
    const drawnIn = (color) => page.locator(`.chart.sizes >> nth=0 >> path[stroke="${color}"]`).count();
    const appears = (color) =>
      page.waitForFunction((stroke) => document.querySelector(`.chart path[stroke="${stroke}"]`), color);
    assert.ok((await drawnIn(dark)) > 0);
    await page.emulateMedia({ colorScheme: 'light' });
    await appears(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await appears(dark);
    // A printer takes what is there when the event has been handled.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.ok((await drawnIn(light)) > 0);
    assert.equal(await drawnIn(dark), 0);
    assert.equal(await page.locator('.chart:not(:has(svg path))').count(), 0);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await appears(dark);
  });
  await onPage('large', {}, async (page) => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await page.locator('#series tbody tr').count(), 500);
  });
});
