import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, chart, dataOf, onShared } from './page.mjs';

// Presses a button and reads the file that the browser saves.
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const chunks = await (await download.createReadStream()).toArray();
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

const saveButton = (page, section, name) => page.locator(section).getByRole('button', { name }).first();

// RFC 4180.
function parseCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(0, -1);
}

test('the table as CSV has the numbers of the data in full', async () => {
  await onShared('fail', async (page) => {
    const { comparison } = await dataOf(page);
    const { name, bytes } = await saved(page, saveButton(page, '#table-section', 'CSV of Series'));
    assert.equal(name, 'Series.csv');
    const [head, ...rows] = parseCsv(bytes.toString());
    assert.equal(rows.length, comparison.series.length);
    rows.forEach((row, i) => {
      const read = Object.fromEntries(head.map((title, column) => [title, row[column]]));
      const one = comparison.series[i];
      assert.equal(read.series, one.name);
      for (const [column, value] of [
        ['ratio', one.ratio],
        ['ratio_low', one.low],
        ['ratio_high', one.high],
        ['p_adjusted', one.p_adjusted],
        ['baseline_median_seconds', one.baseline_median_seconds],
        ['candidate_median_seconds', one.candidate_median_seconds],
      ]) {
        assert.equal(Number(read[column]), value, column);
      }
    });
  });
});

test('a file has what the filter left, and what slices have not shown yet', async () => {
  await onShared('huge', async (page) => {
    const all = await saved(page, saveButton(page, '#table-section', 'CSV of Series'));
    assert.equal(parseCsv(all.bytes.toString()).length, 10001);
    await page.locator('#table-section').getByLabel('Filter').fill('case_77/');
    const some = await saved(page, saveButton(page, '#table-section', 'CSV of Series'));
    assert.equal(parseCsv(some.bytes.toString()).length, 9);
  }, { last: true });
});

test('a spreadsheet takes no name for a formula', async () => {
  await onShared('hostile', async (page) => {
    const { comparison } = await dataOf(page);
    const { bytes } = await saved(page, saveButton(page, '#table-section', 'CSV of Series'));
    const [head, ...rows] = parseCsv(bytes.toString());
    const names = rows.map((row) => row[head.indexOf('series')]);
    assert.deepEqual(
      names,
      comparison.series.map(({ name }) => (name.startsWith('=') ? `'${name}` : name)),
    );
    assert.ok(names.some((name) => name.startsWith("'=HYPERLINK")));
    assert.ok(names.some((name) => name.length > 10000 && name.includes('\n"quoted"')));
  });
});

test('observations and launches as CSV', async () => {
  await onShared('fail', async (page) => {
    const { comparison, observations } = await dataOf(page);
    const [series] = comparison.series;
    const quantiles = await saved(page, saveButton(page, '#one', 'CSV of the observations'));
    const { baseline, candidate } = observations.series[series.name];
    assert.deepEqual(
      parseCsv(quantiles.bytes.toString()).slice(1).map((row) => Number(row[3])),
      [...baseline, ...candidate].flat(),
    );
    const launches = await saved(page, saveButton(page, '#one', 'CSV of the launches'));
    assert.equal(launches.name, 'launches-of-allreduce-bytes-512-ranks-2.csv');
    assert.deepEqual(
      parseCsv(launches.bytes.toString()).slice(1).map((row) => Number(row[2])),
      [...series.baseline_launches_seconds, ...series.candidate_launches_seconds],
    );
  });
});

