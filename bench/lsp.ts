/**
 * The figures of the language server, as one table: `npm run bench:lsp`, with `--json` for machines. An editor types into
 * the largest log of a workspace of 57 MB, and waits each time until the server has judged what it typed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { goldenFiles } from '#test/support/golden.ts';
import { LanguageClient } from '#test/support/language-client.ts';
import { denseText } from './dense.ts';
import { report, rowOf } from './measure.ts';
import { Place } from './place.ts';
import { cpuOf, residentOf } from './processes.ts';

const LOGS = 1000;
const LOG_CHARS = 55_000;
const LARGE_CHARS = 190_000;
const CHANGES = 40;
const DAY_MS = 86_400_000;
const LARGE = 'memory/2026-10-01.md';
const KEY = ['xoxb', '204817365920', 'tideTable7Quay'].join('-');

/** A log of text as dense as real notes are. */
const logOf = (name: string, text: string): string =>
  `# Memory — ${name.slice(7, 17)}\n\n## Session [09:05]\n\n${text}\n`;

const writeWorkspace = (path: string): void => {
  mkdirSync(join(path, 'memory'), { recursive: true });
  const dense = denseText(LOGS * LOG_CHARS);
  const logs = Array.from({ length: LOGS }, (_, at) => {
    const day = new Date(Date.UTC(2023, 0, 1) + at * DAY_MS).toISOString().slice(0, 10);
    const name = `memory/${day}.md`;
    return [name, logOf(name, dense.slice(at * LOG_CHARS, (at + 1) * LOG_CHARS))] as const;
  });
  const files = { ...goldenFiles('lite'), ...Object.fromEntries(logs) };
  files[LARGE] = logOf(LARGE, dense.slice(0, LARGE_CHARS));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
};

const place = new Place();
const path = join(place.folder, 'robin');
writeWorkspace(path);
const editor = new LanguageClient({ path, stateHome: join(place.folder, 'state') });
await editor.greet();
const text = readFileSync(join(path, LARGE), 'utf8');
const hasKey = (codes: readonly unknown[]): boolean => codes.includes('4.2/provider-key');
const first = performance.now();
const started = cpuOf(editor.pid);
await editor.open(LARGE, `${text}\n- Bot: ${KEY}\n`);
await editor.rules(LARGE, hasKey);
const opened = { wall: performance.now() - first, cpu: cpuOf(editor.pid) - started };
const costs: number[] = [];
for (let change = 0; change < CHANGES; change += 1) {
  const before = cpuOf(editor.pid);
  const isWith = change % 2 === 1;
  await editor.change(LARGE, `${text}\n- 10:${change} Quay${isWith ? `: ${KEY}` : ''}\n`);
  await editor.rules(LARGE, (codes) => hasKey(codes) === isWith);
  costs.push(cpuOf(editor.pid) - before);
}
const memory = residentOf(editor.pid);
await editor.connection.sendRequest('shutdown');
await editor.connection.sendNotification('exit');
await editor.closed;
place.remove();

report([
  rowOf({
    what: 'first findings of a workspace of 57 MB, CPU',
    unit: 'ms',
    samples: [opened.cpu],
  }),
  rowOf({
    what: 'a change in a file of 190 kB there, CPU',
    unit: 'ms',
    samples: costs,
    target: { of: 'unit', atMost: 50 },
  }),
  rowOf({
    what: 'resident memory of the server after these',
    unit: 'MB',
    samples: [memory],
    target: { of: 'unit', atMost: 150 },
  }),
]);
