import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeText, dataOf, firstRow, header, onPage, onShared, rowsOf, secondsText, texts } from './page.mjs';

const pText = (p) => (p < 0.001 ? p.toExponential(0).replace(/e-(\d)$/, 'e-0$1') : p.toFixed(3));

test('every cell of the table is what the data say', async () => {
  await onShared('fail', async (page) => {
    const { comparison } = await dataOf(page);
    const wanted = comparison.series.map((one) => [
      one.improved ? 'faster' : one.verdict,
      one.name,
      changeText(one.ratio),
      `[${changeText(one.low)}, ${changeText(one.high)}]`,
      secondsText(one.baseline_median_seconds),
      secondsText(one.candidate_median_seconds),
      pText(one.p_adjusted),
      `${one.baseline_launches_seconds.length}+${one.candidate_launches_seconds.length}`,
    ]);
    assert.deepEqual(await rowsOf(page, '#series'), wanted);
  });
});

test('wrong data have no numbers, and one launch a side has no verdict', async () => {
  await onShared('extreme', async (page) => {
    const row = await firstRow(page);
    assert.match(row[1], /^gather\/bytes:64\/ranks:2.*wrong data on rank 1/);
    assert.deepEqual(row.slice(2), ['-', '-', '-', '-', '-', '0+0']);
  });
  await onShared('single', async (page) => {
    const row = await firstRow(page);
    assert.equal(row[0], 'inconclusive');
    assert.equal(row.at(-1), '1+1');
  });
});

test('a verdict of the tail is marked, though the median did not change', async () => {
  await onShared('extreme', async (page) => {
    const row = (await rowsOf(page, '#series')).find((cells) => cells[1].startsWith('gather/bytes:0/ranks:4'));
    assert.equal(row[0], 'fail (tail)');
    assert.match(row[1], /fail \(tail\): 35% of observations take more than [0-9.]+ us \(baseline 0%\)/);
    assert.match(await page.textContent('#findings'), /gather is slower in its tail|gather.* in its tail/);
  });
});

test('the filter keeps what has all its words', async () => {
  await onShared('fail', async (page) => {
    const section = page.locator('#table-section');
    await section.getByLabel('Filter').fill('FAIL bcast');
    assert.equal(await page.locator('#series tbody tr').count(), 2);
    assert.equal(await section.getByRole('status').textContent(), '2 of 50 series');
    await section.getByLabel('Filter').fill('');
    assert.equal(await page.locator('#series tbody tr').count(), 50);
  });
});

