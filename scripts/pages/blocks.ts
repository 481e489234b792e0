/** The commands that a page of the documentation shows: fenced blocks, and what stands beside them in comments. */

/** A command of a page, and what the page says it prints. */
export interface Command {
  readonly command: string;
  /** Lines; `…` on a line of its own stands for any number of lines, inside a line for any text. */
  readonly output: readonly string[];
}

export interface Block {
  /** `console` shows commands and their output, `sh` commands alone; `setup` stands in a comment and is not shown. */
  readonly language: 'console' | 'sh' | 'setup';
  readonly commands: readonly Command[];
  /** Why it is not run. */
  readonly notRun?: string;
  /** The line of the page on which its text begins, from 0, and the one behind its last. */
  readonly from: number;
  readonly to: number;
}

const FENCE = /^(`{3,})(\w*)$/u;
const NOT_RUN = /^<!-- not run: (.+) -->$/u;
const SETUP = /^<!-- run: (.+) -->$/u;

/** Every block of commands of a page, in order. Throws on a mark that stands before no block. */
export function blocksOf(page: string): readonly Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  let mark: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, setup] = SETUP.exec(line) ?? [];
    if (setup !== undefined)
      blocks.push({
        language: 'setup',
        commands: [{ command: setup, output: [] }],
        from: at,
        to: at,
      });
    const [, fence, language] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      const to = lines.indexOf(fence, at + 1);
      if (to === -1) throw new Error(`line ${at + 1}: the block has no end`);
      if (language === 'console' || language === 'sh')
        blocks.push(blockOf(language, lines.slice(at + 1, to), { from: at + 1, to, mark }));
      else if (mark !== undefined) throw new Error(`line ${at + 1}: a mark before no commands`);
      mark = undefined;
      at = to;
    } else mark = NOT_RUN.exec(line)?.[1] ?? (line === '' ? mark : undefined);
  }
  return blocks;
}

function blockOf(
  language: 'console' | 'sh',
  lines: readonly string[],
  { mark, ...place }: { from: number; to: number; mark: string | undefined },
): Block {
  const commands =
    language === 'sh' ? [{ command: lines.join('\n'), output: [] }] : commandsOf(lines);
  return { language, commands, ...place, ...(mark !== undefined && { notRun: mark }) };
}

/** `$ command`, further lines of it behind `> `, and what it prints. */
function commandsOf(lines: readonly string[]): Command[] {
  const commands: { command: string; output: string[] }[] = [];
  for (const line of lines) {
    const last = commands.at(-1);
    if (line.startsWith('$ ')) commands.push({ command: line.slice(2), output: [] });
    else if (last === undefined) throw new Error(`a block begins with output: ${line}`);
    else if (line.startsWith('> ') && last.output.length === 0)
      last.command += `\n${line.slice(2)}`;
    else last.output.push(line);
  }
  return commands;
}

/** The text of a `console` block. */
export const textOf = (commands: readonly Command[]): readonly string[] =>
  commands.flatMap(({ command, output }) => [`$ ${command.replaceAll('\n', '\n> ')}`, ...output]);
