/**
 * `yamo audit --history` on a repository in which notes with credentials were committed and cleaned: what it finds of
 * what an audit found while they stood there. `npm run bench:history`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { goldenFiles } from '#test/support/golden.ts';
import { notesOf, PARTS } from '#test/audit/eval/written.ts';
import { Place, YAMO } from './place.ts';

const DAY_MS = 86_400_000;
const RULES = new Set(['4.2/provider-key', '4.2/labelled-credential', '4.2/secret-in-history']);

const place = new Place();
const path = join(place.folder, 'robin');
const git = (...args: string[]): void => {
  execFileSync('git', ['-c', 'user.name=R', '-c', 'user.email=r@example.org', ...args], {
    cwd: path,
    env: place.environment,
  });
};
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(path, file)), { recursive: true });
  writeFileSync(join(path, file), text);
};

interface Found {
  readonly lines: number;
  readonly ms: number;
}

const audit = (...more: string[]): Found => {
  const args = [YAMO, 'audit', path, '--fresh', '--json', ...more];
  const begin = performance.now();
  const text = readJson(args);
  const ms = performance.now() - begin;
  const [workspace] = JSON.parse(text).workspaces;
  const found: { rule: string }[] = workspace.findings;
  return { lines: found.filter(({ rule }) => RULES.has(rule)).length, ms };
};

/** An audit that finds something ends with 1, and has printed its report. */
const readJson = (args: readonly string[]): string => {
  try {
    return execFileSync(process.execPath, args, { env: place.environment, encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
};

mkdirSync(path);
git('init', '-q');
for (const [file, text] of Object.entries(goldenFiles('lite'))) write(file, text);
git('add', '-A');
git('commit', '-qm', 'Begin');
const notes = PARTS.flatMap(notesOf);
const days = notes.map((_, at) =>
  new Date(Date.UTC(2025, 0, 1) + at * DAY_MS).toISOString().slice(0, 10),
);
const logOf = (day: string, text: string): string =>
  `# Memory — ${day}\n\n## Session [09:05]\n\n${text}`;
for (const [at, day] of days.entries()) {
  write(`memory/${day}.md`, logOf(day, notes[at]?.text ?? ''));
  git('add', '-A');
  git('commit', '-qm', day);
}
const stood = audit();
for (const day of days) write(`memory/${day}.md`, logOf(day, 'Nothing of note.\n'));
git('commit', '-qam', 'Clean up');
const cleaned = audit();
const history = audit('--history');
place.remove();
const planted = notes.reduce((sum, { credentials }) => sum + credentials.size, 0);
process.stdout.write(
  `${notes.length + 2} commits, ${planted} lines with a credential, cleaned by the last one
found while they stood there: ${stood.lines}; after it: ${cleaned.lines}; after it with --history: ${history.lines}
an audit: ${Math.round(cleaned.ms)} ms; with --history: ${Math.round(history.ms)} ms\n`,
);
