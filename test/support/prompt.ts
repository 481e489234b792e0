/** Prompts of layouts, planned from files that are given as texts. */
import { createHash } from 'node:crypto';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument, OrderName } from '#lib/layout/document.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import type { PromptFacts } from '#lib/prompt/facts.ts';
import type { PromptFile } from '#lib/prompt/file-status.ts';
import { planPrompt, type PromptPlan, promptText } from '#lib/prompt/plan.ts';
import { selectFiles, wanted, withExtraFiles } from '#lib/prompt/select.ts';
import { fitsPattern } from '#lib/layout/names.ts';
import type { Audience } from '#lib/spec/audience.ts';

interface Made {
  readonly layout: LayoutName | LayoutDocument;
  readonly files: Readonly<Record<string, string>>;
  readonly audience?: Audience;
  readonly order?: OrderName;
  readonly heartbeat?: boolean;
  readonly facts?: PromptFacts;
  readonly budget?: number;
  readonly emptyFolders?: readonly string[];
}

export const TODAY = '2026-03-14';
export const YESTERDAY = '2026-03-13';

/** As the kernel does it: only what the context wants is there to be planned. */
export const plan = ({
  layout,
  files,
  audience = 'main',
  order = 'normal',
  heartbeat = false,
  facts = {},
  budget,
  emptyFolders = [],
}: Made): PromptPlan => {
  const found = typeof layout === 'string' ? LAYOUTS[layout] : layout;
  const document = withExtraFiles(found, facts.extraFiles);
  const { agent, automation } = facts;
  const context = {
    audience,
    heartbeat,
    order,
    dailyInShared: false,
    emptyFolders,
    variables: {
      today: TODAY,
      yesterday: YESTERDAY,
      ...(agent === undefined ? {} : { agent }),
      ...(automation === undefined ? {} : { automation }),
    },
  } as const;
  const asked = wanted(selectFiles(document, context));
  const read = Object.entries(files).filter(([file]) =>
    asked.some(({ name }) => name === file || fitsPattern(name, file)),
  );
  const seen = new Map(
    read.map(([name, text]) => [
      name,
      { text, sha256: createHash('sha256').update(text).digest('hex') },
    ]),
  );
  return planPrompt({ document, context, facts, files: seen, budget });
};

export const textFor = (made: Made): string => promptText(plan(made));

/** The fate of one file. */
export const statusOf = (made: PromptPlan, file: string): PromptFile | undefined =>
  made.files.find((one) => one.file === file);
