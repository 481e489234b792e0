/** A workspace at a glance: what is told of each state, and that nothing of it is touched. */
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS, type Host, type Settings } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { spentToday, type WorkspaceStatus, workspaceStatus } from '#kernel/owner/status.ts';
import { keepSaid } from '#kernel/state/heartbeat-said.ts';
import { keepBaseline } from '#kernel/state/baseline.ts';
import { appendRecord } from '#kernel/state/chain.ts';
import type { StateHome } from '#kernel/state/home.ts';
import { UsageLedger } from '#kernel/state/ledger.ts';
import { SessionMark } from '#kernel/state/sessions.ts';
import { Transcript } from '#kernel/state/transcripts.ts';
import { statusText, jsonOf } from '#cli/status/found.ts';
import schema from '#schemas/status.schema.json' with { type: 'json' };
import { laterRefusalOf, openHome, openWorkspace, stateRootOf, uid } from '#test/support/kernel.ts';
import { snapshot } from '#test/support/snapshot.ts';
import { makeBornWorkspace, makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { STATE } from '#kernel/state/kinds.ts';
import { stateOf } from '#kernel/state/store.ts';

const CANARY = 'heron under the pier';
const AT = '2026-03-14T09:26:00.000Z';

const hostOf = (ws: TempWorkspace, settings: Partial<Settings> = {}): Host => ({
  disk,
  uid,
  environment: { XDG_STATE_HOME: ws.stateHome, HOME: ws.configHome, PATH: '' },
  settings: { ...DEFAULT_SETTINGS, ...settings },
  settingsFile: undefined,
  human: undefined,
  emit: () => undefined,
  signal: new AbortController().signal,
  version: '0',
  behind: () => undefined,
  diagnostics: () => undefined,
});

const within = (ws: TempWorkspace, work: (home: StateHome) => void): void => {
  const workspace = openWorkspace(ws);
  const home = openHome(ws, workspace);
  work(home);
  home.close();
  workspace.close();
};

const booted = (ws: TempWorkspace, ending: object, more = {}): void =>
  within(ws, (home) => void appendRecord(home, { version: 1, startedAt: AT, ending, ...more }));

const fitsSchema = new Ajv({ allErrors: true }).compile(schema);

type Case = readonly [
  what: string,
  make: (ws: TempWorkspace) => Partial<Settings> | void,
  status: Partial<WorkspaceStatus>,
  row: RegExp,
];

const NEVER = { lastBoot: undefined, running: [], sessions: [] };
const CASES: readonly Case[] = [
  ['never booted', () => undefined, NEVER, /last boot +never: yamo boot /],
  [
    'closed',
    (ws) => booted(ws, { end: 'closed', reason: 'x' }, { endedAt: AT, kind: 'main' }),
    { lastBoot: { startedAt: AT, endedAt: AT, kind: 'main', end: 'closed' } },
    /last boot +2026-03-14 09:26 UTC, main session, closed$/m,
  ],
  [
    'refused',
    (ws) => booted(ws, { end: 'refused', code: 'SOUL_MISSING', section: '§6' }),
    { lastBoot: { startedAt: AT, end: 'refused', code: 'SOUL_MISSING' } },
    /last boot .*refused \(SOUL_MISSING\)/,
  ],
  [
    'a record whose end is torn',
    (ws) => {
      booted(ws, { end: 'died' });
      within(ws, (home) =>
        writeFileSync(join(home.path, 'record.jsonl'), '{"seq":2', { flag: 'a' }),
      );
    },
    { lastBoot: { startedAt: AT, end: 'died' } },
    /last boot .*, died/,
  ],
  [
    'a killed session',
    (ws) =>
      within(ws, (home) => {
        const id = '0c1b2a3d-0000-4000-8000-000000000000';
        writeFileSync(
          join(home.path, `open-${id}.json`),
          JSON.stringify({ bootId: id, kind: 'main', startedAt: AT }),
        );
        writeFileSync(join(home.path, `open-${id}.lock`), '');
      }),
    { running: [] },
    /waiting +nothing/,
  ],
  [
    'a damaged note of a session, and proposals that are no JSON',
    (ws) =>
      within(ws, (home) => {
        for (const name of ['open-0.json', 'proposal.json', 'heartbeat.json'])
          writeFileSync(join(home.path, name), '{');
      }),
    { running: [], waiting: { proposals: 0 } },
    /waiting +nothing/,
  ],
  [
    'kept sessions, three at most',
    (ws) =>
      within(ws, (home) => {
        for (const minute of ['01', '02', '03', '04']) {
          const at = `2026-03-14T09:${minute}:00.000Z`;
          const head = {
            v: 1,
            id: `0c1b2a3d-0000-4000-8000-0000000000${minute}`,
            kind: 'main',
            agent: 'scribe',
            startedAt: at,
          };
          const one = Transcript.begin(home, { ...head, v: 1, kind: 'main' });
          one.add({ t: 'human', text: CANARY, at });
          one.close();
        }
      }),
    {},
    /session +2026-03-14 09:04 UTC, main, scribe, 1 turn\n.*09:03.*\n.*09:02.*\n {2}waiting/,
  ],
  [
    'proposals',
    (ws) =>
      within(ws, (home) =>
        stateOf(home).write(STATE.proposals, {
          add: [{ text: CANARY, source: 'x' }],
          remove: [{ line: 1, text: CANARY, why: 'x' }],
        }),
      ),
    { waiting: { proposals: 2 } },
    /waiting +2 changes proposed for MEMORY.md: yamo memory curate \//,
  ],
  [
    'drift',
    (ws) => within(ws, (home) => keepBaseline(home, 'SOUL.md', Buffer.from('# Soul\nother\n'))),
    { drift: ['SOUL.md'] },
    /drift +SOUL\.md changed outside yamo: yamo accept \//,
  ],
  [
    'a SOUL.md that is a link',
    (ws) => {
      within(ws, (home) => keepBaseline(home, 'SOUL.md', Buffer.from('# Soul\n')));
      rmSync(ws.at('SOUL.md'));
      symlinkSync('/etc/hostname', ws.at('SOUL.md'));
    },
    { drift: [] },
    /drift +none/,
  ],
  [
    'a model without its key',
    () => ({ model: 'anthropic/claude-opus' }),
    { serves: { refused: 'MODEL_KEY_MISSING' } },
    /serves +cannot be told: yamo explain MODEL_KEY_MISSING/,
  ],
  [
    'the index on, and made',
    (ws) => {
      within(ws, (home) => disk.mkdir(join(home.path, 'mesh'), 0o700));
      within(ws, (home) => disk.mkdir(join(home.path, 'mesh/private'), 0o700));
      return { mesh: { ...DEFAULT_SETTINGS.mesh, search: true } };
    },
    { index: { search: true, recall: true, isMade: true } },
    /index +made; search on, recall on/,
  ],
  [
    'a heartbeat that ran',
    (ws) => {
      ws.write('HEARTBEAT.md', '- [ ] Look at the tide\n');
      const last = {
        run: 3,
        startedAt: 1_773_480_000,
        endedAt: 1_773_480_060,
        outcome: 'said',
      } as const;
      within(ws, (home) => stateOf(home).write(STATE.runs, { v: 1, runs: 3, last }));
      within(ws, (home) =>
        keepSaid(home, { run: 3, at: last.endedAt, text: 'High\ntide at nine.' }),
      );
    },
    {},
    /heartbeat +next 2026-03-14 .* UTC, every 30m; last 2026-03-14 09:21 UTC: said; no model is set up, so nothing would work through the list\n {2}it said +High tide at nine\.$/m,
  ],
];

describe('the status of a workspace', () => {
  it.each(CASES)('tells %s, and touches nothing', async (_, make, expected, row) => {
    const ws = makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${CANARY}\n` });
    const settings = make(ws) ?? {};
    const before = existsSync(ws.stateHome) ? snapshot(ws.stateHome) : undefined;
    const files = snapshot(ws.path);
    const status = await workspaceStatus(ws.path, hostOf(ws, settings));
    expect(status).toMatchObject(expected);
    const cost = spentToday(hostOf(ws), new Date(AT));
    const text = statusText({ status, hooks: [] }, cost);
    expect(text).toMatch(row);
    const workspaces = [{ ...jsonOf({ status, hooks: [] }), service: null }];
    const json = { version: 1, cost, daemon: null, workspaces };
    fitsSchema(JSON.parse(JSON.stringify(json)));
    expect(fitsSchema.errors ?? []).toEqual([]);
    expect(text + JSON.stringify(json)).not.toContain(CANARY);
    expect(snapshot(ws.path)).toEqual(files);
    expect(existsSync(ws.stateHome) ? snapshot(ws.stateHome) : undefined).toEqual(before);
  });

  it('tells a session that runs, whose locks are held', async () => {
    const ws = makeBornWorkspace();
    const workspace = openWorkspace(ws);
    const home = openHome(ws, workspace);
    const mark = new SessionMark(home, { bootId: '0c1b', kind: 'shared', startedAt: AT });
    mark.update({ isBusy: true });
    const names = readdirSync(home.path);
    const { running } = await workspaceStatus(ws.path, hostOf(ws));
    expect(running).toEqual([{ bootId: '0c1b', kind: 'shared', startedAt: AT, isBusy: true }]);
    expect(readdirSync(home.path)).toEqual(names);
    mark.remove();
    expect((await workspaceStatus(ws.path, hostOf(ws))).running).toEqual([]);
    home.close();
  });

  it('tells what models cost today, and makes no ledger', () => {
    const ws = makeWorkspace({});
    const day = AT.slice(0, 10);
    const spent = () => spentToday(hostOf(ws), new Date(AT));
    expect(spent()).toEqual({ day, tokens: 0, usd: 0 });
    expect(existsSync(ws.stateHome)).toBe(false);
    const ledger = UsageLedger.open(stateRootOf(ws), disk, uid);
    for (const tokens of [10, 20])
      ledger.note(day, { at: AT, bootId: 'b', model: 'm', tokens, usd: 0.5 });
    expect([spent(), ledger.spent(day)]).toEqual([
      { day, tokens: 30, usd: 1 },
      { tokens: 30, usd: 1 },
    ]);
    ledger.close();
  });

  it('refuses what is no folder', async () => {
    const ws = makeWorkspace({ file: 'x' });
    for (const path of [ws.at('none'), ws.at('file')])
      expect(await laterRefusalOf(() => workspaceStatus(path, hostOf(ws)))).toBe(
        'WORKSPACE_UNUSABLE',
      );
  });
});
