/** What became of each file, and why a start with such a prompt would be refused. */
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { CacheGroup } from '#lib/protocol/protocol.ts';
import type { Cut } from './cut.ts';
import type { FileItem } from './items.ts';
import type { FileStatus } from './select.ts';
import { textOf } from './spans.ts';

/** A file, and what became of it. */
export interface PromptFile {
  readonly file: string;
  readonly fate: FileStatus;
  readonly why?: string;
  readonly group: CacheGroup;
  readonly required: boolean;
  /** By the estimator of the layout: of the whole file, and of what is shown. */
  readonly tokens: number;
  readonly shown: number;
}

/** Why a start with this prompt would be refused. */
export interface PromptFault {
  readonly file: string;
  readonly problem: 'missing' | 'empty' | 'dropped' | 'larger than the budget';
}

/** What became of one file, cut or not. */
export const promptFileOf = (
  { name, row, fate, why, isShown, listed, spans }: FileItem,
  cut: Cut | undefined,
  tokens: { readonly shown: number; readonly whole: number },
  estimate: (text: string) => number,
): PromptFile => {
  const reason = cut?.why ?? why;
  const kept = cut === undefined ? tokens.shown : estimate(textOf(cut.spans));
  return {
    file: name,
    fate: cut?.fate ?? fate,
    ...(reason === undefined ? {} : { why: reason }),
    group: row.group,
    required: row.required === true,
    tokens: spans.length === 0 ? 0 : tokens.whole,
    shown: !isShown || listed ? 0 : kept,
  };
};

const ofRequired = (files: readonly PromptFile[]): readonly PromptFault[] =>
  files.flatMap(({ file, fate, required }): readonly PromptFault[] => {
    if (!required) return [];
    if (fate === 'absent') return [{ file, problem: 'missing' }];
    return fate === 'empty' || fate === 'dropped' ? [{ file, problem: fate }] : [];
  });

/** Required files are whole where a layout cuts by sections; then they alone may be too much. */
const overBudget = (
  { cut }: LayoutDocument,
  files: readonly PromptFile[],
  budget: number | undefined,
): readonly PromptFault[] => {
  if (budget === undefined || cut.by !== 'sections') return [];
  const required = files.filter((one) => one.required);
  const sum = required.reduce((total, { shown }) => total + shown, 0);
  return sum <= budget
    ? []
    : required.map(({ file }) => ({ file, problem: 'larger than the budget' as const }));
};

/** Of files of which one has to be there, none is. */
const ofNobody = (
  { anyRequired = [] }: LayoutDocument,
  items: readonly FileItem[],
): readonly PromptFault[] => {
  const asked = items.filter(({ row }) => anyRequired.includes(row.name));
  return anyRequired.length > 0 && asked.every(({ fate }) => NOT_THERE.has(fate))
    ? [{ file: anyRequired.filter((name) => !name.includes('{')).join(' or '), problem: 'missing' }]
    : [];
};

const NOT_THERE: ReadonlySet<FileStatus> = new Set(['absent', 'bundled']);

/** Why a start would be refused; empty where it would not. */
export const faultsOf = (
  document: LayoutDocument,
  items: readonly FileItem[],
  files: readonly PromptFile[],
  budget: number | undefined,
): readonly PromptFault[] => [
  ...ofNobody(document, items),
  ...ofRequired(files),
  ...overBudget(document, files, budget),
];
