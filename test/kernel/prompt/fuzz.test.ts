/** Whatever documents and workspaces say: no crash, no right gained, nothing lost unsaid, no long-term memory for others. */
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { geteuid } from 'node:process';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { type Prompt, promptOf } from '#kernel/prompt/prompt.ts';
import { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { unknownFile } from '#lib/layout/sections.ts';
import { ACCESS } from '#lib/spec/access.ts';
import type { Audience } from '#lib/spec/audience.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { validate as fitsLayout } from '#schemas/generated/layout.js';
import { SHARED, SESSION_KINDS } from '#lib/spec/session-policy.ts';
import { hooked } from '#test/support/disk.ts';
import { type Files, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { inRuns } from '#test/support/property.ts';

const FACTS = makeWorkspace({ 'facts.json': '{"agent":"echo"}' }).at('facts.json');
const RUNS = Number(process.env['YAMO_FUZZ'] ?? 1);
const ROLES = Object.keys(ACCESS.main);
const FILES = LAYOUT_NAMES.flatMap((layout) => LAYOUTS[layout].files.map(({ name }) => name));

const name = fc.oneof(
  fc.constantFrom(
    ...FILES,
    'memory.md',
    'M*',
    '**',
    '**/*',
    '../x',
    'a/../MEMORY.md',
    '',
    '{agent}',
  ),
  fc.string({
    unit: fc.constantFrom('a', '*', '/', '.', '{agent}', 'MEMORY.md', '\\'),
    maxLength: 6,
  }),
);

/** Rows of a layout with some of them changed. */
const mutated = fc
  .record({
    layout: fc.constantFrom(...LAYOUT_NAMES),
    at: fc.nat(20),
    change: fc.record(
      {
        name,
        role: fc.constantFrom(...ROLES),
        for: fc.subarray(['main', 'shared', 'subagent', 'cron']),
        when: fc.constantFrom('heartbeat', 'on demand'),
        readOnly: fc.boolean(),
        priority: fc.oneof(fc.integer(), fc.string()),
        border: fc.constantFrom('clear', 'tools', 'x'),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ layout, at, change }): unknown => {
    const document = LAYOUTS[layout];
    const row = at % document.files.length;
    const files = document.files.map((file, index) =>
      index === row ? Object.assign({}, file, change) : file,
    );
    const own = { layout: 'own', order: [], firstRun: [], automation: [], files };
    return Object.assign({}, document, own);
  });

const isLayout = (one: unknown): one is LayoutDocument => fitsLayout(one);

const vetted = (document: LayoutDocument): ThirdPartyLayout | undefined => {
  try {
    return ThirdPartyLayout.vet(document, { agent: 'echo' });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'LAYOUT_WEAKENS') return undefined;
    throw error;
  }
};

it('no document gives a right over the table of access, and none memory to others [Y89, Y94]', () => {
  let passed = 0;
  inRuns(1500 * RUNS)(fc.oneof({ weight: 9, arbitrary: mutated }, fc.jsonValue()), (value) => {
    if (!isLayout(value) || unknownFile(value) !== undefined) return;
    const foreign = vetted(value);
    if (foreign === undefined) return;
    passed += 1;
    const files = [
      ...value.files.map((file) => file.name.replaceAll(/\{\w+\}|\*+/gu, 'x')),
      'MEMORY.md',
      'memory.md',
      'BOOTSTRAP.md',
    ];
    for (const file of files)
      for (const kind of SESSION_KINDS) {
        const [role, rights] = [foreign.roleOf(file), foreign.rightsTo(kind, file)];
        if (role === undefined || rights === undefined) continue;
        const most = kind.permissions.access[role];
        expect([most.read, 'never', ...(most.read === 'opt-in' ? ['context'] : [])]).toContain(
          rights.read,
        );
        expect([
          most.write,
          'never',
          ...(most.write === 'allowed' ? ['reconfigure'] : []),
        ]).toContain(rights.write);
        expect([rights.append, rights.section]).toEqual([most.append, most.section]);
        const isMemory = /^memory\.md$/iu.test(file) && kind === SHARED;
        expect(isMemory && rights.read !== 'never').toBe(false);
      }
  });
  expect(passed).toBeGreaterThan(100);
});

const show = (
  ws: TempWorkspace,
  layout: string,
  audience: Audience,
  disk: Disk = real,
): Promise<Prompt> =>
  promptOf(
    {
      path: ws.path,
      audience,
      heartbeat: false,
      firstRun: false,
      date: '2026-03-14',
      zone: 'UTC',
      layout,
      facts: FACTS,
      budget: undefined,
    },
    {
      disk,
      machine: disk,
      environment: {},
      uid: geteuid?.() ?? 0,
      stateRoot: ws.stateHome,
      settings: DEFAULT_SETTINGS,
    },
  );

const outside = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('A.md', 'x', 'x/y') },
  { weight: 1, arbitrary: fc.constantFrom('..', '../outer', 'a/../..', '.', '/etc', '') },
);

