/** Files of a workspace that RFC-0009 §1 does not name: in main sessions there, in shared ones not. */
import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Broker } from '#kernel/gate/broker.ts';
import type { AccessContext } from '#kernel/gate/decide.ts';
import { searchMemory } from '#kernel/session/search.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { FILE_MAX_BYTES, WORK_PATH_MAX_DEPTH } from '#lib/spec/limits.ts';
import { SHARED } from '#lib/spec/session-policy.ts';
import { deskOf } from '#test/support/desk.ts';
import { failing, hooked } from '#test/support/disk.ts';
import { laterRefusalOf, enterWorkspace, refusalFrom } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const START = '2026-11-21T09:05';
const CANARY = 'canary-outside-51c7';

const FILES = {
  'MEMORY.md': '- The tide table is green.\n',
  'IDENTITY.md': 'Robin\n',
  'notes.md': 'A green note.\n',
  'skills/tides/SKILL.md': '# Tides\n\nGreen means ebb.\n',
  'memory/ideas.md': 'green ideas\n',
  'memory/archive/2020-01-01.md': 'green and old\n',
  '.env': `KEY=${CANARY}\n`,
  '.git/config': CANARY,
  'skills/.hidden/x.md': CANARY,
  'agents/wren/SOUL.md': CANARY,
  'agents/wren/notes.md': CANARY,
  'node_modules/x/README.md': 'green\n',
  'BOOTSTRAP.md.bak': CANARY,
  'picture.png': '\u0000green',
};

const world = (): TempWorkspace => makeBornWorkspace(FILES);

const brokerAt = (temp: TempWorkspace, context: Partial<AccessContext> = {}): Broker =>
  deskOf(enterWorkspace(temp, { start: START }), context);

const found = async (broker: Broker): Promise<readonly string[]> => {
  const parts = {
    broker,
    redactor: new CredentialRedactor(),
    redacted: () => undefined,
  };
  const { hits } = await searchMemory(parts, { query: 'green' });
  return hits.map(({ file }) => file);
};

