/** What a sandbox is tried with before an agent is held by it, and the owner's word that ends where one holds. */
import { mkdirSync } from 'node:fs';
import process from 'node:process';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { scribe } from '#kernel/programs/program.ts';
import { DEFAULT_SETTINGS, type Host } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { makeScratch } from '#kernel/process/places.ts';
import { Sandbox } from '#kernel/sandbox/sandbox.ts';
import { trials } from '#kernel/sandbox/mechanisms.ts';
import { viewOf } from '#kernel/sandbox/session-view.ts';
import { probe } from '#kernel/sandbox/probe.ts';
import type { Mechanism, View } from '#kernel/sandbox/view.ts';
import { isAcceptedHere, lapseHere } from '#kernel/state/unsandboxed.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { openHome, openWorkspace, refusalFrom, stateRootOf, uid } from '#test/support/kernel.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const mechanism = vi.hoisted(() => ({
  /** What the mechanism does with the paths that a process in it names. */
  lead: (path: string): string => path,
  /** The program that is started in place of the one that was asked for. */
  instead: undefined as readonly string[] | undefined,
}));

// One that keeps a process from what it names, as far as `lead` leads elsewhere, and from nothing else.
vi.mock('#kernel/sandbox/landlock.ts', () => ({
  landlock: (): Mechanism => ({
    name: 'landlock',
    mounts: false,
    filtersHosts: false,
    enclose: ({ environment }, asked, words) => {
      const [program = asked, ...args] = mechanism.instead ?? [
        asked,
        ...words.map((one) => mechanism.lead(one)),
      ];
      return { program, args, environment };
    },
  }),
}));

const placed = (temp: TempWorkspace = makeBornWorkspace()) => {
  mkdirSync(temp.configHome, { recursive: true });
  const workspace = openWorkspace(temp);
  const home = openHome(temp, workspace);
  const stateRoot = stateRootOf(temp);
  const settings = { ...DEFAULT_SETTINGS, sandbox: 'landlock' as const };
  const host: Host = {
    disk,
    uid,
    environment: { HOME: temp.configHome, XDG_STATE_HOME: temp.stateHome },
    version: '0.0.0',
    settings,
    human: undefined,
    emit: () => undefined,
    signal: new AbortController().signal,
    diagnostics: () => undefined,
  };
  const [scratch, program] = [makeScratch(), scribe()];
  const kind = MAIN;
  return { workspace, home, stateRoot, host, scratch, program, kind, notice: () => undefined };
};

type Placed = ReturnType<typeof placed>;

/** Nothing of the kernel's state can be named. */
const hideState = ({ home }: Placed): void => {
  mechanism.lead = (path) => (path.startsWith(home.path) ? `/nowhere${path}` : path);
};

const hideStateEverywhere = ({ home }: Placed): void => {
  mechanism.lead = (path) => (path.includes(home.path) ? `/nowhere${path}` : path);
};

/** Why the mechanism does not hold here. */
const reasonIn = async (place: Placed): Promise<string | undefined> => {
  const { workspace, home, host, stateRoot } = place;
  const view = viewOf({
    ...place,
    ...host,
    workspace: workspace.path,
    state: stateRoot,
    settings: host.settings,
    settingsFile: undefined,
  });
  const found: (string | undefined)[] = [];
  for await (const { reason } of trials('landlock', view, { workspace: workspace.path, home }))
    found.push(reason);
  expect(found).toHaveLength(1);
  return found[0];
};

/** Keeps a process from nothing. */
const open: Mechanism = {
  name: 'landlock',
  mounts: false,
  filtersHosts: false,
  enclose: ({ environment }, program, args) => ({ program, args, environment }),
};

const NOTHING: View = {
  readable: [],
  links: [],
  writable: [],
  scratch: '/',
  copies: undefined,
  network: 'none',
  directory: '/',
  environment: {},
};

/** What works here; `now` is its owner's word that nothing need. */
const takeIn = (place: Parameters<typeof Sandbox.take>[0], now: boolean): Promise<Sandbox> =>
  Sandbox.take(place, {
    given: () => isAcceptedHere(place.stateRoot, place.host, now),
    lapse: () => lapseHere(place.stateRoot, place.host),
  });

