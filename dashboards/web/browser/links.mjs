import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, onPage } from './page.mjs';

const kBarrier = '#/series/barrier%2Franks%3A2';
const shown = (page) => page.locator('.chart.launches').getAttribute('aria-label');
const shows = (page, name) =>
  page.waitForFunction(
    (label) => document.querySelector('.chart.launches').ariaLabel === label,
    `Launches of ${name}`,
  );

test('a name is a link to its series, also by keyboard; the back button goes back', async () => {
  await onPage('fail', {}, async (page) => {
    const worst = await shown(page);
    await page.locator('#table-section').getByLabel('Filter').fill('barrier');
    await page.locator('#series').getByRole('link', { name: 'barrier/ranks:2' }).focus();
    await page.keyboard.press('Enter');
    await shows(page, 'barrier/ranks:2');
    assert.equal(new URL(page.url()).hash, kBarrier);
    assert.match(await page.locator('#history figcaption').textContent(), /^barrier\/ranks:2/);
    assert.ok(await page.locator('#one-title').evaluate((title) => title === document.activeElement));
    await page.locator('#series-choice').focus();
    await page.locator('#series-choice').selectOption({ label: 'spin/operations:1000 (control)' });
    await shows(page, 'spin/operations:1000');
    await page.goBack();
    await shows(page, 'barrier/ranks:2');
    assert.equal(await page.locator('#series-choice').inputValue(), 'barrier/ranks:2');
    await page.goBack();
    await page.waitForFunction((label) => document.querySelector('.chart.launches').ariaLabel === label, worst);
  });
});

test('a link opens its series', async () => {
  await onPage('fail', { hash: kBarrier }, async (page) => {
    await shows(page, 'barrier/ranks:2');
    await drawn(page);
    const { y } = await page.locator('#one-title').boundingBox();
    assert.ok(y >= 0 && y < 900, `${y}`);
  });
});

test('a link to a series that is not there says so, whatever it holds', async () => {
  const names = [['nothing', 'nothing'], ['%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', '<img src=x onerror=alert(1)>'], ['%E0%A4%A', '%E0%A4%A']];
  await onPage('fail', { hash: `#/series/${names[0][0]}` }, async (page) => {
    for (const [name, shown] of names) {
      await page.evaluate((hash) => (location.hash = hash), `#/series/${name}`);
      await page.getByRole('alert').filter({ hasText: `No series is called ${shown}` }).waitFor();
      assert.match(await page.getByRole('alert').textContent(), /^No series is called /);
      assert.equal(await page.locator('main img').count(), 0);
    }
  });
});
