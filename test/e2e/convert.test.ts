/** `yamo convert`: a workspace of another layout beside the first, which is only read. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { conversionCalls, killConversion } from '#test/support/convert-kills.ts';
import { straceFault } from '#test/support/strace.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { refusalOf, yamo } from '#test/support/yamo.ts';

const FILES = {
  'SOUL.md': 'You are Zim, an archivist. You value care.\n',
  'IDENTITY.md': '- **Name:** Zim\n',
  'USER.md': '**Name:** Ada\n',
  'AGENTS.md': '# Rules\n',
  'MEMORY.md': 'tea\n',
  'memory/2026-03-14.md': 'log\n',
  'BOOTSTRAP.md': 'ceremony\n',
  'skills/deploy/SKILL.md': 'ship\n',
  'picture.bin': '\0\u0001',
};

/** A folder beside workspaces, in which there is none. */
const beside = (): string => join(makeWorkspace({}).path, 'new');
const convert = (ws: TempWorkspace, out: string, ...more: readonly string[]) =>
  yamo(['convert', '--json', '--out', out, ...more], { workspace: ws });

describe('yamo convert', () => {
  it('puts everything somewhere and says where, and back again; the first one stays as it is', async () => {
    const ws = makeWorkspace(FILES);
    const before = snapshot(ws.path);
    const [out, back] = [beside(), beside()];
    const { code, stdout } = await convert(ws, out, '--layout', 'gsv', '--to', 'rfc-0009');
    expect([code, snapshot(ws.path)]).toEqual([0, before]);
    const { moves }: { readonly moves: readonly { readonly from: string; readonly to: string }[] } =
      JSON.parse(stdout);
    expect(moves.map(({ from }) => from).toSorted()).toEqual(Object.keys(FILES).toSorted());
    for (const { from, to } of moves)
      expect(readFileSync(join(out, to)).equals(readFileSync(ws.at(from)))).toBe(true);
    const there = { ...ws, path: out };
    expect((await convert(there, back, '--to', 'gsv')).code).toBe(0);
    for (const name of Object.keys(FILES).filter((one) => one !== 'BOOTSTRAP.md'))
      expect(readFileSync(join(back, name)).equals(readFileSync(ws.at(name)))).toBe(true);
    const shown = await yamo(['prompt', '--table'], { workspace: { ...ws, path: back } });
    expect(shown.stdout).toMatch(/^GSV, main session/);
  });

  it('is refused inside a workspace, and where something is already', async () => {
    const [ws, other] = [makeWorkspace(FILES), makeWorkspace({ 'SOUL.md': 'x' })];
    const before = [snapshot(ws.path), snapshot(other.path)];
    for (const out of [ws.at('out'), ws.at('skills/out'), other.at('out'), other.path])
      expect(refusalOf((await convert(ws, out, '--layout', 'gsv', '--to', 'osa')).events)).toBe(
        'CONVERT_PLACE',
      );
    expect([snapshot(ws.path), snapshot(other.path)]).toEqual(before);
  });

  it('is refused where a credential would move, and where it is not known what it is', async () => {
    const ws = makeWorkspace({ ...FILES, 'notes.md': 'password: correct-horse-battery\n' });
    const secret = await convert(ws, beside(), '--layout', 'gsv', '--to', 'osa');
    expect([refusalOf(secret.events), secret.stdout + secret.stderr]).toEqual([
      'CONVERT_CREDENTIAL',
      expect.not.stringContaining('correct-horse'),
    ]);
    const tie = makeWorkspace({ 'PROSOCHE.md': 'x\n', 'prompts/SYSTEM.md': 'x\n' });
    expect(refusalOf((await convert(tie, beside(), '--to', 'osa')).events)).toBe('CONVERT_UNKNOWN');
  });

  it('makes one workspace where two are at it, and leaves nothing else', async () => {
    const [ws, parent] = [makeWorkspace(FILES), makeWorkspace({})];
    const out = parent.at('new');
    const both = await Promise.all(
      [1, 2].map(() => convert(ws, out, '--layout', 'gsv', '--to', 'rfc-0009')),
    );
    expect(
      new Set(both.map(({ code, events }) => (code === 0 ? 'done' : refusalOf(events)))),
    ).toEqual(new Set(['CONVERT_PLACE', 'done']));
    expect(new Set(parent.list().map((file) => file.split('/')[0]))).toEqual(new Set(['new']));
    expect(readFileSync(join(out, 'SOUL.md'), 'utf8')).toBe(FILES['SOUL.md']);
  });

  it('follows no link, and leaves what is hidden', async () => {
    const [ws, elsewhere] = [
      makeWorkspace({ ...FILES, '.env': 'x' }),
      makeWorkspace({ 'secret.md': 'x' }),
    ];
    symlinkSync(elsewhere.path, ws.at('link'));
    const { stdout } = await convert(ws, beside(), '--layout', 'gsv', '--to', 'osa', '--dry-run');
    const { left }: { readonly left: readonly object[] } = JSON.parse(stdout);
    expect(left).toEqual([
      { file: '.env', why: 'it is hidden' },
      { file: 'link', why: 'it is a link' },
    ]);
  });

  it('writes nothing when it is dry, and wants to know what and where', async () => {
    const [ws, out] = [makeWorkspace(FILES), beside()];
    await convert(ws, out, '--layout', 'gsv', '--to', 'osa', '--dry-run');
    expect(() => readFileSync(join(out, 'SOUL.md'))).toThrow('ENOENT');
    expect((await yamo(['convert', '--to', 'osa'], { workspace: ws })).code).toBe(2);
  });
});

// At each of its calls: `npm run test:faults`.
it.skipIf(straceFault() !== undefined)(
  'is whole or not there when it is killed, and the first one as it was',
  async () => {
    const calls = await conversionCalls();
    const last = (name: string): number => calls.findLastIndex(({ call }) => call.name === name);
    const [made, named] = [calls.findIndex(({ call }) => call.name === 'mkdir'), last('rename')];
    const chosen = [made + 3, Math.floor((made + named) / 2), named].map((at) => calls[at]);
    const killed = await Promise.all(chosen.flatMap((one) => (one ? [killConversion(one)] : [])));
    expect(killed.flatMap(({ faults }) => faults)).toEqual([]);
    expect(killed).toHaveLength(3);
  },
  60_000,
);
