// node build.mjs OUT.html: bundles src/ and writes the page without data, in one file. The script and the style are
// allowed by their hashes, so the page runs what was built here and nothing else. Names in capitals between {{ and }}
// are filled in by dashboards/report.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

async function bundle(entry) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    charset: 'ascii',
    preserveSymlinks: true,
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  return result.outputFiles[0].text.trim();
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const script = await bundle('src/main.ts');
const style = await bundle('src/report.css');
for (const [text, end] of [
  [script, '</script'],
  [style, '</style'],
]) {
  if (text.toLowerCase().includes(end))
    throw new Error(`the bundle holds ${end}: it would end its own element`);
}
const parts = { SCRIPT: script, STYLE: style, SCRIPT_HASH: hash(script), STYLE_HASH: hash(style) };
const page = readFileSync('src/page.html', 'utf8').replace(
  /\{\{(\w+)\}\}/g,
  (marker, name) => parts[name] ?? marker,
);
writeFileSync(process.argv[2], page);
