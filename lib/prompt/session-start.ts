/**
 * What files of another system hold when a main session begins: what held for the session before is empty, and what lists
 * the tools lists those of this session (Aletheia's CONTEXT.md and TOOLS.md).
 */
import type { LayoutDocument } from '#lib/layout/document.ts';
import type { PromptFacts } from './facts.ts';

type Tools = NonNullable<PromptFacts['tools']>;

/** By name; none where the layout has no such files. */
export const sessionStartTexts = (
  { files }: LayoutDocument,
  tools: Tools,
): ReadonlyMap<string, string> =>
  new Map(
    files.flatMap(({ name, border }) =>
      border === undefined ? [] : [[name, border === 'tools' ? toolsText(tools) : '']],
    ),
  );

const GENERATED = '# Tools\n\nGenerated when a session begins; what is written here is replaced.\n';

/** Did somebody write it who is no kernel? */
export const isHandWritten = (text: string): boolean =>
  text.trim() !== '' && !text.startsWith(GENERATED);

const toolsText = (tools: Tools): string =>
  [
    GENERATED,
    ...tools.map(
      ({ name, description }) => `- **${name}**${description ? `: ${description}` : ''}`,
    ),
    '',
  ].join('\n');
