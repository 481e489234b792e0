/** Where files of one layout go in another: no content is lost, no two become one, and the way back is known. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LAYOUTS } from '#lib/layout/bundled.ts';
import { planConversion } from '#lib/layout/convert.ts';
import { LAYOUT_NAMES, type LayoutName } from '#lib/spec/layouts.ts';
import { inRuns } from '#test/support/property.ts';

const convert = (files: readonly string[], from: LayoutName, to: LayoutName) =>
  planConversion(files, {
    from: LAYOUTS[from],
    to: LAYOUTS[to],
    agents: { from: 'echo', to: 'echo' },
  });
const places = (files: readonly string[], from: LayoutName, to: LayoutName) =>
  Object.fromEntries(convert(files, from, to).moves.map((move) => [move.from, move.to]));

/** No file is a folder, too. */
const possible = (files: readonly string[]): readonly string[] =>
  files.filter((name) => !files.some((other) => other.startsWith(`${name}/`)));

describe('a conversion', () => {
  it('puts what has a role where that role is', () => {
    const files = [
      'SOUL.md',
      'AGENTS.md',
      'USER.md',
      'MEMORY.md',
      'IDENTITY.md',
      'memory/2026-03-14.md',
      'skills/a/SKILL.md',
      'x/notes.txt',
    ];
    expect(places(files, 'gsv', 'rfc-0009')).toEqual(
      Object.fromEntries(files.map((file) => [file, file])),
    );
    expect(places(files, 'gsv', 'nexus')).toEqual({
      'SOUL.md': 'state/agents/echo/SOUL.md',
      'AGENTS.md': 'AGENTS.md',
      'USER.md': 'state/user/IDENTITY.md',
      'MEMORY.md': 'home/MEMORY.md',
      'IDENTITY.md': 'state/agents/echo/IDENTITY.md',
      'memory/2026-03-14.md': 'home/memory/2026-03-14.md',
      'skills/a/SKILL.md': 'skills/a/SKILL.md',
      'x/notes.txt': 'home/x/notes.txt',
    });
  });

  it('keeps apart what has one name and another meaning', () => {
    expect(places(['AGENTS.md', 'SOUL.md'], 'aletheia', 'rfc-0009')).toEqual({
      'AGENTS.md': 'kept/AGENTS.md',
      'SOUL.md': 'SOUL.md',
    });
  });

  it.each(LAYOUT_NAMES)(
    'brings no bootstrap instructions from %s to where the kernel carries them out',
    (from) => {
      const files = [
        'BOOTSTRAP.md',
        'BOOTSTRAP.yamo',
        'bootstrap.md',
        'kept/BOOTSTRAP.md',
        'home/BOOTSTRAP.md',
        'state/agents/BOOTSTRAP.md',
      ];
      const to = Object.values(places(files, from, 'rfc-0009'));
      expect(to.filter((name) => /^bootstrap\./iu.test(name))).toEqual([]);
    },
  );

  it('puts no file where another one needs a folder, nor below one', () => {
    expect(places(['memory', 'home/memory/2026-03-14.md'], 'nexus', 'gsv')).toEqual({
      memory: 'memory',
      'home/memory/2026-03-14.md': 'kept/home/memory/2026-03-14.md',
    });
    expect(places(['home/memory/2026-03-14.md', 'memory'], 'nexus', 'gsv')).toEqual({
      'home/memory/2026-03-14.md': 'memory/2026-03-14.md',
      memory: 'kept/memory',
    });
    expect(places(['a', 'home/a/b'], 'gsv', 'nexus')).toEqual({
      a: 'home/a',
      'home/a/b': 'kept/home/a/b',
    });
    expect(places(['kept', 'AGENTS.md'], 'aletheia', 'gsv')).toEqual({
      kept: 'kept/kept',
      'AGENTS.md': 'kept/AGENTS.md',
    });
  });

  it.each(['memory.md', 'Memory.MD', 'memory.txt'])('makes no long-term memory of %s', (name) => {
    expect(places([name], 'gsv', 'rfc-0009')).toEqual({ [name]: `kept/${name}` });
  });

  it('leaves settings and credentials of the runtime where they are', () => {
    const { moves, left } = convert(
      ['state/config.json', 'state/credentials/x.json', 'state/data/events.db', 'AGENTS.md'],
      'nexus',
      'gsv',
    );
    expect([moves.length, left.map(({ file }) => file)]).toEqual([
      1,
      ['state/config.json', 'state/credentials/x.json', 'state/data/events.db'],
    ]);
  });

  const NAMES = [
    'SOUL.md',
    'AGENTS.md',
    'USER.md',
    'MEMORY.md',
    'IDENTITY.md',
    'GOALS.md',
    'TOOLS.md',
    'HEARTBEAT.md',
    'BOOTSTRAP.md',
    'PROSOCHE.md',
    'memory/2026-03-14.md',
    'memory/2026-03-13.md',
    'memory/heartbeat-state.json',
    'state/agents/echo/SOUL.md',
    'state/agents/echo/IDENTITY.md',
    'state/agents/atlas/SOUL.md',
    'state/user/IDENTITY.md',
    'prompts/SYSTEM.md',
    'skills/a/SKILL.md',
    'notes/x.md',
    'soul.md',
    'kept/SOUL.md',
    'home/SOUL.md',
    'kept/kept/x',
    'home/memory/2026-03-14.md',
    'kept',
    'home',
    'memory',
    'skills',
    'state',
    'agents',
  ];
  const some = fc.record({
    files: fc.subarray(NAMES).map(possible),
    from: fc.constantFrom(...LAYOUT_NAMES),
    to: fc.constantFrom(...LAYOUT_NAMES),
  });

  it('gives every file one place, and no two the same', () => {
    inRuns(500)(some, ({ files, from, to }) => {
      const { moves, left } = convert(files, from, to);
      expect(
        [...moves.map((move) => move.from), ...left.map(({ file }) => file)].toSorted(),
      ).toEqual(files.toSorted());
      const names = moves.map((move) => move.to.toLowerCase());
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
      // Nothing lies where another file would have to be a folder.
      expect(names.filter((name) => names.some((other) => other.startsWith(`${name}/`)))).toEqual(
        [],
      );
    });
  });

  it('there and back keeps every content, and the names of the layout', () => {
    inRuns(500)(some, ({ files, from, to }) => {
      const own = files.filter(
        (file) => !/^(?:kept|home)\/|^soul\.md$|^state\/agents\/atlas/u.test(file),
      );
      const there = convert(own, from, to).moves;
      const back = convert(
        there.map((move) => move.to),
        to,
        from,
      ).moves;
      expect(back.length).toBe(there.length);
      const names = back.map((move) => [there.find((one) => one.to === move.from)?.from, move.to]);
      const wrong = names.filter(
        ([before = '', after]) =>
          before !== after &&
          LAYOUTS[from].files.some(
            ({ name, role }) => name.replace('{agent}', 'echo') === before && role !== 'bootstrap',
          ),
      );
      expect(wrong).toEqual([]);
    });
  });
});
