/** Files of templates, which are looked at once for all workspaces of a run. */
import { describe, expect, it } from 'vitest';

import { KnownFiles } from '#kernel/snapshot/contents.ts';

const text = (name: string, bytes: Buffer, files = new KnownFiles()): string =>
  files.look(name, bytes).content.text;

const soul = (count: number): Buffer => Buffer.from(`${count} ${'x'.repeat(30_000)}`);

describe('a file that is known', () => {
  it('is the same text as before, and another one where a byte differs', () => {
    const files = new KnownFiles();
    const first = files.look('SOUL.md', Buffer.from('You are Robin.\n'));
    expect(files.look('SOUL.md', Buffer.from('You are Robin.\n')).content).toBe(first.content);
    expect(text('SOUL.md', Buffer.from('You are Wren!!\n'), files)).toBe('You are Wren!!\n');
    expect(files.look('SOUL.md', Buffer.from('You are Robin.\n')).content).toBe(first.content);
  });

  it('is another one under another name', () => {
    const files = new KnownFiles();
    const orders = files.look('BOOTSTRAP.md', Buffer.from('x'));
    expect(files.look('SOUL.md', Buffer.from('x')).content).not.toBe(orders.content);
  });

  it('does not change with the buffer that it was read into', () => {
    const files = new KnownFiles();
    const room = Buffer.from('# Soul\n');
    files.look('SOUL.md', room);
    room.write('# Mind\n');
    expect(text('SOUL.md', room, files)).toBe('# Mind\n');
    expect(text('SOUL.md', Buffer.from('# Soul\n'), files)).toBe('# Soul\n');
  });

  it('is forgotten when so much came after it', () => {
    const files = new KnownFiles();
    const first = files.look('USER.md', Buffer.from('0'));
    for (let count = 0; count < 4; count += 1) files.look('SOUL.md', soul(count));
    expect(files.look('USER.md', Buffer.from('0')).content).toBe(first.content);
    for (let count = 4; count < 9; count += 1) files.look('SOUL.md', soul(count));
    const again = files.look('USER.md', Buffer.from('0'));
    expect(again.content).not.toBe(first.content);
    expect(again).toMatchObject({ content: { is: 'text', text: '0' }, isSuspect: false });
  });

  it('is forgotten when so many came after it', () => {
    const files = new KnownFiles();
    const first = files.look('USER.md', Buffer.from('0'));
    for (let count = 1; count < 64; count += 1) files.look('USER.md', Buffer.from(`${count}`));
    expect(files.look('USER.md', Buffer.from('0')).content).toBe(first.content);
    for (let count = 64; count < 128; count += 1) files.look('USER.md', Buffer.from(`${count}`));
    expect(files.look('USER.md', Buffer.from('0')).content).not.toBe(first.content);
  });

  it('is not one that is too long for a template', () => {
    const files = new KnownFiles();
    const long = Buffer.from('x'.repeat(40_000));
    expect(files.look('SOUL.md', long).content).not.toBe(files.look('SOUL.md', long).content);
  });

  it.each(['MEMORY.md', 'memory/2026-03-10.md', 'TOOLS.md'])('is not %s', (name) => {
    const files = new KnownFiles();
    const first = files.look(name, Buffer.from('x'));
    expect(files.look(name, Buffer.from('x')).content).not.toBe(first.content);
  });

  it('may hold a key each time', () => {
    const files = new KnownFiles();
    const key = Buffer.from(`${['gh', 'p'].join('')}_${'a1B2'.repeat(9)}\n`);
    expect(files.look('AGENTS.md', key).isSuspect).toBe(true);
    expect(files.look('AGENTS.md', key).isSuspect).toBe(true);
  });
});
