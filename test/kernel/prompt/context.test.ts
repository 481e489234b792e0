/** The day that a prompt is made for, by the clock of its system. */
import { expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { Directory } from '#kernel/fs/directory.ts';
import { Folders } from '#kernel/prompt/folders.ts';
import { promptContextOf } from '#kernel/prompt/context.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { LayoutName } from '#lib/spec/layouts.ts';
import { dayBefore } from '#lib/text/day.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

/** Whenever it is, it is another day than by UTC in one of them. */
const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12'] as const;
const UTC_TODAY = (): string => new Date().toISOString().slice(0, 10);

const daysOf = (layout: LayoutName, zone: string): readonly [string, string] => {
  const folders = new Folders(Directory.open(disk, makeWorkspace({}).path));
  const { context } = promptContextOf(
    folders,
    LAYOUTS[layout],
    {},
    {
      audience: 'main',
      heartbeat: false,
      firstRun: false,
      date: undefined,
      zone,
      isReminded: false,
      dailyInShared: false,
    },
  );
  folders.close();
  return [context.variables.today, context.variables.yesterday];
};

it('GSV counts days by UTC wherever its human is, and the others as that does [G5]', () => {
  const before = UTC_TODAY();
  const days = ZONES.map((zone) => daysOf('gsv', zone));
  const others = ZONES.map((zone) => daysOf('openclaw', zone)[0]);
  // Midnight may pass meanwhile.
  expect([before, UTC_TODAY()]).toContain(days[0]?.[0]);
  for (const [today, yesterday] of days)
    expect([today, yesterday]).toEqual([days[0]?.[0], dayBefore(today)]);
  expect(new Set(others).size).toBe(2);
});