test('the simulation as CSV has the numbers of the data in full', async () => {
  await onShared('fail', async (page) => {
    const { impact, timeline, network } = await dataOf(page);
    const rowsOf = async (section, button) => {
      const { bytes } = await saved(page, saveButton(page, section, button));
      const [head, ...rows] = parseCsv(bytes.toString());
      return rows.map((row) => Object.fromEntries(head.map((title, column) => [title, row[column]])));
    };
    const parts = await rowsOf('#impact-section', 'CSV of Parts of the impact');
    const solver = impact.applications.find((one) => one.application === 'solver');
    assert.deepEqual(
      parts.slice(0, 3).map((row) => [row.application, row.operation, Number(row.bytes), Number(row.ratio), Number(row.ratio_high)]),
      solver.parts.map((part) => ['solver', part.operation, part.bytes, part.ratio, part.high]),
    );
    const spans = await rowsOf('#timeline-section', 'CSV of the timeline of the candidate');
    assert.deepEqual(
      spans.map((row) => [Number(row.rank), Number(row.begin_seconds), Number(row.end_seconds), row.activity]),
      timeline.candidate.rows.flatMap(({ rank, spans }) => spans.map((span) => [rank, ...span])),
    );
    const parameters = await rowsOf('#network-section', 'CSV of Parameters of the network');
    const { value, low } = network[0].candidate.models[1].parameters.seconds_per_byte;
    const row = parameters.find((one) => one.model === 'piecewise' && one.parameter === 'seconds_per_byte');
    assert.deepEqual([Number(row.candidate), Number(row.candidate_low)], [value, low]);
  });
});

const kCharts = [
  '.chart.sizes',
  '.chart.impact',
  '.chart.timeline',
  '.chart.map',
  '.chart.distribution',
  '.chart.launches',
  '.chart.history',
  '.chart.network',
  '.chart.residuals',
];

// In a blank page: the report's policy forbids to parse markup.
async function withBlankPage(body) {
  const page = await browser.newPage();
  await body((work, argument) => page.evaluate(work, argument));
  await page.close();
}

async function assertSvg(page, box, selector, inBlankPage) {
  const { name, bytes } = await saved(page, page.locator(`figure:has(${selector}) button`, { hasText: 'SVG' }).first());
  assert.match(name, /^[A-Za-z0-9_.-]+\.svg$/);
  const found = await inBlankPage((text) => {
    const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
    const all = [...svg.querySelectorAll('*')];
    return {
      root: svg.documentElement.localName,
      odd: all.map((one) => one.localName).filter((one) => !/^(svg|g|path|rect|circle|text|defs|clipPath|style|tspan|polygon|polyline|line)$/.test(one)),
      handlers: all.flatMap((one) => [...one.attributes]).filter(({ name }) => /^on|href/.test(name)).length,
      texts: [...svg.querySelectorAll('text')].map((one) => one.textContent),
      marks: svg.querySelectorAll('path').length,
      dark: text.includes('#15181c'),
    };
  }, bytes.toString());
  const label = await box.getAttribute('aria-label');
  assert.deepEqual({ root: found.root, odd: found.odd, handlers: found.handlers, dark: found.dark }, { root: 'svg', odd: [], handlers: 0, dark: false }, selector);
  assert.ok(found.marks > 4, selector);
  assert.ok(found.texts.some((text) => label.startsWith(text.replace(/\.\.\.$/, ''))), `${label} in ${found.texts}`);
}

async function assertPng(page, box, selector, inBlankPage) {
  const { name, bytes } = await saved(page, page.locator(`figure:has(${selector}) button`, { hasText: 'PNG' }).first());
  assert.match(name, /^[A-Za-z0-9_.-]+\.png$/);
  const found = await inBlankPage(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const colors = new Set(new Uint32Array(data.buffer));
    return { width: image.width, colors: colors.size, corner: [...data.slice(0, 4)] };
  }, bytes.toString('base64'));
  assert.equal(found.width, 2 * (await box.evaluate((one) => one.clientWidth)));
  assert.ok(found.colors > 20, `${selector}: ${found.colors} colours`);
  assert.deepEqual(found.corner, [255, 255, 255, 255]);
}

for (const [kind, what] of [
  ['fail', 'and as PNG, twice the size of the screen and not blank'],
  ['hostile', 'with hostile names'],
]) {
  test(`every chart of a dark page as SVG, well-formed, with its title, light, without scripts; ${what}`, async () => {
    await onShared(kind, async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await withBlankPage(async (inBlankPage) => {
        for (const selector of kCharts) {
          const box = await chart(page, selector);
          await assertSvg(page, box, selector, inBlankPage);
          if (kind === 'fail') await assertPng(page, box, selector, inBlankPage);
        }
      });
    }, { last: true });
  });
}
