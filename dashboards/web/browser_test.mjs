// node browser_test.mjs FOLDER: the reports in FOLDER (written by dashboards/report/write_examples) as people see them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const folder = process.argv[2];
const kinds = ['fail', 'pass', 'inconclusive', 'empty', 'extreme', 'hostile'];
let browser;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
});
after(() => browser.close());

// Opens a report, runs `body` on it, and fails where the page logged anything, asked for anything but its own file, or
// opened a dialog (which is what the hostile names try).
async function onPage(kind, options, body) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const url = `file://${folder}/${kind}.html`;
  const bad = [];
  page.on('console', (message) => bad.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => bad.push(`error: ${error}`));
  page.on('request', (request) => request.url() === url || bad.push(`request: ${request.url()}`));
  page.on('dialog', (dialog) => bad.push(`dialog: ${dialog.message()}`) && dialog.dismiss());
  await page.goto(url);
  if (options.javaScriptEnabled !== false) await drawn(page);
  await body(page);
  assert.deepEqual(bad, []);
  await context.close();
}

// All charts that can be seen have been drawn.
const drawn = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.chart, #map, #launches')].every(
      (box) => box.clientWidth === 0 || box.querySelector('svg path'),
    ),
  );

const header = (page, title) =>
  page.locator('#series').getByRole('columnheader', { name: title, exact: true });
const marks = (page, chart) => page.locator(chart).locator('svg').locator('path, rect, circle').count();
const texts = (page, selector) => page.locator(selector).allTextContents();
const firstRow = async (page) => await texts(page, '#series tbody tr:first-child td');
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const kind of kinds) {
  test(`${kind}: opens without a complaint and fits a phone`, async () => {
    await onPage(kind, {}, async (page) => {
      assert.equal(await overflow(page), 0);
      await page.setViewportSize({ width: 360, height: 640 });
      // Charts follow the width when the browser comes to it; a page that never fits fails by the time limit.
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    });
  });
}

test('the verdict is said in words', async () => {
  const said = {
    fail: 'fail',
    pass: 'pass',
    inconclusive: 'inconclusive',
    empty: 'inconclusive',
    extreme: 'fail',
  };
  for (const [kind, word] of Object.entries(said)) {
    await onPage(kind, {}, async (page) => {
      assert.equal(await page.locator('.badge').textContent(), word);
      assert.ok((await page.title()).startsWith(`${word}: `));
    });
  }
});

test('headline, findings and table agree', async () => {
  await onPage('fail', {}, async (page) => {
    assert.equal(
      await page.locator('#headline').textContent(),
      'allreduce and bcast got slower: 10 of 50 series fail.',
    );
    const [verdict, name, , , change] = await firstRow(page);
    assert.equal(verdict, 'fail');
    assert.match(name, /^allreduce\//);
    assert.equal(await page.getByText('need JavaScript').count(), 0);
    const findings = await texts(page, '#findings li');
    assert.equal(findings.length, 3);
    assert.ok(findings[0].startsWith(`allreduce got slower by up to ${change.slice(1)} [`), findings[0]);
  });
});

test('without scripts the verdict and the findings can be read', async () => {
  await onPage('fail', { javaScriptEnabled: false }, async (page) => {
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible());
    assert.ok(await page.getByText('allreduce got slower by up to').isVisible());
    assert.ok(await page.getByText('need JavaScript').isVisible());
    assert.equal(await page.locator('section:visible').count(), 1);
  });
});

test('every chart has its marks', async () => {
  await onPage('fail', {}, async (page) => {
    assert.equal(await page.locator('.chart').count(), 7); // six cases with eight sizes, sendrecv with one
    // Medians of two sides and a point of change for each size, at least.
    assert.ok((await marks(page, '.chart >> nth=0')) > 24);
    assert.ok((await marks(page, '#map')) >= 50);
    assert.ok((await marks(page, '#launches')) >= 20);
    for (const label of ['8 B', '512 B', 'message size', 'time', 'change', '10 us']) {
      assert.ok((await texts(page, '.chart >> nth=0 >> text')).includes(label), label);
    }
    for (const label of ['allreduce', 'barrier', '1 MiB', 'no size']) {
      assert.ok((await texts(page, '#map text')).includes(label), label);
    }
  });
});

test('an empty comparison has no empty charts', async () => {
  await onPage('empty', {}, async (page) => {
    assert.equal(await page.locator('section.series:visible').count(), 0);
    assert.ok(await page.getByText('scan/bytes:8/ranks:2: only in the baseline').isVisible());
  });
});

test('wrong data have no numbers, and zero bytes have a place', async () => {
  await onPage('extreme', {}, async (page) => {
    const row = await firstRow(page);
    assert.match(row[1], /^gather\/bytes:64\/ranks:2.*wrong data on rank 1/);
    assert.deepEqual(row.slice(2), ['-', '-', '-', '-', '-', '0+0']);
    assert.ok((await texts(page, '#map text')).includes('wrong'));
    assert.ok((await texts(page, '.chart >> nth=0 >> text')).includes('0 B'));
    await page.getByRole('button', { name: 'gather/bytes:64/ranks:2' }).click();
    assert.equal(await page.locator('#launches-facts dd').first().textContent(), 'no valid launch');
  });
});

