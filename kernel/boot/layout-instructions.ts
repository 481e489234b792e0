/**
 * Bootstrap instructions of another layout: those that are the kernel's to delete are read, deleted, proved gone
 * (RFC-0009 §6.3), and given once, to the session that begins; others are left to whom the layout says.
 */
import type { AgentReady } from '#kernel/session/trial.ts';
import { BOOTSTRAP_FILES } from '#lib/spec/files.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import { examine } from '#kernel/fs/examine.ts';
import { isScribe } from '#kernel/programs/program.ts';
import type { Boot } from '#kernel/run/running.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import {
  BootstrapGone,
  type GuardOptions,
  type BootstrapInstructions,
} from '#kernel/startup/guard.ts';
import { BootstrapKept } from '#kernel/startup/load-layout.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import { readBootstrapRecord, writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { tryAgent } from './sandbox.ts';
import { reportTracked } from './check-ahead.ts';
import { type Agree, agreed, lostWords, prove } from './take-instructions.ts';

/** What became of the instructions. */
export interface Settled {
  readonly firstBoot: boolean;
  readonly proof: BootstrapGone<ThirdPartyLayout> | BootstrapKept;
  /** To be given to the agent, once. */
  readonly orders: readonly BootstrapInstructions[];
  /** They are with the agent: what returns is for no first boot. Throws STATE_UNUSABLE. */
  readonly given: () => void;
}

/** What is known before instructions are taken. */
export interface InstructionsAhead {
  readonly record: BootstrapRecord | undefined;
  /** On a first boot. */
  readonly able: AgentReady | undefined;
}

/**
 * Tries what could fail after they are deleted; `ahead` throws where the session would be refused for another reason.
 * Throws BOOTSTRAP_TRACKED (strict), STATE_… refusals, and what `tryAgent` throws.
 */
export const checkInstructions = async (
  run: Boot,
  foreign: ThirdPartyLayout,
  sandbox: Sandbox,
  ahead: () => void,
): Promise<InstructionsAhead> => {
  if (foreign.leavesBootstrapToAgent) return { record: undefined, able: undefined };
  const { opened, request, recorder, decision } = run;
  const record = readBootstrapRecord(opened.home);
  const firstBoot =
    decision.kind.permissions.takesInstructions && hasInstructions(opened.workspace);
  if (firstBoot) {
    reportTracked(opened.workspace, request.strict, recorder);
    ahead();
  } else if (record?.state === 'taken') reportLost(run, record.takenAt);
  return { record, able: await tryAgent(run, { ready: { firstBoot } }, sandbox) };
};

/** Takes what is the kernel's to take. Throws BOOTSTRAP_… refusals, ORDERS_UNREAD, WORKSPACE_SWAPPED, STATE_… refusals. */
export const settleInstructions = (
  run: Boot,
  foreign: ThirdPartyLayout,
  { record, able }: InstructionsAhead,
): Settled => {
  if (foreign.leavesBootstrapToAgent) {
    const proof = BootstrapKept.of(foreign);
    return { firstBoot: false, proof, orders: [], given: () => undefined };
  }
  const { opened, request, recorder, bootId, onFailure } = run;
  const { home } = opened;
  const takenAt = recorder.head.startedAt;
  const proof = prove(run, foreign, {
    record,
    priorUseEvidence: undefined,
    rebirth: request.rebirth,
    agree: agreeing(run),
    remember: (files) => {
      if (able === undefined) throw new Refusal('BOOTSTRAP_LATE', { file: files[0]?.file ?? '' });
      writeBootstrapRecord(home, { state: 'taken', bootId, takenAt, files });
    },
    forget: () => writeBootstrapRecord(home, record),
  });
  const { taken: files } = proof;
  let isGiven = false;
  if (proof.firstBoot)
    onFailure(() => {
      if (!isGiven) recorder.notice('§6.3', lostWords(files));
    });
  return {
    firstBoot: proof.firstBoot,
    proof,
    orders: proof.handOver(),
    given: () => {
      isGiven = true;
      const doneAt = new Date().toISOString();
      if (proof.firstBoot)
        writeBootstrapRecord(home, { state: 'done', bootId, takenAt, doneAt, files });
    },
  };
};

/** Are there bootstrap instructions? */
export const hasInstructions = ({ root }: Pick<Workspace, 'root'>): boolean =>
  BOOTSTRAP_FILES.some((file) => examine(root, file).is !== 'absent');

/** The same when files are read again: what is there by now is taken by no session that runs. Throws as the guard does. */
export const noInstructions = (
  { opened: { workspace, home }, decision: { kind } }: Boot,
  foreign: ThirdPartyLayout,
): BootstrapGone<ThirdPartyLayout> | BootstrapKept => {
  if (foreign.leavesBootstrapToAgent) return BootstrapKept.of(foreign);
  return BootstrapGone.prove(workspace, foreign, {
    kind,
    record: readBootstrapRecord(home),
    priorUseEvidence: undefined,
    rebirth: false,
    agree: agreed(() => undefined),
    remember: late,
    forget: () => undefined,
    lost: () => undefined,
  });
};

const late: GuardOptions['remember'] = ([first]) => {
  throw new Refusal('BOOTSTRAP_LATE', { file: first?.file ?? '' });
};

/** The scribe carries out nothing in a session. Throws ORDERS_UNREAD. */
export const agreeing =
  ({ program, request }: Pick<Boot, 'program' | 'request'>): Agree =>
  (orders) => {
    if (!isScribe(program) || request.dropUnread) return;
    const { length } = orders.flatMap(({ text }) => text.match(/^.*\S.*$/gmu) ?? []);
    if (length > 0) throw new Refusal('ORDERS_UNREAD', { unread: length, lines: length });
  };

const reportLost = ({ recorder, opened }: Boot, takenAt: string): void =>
  recorder.notice(
    '§6.2',
    `The boot that took bootstrap instructions on ${takenAt} gave them to nobody. Provide them again, or accept the workspace as it is: yamo accept '${opened.workspace.path}'`,
  );
