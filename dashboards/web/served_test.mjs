// node served_test.mjs URL PRINTED.json [PICTURES]: the views of `mpigauge serve --web` at that address, as people see
// them. PRINTED.json has what the command prints of the same store. With a folder, pictures of each view go there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { assertAccessible } from './browser/axe.mjs';

const [url, file, pictures] = process.argv.slice(2);
const printed = JSON.parse(readFileSync(file, 'utf8'));
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
});
after(() => browser.close());

// Opens a view, runs `body` on it, and fails where the page logged anything, asked anybody but its server, or opened a
// dialog (which is what the hostile names try).
async function onPage(hash, options, body) {
  const { refused = false, ...more } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...more });
  const page = await context.newPage();
  const bad = [];
  page.on('console', (message) => (refused && message.text().startsWith('Failed to load')) || bad.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => bad.push(`error: ${error}`));
  page.on('request', (request) => request.url().startsWith(`${url}/`) || bad.push(`request: ${request.url()}`));
  page.on('dialog', (dialog) => bad.push(`dialog: ${dialog.message()}`) && dialog.dismiss());
  await page.goto(`${url}/${hash}`);
  await page.getByText('Loading ...').waitFor({ state: 'detached' });
  await filled(page);
  await body(page);
  assert.deepEqual(bad, []);
  await context.close();
}

const rows = (page, id) => page.locator(`#${id} tbody tr`);
const cells = (page, id) =>
  rows(page, id).evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