test('a header sorts by mouse and by keyboard', async () => {
  await onPage('fail', {}, async (page) => {
    const change = header(page, 'change');
    await change.getByRole('button').click();
    assert.equal(await change.getAttribute('aria-sort'), 'ascending');
    assert.match((await firstRow(page))[1], /^reduce\//);
    await page.keyboard.press('Enter');
    assert.equal(await change.getAttribute('aria-sort'), 'descending');
    assert.match((await firstRow(page))[1], /^allreduce\//);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    assert.equal(await change.getAttribute('aria-sort'), null);
    assert.equal(await header(page, 'candidate').getAttribute('aria-sort'), 'ascending');
  });
});

test('names sort as people count', async () => {
  await onPage('fail', {}, async (page) => {
    await header(page, 'series').getByRole('button').click();
    const names = await texts(page, '#series tbody td:nth-child(2)');
    assert.deepEqual(names.slice(0, 3), [
      'allreduce/bytes:8/ranks:2',
      'allreduce/bytes:64/ranks:2',
      'allreduce/bytes:512/ranks:2',
    ]);
  });
});

test('the filter keeps what has all its words', async () => {
  await onPage('fail', {}, async (page) => {
    await page.getByLabel('Filter').fill('FAIL bcast');
    assert.equal(await page.locator('#series tbody tr').count(), 2);
    assert.equal(await page.getByRole('status').textContent(), '2 of 50 series');
    await page.getByLabel('Filter').fill('');
    assert.equal(await page.locator('#series tbody tr').count(), 50);
  });
});

test('a name shows its launches', async () => {
  await onPage('fail', {}, async (page) => {
    await page.getByLabel('Filter').fill('barrier');
    await page.getByRole('button', { name: 'barrier/ranks:2' }).focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('#launches').getAttribute('aria-label'), 'Launches of barrier/ranks:2');
    await page.locator('#launches-series').selectOption({ label: 'spin/operations:1000 (control)' });
    assert.equal(
      await page.locator('#launches').getAttribute('aria-label'),
      'Launches of spin/operations:1000',
    );
    assert.match(await page.locator('#launches-facts').textContent(), /10 launches/);
  });
});

test('a cell of the map tells its numbers, and shows its launches', async () => {
  await onPage('fail', {}, async (page) => {
    const cell = page.locator('#map text', { hasText: /^\+2\d\.\d%$/ }).first();
    await cell.hover({ force: true });
    assert.match(await page.locator('.card').textContent(), /^allreduce\/bytes:\d+\/ranks:2failbaseline/);
    await cell.click({ force: true });
    assert.match(await page.locator('#launches').getAttribute('aria-label'), /^Launches of allreduce/);
  });
});

test('hostile names are text wherever they are shown', async () => {
  await onPage('hostile', {}, async (page) => {
    assert.equal(await page.locator('script').count(), 2);
    assert.equal(await page.locator('img, main b, svg[onload]').count(), 0);
    assert.match(
      await page.locator('#headline').textContent(),
      /^allreduce<\/script><script>alert\(1\)<\/script><b>bold<\/b> and/,
    );
    assert.match((await firstRow(page))[1], /^<\/script><script>alert\(1\)<\/script>allreduce/);
    await page
      .locator('#map text', { hasText: /^\+2\d\.\d%$/ })
      .first()
      .hover({ force: true });
    assert.match(await page.locator('.card strong').textContent(), /^<\/script><script>alert\(1\)/);
    assert.equal(await page.locator('.card b').count(), 0);
  });
});

test('the policy lets no markup, script or request in', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`file://${folder}/fail.html`);
  const refused = await page.evaluate(async () => {
    const throws = (action) => {
      try {
        action();
      } catch {
        return true;
      }
      return false;
    };
    const script = document.createElement('script');
    return {
      markup: throws(() => (document.querySelector('#findings').innerHTML = '<b>x</b>')),
      script: throws(() => (script.text = 'alert(1)')),
      request: await fetch('http://127.0.0.1:9/').then(
        () => false,
        () => true,
      ),
    };
  });
  assert.deepEqual(refused, { markup: true, script: true, request: true });
  await context.close();
});

test('charts follow the colour scheme, and paper is light', async () => {
  await onPage('fail', { colorScheme: 'dark' }, async (page) => {
    const [light, dark] = ['#0072b2', '#56b4e9']; // the candidate's blue
    const drawnIn = (color) => page.locator(`.chart >> nth=0 >> path[stroke="${color}"]`).count();
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
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.ok((await drawnIn(dark)) > 0);
  });
});
