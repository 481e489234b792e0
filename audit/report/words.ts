/** How reports write the place of a finding, and commands that fix a workspace. */
import type { Finding } from '#audit/workspace/finding.ts';
import type { Goal } from '#audit/engine/grade.ts';
import { visible } from '#lib/report/visible.ts';

/** A path as an argument: one that begins with a hyphen would be read as an option. */
export const pathWord = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

/**
 * The command that fixes a workspace, in words: fixes that change a meaning are made by another option, and what only v3.0
 * asks is fixed where it is required.
 */
export const fixCommand = (
  path: string,
  fix: 'safe' | 'asks',
  required: Goal | null,
): readonly string[] => [
  'yamo',
  'audit',
  pathWord(path),
  fix === 'safe' ? '--fix' : '--fix-unsafe',
  ...(required === 'v3.0' ? ['--require', required] : []),
];

/** The place of a finding: `AGENTS.md:12:3`; `the workspace` where it has no file. */
export const findingPlace = ({
  file,
  line,
  column,
}: Pick<Finding, 'file' | 'line' | 'column'>): string => {
  const name = file === '' ? 'the workspace' : visible(file);
  return [name, ...(line === undefined ? [] : [line, ...(column === undefined ? [] : [column])])]
    .map(String)
    .join(':');
};
