/** What the briefing says is allowed is what the gate allows, in every kind of session, for every file. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decide, type AccessContext } from '#kernel/gate/decide.ts';
import { assemble, assembleFirstBoot } from '#lib/prompt/assemble.ts';
import { assembleAgentless } from '#lib/prompt/agentless.ts';
import { ATTENDED_WRITES, type Operation } from '#lib/spec/access.ts';
import { FILES } from '#lib/spec/files.ts';
import { MAIN, SHARED, SESSION_KINDS } from '#lib/spec/session-policy.ts';
import { context, TODAY } from '#test/support/access-context.ts';
import { forAll } from '#test/support/property.ts';

const OTHER_DAY = '2026-03-02';
const NAMED = FILES.flatMap(({ name }) =>
  name.includes('YYYY') ? [TODAY, OTHER_DAY].map((day) => name.replace('YYYY-MM-DD', day)) : [name],
);
const FOLDERS = ['projects', 'skills/own', 'memory/archive'];
const WORK = ['notes.md', ...FOLDERS.map((folder) => `${folder}/plan.md`)];

const contexts = fc.record({
  kind: fc.constantFrom(...SESSION_KINDS),
  dailyInShared: fc.boolean(),
  reconfigure: fc.constantFrom(
    () => true,
    () => false,
  ),
  attended: fc.boolean(),
  unattendedWrites: fc.subarray([...ATTENDED_WRITES]),
  workFolders: fc.subarray(FOLDERS),
  firstBoot: fc.boolean(),
});

const sceneOf = (who: AccessContext) => ({
  kind: who.kind,
  today: TODAY,
  zone: 'UTC',
  log: `memory/${TODAY}.md`,
  nonce: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  workFolders: who.workFolders,
  may: (operation: Operation, file: string) => decide(who, operation, file),
});

const briefingOf = (who: AccessContext): string =>
  (who.firstBoot
    ? assembleFirstBoot([], { ...sceneOf(who), human: true, missing: '' })
    : assemble([], sceneOf(who))
  ).briefing;

/** The names after an opening; nothing where no line begins so. */
const named = (briefing: string, opening: string): readonly string[] =>
  briefing
    .split('\n')
    .filter((line) => line.startsWith(`${opening}: `))
    .flatMap((line) => line.slice(opening.length + 2, -1).split(', '));

const READ = 'You may read';
const APPEND = 'You may append to';
const WRITE = 'You may write';
const ONCE = 'You may write once in this session, because your human opened it for that';
const CREATE = 'You may create, or fill in while it has gaps';

const says = (briefing: string, openings: readonly string[], file: string): boolean => {
  const names = new Set(openings.flatMap((opening) => named(briefing, opening)));
  return names.has(file) || names.has(file.replace(/\d{4}-\d{2}-\d{2}/, 'YYYY-MM-DD'));
};

describe('what the briefing says is allowed', () => {
  it('is what the gate allows, for every file of the layout', () => {
    forAll(contexts, (given) => {
      const who = context(given.kind, given);
      const briefing = briefingOf(who);
      for (const file of NAMED) {
        const allowed = (operation: Operation): boolean => decide(who, operation, file).allowed;
        expect(says(briefing, [WRITE, ONCE, CREATE], file), `write ${file}`).toBe(allowed('write'));
        expect(says(briefing, [APPEND], file), `append ${file}`).toBe(allowed('append'));
        // In a first boot there is no tool to read with.
        expect(says(briefing, [READ], file), `read ${file}`).toBe(
          !who.firstBoot && allowed('read'),
        );
      }
    });
  });

  it('is what the gate allows, for the other files of the workspace', () => {
    forAll(contexts, (given) => {
      const who = context(given.kind, { ...given, firstBoot: false });
      const briefing = briefingOf(who);
      const folders = named(briefing, 'You may write such files in these folders only');
      for (const file of WORK) {
        const inFolder = folders.some((folder) => file.startsWith(folder));
        expect(inFolder, `write ${file}`).toBe(decide(who, 'write', file).allowed);
        expect(briefing.includes('You may read, list and search them'), `read ${file}`).toBe(
          decide(who, 'read', file).allowed,
        );
      }
    });
  });

  it('is the same for a program that only reads and notes', () => {
    forAll(contexts, (given) => {
      const who = context(given.kind, { ...given, firstBoot: false });
      const { briefing } = assembleAgentless([], sceneOf(who));
      for (const file of NAMED) {
        expect(says(briefing, [READ], file)).toBe(decide(who, 'read', file).allowed);
        expect(says(briefing, [APPEND], file)).toBe(decide(who, 'append', file).allowed);
      }
      expect(briefing).not.toContain(WRITE);
    });
  });

  it.each([
    [MAIN, true, ['SOUL.md']],
    [MAIN, false, []],
    [SHARED, true, []],
  ] as const)('in a %s session, reconfigure %s: once %j [Y16]', (kind, reconfigure, once) => {
    const briefing = briefingOf(context(kind, { reconfigure: () => reconfigure }));
    expect(named(briefing, ONCE)).toEqual(once);
    expect(named(briefing, WRITE)).not.toContain('SOUL.md');
  });

  it('tells an agent that is alone what waits for its human (R-91)', () => {
    const alone = context(MAIN, { attended: false, unattendedWrites: ['TOOLS.md'] });
    const waits = named(
      briefingOf(alone),
      'You may not write, because no human attends this session',
    );
    expect([...waits].toSorted()).toEqual(['AGENTS.md', 'HEARTBEAT.md', 'MEMORY.md', 'USER.md']);
    expect(named(briefingOf(alone), WRITE)).toEqual(['TOOLS.md']);
  });

  it('in a first boot is to create, not to write over (§6.2)', () => {
    const briefing = briefingOf(context(MAIN, { firstBoot: true }));
    expect([...named(briefing, CREATE)].toSorted()).toEqual(['AGENTS.md', 'SOUL.md', 'USER.md']);
    expect(named(briefing, WRITE)).toEqual([]);
  });
});
