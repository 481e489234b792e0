import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decide, relativeTo, type AccessContext } from '#kernel/gate/decide.ts';
import { SHARED, MAIN, SESSION_KINDS } from '#lib/spec/session-policy.ts';
import { OWN_NAMES, roleOf } from '#lib/workspace/role.ts';
import { context, TODAY } from '#test/support/access-context.ts';
import { ATTENDED_WRITES, type Operation } from '#lib/spec/access.ts';
import { forAll, inRuns } from '#test/support/property.ts';

const LOG = `memory/${TODAY}.md`;
const OLD_LOG = 'memory/2026-03-13.md';

const IN_MAIN = context(MAIN);
const IN_SHARED = context(SHARED);
const OPERATIONS: readonly Operation[] = ['read', 'write', 'append'];

/** What is allowed of read, write and append, in words: `read write`. */
const allowed = (who: AccessContext, file: string): string =>
  OPERATIONS.filter((operation) => decide(who, operation, file).allowed).join(' ');

/** The tables of RFC-0009 §3.1 and §3.2, written down here a second time, by hand. */
describe('who may do what', () => {
  it.each([
    ['Y80', MAIN, 'SOUL.md', 'read'],
    ['Y81', MAIN, 'AGENTS.md', 'read write'],
    ['Y38', MAIN, 'AGENTS.md', 'read write'],
    ['Y82', MAIN, 'USER.md', 'read write'],
    ['Y40', MAIN, 'USER.md', 'read write'],
    ['Y83', MAIN, 'MEMORY.md', 'read write'],
    ['Y47', MAIN, 'MEMORY.md', 'read write'],
    ['Y84', MAIN, LOG, 'read append'],
    ['Y84', MAIN, OLD_LOG, 'read'],
    ['Y85', MAIN, 'HEARTBEAT.md', 'read write'],
    ['Y86', SHARED, 'SOUL.md', 'read'],
    ['Y87', SHARED, 'AGENTS.md', 'read'],
    ['Y88', SHARED, 'USER.md', 'read'],
    ['Y89', SHARED, 'MEMORY.md', ''],
    ['Y47', SHARED, 'MEMORY.md', ''],
    ['Y90', SHARED, LOG, 'append'],
    ['Y90', SHARED, OLD_LOG, ''],
    ['§2.8', MAIN, 'TOOLS.md', 'read write'],
    ['§2.9', MAIN, 'memory/heartbeat-state.json', 'read'],
    ['§3.2', SHARED, 'HEARTBEAT.md', ''],
    ['§3.2', SHARED, 'TOOLS.md', ''],
    ['§3.2', SHARED, 'memory/heartbeat-state.json', ''],
    ['§2.6', MAIN, 'BOOTSTRAP.md', ''],
    ['§2.6', MAIN, 'BOOTSTRAP.yamo', ''],
    ['§2.6', SHARED, 'BOOTSTRAP.md', ''],
    ['§2.6', SHARED, 'BOOTSTRAP.yamo', ''],
  ] as const)('[%s] in a %s session %s: %j', (_id, kind, file, expected) => {
    expect(allowed(context(kind), file)).toBe(expected);
  });

  it('SOUL.md may be written in a main session that a human opened for it, and in no other [Y16, Y80, Y86]', () => {
    expect(allowed(context(MAIN, { reconfigure: () => true }), 'SOUL.md')).toBe('read write');
    expect(allowed(IN_MAIN, 'SOUL.md')).toBe('read');
    expect(allowed(context(SHARED, { reconfigure: () => true }), 'SOUL.md')).toBe('read');
  });

  it('is said with what its human can do about it, and only where that helps', () => {
    expect(decide(IN_MAIN, 'write', 'SOUL.md')).toMatchObject({
      advice: expect.stringContaining('--reconfigure'),
    });
    expect(decide(IN_MAIN, 'write', 'memory/heartbeat-state.json')).toMatchObject({
      advice: 'Leave it to the kernel.',
    });
  });

  it('the right to reconfigure is for SOUL.md alone [Y16]', () => {
    for (const file of ['USER.md', 'MEMORY.md', 'TOOLS.md', LOG, 'BOOTSTRAP.md', 'other.md']) {
      expect(allowed(context(MAIN, { reconfigure: () => true }), file)).toBe(
        allowed(IN_MAIN, file),
      );
    }
  });

  it('the owner may let shared sessions see the logs, and nothing else by that (R-43) [Y90]', () => {
    const open = context(SHARED, { seesLogs: true });
    expect(allowed(open, LOG)).toBe('read append');
    expect(allowed(open, OLD_LOG)).toBe('read');
    for (const file of ['SOUL.md', 'AGENTS.md', 'USER.md', 'MEMORY.md', 'TOOLS.md', 'BOOTSTRAP.md'])
      expect(allowed(open, file)).toBe(allowed(IN_SHARED, file));
  });

  it('a refusal names its rule and a way out', () => {
    expect(decide(IN_SHARED, 'read', 'MEMORY.md')).toMatchObject({ section: '§3.2' });
    expect(decide(IN_MAIN, 'write', 'SOUL.md')).toMatchObject({
      section: '§3.1',
      advice: expect.stringContaining('--reconfigure'),
    });
    expect(decide(IN_MAIN, 'append', OLD_LOG)).toMatchObject({ allowed: false, section: '§3.1' });
    expect(decide(IN_MAIN, 'read', 'BOOTSTRAP.md')).toMatchObject({ section: '§2.6' });
    expect(decide(IN_MAIN, 'read', '../secret')).toMatchObject({ section: '§4.4', as: 'outside' });
    expect(decide(IN_MAIN, 'write', 'notes.md')).toMatchObject({
      advice: expect.stringContaining('workFolders'),
    });
  });

  it.each(SESSION_KINDS)('in a $name session two folders may be listed', (kind) => {
    const list = (file: string): boolean => decide(context(kind), 'list', file).allowed;
    expect([list(''), list('memory')]).toEqual([true, true]);
    for (const other of ['.', '/', 'memory/', './memory', '..', '.git', 'SOUL.md'])
      expect(list(other), other).toBe(false);
    // And others in main sessions alone.
    for (const other of ['memory/archive', 'skills', 'projects/x'])
      expect(list(other), other).toBe(kind.permissions.workFiles !== 'none');
  });
});

