/** What of another system's files a session gets, and that nobody gets more by a document than RFC-0009 gives. */
import { linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Disk, disk as real } from '#kernel/fs/disk.ts';
import { decide } from '#kernel/gate/decide.ts';
import { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import type { GhostSealed } from '#kernel/startup/ghost.ts';
import { BootstrapGone } from '#kernel/startup/guard.ts';
import { AgentsLoaded, type Loading } from '#kernel/startup/load.ts';
import { BootstrapKept, LayoutLoaded, type LayoutLoading } from '#kernel/startup/load-layout.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutDocument, LayoutFile } from '#lib/layout/document.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { type Operation, type Rights } from '#lib/spec/access.ts';
import { type SessionKind, SHARED, MAIN, SESSION_KINDS } from '#lib/spec/session-policy.ts';
import { OWN_NAMES } from '#lib/workspace/role.ts';
import { InstructionsRead } from '#lib/yamo/instructions.ts';
import { context, TODAY } from '#test/support/access-context.ts';
import { recording } from '#test/support/disk.ts';
import { openWorkspace, refusalOf } from '#test/support/kernel.ts';
import { type Files, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const OTHERS = LAYOUT_NAMES.filter((name) => name !== 'rfc-0009');
const GSV = ThirdPartyLayout.vet(LAYOUTS.gsv);
const KINDS = SESSION_KINDS;
const FILES: Files = {
  'IDENTITY.md': 'who',
  'MEMORY.md': 'kept',
  'TOOLS.md': 'tools',
  'BOOTSTRAP.md': 'the ceremony',
  'skills/sail/SKILL.md': 'sailing',
  [`memory/${TODAY}.md`]: 'today',
};
const NAMES = [...Object.keys(FILES), 'SOUL.md', 'README.md', 'gone.md'];

const load = (
  temp: TempWorkspace,
  kind: SessionKind,
  { disk = real, names = NAMES }: { readonly disk?: Disk; readonly names?: readonly string[] } = {},
): readonly string[] => {
  const workspace = openWorkspace(temp, disk);
  const by = { workspace, foreign: GSV, kind, notes: undefined, today: TODAY, names };
  return LayoutLoaded.after(BootstrapKept.of(GSV), by).files.map(({ file }) => file);
};

const withFiles = (files: readonly LayoutFile[]): LayoutDocument => ({ ...LAYOUTS.gsv, files });
const row = (name: string, more: Partial<LayoutFile> = {}): LayoutFile => ({
  name,
  role: 'knowledge',
  priority: 1,
  group: 'static',
  ...more,
});

const may = (file: string, more = {}): boolean =>
  decide(context(MAIN, { names: GSV, ...more }), 'write', file).allowed;

/** Never called: that it compiles with these marks is what it shows. */
const wrong = (
  [gone, own]: readonly [BootstrapGone<ThirdPartyLayout>, BootstrapGone],
  sealed: GhostSealed,
  by: LayoutLoading,
  to: Loading,
): void => {
  const kept = BootstrapKept.of(GSV);
  LayoutLoaded.after(gone, by);
  LayoutLoaded.after(kept, by);
  // @ts-expect-error what RFC-0009 has deleted says nothing of another layout
  LayoutLoaded.after(own, by);
  // @ts-expect-error and the other way round: there was no ghost check
  AgentsLoaded.after(gone, to);
  // @ts-expect-error the sequence of RFC-0009 begins when the instructions are gone, not kept
  AgentsLoaded.after(kept, to);
  // @ts-expect-error the ghost check alone says nothing of instructions
  LayoutLoaded.after(sealed, by);
  // @ts-expect-error nobody but ring 0 vets a document
  void new ThirdPartyLayout(LAYOUTS.gsv);
  // @ts-expect-error a look-alike was vetted by nobody
  const foreign: ThirdPartyLayout = {
    document: LAYOUTS.gsv,
    leavesBootstrapToAgent: true,
    memory: [],
    roleOf: GSV.roleOf,
    rightsTo: GSV.rightsTo,
  };
  // @ts-expect-error a document is none
  BootstrapKept.of(LAYOUTS.gsv);
  // @ts-expect-error nobody but ring 0 makes this proof
  void new BootstrapKept(foreign);
};

describe('a layout that is vetted', () => {
  it('is never that of RFC-0009, which has a sequence of its own', () => {
    expect(refusalOf(() => ThirdPartyLayout.vet(LAYOUTS['rfc-0009']))).toBe('LAYOUT_WEAKENS');
    expect(wrong).toBeTypeOf('function');
  });

  it.each(OTHERS)('%s gives nobody more than the table of access [Y89, Y94]', (name) => {
    const foreign = ThirdPartyLayout.vet(LAYOUTS[name]);
    for (const { name: pattern, role } of foreign.document.files) {
      const file = pattern
        .replace(/\{(?:today|yesterday)\}/u, TODAY)
        .replaceAll(/\{\w+\}|\*+/gu, 'x');
      expect([file, foreign.roleOf(file)]).toEqual([file, role]);
      for (const kind of KINDS) {
        const most: Rights = kind.permissions.access[role];
        const { read, write, append } = foreign.rightsTo(kind, file) ?? most;
        expect([most.read, 'never', ...(most.read === 'opt-in' ? ['context'] : [])]).toContain(
          read,
        );
        expect([
          most.write,
          'never',
          ...(most.write === 'allowed' ? ['reconfigure'] : []),
        ]).toContain(write);
        expect(append).toBe(most.append);
      }
    }
  });

  it.each([
    ['BOOTSTRAP.md as something else', [row('bootstrap.MD')]],
    ['BOOTSTRAP.yamo by a pattern', [row('B*')]],
    ['a second role by a pattern', [row('a/x.md', { role: 'soul' }), row('a/*.md')]],
    ['a second role by a day', [row('memory/{today}.md', { role: 'daily' }), row('memory/*.md')]],
    ['memory by a folder pattern', [row('n/m.md', { role: 'memory', for: ['main'] }), row('n/**')]],
  ])('does not have %s', (_, files) => {
    expect(refusalOf(() => ThirdPartyLayout.vet(withFiles(files)))).toBe('LAYOUT_WEAKENS');
  });

  it('stays what it was when the document changes behind it', () => {
    const notes = row('NOTES.md');
    const foreign = ThirdPartyLayout.vet(withFiles([notes]));
    Object.assign(notes, { name: 'MEMORY.md' });
    expect([foreign.roleOf('MEMORY.md'), foreign.roleOf('NOTES.md')]).toEqual([
      undefined,
      'knowledge',
    ]);
  });

  it('has no role for a file that two patterns make two things', () => {
    const foreign = ThirdPartyLayout.vet(
      withFiles([row('a*c.md', { role: 'soul' }), row('ab*.md')]),
    );
    expect([foreign.roleOf('abc.md'), foreign.roleOf('axc.md')]).toEqual([undefined, 'soul']);
    expect(foreign.rightsTo(MAIN, 'abc.md')).toBeUndefined();
  });

  it('is narrowed to what the table gives shared sessions, and to whom it names itself', () => {
    const tools = GSV.document.files.find(({ role }) => role === 'tools');
    expect(tools?.for).toEqual(['main']);
    const foreign = ThirdPartyLayout.vet(
      withFiles([row('USER.md', { role: 'user', for: ['main'] })]),
    );
    expect(foreign.rightsTo(MAIN, 'USER.md')?.read).toBe('required');
    expect(foreign.rightsTo(SHARED, 'USER.md')?.read).toBe('never');
  });

  it('lets the kernel delete nothing that it keeps', () => {
    expect(() =>
      BootstrapKept.of(ThirdPartyLayout.vet({ ...LAYOUTS.gsv, bootstrap: 'kernel' })),
    ).toThrow('the kernel deletes them');
    const by = {
      foreign: ThirdPartyLayout.vet(LAYOUTS.nexus),
      kind: MAIN,
      notes: undefined,
      today: TODAY,
      names: [],
    } as const;
    const workspace = openWorkspace(makeBornWorkspace());
    expect(() => LayoutLoaded.after(BootstrapKept.of(GSV), { ...by, workspace })).toThrow(
      'a proof of another layout',
    );
  });

  it('is what the guard and what is loaded after it agree on (R-07)', () => {
    const workspace = openWorkspace(makeBornWorkspace());
    const document = { ...LAYOUTS.gsv, bootstrap: 'kernel' } as const;
    const [one, other] = [ThirdPartyLayout.vet(document), ThirdPartyLayout.vet(document)];
    const prove = (by: ThirdPartyLayout): BootstrapGone<ThirdPartyLayout> =>
      BootstrapGone.prove(workspace, by, {
        kind: MAIN,
        record: undefined,
        priorUseEvidence: undefined,
        rebirth: false,
        agree: (orders) => InstructionsRead.of(orders),
        remember: () => undefined,
        forget: () => undefined,
        lost: () => undefined,
      });
    expect(() => prove(GSV)).toThrow("not the kernel's");
    const by = {
      workspace,
      kind: MAIN,
      notes: undefined,
      today: TODAY,
      names: ['SOUL.md'],
    } as const;
    expect(LayoutLoaded.after(prove(one), { ...by, foreign: one }).files).toHaveLength(1);
    expect(() => LayoutLoaded.after(prove(one), { ...by, foreign: other })).toThrow(
      'a proof of another layout',
    );
  });

  it('has no right over names that are none of its own, whoever asks [Y89]', () => {
    const file = fc.oneof(
      fc.constantFrom(
        ...NAMES,
        'memory.md',
        './MEMORY.md',
        'skills/../MEMORY.md',
        'skills//SKILL.md',
      ),
      fc.string({ maxLength: 20 }),
    );
    const operation = fc.constantFrom<Operation>('read', 'write', 'append');
    fc.assert(
      fc.property(file, operation, fc.constantFrom(...KINDS), (name, asked, kind) => {
        const answer = decide(context(kind, { names: GSV }), asked, name);
        const own = GSV.roleOf(name);
        const isKept = own === undefined || (kind === SHARED && own === 'memory');
        expect(isKept && answer.allowed).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('lets a skill be read when it is needed, in every session, and no other file of its folder [G35]', () => {
    for (const kind of KINDS) {
      const mayRead = (file: string): boolean =>
        decide(context(kind, { names: GSV }), 'read', file).allowed;
      expect([mayRead('skills/sail/SKILL.md'), mayRead('skills/sail/keys.txt')]).toEqual([
        true,
        false,
      ]);
    }
  });

  it('is written only while a human attends, and who the agent is only where they opened it', () => {
    expect([may('USER.md'), may('USER.md', { attended: false })]).toEqual([true, false]);
    expect([may('IDENTITY.md'), may('IDENTITY.md', { reconfigure: () => true })]).toEqual([
      false,
      true,
    ]);
    expect(may('BOOTSTRAP.md', { reconfigure: () => true })).toBe(false);
    const aletheia = { names: ThirdPartyLayout.vet(LAYOUTS.aletheia) };
    expect([may('TOOLS.md', aletheia), may('CONTEXT.md', aletheia)]).toEqual([false, true]);
    expect(decide(context(MAIN), 'write', 'TOOLS.md').allowed).toBe(true);
    expect(context(MAIN).names).toBe(OWN_NAMES);
  });
});

describe('the files of another layout', () => {
  it('are those of its session, each opened once, and instructions for the human alone [Y89, Y94]', () => {
    const temp = makeBornWorkspace(FILES);
    expect(load(temp, MAIN)).toEqual([...Object.keys(FILES), 'SOUL.md']);
    const { disk, calls } = recording();
    const shared = load(temp, SHARED, { disk });
    expect(shared).toEqual([
      'IDENTITY.md',
      'skills/sail/SKILL.md',
      `memory/${TODAY}.md`,
      'SOUL.md',
    ]);
    for (const call of calls.filter((one) => one.startsWith('open ')))
      expect(call).not.toMatch(/MEMORY\.md|BOOTSTRAP|TOOLS|README/u);
  });

  it.each([['skills'], ['skills/sail'], ['skills/sail/SKILL.md']])(
    'are reached by no link at %s',
    (at) => {
      const temp = makeBornWorkspace({ ...FILES, 'elsewhere/x': '' });
      renameSync(temp.at(at), temp.at('elsewhere/moved'));
      symlinkSync(temp.at('elsewhere/moved'), temp.at(at));
      expect(refusalOf(() => load(temp, MAIN))).toMatch(/^FILE_(?:UNREADABLE|SYMLINK)$/u);
    },
  );

  it('are no long-term memory under another name [Y94]', () => {
    const temp = makeBornWorkspace({ 'MEMORY.md': 'kept' });
    linkSync(temp.at('MEMORY.md'), temp.at('IDENTITY.md'));
    expect(refusalOf(() => load(temp, SHARED))).toBe('MEMORY_ALIASED');
    const other = makeBornWorkspace({ 'TOOLS.md': 'x' });
    linkSync(other.at('TOOLS.md'), other.at('IDENTITY.md'));
    expect(refusalOf(() => load(other, SHARED))).toBe('FILE_HARDLINKED');
  });

  it('are read where their folder is now, and never above it', () => {
    const temp = makeBornWorkspace({ 'a/b/x.md': 'one' });
    const workspace = openWorkspace(temp);
    const before = workspace.folder('a/b');
    renameSync(temp.at('a'), temp.at('old'));
    mkdirSync(temp.at('a/b'), { recursive: true });
    expect(workspace.folder('a/b')?.names()).toEqual([]);
    expect(workspace.folder('a/b')).not.toBe(before);
    for (const path of ['..', 'a/..', '.', '', 'a//b', '/etc', 'gone/x'])
      expect(workspace.folder(path)).toBeUndefined();
    workspace.close();
  });
});
