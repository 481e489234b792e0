/** One order of all starts: what is recorded is that of lib/spec/startup.ts, and another one does not compile. */
import { describe, expect, it } from 'vitest';

import { AgentlessSession } from '#kernel/boot/agentless.ts';
import { boot } from '#kernel/boot/boot.ts';
import { planBoot } from '#kernel/boot/plan.ts';
import { type LoadEffects, runSequence, type StartEffects } from '#kernel/boot/sequence.ts';
import { type BootRequest, PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';
import type { BootstrapGone } from '#kernel/startup/guard.ts';
import {
  AgentsLoaded,
  Loaded,
  type Loading,
  SoulLoaded,
  TodayLoaded,
  UserLoaded,
  YesterdayLoaded,
} from '#kernel/startup/load.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { STARTUP, type StartupStep } from '#lib/spec/startup.ts';
import { hookAnswer, hookJudge } from '#test/support/hook-judge.ts';
import { hostOf } from '#test/support/in-process.ts';
import {
  makeBornWorkspace,
  makeUnbornWorkspace,
  type TempWorkspace,
} from '#test/support/workspace.ts';
import { recordsOf } from '#test/support/yamo.ts';

const ORDERS = '## Agent\n\n**Name:** Io\n**Role:** pilot\n\n## User\n\n**Name:** Ada\n';
const NAMES: readonly string[] = STARTUP.map(({ step }) => step);

const requestFor = (
  ws: TempWorkspace,
  more: Partial<Omit<BootRequest, 'session'>> = {},
): BootRequest => ({
  ...PLAIN_REQUEST,
  session: undefined,
  path: ws.path,
  unsandboxed: true,
  ...more,
});

const stepsOf = (steps: unknown): readonly { readonly step: string }[] =>
  Array.isArray(steps) ? steps : [];

/** The steps that a start recorded, each once, cut where a first boot began again. */
const recorded = (ws: TempWorkspace): readonly (readonly string[])[] => {
  const runs: string[][] = [[]];
  for (const { step } of recordsOf(ws).flatMap((record) => stepsOf(record['steps']))) {
    const last = runs.at(-1) ?? [];
    if (last.at(-1) !== step) last.push(step);
    if (step === 'bootstrap_flow') runs.push([]);
  }
  return runs;
};

/** The steps of the table but for those of other conditions, from the first of a run on. */
const table = (
  conditions: readonly StartupStep['condition'][],
  { from = 'open_workspace', to = 'serve_user' } = {},
): readonly string[] =>
  STARTUP.filter(({ condition }: StartupStep) => conditions.includes(condition))
    .map(({ step }) => step)
    .slice(NAMES.indexOf(from), NAMES.indexOf(to) + 1);

const closed = async (
  ws: TempWorkspace,
  more: Partial<Omit<BootRequest, 'session'>> = {},
): Promise<void> => {
  const session = await boot(requestFor(ws, more), hostOf(ws));
  await session.close('done');
};

describe('the steps that are recorded', () => {
  const OWN = [undefined, 'main session'] as const;

  it('of a boot', async () => {
    const ws = makeBornWorkspace();
    await closed(ws);
    expect(recorded(ws)).toEqual([table(OWN)]);
  });

  it('of a first boot, which begins again after it', async () => {
    const ws = makeUnbornWorkspace({ 'BOOTSTRAP.md': ORDERS });
    await closed(ws, { dropUnread: true });
    const [birth, session] = recorded(ws);
    expect(birth).toEqual(table([undefined, 'first boot'], { to: 'bootstrap_flow' }));
    const again = table(OWN).filter(
      (step) => !['open_workspace', 'lease', 'hold_agent'].includes(step),
    );
    expect(session).toEqual(again);
  });

  it('of its plan', async () => {
    const ws = makeBornWorkspace();
    const { steps } = await planBoot(requestFor(ws), hostOf(ws));
    expect([...new Set(steps.map(({ step }) => step))]).toEqual(table(OWN));
  });

  it('of a session without an agent', async () => {
    const ws = makeBornWorkspace();
    const decision = { kind: MAIN, reason: 'asked for' };
    const session = await AgentlessSession.open(
      { path: ws.path, decision, client: 'x' },
      hostOf(ws),
    );
    session.close('done');
    const agents = new Set(['hold_agent', 'persona_activation', 'serve_user']);
    expect(recorded(ws)).toEqual([table(OWN).filter((step) => !agents.has(step))]);
  });

  it('of another layout', async () => {
    const ws = makeBornWorkspace({ 'IDENTITY.md': '# Identity\n\n- **Name:** Io\n' });
    await closed(ws, { layout: 'openclaw' });
    const all = table([undefined, 'another layout']);
    // OpenClaw's agent deletes its instructions itself.
    const own = new Set(['preflight', 'ghost_invariant_check', 'bootstrap_deletion']);
    expect(recorded(ws)).toEqual([
      all.filter((step) => !own.has(step) && !/^load_(?!layout)/u.test(step)),
    ]);
  });

  it('of a hook, up to the gate', async () => {
    const ws = makeUnbornWorkspace({ 'BOOTSTRAP.md': ORDERS });
    const judge = hookJudge(ws, 'main');
    const event = { hook_event_name: 'SessionStart', session_id: 's', cwd: ws.path };
    await hookAnswer(judge, 'claude-code', event);
    judge.close();
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
  });
});

interface Proof<Name extends string> {
  readonly is: Name;
}
type Ahead = Proof<'ahead'>;
type Held = Proof<'held'>;
type Sealed = Proof<'sealed'>;
interface Taken extends Proof<'taken'> {
  readonly firstBoot: boolean;
}
type By = StartEffects<Ahead, Held, Sealed, Taken, Proof<'files'>, string>;

/** Never run: each line is a step in the place of the one before it, with what there is by then. */
const swapped = (by: By, ahead: Ahead, held: Held, sealed: Sealed): void => {
  // @ts-expect-error The agent is held before anything was tried.
  void by.holdAgent();
  // @ts-expect-error The ghost is checked before the agent is held.
  void by.seal(ahead);
  // @ts-expect-error Instructions are taken before the ghost is checked.
  void by.takeInstructions(held, ahead);
  // @ts-expect-error Files are loaded before instructions are proved gone.
  void by.load(sealed, held, ahead);
  // @ts-expect-error Instructions are carried out before they are taken.
  void by.carryOut(sealed, held, ahead);
  // @ts-expect-error The session is opened before its files are loaded.
  void by.serve(sealed, held);
};

const misloaded = (gone: BootstrapGone, loading: Loading, { settle }: LoadEffects): void => {
  const agents = AgentsLoaded.after(gone, loading);
  // @ts-expect-error SOUL.md before AGENTS.md.
  SoulLoaded.after(gone);
  // @ts-expect-error USER.md before SOUL.md.
  UserLoaded.after(agents);
  // @ts-expect-error The day before USER.md, which says in which zone.
  settle(agents);
  // @ts-expect-error The log of today before USER.md.
  TodayLoaded.after(SoulLoaded.after(agents), '');
  // @ts-expect-error The log of yesterday before that of today.
  YesterdayLoaded.after(UserLoaded.after(SoulLoaded.after(agents)));
  // @ts-expect-error MEMORY.md before the logs.
  Loaded.after(UserLoaded.after(SoulLoaded.after(agents)));
};

describe('another order', () => {
  it('does not compile', () => {
    expect([swapped, misloaded].every((one) => typeof one === 'function')).toBe(true);
  });
});

describe('the order', () => {
  it('begins again after a first boot, and is that of its steps', async () => {
    const told: string[] = [];
    let first = true;
    const served = await runSequence({
      checkAhead: () => void told.push('ahead'),
      holdAgent: () => void told.push('held'),
      seal: () => void told.push('sealed'),
      takeInstructions: () => {
        told.push('taken');
        return { firstBoot: first };
      },
      carryOut: () => {
        told.push('carried out');
        first = false;
        return undefined;
      },
      load: () => told.push('loaded'),
      serve: () => told.join(' '),
    });
    expect(served).toBe('ahead held sealed taken carried out ahead held sealed taken loaded');
  });
});
