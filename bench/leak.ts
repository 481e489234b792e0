/**
 * The figures of the leak guard: `node bench/leak.ts`, with `--json` for machines. Private lines withheld, by the way
 * in which they were copied; false alarms on ordinary prose (Markdown and licences of installed packages, and talk);
 * what is said in other words, which the guard does not claim to find; time per line. Fails where a target is missed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { keyedHash, newKey } from '../kernel/state/fingerprints.ts';
import { fingerprintsOf } from '#lib/privacy/private-lines.ts';
import { PrivateLines } from '#lib/privacy/private-lines-match.ts';
import { packageRoot } from '#kernel/process/package.ts';
import { Chance, COPYINGS, type Fact, memoryOf, memoryText, talk } from './private-corpus.ts';

const MEMORIES = 12;
const LINES = 150;
const ORDINARY_LINES = 10_000;
const TALK_LINES = 2000;
const REDACTED_MIN = 0.99;
const FALSE_MAX = 0.001;
/** In these ways a line must be found; the others inform. */
const TARGETED: ReadonlySet<string> = new Set([
  'verbatim',
  'case changed',
  'punctuation changed',
  'parts in another order',
]);

interface Share {
  readonly what: string;
  readonly found: number;
  readonly of: number;
  /** At least, at most, or nothing but to inform. */
  readonly pass: boolean | undefined;
}

const hash = keyedHash(newKey());
const guardOf = (facts: readonly Fact[]): PrivateLines =>
  new PrivateLines(
    new Map([['MEMORY.md', fingerprintsOf(memoryText(facts), hash, new Set())]]),
    hash,
  );

const memories = Array.from({ length: MEMORIES }, (_, seed) => {
  const chance = new Chance(seed + 1);
  const facts = memoryOf(chance, LINES);
  return { facts, chance, guard: guardOf(facts) };
});

/** Prose of other people: every text that comes with the installed packages, and lines of talk. */
const ordinaryLines = (): readonly string[] => {
  const modules = join(packageRoot(), 'node_modules');
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:\.md|licen[cs]e[^/]*)$/i.test(file))
    .toSorted();
  const lines = new Set<string>();
  for (const file of files) {
    for (const line of linesOf(join(modules, file))) if (/\p{L}/u.test(line)) lines.add(line);
  }
  const chance = new Chance(4711);
  const prose = chance.shuffled([...lines]).slice(0, ORDINARY_LINES - TALK_LINES);
  if (prose.length < ORDINARY_LINES - TALK_LINES) throw new Error('too little prose is installed');
  return [...prose, ...talk(chance, TALK_LINES)];
};

const linesOf = (path: string): readonly string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    // A folder of that name.
    return [];
  }
};

/** What is shown of a copy must be little: of one that was cut over lines, a few words may be left. */
const isRedacted = (text: string, guard: PrivateLines): boolean => {
  const leaks = guard.leaksIn(text);
  const shown = text.split('\n').filter((_, line) => !leaks.has(line));
  return shown.join('').length <= text.length / 3;
};

const copied = (name: string, copy: (fact: Fact, chance: Chance) => string): Share => {
  let found = 0;
  for (const { facts, chance, guard } of memories) {
    for (const fact of facts) {
      const text = copy(fact, chance);
      if (isRedacted(text, guard)) found += 1;
      else if (process.argv.includes('--missed')) process.stderr.write(`${name}: ${text}\n`);
    }
  }
  const of = MEMORIES * LINES;
  return {
    what: name,
    found,
    of,
    pass: TARGETED.has(name) ? found >= of * REDACTED_MIN : undefined,
  };
};

const shares: Share[] = COPYINGS.map(({ name, copy }) =>
  copied(name, ({ line }, chance) => copy(line, chance)),
);
shares.push(copied('said in other words', ({ paraphrase }) => paraphrase));

const ordinary = ordinaryLines();
let alarms = 0;
let milliseconds = 0;
for (const { guard } of memories) {
  const began = performance.now();
  const leaks = guard.leaksIn(ordinary.join('\n'));
  milliseconds += performance.now() - began;
  alarms += leaks.size;
  if (!process.argv.includes('--missed')) continue;
  for (const line of leaks.keys()) process.stderr.write(`false: ${ordinary[line] ?? ''}\n`);
}
const looked = ordinary.length * MEMORIES;
shares.push({
  what: `false alarms on ${ordinary.length} ordinary lines, ${MEMORIES} memories`,
  found: alarms,
  of: looked,
  pass: alarms <= looked * FALSE_MAX,
});
const microseconds = (milliseconds * 1000) / looked;

const wordy = ({ what, found, of, pass }: Share): string =>
  `${what.padEnd(58)} ${String(found).padStart(6)} of ${String(of).padEnd(7)} ${((found / of) * 100).toFixed(2).padStart(6)} % ${pass === undefined ? '' : pass ? 'pass' : 'MISSED'}`;

process.stdout.write(
  process.argv.includes('--json')
    ? `${JSON.stringify({ shares, microsecondsPerLine: microseconds })}\n`
    : `${shares.map(wordy).join('\n')}\n${microseconds.toFixed(1)} µs for a line, against ${LINES} private ones\n`,
);
process.exitCode = shares.some(({ pass }) => pass === false) ? 1 : 0;
