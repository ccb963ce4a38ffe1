// REPORTS=FOLDER node browser_test.mjs: the reports in FOLDER (written by dashboards/report/write_examples) as people see
// them. Each file of tests has a Chromium of its own, and as many run at once as there are processors: a page needs one.
// One file alone: REPORTS=FOLDER node browser/charts.mjs
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('browser/', import.meta.url));
const withoutTests = ['axe.mjs', 'page.mjs', 'pixels.mjs'];
const files = readdirSync(folder).filter((name) => !withoutTests.includes(name)).sort().map((name) => folder + name);
run({ files, concurrency: availableParallelism() })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(tap)
  .pipe(process.stdout);
