// node build.mjs FOLDER: builds each dashboard of src/ into FOLDER/UID.json, as Grafana's provisioning reads it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const bundle = await build({
  entryPoints: ['src/main.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node18',
  preserveSymlinks: true,
  logLevel: 'warning',
  write: false,
});
const script = Buffer.from(bundle.outputFiles[0].text).toString('base64');
const { dashboards } = await import(`data:text/javascript;base64,${script}`);
mkdirSync(process.argv[2], { recursive: true });
for (const dashboard of dashboards) {
  writeFileSync(join(process.argv[2], `${dashboard.uid}.json`), JSON.stringify(dashboard, null, 2) + '\n');
}
