/**
 * The start of a session of another program: bootstrap instructions are taken by the guard where the kernel deletes
 * them (RFC-0009 §6.3), and handed to the host once; what was changed outside is told, and what the auditor says.
 */
import { enterWithoutAgent } from '#kernel/boot/open-workspace.ts';
import { runSequence } from '#kernel/boot/sequence.ts';
import { LAYOUTS } from '#lib/layout/bundled.ts';
import { BOOTSTRAP_FILES, type BootstrapFile } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { Attempt } from '#kernel/boot/attempt.ts';
import { checkAhead } from '#kernel/boot/check-ahead.ts';
import { seal } from '#kernel/boot/seal.ts';
import { takeForGuest } from '#kernel/boot/take-instructions.ts';
import { type Host } from '#kernel/contract/boot-request.ts';
import { knownLayout } from '#kernel/run/known-layout.ts';
import { PROPOSAL_WAITS, waitingProposal } from '#kernel/memory/proposals.ts';
import type { BootstrapGone, BootstrapInstructions } from '#kernel/startup/guard.ts';
import { readBootstrapRecord, writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { Integrity, reportDrift } from '#kernel/state/integrity.ts';
import { cutsOf } from '#kernel/state/seal.ts';
import { denied, type HookWorkspace, type HookOutcome, PASS, type HookContext } from './context.ts';
import { keepFingerprints, knownFiles } from './own-writes.ts';

/** Throws STATE_… refusals; what the guard refuses is the answer. */
export const started = async (
  context: HookContext,
  held: HookWorkspace,
  audit: (workspace: string) => Promise<readonly string[]>,
): Promise<HookOutcome> => {
  const { decision } = context;
  try {
    const taken = await takeInstructions(context, held);
    const { conduct } = decision.kind.permissions;
    if (conduct.length > 0)
      return {
        verdict: {
          is: 'pass',
          context: lines([`This is a ${decision.kind.name} session.`, ...conduct]),
        },
      };
    finishBirth(held);
    const notices: string[] = [];
    lookForDrift(held, notices);
    if (waitingProposal(held.opened.home)) notices.push(PROPOSAL_WAITS);
    const report = taken === undefined ? await audit(held.opened.workspace.path) : [];
    const said = lines([...notices, ...report]);
    return {
      verdict: {
        is: 'pass',
        context: lines([
          ...ordersOf(taken?.orders ?? []),
          ...memoryHint(held),
          ...notices,
          ...report,
        ]),
        ...(said !== '' && { notice: said }),
        ...(taken !== undefined && { tookInstructions: true }),
      },
      orders: taken?.gone.taken ?? [],
    };
  } catch (error) {
    if (error instanceof Refusal) return denied(error);
    throw error;
  }
};

const lines = (all: readonly string[]): string => all.join('\n');

const memoryHint = ({ opened: { daily } }: HookWorkspace): readonly string[] => [
  `yamo guards this workspace. What must last is written down before the session ends: append it to ${daily.file} (RFC-0009 §5.1).`,
];

const ordersOf = (orders: readonly BootstrapInstructions[]): readonly string[] =>
  orders.flatMap(({ file, text }) => [
    `This is the first session of this workspace. Its bootstrap instructions follow; ${file} is deleted, and nobody sees them again. Carry them out now: create SOUL.md, USER.md and AGENTS.md where they are missing.`,
    text,
    `(End of ${file}.)`,
  ]);

interface Taken {
  readonly gone: BootstrapGone;
  readonly orders: readonly BootstrapInstructions[];
}

/** As `started`, where there is something to take; what is found only with a prompt is the rest of the start. */
export const prompted = async (
  ...[context, held, audit]: Parameters<typeof started>
): Promise<HookOutcome> =>
  instructionsToTake(held) === undefined ? PASS : started(context, held, audit);

/** Bootstrap instructions that are the kernel's to delete; `undefined` where there are none. Throws STATE_… refusals. */
const instructionsToTake = ({
  opened: { workspace, home },
}: HookWorkspace): BootstrapFile | undefined => {
  const { root } = workspace;
  const found = BOOTSTRAP_FILES.find((file) => root.disk.lstat(root.at(file)) !== undefined);
  if (found === undefined) return undefined;
  const detected = knownLayout(workspace, home);
  const isOurs = detected.is === 'ours' && LAYOUTS[detected.layout].bootstrap === 'kernel';
  return isOurs ? found : undefined;
};

/** Throws BOOTSTRAP_… refusals. */
const takeInstructions = async (
  context: HookContext,
  held: HookWorkspace,
): Promise<Taken | undefined> => {
  const file = instructionsToTake(held);
  if (file === undefined) return undefined;
  if (!context.decision.kind.permissions.takesInstructions)
    throw new Refusal('BOOTSTRAP_IN_SHARED', { file });
  return take(context, held.opened.workspace.path);
};

const take = async ({ machine, decision, event }: HookContext, path: string): Promise<Taken> => {
  const host: Host = {
    ...machine,
    human: undefined,
    emit: () => undefined,
    signal: new AbortController().signal,
    diagnostics: () => undefined,
  };
  const attempt = new Attempt(host);
  try {
    const agent = { command: event.host, enforcedBy: 'a hook' };
    const run = await enterWithoutAgent(attempt, { path, decision, agent });
    return await runSequence({
      checkAhead: () => checkAhead(run),
      holdAgent: () => undefined,
      seal: (_held, ahead) => seal(run, ahead),
      takeInstructions: (sealed, _held, ahead) => takeForGuest(run, sealed, ahead),
      carryOut: (gone) => gone,
      load: (gone) => gone,
      // Its host opens the session.
      serve: (gone) => {
        const orders = gone.handOver();
        run.mark.remove();
        run.opened.close();
        return { gone, orders };
      },
    });
  } catch (error) {
    await attempt.abandon(error);
    throw error;
  }
};

/** The agent has made what the instructions asked for. */
export const finishBirth = ({ opened: { home, workspace } }: HookWorkspace): void => {
  const record = readBootstrapRecord(home);
  if (record?.state !== 'taken') return;
  const { root } = workspace;
  if (root.disk.lstat(root.at('SOUL.md')) === undefined) return;
  writeBootstrapRecord(home, { ...record, state: 'done', doneAt: new Date().toISOString() });
};

/** What was changed outside since the last main session; what is as it was is the baseline from now on. */
const lookForDrift = ({ opened }: HookWorkspace, notices: string[]): void => {
  const { home, workspace } = opened;
  const files = knownFiles(opened);
  const notice = (_section: string, text: string): void => void notices.push(text);
  notices.push(...cutsOf(home));
  const drifted = files.flatMap((file) =>
    reportDrift(home, workspace.path, file, { strict: false, notice }),
  );
  opened.exclusively(() => new Integrity(files, drifted).keep(home));
  keepFingerprints(opened, notice);
};
