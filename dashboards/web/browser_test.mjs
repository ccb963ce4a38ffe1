// REPORTS=FOLDER node browser_test.mjs: the reports in FOLDER (written by dashboards/report/write_examples) as people see
// them. As many files of tests run at once as there are processors, for a page needs one, and all in one Chromium.
// One file alone: REPORTS=FOLDER node browser/charts.mjs
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launching } from './browser/chromium.mjs';

const folder = fileURLToPath(new URL('browser/', import.meta.url));
const withoutTests = ['axe.mjs', 'chromium.mjs', 'page.mjs', 'pixels.mjs'];
const files = readdirSync(folder).filter((name) => !withoutTests.includes(name)).sort().map((name) => folder + name);
const server = await chromium.launchServer(launching);
process.env.BROWSER = server.wsEndpoint();
run({ files, concurrency: availableParallelism() })
  .on('test:fail', () => { process.exitCode = 1; })
  .on('end', () => server.close())
  .compose(tap)
  .pipe(process.stdout);
