/** What is different: from the last boot, file by file, or from the prompt of another layout. */
import { promptText } from '#lib/prompt/plan.ts';
import type { Prompt } from '#kernel/prompt/prompt.ts';
import { bootedFiles } from '#kernel/prompt/last-boot.ts';
import { harmless } from '#cli/io/terminal.ts';
import { patchOf } from '#cli/io/patch.ts';

/** Lines on each file that is not as it was when the workspace was booted last. */
export const sinceLastBoot = (
  { plan, files }: Prompt,
  booted: NonNullable<ReturnType<typeof bootedFiles>>,
): string => {
  const before = new Map(booted.files.map(({ file, sha256 }) => [file, sha256]));
  const shown = plan.files.filter(({ file, fate }) => files.has(file) && fate !== 'on demand');
  const lines = shown.flatMap(({ file, fate }) => {
    const [was, is] = [before.get(file), files.get(file)?.sha256];
    if (was === undefined) return [`+ ${file} (${fate})`];
    if (fate === 'dropped') return [`! ${file} is there and dropped`];
    return was === is ? [] : [`~ ${file} has changed`];
  });
  const gone = [...before.keys()].filter((file) => !files.has(file)).map((file) => `- ${file}`);
  const all = [...lines, ...gone];
  return [
    `Since the boot of ${booted.at}:`,
    ...(all.length === 0 ? ['nothing has changed'] : all),
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