// Long tables are filled when the window has been drawn.
const filled = (page) => page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
// A chart is drawn when it comes into sight.
async function drawn(page, chart) {
  await page.locator(chart).first().scrollIntoViewIfNeeded();
  await page.locator(`${chart} svg path`).first().waitFor({ state: 'attached' });
}
const hashOf = (path, query = {}) => {
  const parameters = new URLSearchParams(query).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${parameters && `?${parameters}`}`;
};
const gate = printed.gates[0];
const views = {
  start: '',
  runs: hashOf(['runs']),
  series: hashOf(['series']),
  history: hashOf(['history', printed.series]),
  hostile: hashOf(['history', printed.hostile]),
  gate: hashOf(['gate'], { id: gate.gate_id }),
  compare: hashOf(['compare'], { baseline: 'release', candidate: gate.candidate_run_id }),
  calibrations: hashOf(['calibrations']),
  run: hashOf(['run', gate.candidate_run_id]),
  libraries: hashOf(['libraries']),
};

for (const [name, hash] of Object.entries(views)) {
  test(`${name}: drawn without a complaint, on a phone, dark; axe-core finds nothing`, async () => {
    await onPage(hash, { colorScheme: 'dark' }, async (page) => {
      await page.locator('main h1, main h2').first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-dark.png` });
      await page.setViewportSize({ width: 360, height: 640 });
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-phone.png` });
      await assertAccessible(page);
    });
    if (pictures) await onPage(hash, {}, (page) => page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true }));
  });
}

test('nowhere: axe-core finds nothing', () => onPage(hashOf(['nosuch']), {}, assertAccessible));

test('the start says what is worst, and lists gates and newest runs', async () => {
  await onPage('', {}, async (page) => {
    const worst = page.locator('#findings li').first();
    assert.equal(await worst.getAttribute('class'), gate.verdict);
    assert.match(await worst.textContent(), new RegExp(`${gate.fail} of ${gate.fail + gate.inconclusive + gate.pass} series fail`));
    assert.deepEqual(
      (await cells(page, 'gates')).map((row) => [row[0], ...row.slice(2, 7), row[8]]),
      printed.gates.map((one) => {
        const counts = [one.fail, one.inconclusive, one.pass];
        return [one.gate_id.slice(0, 8), one.verdict, counts.join(', '), ...counts.map(String), one.baseline];
      }),
    );
    assert.equal(await rows(page, 'newest-runs-table').count(), Math.min(5, printed.runs.length));
    await worst.getByRole('link').click();
    await page.locator('.banner.fail').waitFor();
    assert.equal(new URL(page.url()).hash, views.gate);
  });
});

test('the picture of where things stand leads to the worst series of a case', async () => {
  await onPage('', {}, async (page) => {
    assert.deepEqual((await cells(page, 'overview')).map((row) => row[0]).sort(), ['allreduce', 'bcast']);
    const worst = rows(page, 'overview').first().locator('.heat');
    assert.match(await worst.getAttribute('class'), new RegExp(gate.verdict));
    await worst.click();
    await page.locator('#one-title').waitFor();
    assert.match(new URL(page.url()).hash, /^#\/gate\?id=.*&series=allreduce/);
  });
});

test('a run shows the figures that the command prints, and leads to its gate', async () => {
  await onPage(views.run, {}, async (page) => {
    const shown = await cells(page, 'figures');
    assert.equal(shown.length, printed.shown.series.length);
    shown.forEach((row, i) => {
      assert.equal(row[0], printed.shown.series[i].name);
      assert.equal(row[5], String(printed.shown.series[i].launches_seconds.length));
    });
    await rows(page, 'run-gates').first().getByRole('link').click();
    await page.locator('.banner.fail').waitFor();
  });
});

test('libraries beside each other: a column for each, a row for each series', async () => {
  await onPage(views.libraries, {}, async (page) => {
    const libraries = new Set(printed.runs.map((run) => run.library));
    assert.equal(await page.locator('#libraries thead th').count(), 1 + libraries.size);
    assert.ok((await rows(page, 'libraries').count()) >= printed.shown.series.length);
  });
});

test('a gate shows the figures that the command prints', async () => {
  await onPage(views.gate, {}, async (page) => {
    assert.equal(await page.locator('.badge').textContent(), printed.gate.verdict);
    const shown = (await cells(page, 'series')).map((row) => row.join(' '));
    assert.equal(shown.length, printed.gate.series.length);
    for (const series of printed.gate.series) {
      const change = `${(Math.abs(series.ratio - 1) * 100).toFixed(series.ratio < 10 ? 1 : 0)}%`;
      const row = shown.find((text) => text.includes(series.name));
      assert.ok(row.includes(change), `${row}: ${change}`);
      assert.ok(row.includes(series.verdict) || series.improved, row);
    }
    for (const chart of ['#history', '.distribution', '#launches']) await drawn(page, chart);
  });
});

test('any two runs are picked and compared', async () => {
  await onPage(views.runs, {}, async (page) => {
    assert.equal(await rows(page, 'runs-table').count(), printed.runs.length);
    assert.deepEqual(
      (await cells(page, 'runs-table')).map((row) => [row[0], row[2], row[5]]),
      printed.runs.map((run) => [run.run_id.slice(0, 8), run.library, String(run.complete)]),
    );
    await page.getByLabel('Baseline').selectOption('release');
    await page.getByLabel('Candidate').selectOption(gate.candidate_run_id);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('.banner').waitFor();
    assert.equal(new URL(page.url()).hash, views.compare);
    assert.equal(await page.locator('.badge').textContent(), printed.compared.verdict);
    await filled(page);
    assert.equal(await rows(page, 'series').count(), printed.compared.series.length);
    await page.goBack();
    await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
  });
});

test('a series is found, its history is what the command prints', async () => {
  await onPage(views.series, {}, async (page) => {
    assert.equal(await rows(page, 'names').count(), printed.names.length);
    await page.getByRole('searchbox').fill('allreduce bytes:4096');
    assert.equal(await rows(page, 'names').count(), 1);
    await page.getByRole('link', { name: printed.series }).click();
    await drawn(page, '#history');
    assert.equal(new URL(page.url()).hash, views.history);
    const secondsOf = (text) => {
      const [number, unit] = text.split(/\s/);
      return Number(number) * { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1 }[unit];
    };
    const shown = await cells(page, 'points');
    assert.equal(shown.length, printed.history.length);
    for (const [i, point] of [...printed.history].reverse().entries()) {
      assert.equal(shown[i][1], point.run_id.slice(0, 8));
      const error = secondsOf(shown[i][3]) / point.median_seconds - 1;
      assert.ok(Math.abs(error) <= 0.0051, `${shown[i].join(' ')}: the median is ${point.median_seconds} s`); // three digits
      assert.equal(shown[i][6], String(point.launches_seconds.length));
    }
  });
});

test('a hostile name is shown as it is', async () => {
  await onPage(views.hostile, {}, async (page) => {
    assert.equal(await page.locator('h1').textContent(), printed.hostile);
    assert.equal(await rows(page, 'points').count(), 2);
  });
});

test('a missing series or gate is named, with those that exist', async () => {
  await onPage(hashOf(['history', 'allreduce/bytes:9/ranks:2']), { refused: true }, async (page) => {
    assert.match(await page.getByRole('alert').textContent(), /no series 'allreduce\/bytes:9.*allreduce\/bytes:8/s);
  });
  await onPage(hashOf(['gate'], { id: 'nosuch' }), { refused: true }, async (page) => {
    assert.match(await page.getByRole('alert').textContent(), /no gate 'nosuch'/);
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await rows(page, 'gates').first().waitFor();
  });
});

test('all is reached by keyboard', async () => {
  await onPage('', {}, async (page) => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Series');
    await page.keyboard.press('Enter');
    await rows(page, 'names').first().waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.type), 'search');
    await page.keyboard.type('bcast 4096');
    await page.waitForFunction(() => document.querySelectorAll('#names tbody tr').length === 1);
    assert.equal(await page.locator('#places [aria-current]').textContent(), 'Series');
  });
});
