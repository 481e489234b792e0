import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { OPEN_API, PAGE } from '#kernel/process/package.ts';

import { bundle, ENTRIES, type Bundle } from './bundle.ts';
import { bundlePage } from './page.ts';
import { thirdPartyNotices } from './notices.ts';
import { writeValidators } from './validators/write.ts';

/** Everything a start must parse before it can decide what to load; above this, something heavy leaked in. */
const ENTRY_MAX_BYTES = 20 * 1024;

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Bundles the sources into `dist/`, which is emptied first, and returns a table of what was written.
 * The old `dist/` stays until the new one is complete in memory: a source that does not compile breaks nothing.
 * Writes the validators of the schemas first, where they are stale.
 * Throws when a source is missing or does not compile.
 */
export async function buildDist(): Promise<string> {
  const missing = Object.values(ENTRIES).filter((entry) => !existsSync(join(ROOT, entry)));
  if (missing.length > 0) throw new Error(`nothing to build from: ${missing.join(', ')} missing`);

  writeValidators();
  const made = await bundle(ROOT);
  const page = await bundlePage(ROOT);
  const notices = thirdPartyNotices(ROOT, [...made.inputs, ...page.inputs]);
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  for (const file of made.files) write(file.path, file.text, file.executable ? 0o755 : 0o644);
  write('dist/THIRD_PARTY_LICENSES.txt', notices, 0o644);
  write(OPEN_API, await openApiText(), 0o644);
  for (const [name, bytes] of page.files) write(`${PAGE}/${name}`, bytes, 0o644);
  return `${sizes(made)}${row('the first view of the page, gzip', page.firstViewBytes, '')}\n`;
}

/** From the same schemas that the server of the daemon checks what comes in with. */
async function openApiText(): Promise<string> {
  // They import what was written only now.
  const { openApi } = await import('#daemon/server/open-api.ts');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return `${JSON.stringify(openApi(version), undefined, 2)}\n`;
}

function write(path: string, text: string | Uint8Array, mode: number): void {
  const target = join(ROOT, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  chmodSync(target, mode);
}

function sizes({ files, startBytes }: Bundle): string {
  const measured = files.map(({ path, text }) => ({ path, bytes: Buffer.byteLength(text) }));
  const total = measured.reduce((sum, file) => sum + file.bytes, 0);
  const lines = measured
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ path, bytes }) => row(path, bytes, entryWarning(path, bytes)));
  return [
    ...lines,
    row('total', total, ''),
    row('parsed before main runs', startBytes, ''),
    '',
  ].join('\n');
}

function row(label: string, bytes: number, note: string): string {
  return `${label.padEnd(44)} ${(bytes / 1024).toFixed(1).padStart(8)} KB${note}`;
}

function entryWarning(path: string, bytes: number): string {
  const heavy = path === 'dist/yamo.js' && bytes > ENTRY_MAX_BYTES;
  return heavy
    ? `  WARNING: over ${ENTRY_MAX_BYTES / 1024} KB, import() what boot does not need`
    : '';
}

if (import.meta.main) {
  try {
    process.stdout.write(await buildDist());
  } catch (error) {
    // esbuild has already shown where its errors are; a stack of the build script would hide them.
    process.stderr.write(`build: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
