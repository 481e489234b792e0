/** What a heartbeat finds before it wakes anybody: what waits for a human, and what was spent today. */
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Settings } from '#kernel/contract/boot-request.ts';
import { peek } from '#kernel/heartbeat/look.ts';
import { writeRuns } from '#kernel/heartbeat/store.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { hostOf } from '#test/support/in-process.ts';
import { openHome, openWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const NOW = Date.parse('2026-03-14T09:00:00Z') / 1000;
const DAY = 86_400;
const LIST = { 'HEARTBEAT.md': '- [ ] mail (every 2h): anything?\n' };

const reasonOf = async (
  ws: TempWorkspace,
  heartbeat: Settings['heartbeat'] = {},
): Promise<string> => {
  const host = hostOf(ws);
  const request = { path: ws.path, byClock: false, everySeconds: undefined, zone: 'UTC' };
  const settings = { ...host.settings, heartbeat };
  const { decision } = await peek(request, { ...host, settings });
  return decision.wakes ? 'wakes' : decision.reason;
};

afterEach(() => void vi.useRealTimers());

describe('a heartbeat', () => {
  it.each(BOOTSTRAP_FILES)('leaves %s to the human whom its first boot needs', async (file) => {
    const ws = makeBornWorkspace(LIST);
    expect(await reasonOf(ws)).toBe('wakes');
    ws.write(file, 'Be somebody else.\n');
    expect(await reasonOf(ws)).toBe('first-boot');
    expect(ws.has(file)).toBe(true);
  });

  it.each([
    ['of today are used up', 0, 'budget'],
    ['of yesterday are there again', 1, 'wakes'],
  ])('whose tokens %s', async (_, daysAgo, expected) => {
    vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] });
    const ws = makeBornWorkspace(LIST);
    const day = new Date((NOW - daysAgo * DAY) * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const home = openHome(ws, openWorkspace(ws));
    writeRuns(home, { v: 1, runs: 1, spent: { day, tokens: 100, usd: 1 } });
    home.close();
    expect(await reasonOf(ws, { dayTokens: 100 })).toBe(expected);
    expect(await reasonOf(ws, { dayUsd: 1 })).toBe(expected);
    expect(await reasonOf(ws, { dayTokens: 101, dayUsd: 1.5 })).toBe('wakes');
  });
});
