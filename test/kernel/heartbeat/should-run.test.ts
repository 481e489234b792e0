/** What a heartbeat finds before it wakes anybody: what waits for a human, and what was spent today. */
import { symlinkSync } from 'node:fs';

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Settings } from '#kernel/contract/boot-request.ts';
import {
  type ShouldRun,
  type ShouldRunRequest,
  peekShouldRun,
} from '#kernel/heartbeat/should-run.ts';
import { writeEvery, writeRuns } from '#kernel/heartbeat/store.ts';
import { SessionMark } from '#kernel/state/sessions.ts';
import { rememberZone } from '#kernel/state/zone.ts';
import { HEARTBEAT_STATE } from '#lib/heartbeat/checks.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { HEARTBEAT_SECONDS } from '#lib/spec/limits.ts';
import { hostOf } from '#test/support/in-process.ts';
import { laterRefusalOf, openHome, openWorkspace } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const NOW = Date.parse('2026-03-14T09:00:00Z') / 1000;
const DAY = 86_400;
const LIST = { 'HEARTBEAT.md': '- [ ] mail (every 2h): anything?\n' };

const seen = (
  ws: TempWorkspace,
  heartbeat: Settings['heartbeat'] = {},
  asked: Partial<ShouldRunRequest> = {},
): Promise<ShouldRun> => {
  const host = hostOf(ws);
  const request = { path: ws.path, byClock: false, everySeconds: undefined, zone: 'UTC', ...asked };
  return peekShouldRun(request, { ...host, settings: { ...host.settings, heartbeat } });
};

const reasonOf = async (...parameters: Parameters<typeof seen>): Promise<string> => {
  const { decision } = await seen(...parameters);
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

  it.each([
    ['whoever asks says, before all others', { everySeconds: 60 }, 120, '3m', 60],
    ['its owner said when they turned it on', {}, 120, '3m', 120],
    ['the settings say', {}, undefined, '3m', 180],
    ['it does where nobody says', {}, undefined, undefined, HEARTBEAT_SECONDS],
  ])('comes as often as %s', async (_, asked, turnedOn, every, expected) => {
    const ws = makeBornWorkspace(LIST);
    const home = openHome(ws, openWorkspace(ws));
    writeEvery(home, turnedOn);
    home.close();
    const { facts } = await seen(ws, every === undefined ? {} : { every }, asked);
    expect(facts.everySeconds).toBe(expected);
  });

  it.each([
    ['is left to a turn that runs', true, 'busy'],
    ['does not wait for a session without a turn', false, 'wakes'],
  ])('%s', async (_, isBusy, expected) => {
    const ws = makeBornWorkspace(LIST);
    const home = openHome(ws, openWorkspace(ws));
    const startedAt = new Date().toISOString();
    const mark = new SessionMark(home, { bootId: 'b0', kind: 'main', startedAt, isBusy });
    expect(await reasonOf(ws)).toBe(expected);
    mark.remove();
    expect(await reasonOf(ws)).toBe('wakes');
  });

  it('keeps to the hours of the zone that the last boot knew, where USER.md names none', async () => {
    vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] });
    const ws = makeBornWorkspace({ ...LIST, 'USER.md': '# User\n' });
    const home = openHome(ws, openWorkspace(ws));
    rememberZone(home, 'Asia/Tokyo');
    home.close();
    // Nine in the morning of UTC is six in the evening there.
    const asked = { zone: undefined };
    expect(await reasonOf(ws, { activeHours: '17:00-19:00' }, asked)).toBe('wakes');
    expect(await reasonOf(ws, { activeHours: '08:00-10:00' }, asked)).toBe('outside-hours');
  });

  it('takes a state that is no text for a broken one, and refuses one that lies elsewhere', async () => {
    const ws = makeBornWorkspace({ ...LIST, [HEARTBEAT_STATE]: Buffer.from([0xff]) });
    const { facts } = await seen(ws);
    expect(facts.checks.isBroken).toBe(true);
    ws.remove(HEARTBEAT_STATE);
    symlinkSync(ws.at('HEARTBEAT.md'), ws.at(HEARTBEAT_STATE));
    expect(await laterRefusalOf(() => seen(ws))).toBe('FILE_SYMLINK');
  });
});