describe('in a main session', () => {
  it('notes, skills and other files are read, listed and searched', async () => {
    const broker = brokerAt(world());
    expect(await broker.read('IDENTITY.md')).toBe('Robin\n');
    expect(await broker.read('skills/tides/SKILL.md')).toContain('ebb');
    expect(await broker.read('memory/ideas.md')).toBe('green ideas\n');
    expect(await broker.list('.')).toEqual([
      'AGENTS.md',
      'IDENTITY.md',
      'MEMORY.md',
      'SOUL.md',
      'USER.md',
      'agents/',
      'memory/',
      'node_modules/',
      'notes.md',
      'picture.png',
      'skills/',
    ]);
    expect(await broker.list('skills/')).toEqual(['skills/tides/']);
    expect(await broker.list('agents')).toEqual([]);
    expect(await found(broker)).toEqual([
      'MEMORY.md',
      'notes.md',
      'memory/ideas.md',
      'memory/archive/2020-01-01.md',
      'skills/tides/SKILL.md',
    ]);
  });

  it.each([
    ['.env', 'GATE_OUTSIDE'],
    ['.git/config', 'GATE_OUTSIDE'],
    ['skills/.hidden/x.md', 'GATE_OUTSIDE'],
    ['BOOTSTRAP.md.bak', 'GATE_OUTSIDE'],
    ['Bootstrap.md', 'GATE_OUTSIDE'],
    ['skills/BOOTSTRAP.yamo', 'GATE_OUTSIDE'],
    ['memory.md', 'GATE_OUTSIDE'],
    ['Memory/2026-11-21.md', 'GATE_OUTSIDE'],
    ['skills/../.env', 'GATE_OUTSIDE'],
    [`${'x/'.repeat(16)}x.md`, 'GATE_OUTSIDE'],
    // The folder of another agent.
    ['agents/wren/notes.md', 'GATE_ABSENT'],
    ['agents/wren/SOUL.md', 'GATE_ABSENT'],
    ['notes.md/x', 'GATE_ABSENT'],
    ['skills', 'FILE_NOT_REGULAR'],
    ['picture.png', 'FILE_NOT_TEXT'],
  ])('%s is not read: %s', async (file, code) => {
    expect(await laterRefusalOf(() => brokerAt(world()).read(file))).toBe(code);
  });

  it('a file as deep as may be is read, and one as long as may be', async () => {
    const deep = `${'x/'.repeat(WORK_PATH_MAX_DEPTH - 1)}x.md`;
    const long = 'x'.repeat(FILE_MAX_BYTES);
    const broker = brokerAt(makeBornWorkspace({ [deep]: 'deep\n', 'long.md': long }));
    expect(await broker.read(deep)).toBe('deep\n');
    expect(await broker.read('long.md')).toHaveLength(FILE_MAX_BYTES);
  });

  it('a file that changed is known to have, so that its agent is shown it again', () => {
    const temp = world();
    const broker = brokerAt(temp);
    const before = broker.versionOf('MEMORY.md');
    temp.write('MEMORY.md', '- The tide table is blue.\n');
    expect(broker.versionOf('MEMORY.md')).not.toBe(before);
    expect(broker.versionOf('HEARTBEAT.md')).toBe('');
  });

  it('no link is followed, wherever it stands, and bootstrap instructions have no second name', async () => {
    const temp = world();
    const outside = join(dirname(temp.path), 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.md'), CANARY);
    symlinkSync(join(outside, 'secret.md'), temp.at('link.md'));
    symlinkSync(outside, temp.at('folder'));
    symlinkSync('.git', temp.at('shown'));
    temp.write('BOOTSTRAP.md', CANARY);
    linkSync(temp.at('BOOTSTRAP.md'), temp.at('alias.md'));
    const broker = brokerAt(temp, { workFolders: ['folder', 'shown'] });
    for (const file of ['link.md', 'folder/secret.md', 'shown/config', 'alias.md'])
      expect(await laterRefusalOf(() => broker.read(file)), file).toMatch(
        /^(FILE_SYMLINK|FILE_HARDLINKED|GATE_ABSENT)$/,
      );
    for (const file of ['folder/new.md', 'shown/new.md'])
      expect(await laterRefusalOf(() => broker.write(file, 'x')), file).toBe('GATE_FAILED');
    const names = await broker.list('');
    for (const name of ['link.md', 'folder/', 'shown/']) expect(names).not.toContain(name);
    expect(await laterRefusalOf(() => broker.list('folder'))).toBe('GATE_ABSENT');
    expect(await found(broker)).not.toContain('link.md');
  });

  it('a file is written where the settings name its folder, which is made', async () => {
    const temp = world();
    const broker = brokerAt(temp, { workFolders: ['projects', 'memory'] });
    await broker.write('projects/pier/plan.md', 'One.\n');
    await broker.write('projects/pier/plan.md', 'Two.\n');
    expect(temp.text('projects/pier/plan.md')).toBe('Two.\n');
    await broker.read('memory/ideas.md');
    await broker.write('memory/ideas.md', 'other\n');
    for (const [file, code] of [
      ['notes.md', 'GATE_DENIED'],
      ['projects', 'GATE_DENIED'],
      ['projectsx/a.md', 'GATE_DENIED'],
      ['memory/archive/2020-01-01.md', 'GATE_DENIED'],
      ['memory/heartbeat-state.json', 'GATE_DENIED'],
      ['projects/.git/hooks/post-commit', 'GATE_OUTSIDE'],
      ['projects/../notes.md', 'GATE_OUTSIDE'],
    ] as const)
      expect(await laterRefusalOf(() => broker.write(file, 'x')), file).toBe(code);
    expect(await laterRefusalOf(() => broker.append('projects/pier/plan.md', 'x'))).toBe(
      'GATE_DENIED',
    );
  });

  it('nothing is overwritten that the agent has not seen, and no credential is written', async () => {
    const temp = world();
    const broker = brokerAt(temp, { workFolders: ['skills'] });
    expect(await laterRefusalOf(() => broker.write('skills/tides/SKILL.md', 'x'))).toBe(
      'GATE_CHANGED',
    );
    await broker.write('skills/tides/SKILL.md', 'x');
    expect(temp.text('skills/tides/SKILL.md')).toBe('x');
  });
});

describe('in a shared session', () => {
  it('none of it exists: every answer is the one for a name that is not there', async () => {
    const temp = world();
    const broker = brokerAt(temp, { kind: SHARED, seesLogs: true, workFolders: ['skills'] });
    const names = [...Object.keys(FILES), 'skills', 'agents'].filter(
      (name) => name !== 'MEMORY.md',
    );
    for (const name of names) {
      for (const ask of [
        (file: string) => broker.read(file),
        (file: string) => broker.write(file, 'x'),
        (file: string) => broker.append(file, 'x'),
        (file: string) => broker.list(file),
      ])
        expect(await laterRefusalOf(() => ask(name)), name).toBe(
          await laterRefusalOf(() => ask('none/of/it.md')),
        );
    }
    expect(await broker.list('.')).toEqual(['AGENTS.md', 'SOUL.md', 'USER.md']);
    expect(await found(broker)).toEqual([]);
  });
});

describe('any path', () => {
  const part = fc.constantFrom(
    'skills',
    'tides',
    'SKILL.md',
    'folder',
    'secret.md',
    'agents',
    'wren',
    'SOUL.md',
    '..',
    '.',
    '',
    '.git',
    'config',
    'memory',
    'MEMORY.md',
    'notes.md',
    'link.md',
    'alias.md',
    'BOOTSTRAP.md',
  );
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));

  it('shows nothing from outside, hidden, of another agent or of bootstrap instructions, and changes nothing there', async () => {
    const temp = world();
    const outside = join(dirname(temp.path), 'outside');
    mkdirSync(join(outside, 'wren'), { recursive: true });
    writeFileSync(join(outside, 'secret.md'), CANARY);
    symlinkSync(join(outside, 'secret.md'), temp.at('link.md'));
    symlinkSync(outside, temp.at('skills/folder'));
    temp.write('BOOTSTRAP.md', CANARY);
    linkSync(temp.at('BOOTSTRAP.md'), temp.at('alias.md'));
    const broker = brokerAt(temp, { workFolders: ['skills', '.git', '..'] });
    await fc.assert(
      fc.asyncProperty(path, async (file) => {
        const text = await broker.read(file).catch(() => '');
        expect(text).not.toContain('canary');
        const names = await broker.list(file).catch(() => []);
        expect(names.filter((name) => /agents\/wren|\.git/.test(name))).toEqual([]);
        await broker.write(`${file}/new.md`, 'x').catch(() => undefined);
      }),
      { numRuns: 400 },
    );
    expect(temp.has('agents/wren/new.md') || temp.has('.git/new.md')).toBe(false);
    for (const name of ['new.md', 'wren/new.md'])
      expect(() => temp.text(`../outside/${name}`)).toThrow('ENOENT');
  });

  it('leads nowhere else when a folder on the way is led elsewhere between two calls', async () => {
    let swapped = true;
    for (let nth = 1; swapped; nth += 1) {
      expect(nth).toBeLessThan(400);
      swapped = false;
      const temp = world();
      const outside = join(dirname(temp.path), 'outside');
      mkdirSync(join(outside, 'tides'), { recursive: true });
      writeFileSync(join(outside, 'tides/SKILL.md'), CANARY);
      let call = -1000;
      const disk = hooked({
        before: () => {
          call += 1;
          if (call !== nth) return;
          swapped = true;
          renameSync(temp.at('skills'), temp.at('skills.old'));
          symlinkSync(outside, temp.at('skills'));
        },
      });
      const opened = enterWorkspace(temp, { start: START, disk });
      const broker = deskOf(opened, { workFolders: ['skills'] });
      call = 0;
      const text = await broker.read('skills/tides/SKILL.md').catch(() => '');
      expect(text, `call ${nth}`).not.toContain('canary');
      await broker.write('skills/tides/SKILL.md', 'hostile').catch(() => undefined);
      await broker.write('skills/tides/new.md', 'hostile').catch(() => undefined);
      expect(() => temp.text('../outside/tides/new.md')).toThrow('ENOENT');
      opened.close();
    }
  });
});

it('a folder that cannot be made is told with the reason of the system', async () => {
  const disk = failing('mkdir drafts', 'EDQUOT');
  const broker = deskOf(enterWorkspace(world(), { start: START, disk }), {
    workFolders: ['drafts'],
  });
  const refusal = await refusalFrom(() => broker.write('drafts/plan.md', 'x'));
  expect([refusal.code, refusal.facts['errno']]).toEqual(['GATE_FAILED', 'EDQUOT']);
});

it('a file of another layout is created with the folder that it lies in', async () => {
  const file = { name: 'people/owner.md', role: 'user', priority: 1, group: 'static' } as const;
  const names = ThirdPartyLayout.vet({ ...LAYOUTS.gsv, files: [...LAYOUTS.gsv.files, file] });
  const temp = world();
  await brokerAt(temp, { names }).write('people/owner.md', 'Ada\n');
  expect(temp.text('people/owner.md')).toBe('Ada\n');
});