describe('where no human attends (R-91)', () => {
  const alone = context(MAIN, { attended: false });

  it.each(['AGENTS.md', 'USER.md', 'TOOLS.md', 'HEARTBEAT.md', 'MEMORY.md'] as const)(
    '%s is read and not written, unless the owner names it',
    (file) => {
      expect(allowed(alone, file)).toBe('read');
      expect(decide(alone, 'write', file)).toMatchObject({ as: 'unattended' });
      const others = ATTENDED_WRITES.filter((one) => one !== file);
      expect(allowed({ ...alone, unattendedWrites: others }, file)).toBe('read');
      expect(allowed({ ...alone, unattendedWrites: [file] }, file)).toBe('read write');
    },
  );

  it('the log of today is added to, and a first boot creates what it must', () => {
    expect(allowed(alone, LOG)).toBe('read append');
    const firstBoot = { ...alone, firstBoot: true };
    for (const file of ['SOUL.md', 'USER.md', 'AGENTS.md'])
      expect(allowed(firstBoot, file)).toBe('read write');
  });

  it('and nothing more is allowed than where one does', () => {
    for (const kind of SESSION_KINDS)
      for (const file of ['SOUL.md', ...ATTENDED_WRITES, OLD_LOG, 'BOOTSTRAP.md', 'other.md']) {
        const here = { unattendedWrites: ATTENDED_WRITES };
        expect(allowed(context(kind, { ...here, attended: false }), file)).toBe(
          allowed(context(kind, here), file),
        );
      }
  });
});

