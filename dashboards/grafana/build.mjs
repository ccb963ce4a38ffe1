// node build.mjs FOLDER: builds each dashboard of src/ into FOLDER/UID.json, as Grafana's provisioning reads it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const place = mkdtempSync(join(tmpdir(), 'dashboards-'));
try {
  const bundle = join(place, 'dashboards.mjs');
  await build({
    entryPoints: ['src/main.ts'],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node18',
    preserveSymlinks: true,
    logLevel: 'warning',
  });
  const { dashboards } = await import(pathToFileURL(bundle).href);
  mkdirSync(process.argv[2], { recursive: true });
  for (const dashboard of dashboards) {
    writeFileSync(join(process.argv[2], `${dashboard.uid}.json`), JSON.stringify(dashboard, null, 2) + '\n');
  }
} finally {
  rmSync(place, { recursive: true });
}
