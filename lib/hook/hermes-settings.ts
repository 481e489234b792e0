/** Our hooks in the settings of Hermes: a block of YAML between two comments. Pure. */
import { TIMEOUT_SECONDS, Unchangeable } from './settings-text.ts';

/** Events of Hermes, and what an entry holds beside the command. */
const EVENTS = [
  ['pre_llm_call', ''],
  ['pre_tool_call', '\n      fail_closed: true'],
  ['post_tool_call', ''],
  ['on_session_end', ''],
] as const;

const BEGIN = '# yamo hook: begin. Written by `yamo hook install hermes`.';
const END = '# yamo hook: end.';
const BLOCK = /(?<=^|\n)# yamo hook: begin\.[^]*?\n# yamo hook: end\.\n/g;
/** More than space and a comment. */
const CONTENT = /^\s*[^\s#]/;
const NO_HOOKS = /^hooks:\s*(?:\{\s*\})?\s*(?:#.*)?$/;

/** The commands of ours that stand in these settings. */
export const hermesCommands = (text: string): readonly string[] =>
  [...text.matchAll(BLOCK)].flatMap(([block]) =>
    [...block.matchAll(/command: "((?:[^"\\]|\\.)*)"/g)].map(([, command = '']) => command),
  );

/** The settings without our block; where it stood in place of a line, with that. */
export const withoutHermes = (text: string): string =>
  text.replaceAll(BLOCK, (block) => {
    const [, before] = /\n# instead of: ([^\n]*)/.exec(block) ?? [];
    return before === undefined ? '' : `${before}\n`;
  });

/** The settings with our block. Hooks of others are for their owner to merge: YAML says the same in many ways. Throws Unchangeable. */
export const withHermes = (text: string, commandFor: (event: string) => string): string => {
  const rest = withoutHermes(text);
  const lines = (rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`).split('\n');
  const first = lines.find((line) => CONTENT.test(line)) ?? '';
  if (/^\s*[[{]/.test(first)) throw new Unchangeable('it is one mapping in braces');
  const at = lines.findIndex((line) => /^(?:hooks|"hooks"|'hooks')\s*:/.test(line));
  const next = lines.slice(at + 1).find((line) => CONTENT.test(line)) ?? '';
  if (at >= 0 && (!NO_HOOKS.test(lines[at] ?? '') || /^[\s-]/.test(next)))
    throw new Unchangeable('it has hooks already');
  const block = [
    BEGIN,
    ...(at < 0 ? [] : [`# instead of: ${lines[at]}`]),
    'hooks:',
    ...EVENTS.map(
      ([event, more]) =>
        `  ${event}:\n    - command: ${JSON.stringify(commandFor(event))}\n      timeout: ${TIMEOUT_SECONDS}${more}`,
    ),
    END,
  ].join('\n');
  // At the end, before the last break of a line.
  return (at < 0 ? lines.toSpliced(-1, 0, block) : lines.toSpliced(at, 1, block)).join('\n');
};
