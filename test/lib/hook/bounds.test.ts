/** Events that are made to keep a hook busy, or to end it: each is read in one pass, or said to be too much. */
import { describe, expect, it } from 'vitest';

import { CLAUDE_CODE } from '#lib/hook/claude-code.ts';
import { CODEX } from '#lib/hook/codex.ts';
import type { ToolTouches } from '#lib/hook/event.ts';
import { touchesOf } from '#lib/hook/touches.ts';
import { HOOK_COMMAND_CHARS, HOOK_EDITS, HOOK_PATHS } from '#lib/spec/limits.ts';

const reading = (name: string, input: unknown, host = CLAUDE_CODE): ToolTouches =>
  touchesOf(host, { name, input, output: undefined });

const run = (command: string): ToolTouches => reading('Bash', { command });
const call = (x: unknown): ToolTouches => reading('mcp__sh__run', { x });

const SIGNS = [
  'cat a;', '(', ')', '[', ']', '{', '}', '$(', '${', '`', '"', "'", '\\', '<<a\n', '> a ', 'a && ', '*', '{a,', '**/', '%4',
]; // prettier-ignore

describe('twelve megabytes of a sign', () => {
  it.each(SIGNS)('%s are too much, and that is said', (sign) => {
    const text = sign.repeat(12_000_000 / sign.length);
    expect(run(text)).toEqual({ touches: [], tooLarge: 'it has more than 131072 characters' });
    expect(call(text)).toMatchObject({ tooLarge: 'it has more than 1048576 characters' });
  });
});

describe('a million brackets', () => {
  it.each(['(', '[', '{', '$(', '${', '`', '<('])('%s are too much, open or closed', (open) => {
    const close = { '(': ')', '[': ']', '{': '}', '`': '`' }[open.slice(-1)] ?? '';
    const text = `${open.repeat(1_000_000)}cat MEMORY.md${close.repeat(1_000_000)}`;
    expect(run(text)).toHaveProperty('tooLarge');
    expect(call(text)).toHaveProperty('tooLarge');
    expect(call(Array.from({ length: 1_000_000 }, () => open))).toHaveProperty('touches');
  });

  it('of the input itself are too deep', () => {
    let list: unknown = 'MEMORY.md';
    let fields: unknown = 'MEMORY.md';
    for (let depth = 0; depth < 1_000_000; depth += 1) {
      list = [list];
      fields = { a: fields };
    }
    const tooLarge = 'it is deeper than 100 levels';
    expect([call(list), call(fields)]).toMatchObject([{ tooLarge }, { tooLarge }]);
  });
});

describe('a command that is as long as it may be', () => {
  // What keeps all of a line for each of its words takes gigabytes for one of these.
  it.each([
    ...SIGNS,
    'mv a ',
    'cp a b ',
    'rm a ',
    'cat a ',
    'tee a ',
    'foo a ',
    'cd a||',
    'cd a;cat b;',
    'git log a ',
    'x=1 ',
  ])('of %s is read, and names no more than is judged', (sign) => {
    const { touches, tooLarge } = run(sign.repeat(Math.floor(HOOK_COMMAND_CHARS / sign.length)));
    expect(tooLarge).toBeUndefined();
    expect(touches.length).toBeLessThanOrEqual(HOOK_PATHS);
  });

  it.each(['mv # ', 'cat #;', 'echo a > #;', 'foo # '])('of many files in %s says so', (sign) => {
    const words = Array.from({ length: 5_000 }, (_, at) => sign.replace('#', `x${at}`));
    const { tooMany, untold } = run(words.join(''));
    expect([tooMany, typeof untold]).toEqual([true, 'string']);
  });
});

const edits = (count: number): object => ({
  file_path: 'MEMORY.md',
  edits: Array.from({ length: count }, () => ({ old_string: 'o', new_string: 'oo' })),
});

describe('edits of one call', () => {
  it('are tried as long as they are few', () => {
    expect(reading('MultiEdit', edits(HOOK_EDITS)).touches).toEqual([
      expect.objectContaining({ does: 'edit' }),
    ]);
    expect(reading('MultiEdit', edits(HOOK_EDITS + 1)).touches).toEqual([
      { does: 'write', path: 'MEMORY.md', text: undefined },
    ]);
  });

  it('of very many files are too many', () => {
    const files = Array.from(
      { length: 100_000 },
      (_, at) => `*** Update File: f${at}\n@@\n-a\n+b\n`,
    );
    const command = `*** Begin Patch\n${files.join('')}*** End Patch`;
    const untold = 'it names too many files';
    expect(reading('apply_patch', { command }, CODEX)).toMatchObject({ tooMany: true, untold });
  });
});

describe('a list where a tool takes fields', () => {
  it('is not read, and what it names may be touched', () => {
    expect(reading('Glob', ['MEMORY.md'])).toMatchObject({
      untold: 'its input is not what such a tool takes',
      texts: expect.arrayContaining(['MEMORY.md']),
    });
  });
});
