/** What a kind of session is given, and what it is never given without something else. */
import { describe, expect, it } from 'vitest';

import { ACCESS, type Operation, type AccessRight } from '#lib/spec/access.ts';
import type { Audience } from '#lib/spec/audience.ts';
import {
  kindNamed,
  kindOfAudience,
  MAIN,
  seesLogs,
  SESSION_KINDS,
  SHARED,
} from '#lib/spec/session-policy.ts';

/** A verdict that allows nothing, something under a condition, or all. */
const WEIGHT: Readonly<Record<AccessRight, number>> = {
  never: 0,
  today: 1,
  create: 1,
  reconfigure: 1,
  'opt-in': 1,
  context: 2,
  allowed: 3,
  required: 3,
};
const OPERATIONS = ['read', 'write', 'append'] as const satisfies readonly Operation[];

describe('a kind of session', () => {
  it('has a name, by which settings, records and messages know it', () => {
    for (const kind of SESSION_KINDS) expect(kindNamed(kind.name)).toBe(kind);
    expect(JSON.stringify({ kind: MAIN })).toBe('{"kind":"main"}');
    for (const name of [
      '',
      'Main',
      'main ',
      'constructor',
      '__proto__',
      0,
      null,
      undefined,
      {},
      MAIN,
    ])
      expect(kindNamed(name)).toBeUndefined();
  });

  it('cannot be compared with a text', () => {
    // @ts-expect-error A kind is no text.
    expect(MAIN === 'main').toBe(false);
    // @ts-expect-error Nor is an object with its name a kind.
    const forged: typeof MAIN = {
      name: 'main',
      permissions: MAIN.permissions,
      toJSON: () => 'main' as const,
    };
    expect(SESSION_KINDS).not.toContain(forged);
  });

  it.each(SESSION_KINDS)('$name: its permissions cannot be changed', ({ permissions }) => {
    expect(Object.isFrozen(permissions)).toBe(true);
    expect(() => Object.assign(permissions, { seesMemory: true })).toThrow(TypeError);
  });
});

describe('the permissions', () => {
  it.each(SESSION_KINDS)(
    'of $name are at most those of main, file by file [Y89]',
    ({ permissions }) => {
      for (const [role, rights] of Object.entries(permissions.access))
        for (const operation of OPERATIONS) {
          const most = Object.entries(ACCESS.main).find(([name]) => name === role)?.[1][operation];
          expect([role, operation, WEIGHT[rights[operation]] <= WEIGHT[most ?? 'never']]).toEqual([
            role,
            operation,
            true,
          ]);
        }
    },
  );

  it.each(SESSION_KINDS)(
    'of $name keep MEMORY.md out of reach everywhere, or nowhere [Y89, Y94]',
    ({ permissions }) => {
      const { access, seesMemory } = permissions;
      expect(access.memory.read !== 'never').toBe(seesMemory);
      if (seesMemory) return;
      expect(permissions).toMatchObject({
        curatesMemory: false,
        index: 'log',
        privateLines: 'guarded',
        view: 'copies',
        workFiles: 'none',
        unsandboxed: 'never',
        takesInstructions: false,
        unsure: 'deny',
      });
      expect([access.memory.write, access.archive.read]).toEqual(['never', 'never']);
    },
  );

  it.each(SESSION_KINDS)(
    'of $name let nothing be changed for others where others take part',
    ({ permissions }) => {
      if (permissions.isPrivate) return;
      expect(permissions.conduct.length).toBeGreaterThan(0);
      expect(permissions).toMatchObject({
        seesMemory: false,
        preparesFiles: false,
        choosesModel: false,
        logs: 'opt-in',
        shell: 'channel',
      });
    },
  );

  it('open the logs to shared sessions where the owner says so, and always to main ones (R-43)', () => {
    expect([seesLogs(MAIN, false), seesLogs(MAIN, true)]).toEqual([true, true]);
    expect([seesLogs(SHARED, false), seesLogs(SHARED, true)]).toEqual([false, true]);
    expect(seesLogs(SHARED, false, 'discord:ops')).toBe(true);
  });

  it.each([
    ['main', MAIN],
    ['shared', SHARED],
    ['subagent', SHARED],
    ['cron', SHARED],
  ] satisfies readonly (readonly [Audience, typeof MAIN])[])(
    'of a prompt for %s are those of its sessions',
    (audience, kind) => expect(kindOfAudience(audience)).toBe(kind),
  );
});
