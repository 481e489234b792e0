/** A labelled case of the evaluation: a small workspace, and what a careful person would want to be told of it. */
import type { LayoutName } from '#lib/spec/layouts.ts';
import type { Item, Snapshot } from '#lib/workspace/snapshot.ts';

export interface Case {
  readonly title: string;
  /**
   * What is different from the workspace of Juno (`juno.ts`); `null` takes a file away. A label stands at the end of
   * its line: `## Red Lines ⟦2.2/safety⟧`. `~` before the rule: the person would take it or leave it.
   */
  readonly files: Readonly<Record<string, string | null>>;
  /** Labels without a line: `RULE FILE` is met by a finding on any line of the file, `RULE` by one on the workspace. */
  readonly wanted?: readonly string[];
  /** What is no text. */
  readonly items?: readonly Item[];
  readonly facts?: Partial<Omit<Snapshot, 'items' | 'providerKeys'>>;
  /** The files are a whole workspace of this layout. */
  readonly layout?: LayoutName;
  /** Judge the rules of RFC-0006 too: the workspace wants to be v3.0. */
  readonly v3?: true;
}

export interface Label {
  readonly rule: string;
  readonly file: string;
  /** `undefined`: any line, or none. */
  readonly line: number | undefined;
  readonly isOptional: boolean;
}

const MARK = / ?⟦(~?)([^⟧]+)⟧/gu;

/** The files as the auditor gets them, and the labels that stood in them. */
export const readLabels = (
  files: Case['files'],
  wanted: readonly string[] = [],
): { files: Record<string, string | null>; labels: readonly Label[] } => {
  const labels: Label[] = wanted.map((label) => {
    const [, tilde, rule = '', file = ''] = /^(~?)(\S+) ?(.*)$/u.exec(label) ?? [];
    return { rule, file, line: undefined, isOptional: tilde === '~' };
  });
  const plain: Record<string, string | null> = {};
  for (const [file, text] of Object.entries(files)) {
    for (const [index, raw] of (text ?? '').split(/\r\n|\n|\r/u).entries()) {
      for (const [, tilde, rule = ''] of raw.matchAll(MARK)) {
        labels.push({ rule, file, line: index + 1, isOptional: tilde === '~' });
      }
    }
    plain[file] = text?.replaceAll(MARK, '') ?? null;
  }
  return { files: plain, labels };
};

/** Values that look like credentials are put together when the test runs, so that no scanner finds one here. */
export const made = (...parts: readonly string[]): string => parts.join('');
