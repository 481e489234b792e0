/** `yamo convert`: a workspace of another layout beside the first, which is only read. */
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

  it('makes a persona of Nexus that its prompt shows, and the same workspace again', async () => {
    const ws = makeWorkspace({});
    await yamo(['init', '--name', 'Robin', '--user', 'Ada'], { workspace: ws });
    const [out, back] = [beside(), beside()];
    const { stdout } = await convert(ws, out, '--to', 'nexus');
    expect(JSON.parse(stdout)).toMatchObject({ made: ['state/agents/robin/IDENTITY.md'] });
    const there = { ...ws, path: out };
    const shown = await yamo(['prompt'], { workspace: there });
    expect(shown.stdout).toContain('## Agent Soul');
    expect(shown.stdout).toContain('- **Name:** Robin');
    expect((await convert(there, back, '--to', 'rfc-0009')).code).toBe(0);
    for (const file of ['SOUL.md', 'USER.md', 'AGENTS.md'])
      expect(readFileSync(join(back, file), 'utf8')).toBe(ws.text(file));
  });

  it('takes the persona that is named, and keeps the files of others', async () => {
    const ws = makeWorkspace({
      'AGENTS.md': '# Rules\n',
      'state/agents/ava/IDENTITY.md': '- **Name:** Ava\n',
      'state/agents/ava/SOUL.md': 'ava\n',
      'state/agents/zim/IDENTITY.md': '- **Name:** Zim\n',
      'state/agents/zim/SOUL.md': 'zim\n',
    });
    const out = beside();
    const asked = ['--layout', 'nexus', '--to', 'rfc-0009', '--persona'] as const;
    expect(refusalOf((await convert(ws, out, ...asked, 'bob')).events)).toBe('PERSONA_UNKNOWN');
    expect((await convert(ws, out, ...asked, 'zim')).code).toBe(0);
    expect(readFileSync(join(out, 'SOUL.md'), 'utf8')).toBe('zim\n');
    expect(readFileSync(join(out, 'state/agents/ava/SOUL.md'), 'utf8')).toBe('ava\n');
    // Whose prompt is shown is said in the same way.
    const shown = async (...more: string[]) =>
      await yamo(['prompt', '--layout', 'nexus', ...more], { workspace: ws });
    expect((await shown()).stdout).toContain('**Name:** Ava');
    expect((await shown('--persona', 'zim')).stdout).toContain('**Name:** Zim');
    expect((await shown('--persona', 'bob')).stderr).toContain('PERSONA_UNKNOWN');
    const own = ['prompt', '--layout', 'rfc-0009', '--persona', 'zim'];
    expect((await yamo(own, { workspace: ws })).stderr).toContain('PERSONA_UNKNOWN');
  });

  it('keeps what may be run so, names folders in which nothing is, and a parent that is missing', async () => {
    const ws = makeWorkspace({ ...FILES, 'scripts/go.sh': '#!/bin/sh\n' });
    chmodSync(ws.at('scripts/go.sh'), 0o755);
    mkdirSync(ws.at('empty/inner'), { recursive: true });
    const out = beside();
    const { stdout } = await convert(ws, out, '--layout', 'gsv', '--to', 'rfc-0009');
    expect(JSON.parse(stdout).left).toContainEqual({ file: 'empty/inner/', why: 'it is empty' });
    const modes = ['scripts/go.sh', 'SOUL.md'].map(
      (file) => statSync(join(out, file)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600]);
    const missing = join(makeWorkspace({}).path, 'no', 'new');
    const { events } = await convert(ws, missing, '--layout', 'gsv', '--to', 'rfc-0009');
    expect(JSON.stringify(events.at(-1))).toContain(`there is no folder ${dirname(missing)}`);
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
