/**
 * Notes and workspaces that were written freely, in ten languages, and split in two before the auditor saw any of them:
 * it may be changed for the first half, and the second says how good it is on text that it has not seen.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { auditSnapshot } from '#audit/engine/audit.ts';
import { RULES } from '#audit/engine/rules.ts';
import { CONTEXT, keyedSnapshotOf } from '#test/support/golden.ts';
import { readLabels } from './case.ts';
import { type Note, noteOf } from './credentials/cases.ts';
import { Dice } from './credentials/dice.ts';
import { isMet, ROW } from './score.ts';

/** The halves. */
export const PARTS = ['first', 'second'] as const;
type Part = (typeof PARTS)[number];

/** Values that are made when a test runs, so that no scanner finds one here: `{plain:20}`, `{github}`. */
const MADE: Readonly<Record<string, (dice: Dice, count: number) => string>> = {
  plain: (dice, count) => dice.plain(count),
  hex: (dice, count) => dice.hex(count),
  anthropic: (dice) => `sk-ant-api03-${dice.plain(93)}AA`,
  aws: (dice) => `AKIA${dice.chars(16, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567')}`,
  deepseek: (dice) => `sk-${dice.hex(32)}`,
  github: (dice) => `ghp_${dice.plain(36)}`,
  gitlab: (dice) => `glpat-${dice.plain(20)}`,
  google: (dice) => `AIza${dice.plain(35)}`,
  hf: (dice) => `hf_${dice.plain(34)}`,
  openai: (dice) => `sk-proj-${dice.plain(120)}`,
  sendgrid: (dice) => `SG.${dice.plain(22)}.${dice.plain(43)}`,
  slack: (dice) => `xoxb-${dice.digits(12)}-${dice.digits(12)}-${dice.plain(24)}`,
  stripe: (dice) => `sk_test_${dice.plain(24)}`,
  telegram: (dice) => `${dice.digits(10)}:AA${dice.plain(33)}`,
};
const GAP = /\{([a-z]+)(?::(\d+))?\}/gu;

const filled = (text: string, dice: Dice): string =>
  text.replaceAll(GAP, (gap, kind: string, count = '') => MADE[kind]?.(dice, Number(count)) ?? gap);

const FOLDER = join(import.meta.dirname, 'written');

const read = (folder: string, mark: RegExp): readonly (readonly [tongue: string, string[]])[] =>
  globSync(join(FOLDER, folder, '*.txt'))
    .toSorted()
    .map((file) => {
      const parts = readFileSync(file, 'utf8').split(mark);
      return [basename(file, '.txt'), parts.filter((part) => part.trim() !== '')] as const;
    });

/** Two by two, so that a habit to write one with and one without a credential puts as many into each half. */
const partOf = (index: number): Part => ((index >> 1) % 2 === 0 ? 'first' : 'second');

/** The notes of one half; their kind is their language. */
export const notesOf = (part: Part): readonly Note[] =>
  read('notes', /^⁂\n/mu).flatMap(([tongue, texts]) => {
    const dice = new Dice(1);
    return texts
      .map((text, index) => [index, filled(text, dice)] as const)
      .filter(([index]) => partOf(index) === part)
      .map(([index, text]) => noteOf(tongue, `${tongue}-${index}`, text));
  });

/** What an audit says of one half of the workspaces. */
export interface Judged {
  readonly workspaces: number;
  readonly helpful: number;
  /** True, and labelled as what a person would not want to be told. */
  readonly pedantic: readonly string[];
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

/** Those that judge a workspace as it lies there, without `--pedantic` and for no higher tier. */
const ASKED = RULES.filter(({ id, needs }) => needs === undefined && !id.startsWith('0006-'));

/** Audits the workspaces of one half. */
export const judgedIn = async (part: Part): Promise<Judged> => {
  const all = read('workspaces', /^=== /mu).flatMap(([tongue, texts]) =>
    texts
      .filter((_, index) => index % 2 === (part === 'first' ? 0 : 1))
      .map((text) => ({ tongue, text })),
  );
  const sum = {
    helpful: 0,
    pedantic: [] as string[],
    wrong: [] as string[],
    missed: [] as string[],
  };
  for (const { tongue, text } of all) {
    const [title = '', ...sections] = text.split(/^--- /mu);
    const named = sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end + 1)] as const;
    });
    const wanted = named
      .filter(([name]) => name.startsWith('wanted '))
      .map(([name]) => name.slice(7));
    const marked = named.filter(([name]) => !name.startsWith('wanted '));
    const plain = marked.map(([name, body]) => {
      const [, file = name, label] = /^(\S+) (⟦.*⟧)$/u.exec(name) ?? [];
      if (label !== undefined) wanted.push(`${label.slice(1, -1)} ${file}`);
      return [file, body] as const;
    });
    const { files, labels } = readLabels(Object.fromEntries(plain), wanted);
    const snapshot = await keyedSnapshotOf(files);
    const { findings } = auditSnapshot(snapshot, CONTEXT, ASKED, {
      pedantic: false,
      strict: false,
    });
    const met = new Set<unknown>();
    const where = `${tongue}, ${title.trim()}`;
    for (const { rule, file, line } of findings) {
      const place = { rule: ROW[rule] ?? rule, file, line };
      const label = labels.find((one) => isMet(one, place));
      if (label !== undefined) met.add(label);
      if (label === undefined) sum.wrong.push(`${where}: ${rule} ${file}:${line ?? ''}`);
      else if (label.isOptional) sum.pedantic.push(`${where}: ${rule}`);
      else sum.helpful += 1;
    }
    for (const label of labels)
      if (!label.isOptional && !met.has(label))
        sum.missed.push(`${where}: ${label.rule} ${label.file}`);
  }
  return { workspaces: all.length, ...sum };
};