describe('a first boot', () => {
  const firstBoot = context(MAIN, { firstBoot: true });

  it.each([
    ['SOUL.md', 'read write'],
    ['USER.md', 'read write'],
    ['AGENTS.md', 'read write'],
    ['MEMORY.md', 'read'],
    ['TOOLS.md', 'read'],
    [LOG, 'read append'],
    [OLD_LOG, 'read'],
    ['BOOTSTRAP.md', ''],
    ['BOOTSTRAP.yamo', ''],
    ['other.md', ''],
  ])('%s: %j', (file, expected) => {
    expect(allowed(firstBoot, file)).toBe(expected);
  });

  it('creates and does not replace', () => {
    for (const file of ['SOUL.md', 'USER.md', 'AGENTS.md'])
      expect(decide(firstBoot, 'write', file)).toMatchObject({ allowed: true, creates: true });
  });
});

/** The names of the layout, decided here by other means than in the kernel. */
const FIXED = new Set([
  'SOUL.md',
  'AGENTS.md',
  'USER.md',
  'MEMORY.md',
  'BOOTSTRAP.md',
  'BOOTSTRAP.yamo',
  'HEARTBEAT.md',
  'TOOLS.md',
  'memory/heartbeat-state.json',
]);
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLog = (file: string): boolean => {
  const parts = file.split(/[/.-]/);
  const [folder, year = '', month = '', day = '', suffix] = parts;
  if (file !== `memory/${year}-${month}-${day}.md` || parts.length !== 5) return false;
  if (folder !== 'memory' || suffix !== 'md') return false;
  if (!/^[0-9]{4}$/.test(year) || !/^[0-9]{2}$/.test(month) || !/^[0-9]{2}$/.test(day))
    return false;
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const last = month === '02' && leap ? 29 : (DAYS[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= last;
};

/** A path below the workspace that is no spelling of a name of the layout; decided here by other means, too. */
const isPlain = (file: string): boolean => {
  const bare = file.normalize('NFKC').replaceAll(/\p{C}/gu, '').toLowerCase().trim();
  const isSpelling = [...FIXED].some((name) => name.toLowerCase() === bare) || isLog(bare);
  const isOdd = file
    .split('/')
    .some(
      (name) => name.trim() === '' || /^[. ]|[. ]$|[\p{C}\\]|^bootstrap\.(md|yamo)/iu.test(name),
    );
  return !isSpelling && !isOdd && file.length <= 1024;
};

const spelled = (name: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    name,
    name.toLowerCase(),
    name.toUpperCase(),
    name.normalize('NFD'),
    name.replace('E', '\u0415'),
    name.replace('.', '\uFF0E'),
    encodeURIComponent(name),
    name.replaceAll(/./gu, (char) => `%${(char.codePointAt(0) ?? 0).toString(16)}`),
    `${name}/`,
    `./${name}`,
    `x/../${name}`,
    `/${name}`,
    name.replace('/', '//'),
    name.replace('/', '\\'),
  );

describe('any name whatever', () => {
  const known = fc.constantFrom(...FIXED, LOG, OLD_LOG, 'memory', '');
  const junk = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom(
      '.',
      '..',
      '/',
      '//',
      './',
      '../',
      '\0',
      '%2e%2e%2f',
      '%00',
      '\\',
      ' ',
      '\n',
      '~',
      '\u200B',
      '\u202E',
      'x'.repeat(5000),
      'memory/',
      '/etc/passwd',
      ':$DATA',
      '\uFEFF',
    ),
  );
  const date = fc
    .tuple(
      fc.integer({ min: 0, max: 12_000 }),
      fc.integer({ min: 0, max: 99 }),
      fc.integer({ min: 0, max: 99 }),
    )
    .map(
      ([year, month, day]) =>
        `memory/${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}.md`,
    );
  const shape = fc
    .tuple(fc.stringMatching(/^[0-9]{4}-(0[0-9]|1[0-3])-[0-3][0-9]$/))
    .map(([day]) => `memory/${day}.md`);
  const path = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    known.chain(spelled),
    fc.tuple(junk, known, junk).map((parts) => parts.join('')),
    date,
    shape,
  );
  const anyone = fc.record({
    names: fc.constant(OWN_NAMES),
    kind: fc.constantFrom(...SESSION_KINDS),
    today: fc.constant(TODAY),
    seesLogs: fc.boolean(),
    proposes: fc.boolean(),
    notesChecks: fc.boolean(),
    reconfigure: fc.constantFrom(
      () => true,
      () => false,
    ),
    firstBoot: fc.boolean(),
    attended: fc.boolean(),
    unattendedWrites: fc.subarray([...ATTENDED_WRITES]),
    workFolders: fc.subarray(['notes', 'memory', 'x', '..']),
  });

  it('has a role only if it is a name of the layout to the letter', () => {
    inRuns(5000)(path, (file) => {
      expect(roleOf(file) !== undefined).toBe(FIXED.has(file) || isLog(file));
    });
  });

  it('is denied if it has no role, to everybody but a main session, and to that unless it is plain (R-99)', () => {
    inRuns(5000)(path, anyone, fc.constantFrom(...OPERATIONS), (file, who, operation) => {
      const decision = decide(who, operation, file);
      if (!decision.allowed || FIXED.has(file) || isLog(file)) return;
      const { workFiles } = who.kind.permissions;
      expect(workFiles !== 'none' && !who.firstBoot && isPlain(file)).toBe(true);
      expect(operation).not.toBe('append');
      const isNamed = who.workFolders.some((folder) => file.startsWith(`${folder}/`));
      expect(operation === 'read' || (isNamed && workFiles === 'write')).toBe(true);
    });
  });

  it('does not lead to MEMORY.md in a shared session [Y89]', () => {
    inRuns(5000)(path, anyone, fc.constantFrom(...OPERATIONS), (file, who, operation) => {
      const decision = decide({ ...who, kind: SHARED, firstBoot: false }, operation, file);
      expect(decision.allowed && decision.role === 'memory').toBe(false);
      expect(!decision.allowed || operation === 'read' || file === LOG).toBe(true);
    });
  });

  it('does not let anybody touch bootstrap instructions (§2.6)', () => {
    forAll(anyone, fc.constantFrom(...OPERATIONS), (who, operation) => {
      for (const file of ['BOOTSTRAP.md', 'BOOTSTRAP.yamo'])
        expect(decide(who, operation, file).allowed).toBe(false);
    });
  });

  it.each([
    ['memory/YYYY-MM-DD.md'],
    ['memory/2026-02-30.md'],
    ['memory/2026-02-29.md'],
    ['memory/2100-02-29.md'],
    ['memory/2026-3-1.md'],
    ['memory/2026-03-14.MD'],
    ['memory/2026-03-14.md\n'],
    ['memory/２０２６-03-14.md'],
    ['memory/archive/2026-03-14.md'],
    ['notes.md'],
    ['memory/../SOUL.md'],
    ['soul.md'],
    ['SOUL.md\0'],
    ['SOUL.md/'],
    ['constructor'],
    ['__proto__'],
  ])('%j is no file of the layout', (file) => {
    expect(roleOf(file)).toBeUndefined();
  });

  it('memory/2028-02-29.md is one', () => {
    expect(roleOf('memory/2028-02-29.md')).toBe('daily');
  });

  it('is taken relative to the workspace without being tidied up', () => {
    expect(relativeTo('/home/ada/ws', '/home/ada/ws/USER.md')).toBe('USER.md');
    expect(relativeTo('/home/ada/ws', '/home/ada/ws/../ws/USER.md')).toBe('../ws/USER.md');
    expect(relativeTo('/home/ada/ws', '/home/ada/ws2/USER.md')).toBeUndefined();
    expect(relativeTo('/home/ada/ws', '/home/ada/ws')).toBeUndefined();
    expect(relativeTo('/home/ada/ws', 'USER.md')).toBeUndefined();
  });
});
