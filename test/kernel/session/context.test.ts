/** What an agent is shown of the workspace after its first turn: what has changed since, and nothing else (RFC-0009 §2.2). */
import { describe, expect, it } from 'vitest';

import { InjectionWatch } from '#kernel/redact/injection.ts';
import { ShownContext, type ShownParts } from '#kernel/session/context.ts';
import type { Context, SessionContext } from '#lib/prompt/assemble.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { deskOf } from '#test/support/desk.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';

const contextOf = (texts: Readonly<Record<string, string>>): Context => ({
  briefing: 'The briefing.',
  segments: Object.entries(texts).map(([file, text]) => ({ file, text, group: 'static' })),
});

/** Of a layout, whose base stands first. */
const made = (base: string, ...dynamic: readonly string[]): Context => ({
  briefing: 'The briefing.',
  segments: [base, ...dynamic].map((text, at) => ({
    file: `layout/${at + 1}`,
    text,
    group: at === 0 ? 'static' : 'dynamic',
    continues: at > 0,
  })),
});

/** An agent that was shown AGENTS.md and USER.md as they are. */
const shownWith = (more: Partial<ShownParts> = {}) => {
  const ws = makeBornWorkspace();
  const opened = enterWorkspace(ws, { start: '2026-11-21T09:05' });
  const { daily } = opened;
  const broker = deskOf(opened);
  const session = (): SessionContext => ({
    kind: MAIN,
    today: daily.today,
    zone: 'UTC',
    log: daily.file,
    nonce: 'abcdef',
    may: (operation, name) => broker.may(operation, name),
  });
  const shown = new ShownContext({
    context: contextOf({ 'AGENTS.md': 'rules', 'USER.md': 'user' }),
    files: ['AGENTS.md', 'USER.md'].map((file) => ({ file, text: ws.text(file) })),
    session,
    broker,
    watch: new InjectionWatch(ws.path, () => undefined),
    mayAppear: () => ['MEMORY.md'],
    hasRules: false,
    ...more,
  });
  return { ws, shown };
};

const namesIn = (parts: Awaited<ReturnType<ShownContext['next']>>): readonly string[] =>
  parts.map((part) => ('uri' in part ? part.uri.replace('yamo:///', '') : ''));

describe('what goes with a turn', () => {
  it('is all of it first, and then only what changed, appeared or went', async () => {
    const { ws, shown } = shownWith();
    expect(namesIn(await shown.next(true))).toEqual(['briefing', 'AGENTS.md', 'USER.md']);
    expect(await shown.next(true)).toEqual([]);
    ws.write('MEMORY.md', '# Memory\n\n- The pump is off.\n');
    ws.write('USER.md', '# User\n\n- Name: Eve\n');
    const changed = await shown.next(true);
    expect(namesIn(changed).toSorted()).toEqual(['MEMORY.md', 'USER.md']);
    expect(JSON.stringify(changed)).toContain('The pump is off.');
    expect(JSON.stringify(changed)).toContain('- Name: Eve');
    expect(await shown.next(true)).toEqual([]);
    ws.remove('MEMORY.md');
    const gone = await shown.next(true);
    expect(namesIn(gone)).toEqual(['MEMORY.md']);
    expect(JSON.stringify(gone)).toContain('MEMORY.md is gone');
    expect(shown.has('MEMORY.md')).toBe(false);
    expect(await shown.next(true)).toEqual([]);
  });

  it('is nothing more for an agent that does not know what to do with it', async () => {
    const { ws, shown } = shownWith();
    await shown.next(false);
    ws.write('USER.md', '# User\n\n- Name: Eve\n');
    expect(await shown.next(false)).toEqual([]);
  });

  it('is made anew from the first dynamic part on, where its layout says so, and reloads are not lost', async () => {
    let now = made('base', 'fog');
    const heard: (string | undefined)[] = [];
    const { shown } = shownWith({
      context: now,
      replan: () => Promise.resolve(now),
      renew: (asks) => {
        heard.push(asks);
        return Promise.resolve(now);
      },
    });
    const texts = async (refreshes: boolean, asks?: string) =>
      (await shown.next(refreshes, asks)).map((part) => ('document' in part ? part.document : ''));
    now = made('other base', 'sun');
    expect(await texts(true, 'What now?')).toEqual(['The briefing.', 'base', 'sun']);
    expect(await texts(true)).toEqual([]);
    expect(heard).toEqual(['What now?', undefined]);
    now = made('other base', 'rain', 'wind');
    expect(await texts(false)).toEqual(['rain', 'wind']);
    expect(await shown.reload()).toBe(1);
    now = made('third base', 'calm');
    expect(await texts(false)).toEqual([
      'other base',
      'calm',
      expect.stringContaining('is gone: no file shows it'),
    ]);
    now = made('third base', 'storm');
    expect(await texts(true)).toEqual(['The briefing.', 'other base', 'storm']);
  });

  it('is after a reload the parts that became others, and once', async () => {
    let files: Readonly<Record<string, string>> = { 'AGENTS.md': 'rules', 'USER.md': 'user' };
    const { shown } = shownWith({ replan: () => Promise.resolve(contextOf(files)) });
    await shown.next(true);
    expect(await shown.reload()).toBe(0);
    files = { 'AGENTS.md': 'other rules', 'NOTES.md': 'new' };
    expect(await shown.reload()).toBe(3);
    const parts = await shown.next(false);
    expect(namesIn(parts)).toEqual(['AGENTS.md', 'NOTES.md', 'USER.md']);
    expect(JSON.stringify(parts)).toContain('is gone');
    expect(await shown.next(true)).toEqual([]);
    files = { 'AGENTS.md': 'last rules' };
    await shown.reload();
    // An agent that makes its system prompt of it needs the whole of it.
    expect(namesIn(await shown.next(true))).toEqual(['briefing', 'AGENTS.md']);
  });
});
