// One Chromium for all files of tests (or for this one, if it runs alone), and reports opened in it.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { launching } from './chromium.mjs';

export const folder = process.env.REPORTS;
export const kinds = ['fail', 'pass', 'inconclusive', 'empty', 'extreme', 'hostile', 'single', 'large', 'huge'];
export let browser;

before(async () => {
  const running = process.env.BROWSER;
  browser = running ? await chromium.connect(running) : await chromium.launch(launching);
});
after(() => browser.close());

// Opens a report, and notes in `bad` what the page logs, what it asks for beside its own file, and each dialog (which is
// what the hostile names try). Files that the page makes and saves itself are blob:.
async function open(kind, { hash = '', ...options }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const url = `file://${folder}/${kind}.html`;
  const bad = [];
  const ours = (request) => request.url().split('#')[0] === url || request.url().startsWith('blob:');
  page.on('console', (message) => bad.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => bad.push(`error: ${error}`));
  page.on('request', (request) => ours(request) || bad.push(`request: ${request.url()}`));
  page.on('dialog', (dialog) => bad.push(`dialog: ${dialog.message()}`) && dialog.dismiss());
  await page.goto(url + hash);
  if (options.javaScriptEnabled !== false) await drawn(page);
  return { page, bad, close: () => context.close() };
}

// Runs `body` on a report that is opened for it, and fails where anything was bad.
export async function onPage(kind, options, body) {
  const { page, bad, close } = await open(kind, options);
  await body(page);
  assert.deepEqual(bad, []);
  await close();
}

const kept = new Map();

// The same on a page that all of these share in a file, for opening one costs more than most of what is asked of it.
// What `body` chooses on the page it takes back, but for the last one. The page is brought to its top again.
export async function onShared(kind, body, { last = false } = {}) {
  if (!kept.has(kind)) kept.set(kind, await open(kind, {}));
  const { page, bad, close } = kept.get(kind);
  let good = false;
  try {
    await body(page);
    assert.deepEqual(bad, []);
    good = !last;
  } finally {
    if (good) {
      await page.mouse.move(0, 0);
      await page.evaluate(() => scrollTo(0, 0));
      await drawn(page);
    } else {
      kept.delete(kind);
      await close();
    }
  }
}

// All charts that the window shows have been drawn, and long tables below it have their first rows.
export const drawn = (page) =>
  page.waitForFunction(() =>
    !document.querySelector('[aria-busy="true"]') &&
    [...document.querySelectorAll('.chart')].every((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return bottom < 0 || top > innerHeight || box.clientWidth === 0 || box.querySelector('svg path');
    }),
  );

// Brings a chart into the window, so that it is drawn.
export async function chart(page, selector) {
  const box = page.locator(selector).first();
  await box.scrollIntoViewIfNeeded();
  await box.locator('svg path').first().waitFor({ state: 'attached' });
  return box;
}

// Returns the data that the page was given.
export const dataOf = (page) => page.evaluate(() => JSON.parse(document.getElementById('data').textContent));

export const texts = (page, selector) => page.locator(selector).allTextContents();
export const rowsOf = (page, table) =>
  page.locator(`${table} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
export const firstRow = (page) => texts(page, '#series tbody tr:first-child td');
export const header = (page, title) =>
  page.locator('#series').getByRole('columnheader', { name: title, exact: true });
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

// Numbers as people read them, written for these tests.
export function changeText(ratio) {
  if (ratio === null) return '-';
  const percent = ((ratio - 1) * 100).toFixed(ratio < 10 ? 1 : 0);
  return ratio >= 1 ? `+${percent}%` : `-${percent.replace('-', '')}%`;
}

export function secondsText(seconds) {
  if (seconds === null) return '-';
  const unit = ['ns', 'us', 'ms', 's'].find((_, i) => seconds * 10 ** (9 - 3 * i) < 999.5) ?? 's';
  const value = seconds * { ns: 1e9, us: 1e6, ms: 1e3, s: 1 }[unit];
  return `${value < 9.995 ? value.toFixed(2) : value < 99.95 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}