test('ten thousand series are filled in as the reader comes to them', async () => {
  await onPage('huge', {}, async (page) => {
    const rows = page.locator('#series tbody tr');
    assert.equal(await rows.count(), 100);
    await page.locator('#table-section .scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.waitForFunction(() => document.querySelectorAll('#series tbody tr').length === 200);
    await header(page, 'series').getByRole('button').click();
    assert.equal(await rows.count(), 100);
    await page.locator('#table-section').getByLabel('Filter').fill('case_777/ bytes:512/');
    assert.deepEqual((await texts(page, '#series tbody td:nth-child(2)')), ['case_777/bytes:512/ranks:64']);
    assert.equal(await page.locator('#table-section').getByRole('status').textContent(), '1 of 10000 series');
    await page.getByRole('button', { name: /Show 12 more of 1238 charts/ }).click();
    assert.equal(await page.locator('.chart.sizes').count(), 24);
  });
});

test('the environment: what differs first, everything found by a word', async () => {
  await onShared('fail', async (page) => {
    const { environment } = await dataOf(page);
    const rows = await rowsOf(page, '#environment');
    const names = new Set([...Object.keys(environment.baseline), ...Object.keys(environment.candidate)]);
    assert.equal(rows.length, names.size);
    assert.deepEqual(rows.slice(0, 2), [
      ['differs', 'kernel', '6.1.0-18', '6.1.0-21'],
      ['differs', 'only_here', '(none)', '1'],
    ]);
    for (const [state, field, baseline, candidate] of rows.slice(2)) {
      assert.deepEqual([state, baseline, candidate], ['same', environment.baseline[field], environment.candidate[field]]);
    }
    await page.locator('#environment-section').getByLabel('Filter').fill('kernel');
    assert.equal(await page.locator('#environment tbody tr').count(), 1);
    await page.locator('#environment-section').getByLabel('Filter').fill('');
  });
});

test('suspects: selections, counted figures, families, the controls', async () => {
  await onShared('fail', async (page) => {
    const { comparison } = await dataOf(page);
    assert.deepEqual((await rowsOf(page, '#selections'))[0], [
      'coll_tuned_allreduce_algorithm',
      '0 (ignore)',
      '1 (basic_linear)',
      'allreduce',
    ]);
    assert.deepEqual(await rowsOf(page, '#counted'), [
      ['barrier/ranks:2', 'resident_bytes', '1000', '1200', 'exact'],
      ['barrier/ranks:2', 'page_faults', '3 to 4', '5 to 7', 'launches differ'],
    ]);
    const movement = comparison.control_movement;
    const said = `did not move: ${changeText(movement.ratio)} [${changeText(movement.low)}, ${changeText(movement.high)}]`;
    assert.ok((await page.locator('#controls-text').textContent()).includes(said), said);
    assert.deepEqual((await rowsOf(page, '#families'))[0].slice(0, 3), ['fail', 'allreduce over bytes, ranks:2', '+20.0%']);
    const [control] = comparison.controls;
    assert.deepEqual((await rowsOf(page, '#controls'))[0].slice(0, 2), [
      control.name,
      secondsText(control.baseline_median_seconds),
    ]);
  });
});

test('the calibration says what was promised and what came out', async () => {
  await onShared('fail', async (page) => {
    const { calibration } = await dataOf(page);
    const told = await page.locator('#calibration-section p').first().textContent();
    assert.ok(told.includes('30 gates of equal libraries') && told.includes('false gates at most 5.0%; kept.'), told);
    const share = ({ count, of, low, high }) =>
      `${count} of ${of} (${(low * 100).toFixed(1)}% to ${(high * 100).toFixed(1)}%)`;
    const wanted = calibration.rules.map((rule) => [
      rule.rule,
      share(rule.false_series),
      share(rule.false_gates),
      ...rule.slowdowns.map(({ found }) => share(found)),
      rule.mean_launches_of_equal_series.toFixed(1),
    ]);
    assert.deepEqual(await rowsOf(page, '#calibration'), wanted);
  });
});

for (const kind of ['fail', 'extreme', 'inconclusive']) {
  test(`on a phone every table shows its columns without scrolling: ${kind}`, async () => {
    await onPage(kind, { viewport: { width: 400, height: 900 } }, async (page) => {
      const wide = await page.locator('.scroll:has(table)').evaluateAll((boxes) =>
        boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => `${box.ariaLabel}: ${box.scrollWidth} of ${box.clientWidth}`),
      );
      assert.deepEqual(wide, []);
    });
  });
}

test('on a phone the interval stands below the change', async () => {
  const under = (page) =>
    page.locator('#series tbody tr:first-child td:nth-child(3)').evaluate((cell) => getComputedStyle(cell, '::after').content.replaceAll('"', ''));
  await onShared('fail', async (page) => {
    const { comparison } = await dataOf(page);
    const [{ low, high }] = comparison.series;
    assert.ok(await header(page, 'interval').isVisible());
    assert.equal(await under(page), 'none');
    await page.setViewportSize({ width: 400, height: 900 });
    assert.ok(!(await header(page, 'interval').isVisible()));
    assert.equal(await under(page), `[${changeText(low)}, ${changeText(high)}]`);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

test('names sort as people count', async () => {
  await onShared('fail', async (page) => {
    await header(page, 'series').getByRole('button').click();
    const names = await texts(page, '#series tbody td:nth-child(2)');
    assert.deepEqual(names.slice(0, 3), [
      'allreduce/bytes:8/ranks:2',
      'allreduce/bytes:64/ranks:2',
      'allreduce/bytes:512/ranks:2',
    ]);
  });
});

test('a header sorts by mouse and by keyboard', async () => {
  await onShared('fail', async (page) => {
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
    assert.equal(await header(page, 'series').getAttribute('aria-sort'), 'ascending');
  });
});

test('a long table below the window is filled behind the first drawing, and at once for who touches the page', async () => {
  await onShared('fail', async (page) => {
    const { comparison } = await dataOf(page);
    assert.equal(await page.locator('#series tbody tr').count(), comparison.series.length);
    // As if the browser were never idle.
    await page.addInitScript(() => (window.requestIdleCallback = () => 0));
    await page.reload();
    await page.locator('.chart.sizes svg path').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('#series tbody tr').count(), 0);
    assert.ok((await page.locator('#table-section .tall').first().boundingBox()).height > 500);
    await page.keyboard.press('Shift');
    assert.equal(await page.locator('#series tbody tr').count(), comparison.series.length);
  }, { last: true });
});