beforeEach(() => {
  mechanism.lead = (path) => path;
  mechanism.instead = undefined;
});

describe.skipIf(process.platform !== 'linux')('a sandbox does not hold', () => {
  it('that lets a process open a file of the state by its name', async () => {
    const place = placed();
    expect(await reasonIn(place)).toBe(`${place.home.path}/canary could be opened in it`);
  });

  it('that lets a process reach the same file by way of the kernel', async () => {
    const place = placed();
    hideState(place);
    expect(await reasonIn(place)).toBe(
      `/proc/${process.pid}/root${place.home.path}/canary could be opened in it`,
    );
  });

  it('and its owner reads which path it does not keep, however many it keeps', async () => {
    const kept = Array.from({ length: 11 }, (_, nth) => `/nowhere/${nth}`);
    const expected = { closed: [...kept, '/dev/null'], hidden: [], fixed: [], shut: [], open: [] };
    expect(await probe(open, NOTHING, expected)).toBe('/dev/null could be opened in it');
  });

  it('in which nothing is done in time, which is said and not taken for a machine without it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const nothing = { closed: [], hidden: [], fixed: [], shut: [], open: [] };
      const slow: Mechanism = {
        ...open,
        enclose: ({ environment }) => ({ program: '/bin/sleep', args: ['1000'], environment }),
      };
      const tried = probe(slow, NOTHING, nothing);
      await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 0 });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await tried).toBe('a process took more than 30 seconds in it');
    } finally {
      vi.useRealTimers();
    }
  });

  it('that cannot be started, with the reason of the system', async () => {
    mechanism.instead = ['/nowhere/sh'];
    expect(await reasonIn(placed())).toContain('ENOENT');
  });

  it('that complains, in the first line of what it says, and no more than 200 characters of it', async () => {
    mechanism.instead = ['/bin/sh', '-c', `printf '%0300d\\nsecond' 0 >&2`];
    expect(await reasonIn(placed())).toBe('0'.repeat(200));
  });

  it('whose words are known, and its owner reads what they mean and what to do', async () => {
    mechanism.instead = ['/bin/sh', '-c', 'echo Permission denied >&2'];
    const refusal = await refusalFrom(() => takeIn(placed(), false));
    expect(refusal.code).toBe('MAIN_UNENFORCED');
    expect(refusal.facts['reason']).toContain('Permission denied: the program may not be started');
    expect(refusal.facts['advice']).toContain('noexec');
  });

  it('unless it keeps both from it', async () => {
    const place = placed();
    hideStateEverywhere(place);
    expect(await reasonIn(place)).toBeUndefined();
  });
});

describe.skipIf(process.platform !== 'linux')('an agent', () => {
  it('that has a limit is started with a word about it', async () => {
    const notices: (readonly string[])[] = [];
    const place = placed();
    hideStateEverywhere(place);
    const notice = (section: string, text: string): number => notices.push([section, text]);
    await takeIn({ ...place, program: { ...place.program, limit: 'It is slow.' }, notice }, false);
    expect(notices).toContainEqual(['§4.4', 'It is slow.']);
  });

  it('that nothing holds has the environment of its owner', async () => {
    const place = placed();
    const program = { ...place.program, builtIn: false };
    const sandbox = await takeIn({ ...place, program }, true);
    const environment = { ...place.host.environment, MINE: 'x', GONE: undefined };
    const started = sandbox.agent({ ...place.host, environment });
    expect(started.environment).toMatchObject({ MINE: 'x', HOME: place.host.environment['HOME'] });
    expect(started.environment).not.toHaveProperty('GONE');
  });
});

describe.skipIf(process.platform !== 'linux')('what the owner accepted without a sandbox', () => {
  it('holds on while nothing holds agents, and is to be asked for again once something did', async () => {
    const place = placed();
    expect((await refusalFrom(() => takeIn(place, false))).code).toBe('MAIN_UNENFORCED');
    expect((await takeIn(place, true)).isEnforced).toBe(false);
    expect((await takeIn(place, false)).isEnforced).toBe(false);
    hideStateEverywhere(place);
    expect((await takeIn(place, false)).isEnforced).toBe(true);
    mechanism.lead = (path) => path;
    expect((await refusalFrom(() => takeIn(place, false))).code).toBe('MAIN_UNENFORCED');
  });
});
