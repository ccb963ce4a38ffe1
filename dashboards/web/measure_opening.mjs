// node measure_opening.mjs FOLDER [ROUNDS [NAME ...]]: how long the reports FOLDER/NAME.html take to open in Chromium (if
// none is named, some of those that dashboards/report/write_examples writes), and how smoothly they scroll. Files take
// turns, so that a busy minute hits all of them; a table of medians with the smallest and the largest. "First drawing"
// is the first paint with content. "Blocked" is what the tasks of the page take beyond 50 ms each until it is open.
import { statSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [folder, rounds = '7', ...named] = process.argv.slice(2);
const kinds = named.length > 0 ? named : ['empty', 'fail', 'large', 'huge'];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

const kTaskMilliseconds = 50; // what a reader does meanwhile waits unnoticed

// From the request until all charts that the window shows are drawn.
async function open(page, kind) {
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  const begin = performance.now();
  await page.goto(`file://${folder}/${kind}.html`);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.chart')].every(
      (box) => box.getBoundingClientRect().top > innerHeight || box.querySelector('svg path'),
    ),
  );
  const opened = performance.now() - begin;
  const { first, long } = await page.evaluate(() => ({
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    long: window.longTasks,
  }));
  const blocked = long.reduce((sum, duration) => sum + duration - kTaskMilliseconds, 0);
  return { first, opened, blocked };
}

// Milliseconds between frames while the page scrolls from top to end, 200 pixels a frame, at most 200 frames. On a busy
// machine Chromium without a screen sometimes stops asking for frames; such a frame counts as five seconds.
const scroll = (page) =>
  page.evaluate(async () => {
    const frames = [];
    const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(() => done(performance.now()), 5000); });
    let last = await frame();
    for (let i = 0; i < 200 && scrollY + innerHeight < document.documentElement.scrollHeight - 1; ++i) {
      scrollBy(0, 200);
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
    return frames.sort((a, b) => a - b);
  });

// To sort 10000 rows by a click and to have drawn the first of them; to filter them by a word.
async function use(page) {
  const after = async (action) => {
    const begin = performance.now();
    await action();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return performance.now() - begin;
  };
  const sort = await after(() => page.evaluate(() => document.querySelector('#series th:nth-child(2) button').click()));
  const filter = await after(() =>
    page.evaluate(() => {
      const input = document.querySelector('#table-section input');
      input.value = 'fail';
      input.dispatchEvent(new Event('input'));
    }),
  );
  return { sort, filter };
}

const seen = new Map(kinds.map((kind) => [kind, { first: [], open: [], blocked: [], middle: [], late: [], sort: [], filter: [] }]));
for (let round = 0; round < Number(rounds); ++round) {
  for (const kind of kinds) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const times = seen.get(kind);
    const { first, opened, blocked } = await open(page, kind);
    times.first.push(first);
    times.open.push(opened);
    times.blocked.push(blocked);
    const frames = await scroll(page);
    times.middle.push(frames[Math.floor(frames.length / 2)] ?? 0);
    times.late.push(frames[Math.floor(frames.length * 0.95)] ?? 0);
    if (kind !== 'empty') {
      const { sort, filter } = await use(page);
      times.sort.push(sort);
      times.filter.push(filter);
    }
    await page.close();
  }
}
await browser.close();

function text(values) {
  if (values.length === 0) return '-';
  const sorted = [...values].sort((a, b) => a - b);
  return `${Math.round(sorted[Math.floor(sorted.length / 2)])} (${Math.round(sorted[0])} to ${Math.round(sorted.at(-1))})`;
}
const titles = ['first drawing', 'opens', 'blocked', 'frame while scrolling', '95% of frames below', 'sort', 'filter'];
console.log(`| report | file, MB | ${titles.map((title) => `${title}, ms`).join(' | ')} |`);
console.log(`|---|${'---:|'.repeat(titles.length + 1)}`);
for (const [kind, { first, open, blocked, middle, late, sort, filter }] of seen) {
  const size = (statSync(`${folder}/${kind}.html`).size / 1e6).toFixed(2);
  console.log(`| ${kind} | ${size} | ${[first, open, blocked, middle, late, sort, filter].map(text).join(' | ')} |`);
}