const content = fc.oneof(
  fc.constantFrom('', '\uFEFF# A', '# A\r\n', 'x'.repeat(300_000), '{{USER_PROFILE}}', '---\n'),
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

it('every workspace has a prompt or a refusal, and each of its files a fate', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LAYOUT_NAMES),
      fc.array(
        fc.tuple(fc.nat(30), content, fc.constantFrom('file', 'file', 'file', 'folder', 'link')),
        { maxLength: 8 },
      ),
      fc.constantFrom<Audience>('main', 'shared'),
      async (layout, made, audience) => {
        const ws = makeWorkspace({ 'odd\n\u202Ename.md': '', "skills/ '$(x)/SKILL.md": 'x' });
        const { files } = LAYOUTS[layout];
        for (const [at, text, kind] of made) {
          const file = (files[at % files.length]?.name ?? '').replaceAll(/\{\w+\}|\*+/gu, 'echo');
          if (ws.has(file)) continue;
          ws.write(file, text);
          if (kind === 'file') continue;
          ws.remove(file);
          if (kind === 'folder') mkdirSync(ws.at(file));
          else symlinkSync('odd\n\u202Ename.md', ws.at(file));
        }
        try {
          const { plan, files: read } = await show(ws, layout, audience);
          const said = new Set(plan.files.map(({ file }) => file));
          expect([...read.keys()].filter((file) => !said.has(file))).toEqual([]);
          expect(files.filter(({ name: row }) => !/[*{]/u.test(row) && !said.has(row))).toEqual([]);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      },
    ),
    { numRuns: 40 * RUNS },
  );
});

it('no document leads above the workspace, wherever it looks', async () => {
  const ws = makeWorkspace({ 'inner/A.md': 'a', 'outer/x/IDENTITY.md': 'name: X' });
  const inner: TempWorkspace = { ...ws, path: ws.at('inner') };
  const looks: string[] = [];
  // Folders are opened name by name.
  const disk = hooked({ before: ({ on }) => void looks.push(on) });
  const document = fc.record({
    variables: fc.option(fc.record({ agent: fc.record({ folder: outside, holds: outside }) }), {
      nil: undefined,
    }),
    firstRunBy: fc.option(
      fc.oneof(fc.record({ file: outside }), fc.record({ personas: outside })),
      { nil: undefined },
    ),
    order: outside.map((whileEmpty) => [{ id: 'a', text: 'b', whileEmpty }]),
  });
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(document, async (more) => {
      const own = { ...LAYOUTS.aletheia, layout: 'own', budgetSetting: undefined, ...more };
      ws.write('own.json', JSON.stringify(own));
      looks.length = 0;
      try {
        await show(inner, ws.at('own.json'), 'main', disk);
        shown += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
      expect(looks).not.toContain('..');
    }),
    { numRuns: 60 * RUNS },
  );
  expect(shown).toBeGreaterThan(0);
});

describe.each(LAYOUT_NAMES)('with others there, as %s', (layout) => {
  const file = layout === 'osa' ? 'SOUL.md' : 'AGENTS.md';
  const alias: Files = { 'MEMORY.md': 'the third heron', 'IDENTITY.md': 'name: Syn' };

  it.each([
    ['a link', (ws: TempWorkspace): void => symlinkSync('MEMORY.md', ws.at(file))],
    ['a hard link', (ws: TempWorkspace): void => linkSync(ws.at('MEMORY.md'), ws.at(file))],
    ['another case', (ws: TempWorkspace): void => linkSync(ws.at('MEMORY.md'), ws.at('Memory.md'))],
  ])('%s to long-term memory is not opened [Y44, Y94]', async (_, make) => {
    const ws = makeWorkspace(alias);
    make(ws);
    const memory = real.lstat(ws.at('MEMORY.md'))?.ino;
    const opened: unknown[] = [];
    const disk: Disk = {
      ...real,
      open: (...args) => {
        const fd = real.open(...args);
        opened.push(real.fstat(fd).ino);
        return fd;
      },
    };
    const shown = await show(ws, layout, 'shared', disk).then(
      ({ plan }) => JSON.stringify(plan),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return error.message;
      },
    );
    expect(shown).not.toContain('heron');
    expect(opened.length).toBeGreaterThan(0);
    expect(opened).not.toContain(memory);
  });
});
