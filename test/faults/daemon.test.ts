/** A daemon that is killed, or whose system call fails, on its way to serving: the next start is right. */
import { cpSync } from 'node:fs';
import { dirname } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { PROCESS_PHASES } from '#daemon/phases/process.ts';
import { PHASES } from '#daemon/phases/workspace.ts';
import { type Call, nthOf } from '#conform/witness/calls.ts';
import {
  faultsAfterStart,
  faultsOfStart,
  leaveOpen,
  LISTENING,
  signalAt,
  tracedDaemon,
} from '#test/support/daemon-faults.ts';
import { atEvery, chosen } from '#test/support/faults.ts';
import { straceFault } from '#test/support/strace.ts';
import { kernelCalls } from '#test/support/traced-boot.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { startYamo, yamo } from '#test/support/yamo.ts';

const LIMIT_MS = 7_200_000;

let template: TempWorkspace;

beforeAll(async () => {
  template = makeWorkspace({});
  await yamo(['init', '--layout', 'nexus'], { workspace: template });
});

/** A workspace of Nexus as `init` makes it; `databases` are left out where the start is to make them. */
const nexus = (databases: boolean): TempWorkspace => {
  const ws = makeWorkspace({});
  cpSync(template.path, ws.path, { recursive: true });
  if (!databases) ws.remove('state/data');
  return ws;
};

/** A start that nothing disturbs, and its end. */
const startOnce = async (ws: TempWorkspace): Promise<readonly string[]> => {
  const { code, stderr } = await yamo(['start', '--port', '0', '--json'], {
    workspace: ws,
    env: { NODE_OPTIONS: signalAt('SIGTERM', LISTENING) },
  });
  return code === 143 ? [] : [`the next start ends with ${code}: ${stderr.slice(0, 600)}`];
};

const phaseLines = [...PROCESS_PHASES, ...PHASES].map((phase) => `"phase":"${phase}"`);

describe.each([
  ['that has to make its databases', false],
  ['that finds rows of one that was killed', true],
])('a start %s', (_title, hadOpen) => {
  it.each(phaseLines)('killed at %s: the next one is right', async (line) => {
    const ws = nexus(hadOpen);
    if (hadOpen) leaveOpen(ws);
    const killed = startYamo(['start', '--port', '0', '--json'], {
      workspace: ws,
      env: { NODE_OPTIONS: signalAt('SIGKILL', line) },
    });
    expect((await killed.ended).code).toBe(137);
    expect([...(await startOnce(ws)), ...faultsAfterStart(ws, hadOpen)]).toEqual([]);
  });
});

const fault = straceFault();
if (fault !== undefined)
  console.error(`!!! strace cannot run here, no daemon was disturbed: ${fault}`);

/** What changes something, or must not be taken for an answer where it fails. */
const AT_RISK =
  /^(openat|unlink|link|rename|fsync|fdatasync|write|pwrite64|ftruncate|mkdir|close|pread64|statx|fchmod)$/u;

/** A start makes a thousand such calls, and most of them are alike: one of so many is disturbed. */
const STEP = 9;

interface Point {
  readonly call: Call;
  readonly nth: number;
  readonly label: string;
}

/** The calls of a start and its end on the workspace and the kernel's state. */
const rehearse = async (hadOpen: boolean): Promise<readonly Point[]> => {
  const ws = nexus(hadOpen);
  if (hadOpen) leaveOpen(ws);
  const run = await tracedDaemon(ws);
  expect(run.code, run.stderr).toBe(143);
  const calls = kernelCalls(run);
  const base = dirname(ws.path);
  return calls
    .filter(({ name, paths }) => AT_RISK.test(name) && paths.some((one) => one.startsWith(base)))
    .map((call) => ({
      call,
      nth: nthOf(calls, call),
      label: `${call.name} ${(call.paths.at(-1) ?? '').replace(base, '')}`,
    }));
};

describe.skipIf(fault !== undefined).each([
  ['that has to make its databases', false],
  ['that finds rows of one that was killed', true],
])('a start %s', (title, hadOpen) => {
  it.each(['signal=KILL', 'error=EIO', 'error=ENOSPC'])(
    'with %s at any call: the next one is right',
    async (what) => {
      const all = await rehearse(hadOpen);
      const points = chosen(all.filter((_, index) => index % STEP === 0));
      expect(points.length).toBeGreaterThan(10);
      const isKilled = what.startsWith('signal');
      const found = await atEvery(`${what}, ${title}`, points, async ({ call, nth }) => {
        const ws = nexus(hadOpen);
        if (hadOpen) leaveOpen(ws);
        const inject = [`${call.name}:${what}:when=${nth}`];
        const run = await tracedDaemon(ws, { inject });
        return [
          ...(isKilled ? [] : faultsOfStart(run)),
          ...(await startOnce(ws)),
          ...faultsAfterStart(ws, hadOpen),
        ];
      });
      expect(found).toEqual([]);
    },
    LIMIT_MS,
  );
});
