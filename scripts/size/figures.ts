/** The figures of the house: how much there is, and how often one thing is said. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { APART, STATE } from '#kernel/state/kinds.ts';
import {
  isData,
  LAYERS,
  linesOf,
  readSources,
  ring0Size,
  type Sources,
} from '#test/support/architecture.ts';
import { type ExportedNames, exportedNamesIn, ONE_OF_MANY } from '#test/support/exported-names.ts';

import manifest from '../../package.json' with { type: 'json' };
import { isCode, linesOfCode } from './code.ts';

/** A longer file is not read in one go. */
const LONG_LINES = 300;

/** A kind of session that is compared, as a line, and the files that may: the policy, and a host that has kinds itself. */
const KIND_COMPARED = /[!=]== *'(?:main|shared)'|\bis(?:Main|Shared)\b/u;
const KIND_MAY_BE_COMPARED = /session-policy|lib\/hook\/openclaw\.ts/u;

/** A guard that is written by hand, where state is kept. */
const GUARD_BY_HAND = /\(\w+: unknown\): \w+ is /u;
const KEEPS_STATE = /^kernel\/(?:credentials|heartbeat|hook|memory|mesh|session|state)\//u;

/** A file, and its lines. */
interface Sized {
  readonly path: string;
  readonly lines: number;
}

export interface Figures extends ExportedNames {
  /** Lines of code, by folder and in all; the tests apart. */
  readonly source: Readonly<Record<string, number>>;
  readonly sourceLines: number;
  readonly testLines: number;
  /** Lines that a program writes and nobody reads, as they are. */
  readonly generatedLines: number;
  readonly kindComparisons: number;
  readonly guardsByHand: number;
  /** Those that the table of kinds tells of. */
  readonly kindsOfState: number;
  /** The longest first. */
  readonly longFiles: readonly Sized[];
  /** Lines of the median file and of the one that nine of ten are not longer than. */
  readonly medianLines: number;
  readonly p90Lines: number;
  readonly ring0Lines: number;
  readonly ring0LinesWithTables: number;
  /** The same, with the files that a boot puts behind its ports. */
  readonly ring0LinesWithPorts: number;
}

/** Looks at what git has or would take below `root`. Throws where a file does not parse. */
export const figuresOf = async (root: string): Promise<Figures> => {
  const asked = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', asked, { cwd: root, encoding: 'utf8' }).split('\0');
  const all = listed.filter((path) => isCode(path) && existsSync(join(root, path)));
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const [generated, byHand] = partition(all, isGenerated);
  const counted = await Promise.all(
    byHand.map(async (path) => ({ path, lines: await linesOfCode(path, read(path)) })),
  );
  const folders = Map.groupBy(counted, ({ path }) => folderOf(path));
  const [tests, source] = partition([...folders], ([folder]) => folder === 'test');
  const sources = readSources(root);
  const files = [...sources].map(([path, text]) => ({ path, lines: linesOf(text) }));
  const { lines, withTables, withPorts } = ring0Size(sources, manifest.imports);
  return {
    source: Object.fromEntries(source.map(([folder, own]) => [folder, sum(own)])),
    sourceLines: sum(source.flatMap(([, own]) => own)),
    testLines: sum(tests.flatMap(([, own]) => own)),
    generatedLines: sum(generated.map((path) => ({ path, lines: linesOf(read(path)) }))),
    kindComparisons: kindComparisons(sources).length,
    guardsByHand: guardsByHand(sources).length,
    kindsOfState: Object.keys(STATE).length + APART.length,
    ...exportedNamesIn(sources),
    longFiles: files
      .filter((file) => file.lines > LONG_LINES && !isData(file.path))
      .toSorted((one, other) => other.lines - one.lines),
    ...spread(files.filter(({ path }) => !ONE_OF_MANY.test(path))),
    ring0Lines: lines,
    ring0LinesWithTables: withTables,
    ring0LinesWithPorts: withPorts,
  };
};

const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '.');

/** In a layer everything is TypeScript or JSON that people write. */
const isGenerated = (path: string): boolean =>
  LAYERS.includes(folderOf(path)) && /\.(?:js|d\.ts)$/u.test(path);

const partition = <One>(
  all: readonly One[],
  isFirst: (one: One) => boolean,
): readonly [readonly One[], readonly One[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
];

const sum = (files: readonly Sized[]): number => files.reduce((all, { lines }) => all + lines, 0);

const kindComparisons = (sources: Sources): readonly string[] =>
  [...sources]
    .flatMap(([path, text]) => text.split('\n').map((line) => `${path}:${line}`))
    .filter((line) => KIND_COMPARED.test(line) && !KIND_MAY_BE_COMPARED.test(line));

const guardsByHand = (sources: Sources): readonly string[] =>
  [...sources]
    .filter(([path]) => KEEPS_STATE.test(path))
    .flatMap(([, text]) => text.split('\n').filter((line) => GUARD_BY_HAND.test(line)));

const spread = (files: readonly Sized[]): Pick<Figures, 'medianLines' | 'p90Lines'> => {
  const lines = files.map((file) => file.lines).toSorted((one, other) => one - other);
  const at = (share: number): number => lines[Math.floor(lines.length * share)] ?? 0;
  return { medianLines: at(0.5), p90Lines: at(0.9) };
};
