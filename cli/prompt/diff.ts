/** What is different: from the last boot, file by file, or from the prompt of another layout. */
import { promptText } from '#lib/prompt/plan.ts';
import { shownChanges, shownLines } from '#lib/prompt/lost.ts';
import type { Prompt } from '#kernel/prompt/prompt.ts';
import { bootedFiles, type ShownThen } from '#kernel/prompt/last-boot.ts';
import { harmless } from '#cli/io/terminal.ts';
import { patchOf } from '#cli/io/patch.ts';

/** A file that is not as it was when the workspace was booted last. */
interface ChangedSince {
  readonly file: string;
  readonly is: 'new' | 'dropped' | 'changed' | 'gone';
  readonly fate?: string;
}

/** What is not as it was when the workspace was booted last. */
export const changesSinceBoot = (
  { plan, files }: Prompt,
  booted: NonNullable<ReturnType<typeof bootedFiles>>,
): readonly ChangedSince[] => {
  const before = new Map(booted.files.map(({ file, sha256 }) => [file, sha256]));
  const shown = plan.files.filter(({ file, fate }) => files.has(file) && fate !== 'on demand');
  const changed = shown.flatMap(({ file, fate }): readonly ChangedSince[] => {
    const [was, is] = [before.get(file), files.get(file)?.sha256];
    if (was === undefined) return [{ file, is: 'new', fate }];
    if (fate === 'dropped') return [{ file, is: 'dropped' }];
    return was === is ? [] : [{ file, is: 'changed' }];
  });
  const gone = [...before.keys()].filter((file) => !files.has(file));
  return [...changed, ...gone.map((file): ChangedSince => ({ file, is: 'gone' }))];
};

/** Lines on each of them. */
export const sinceLastBoot = (
  made: Prompt,
  booted: NonNullable<ReturnType<typeof bootedFiles>>,
): string => {
  const lines = changesSinceBoot(made, booted).map(({ file, is, fate }) =>
    is === 'new' ? `+ ${file} (${fate})` : LINES[is](file),
  );
  return [
    `Since the boot of ${booted.at}:`,
    ...(lines.length === 0 ? ['nothing has changed'] : lines),
    '',
  ]
    .map(harmless)
    .join('\n');
};

const LINES = {
  dropped: (file: string) => `! ${file} is there and dropped`,
  changed: (file: string) => `~ ${file} has changed`,
  gone: (file: string) => `- ${file}`,
} as const;

/** What the prompt shows less and more of each file than at a start. */
export const sinceThen = ({ plan, files }: Prompt, { at, files: before }: ShownThen): string => {
  const changes = shownChanges(before, shownLines(plan, files));
  const lines = changes.map(({ file, before: was, now, fate }) => {
    const [verb, number] = now < was ? ['lost', was - now] : ['gained', now - was];
    return `${file} ${verb} ${number} ${number === 1 ? 'line' : 'lines'} of the prompt (${was}, now ${now}: ${fate})`;
  });
  return [
    `Since the start of ${at}:`,
    ...(lines.length === 0 ? ['as many lines of each file are shown'] : lines),
    '',
  ]
    .map(harmless)
    .join('\n');
};

/** The prompts of two layouts, as a patch. */
export const betweenLayouts = (one: Prompt, other: Prompt): string =>
  patchOf([
    {
      file: 'prompt.md',
      before: promptText(one.plan),
      after: promptText(other.plan),
    },
  ])
    .replace('a/prompt.md', one.document.layout)
    .replace('b/prompt.md', other.document.layout);
