/** Priority 0: the boot guard, and who has to agree before it deletes bootstrap instructions (RFC-0009 §6.3). */
import { InstructionsRead } from '#lib/yamo/instructions.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { refuseOthersInstructions } from '#kernel/run/layout.ts';
import type { Boot, Run } from '#kernel/run/running.ts';
import type { AgentReady } from '#kernel/session/trial.ts';
import { Agreement } from '#kernel/session/unread.ts';
import type { Answers } from '#lib/workspace/first-answers.ts';
import type { TakenFile } from '#lib/workspace/bootstrap-record.ts';
import type { ThirdPartyLayout } from '#kernel/startup/third-party-layout.ts';
import type { GhostSealed } from '#kernel/startup/ghost.ts';
import {
  BootstrapGone,
  type BootstrapInstructions,
  type GuardOptions,
} from '#kernel/startup/guard.ts';
import { writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import type { Ahead } from './check-ahead.ts';

interface Taking {
  readonly ahead: Ahead;
  readonly rebirth: boolean;
  /** Absent where there were no instructions when it was looked. */
  readonly able: AgentReady | undefined;
}

/** Throws where instructions are not to be taken. */
export type Agree = (orders: readonly BootstrapInstructions[]) => void;

/** For the guard: the instructions are looked through for their form, then `agree` is asked. Throws BOOTSTRAP_INVALID too. */
export const agreed =
  (agree: Agree): GuardOptions['agree'] =>
  (orders) => {
    const read = InstructionsRead.of(orders);
    agree(orders);
    return read;
  };

/** That they are gone, and what their human said about what they leave open. */
export interface TakenInstructions {
  readonly firstBoot: boolean;
  readonly gone: BootstrapGone;
  readonly answers: Answers;
}

/**
 * Takes bootstrap instructions for an agent that can carry them out. Throws BOOTSTRAP_… refusals, ORDERS_UNREAD,
 * INTERRUPTED, WORKSPACE_SWAPPED, STATE_… refusals.
 */
export const takeInstructions = async (
  run: Boot,
  sealed: GhostSealed,
  { ahead, rebirth, able }: Taking,
): Promise<TakenInstructions> => {
  const { opened, bootId } = run;
  const { record, ready } = ahead;
  const takenAt = new Date().toISOString();
  const agreement = new Agreement(run);
  const remember = (files: readonly TakenFile[]): void => {
    if (able === undefined) throw new Refusal('BOOTSTRAP_LATE', { file: files[0]?.file ?? '' });
    writeBootstrapRecord(opened.home, { state: 'taken', bootId, takenAt, files });
  };
  const options = {
    record,
    priorUseEvidence: ready.priorUseEvidence,
    rebirth,
    agree: agreement.check,
    remember,
    forget: (): void => writeBootstrapRecord(opened.home, record),
  };
  for (;;) {
    try {
      const gone = prove(run, sealed, options);
      return { firstBoot: gone.firstBoot, gone, answers: agreement.answers };
    } catch (error) {
      await agreement.reach(error);
    }
  }
};

/** Instructions are left where they are: there is nobody to carry them out. `refuse` says so. Throws as `takeInstructions`. */
export const proveNone = (
  run: Run,
  sealed: GhostSealed,
  { record, ready }: Ahead,
  refuse: () => never,
): BootstrapGone =>
  prove(run, sealed, {
    record,
    priorUseEvidence: ready.priorUseEvidence,
    rebirth: false,
    agree: refuse,
    remember: refuse,
    forget: () => undefined,
  });

/**
 * Takes bootstrap instructions for an agent of another program, which is handed them as they are. Throws as
 * `takeInstructions`.
 */
export const takeForGuest = (
  run: Run,
  sealed: GhostSealed,
  { record, ready }: Ahead,
): BootstrapGone => {
  const { opened, bootId } = run;
  return prove(run, sealed, {
    record,
    priorUseEvidence: ready.priorUseEvidence,
    rebirth: false,
    agree: () => undefined,
    remember: (files) =>
      writeBootstrapRecord(opened.home, {
        state: 'taken',
        bootId,
        takenAt: new Date().toISOString(),
        files,
      }),
    forget: () => writeBootstrapRecord(opened.home, record),
  });
};

/** The guard, with what is said of it. Throws as the guard does. */
export const prove = <By extends GhostSealed | ThirdPartyLayout>(
  { recorder, opened, decision, request }: Run,
  sealed: By,
  options: Omit<GuardOptions, 'kind' | 'agree' | 'lost'> & { readonly agree: Agree },
): BootstrapGone<By> => {
  const done = recorder.begin('bootstrap_deletion');
  const gone = BootstrapGone.prove(opened.workspace, sealed, {
    kind: decision.kind,
    lost: (files) => recorder.notice('§6.3', lostWords(files)),
    ...options,
    agree: agreed((orders) => {
      refuseOthersInstructions(opened, request.layout, orders);
      options.agree(orders);
    }),
  });
  for (const name of gone.leftovers) {
    recorder.notice(
      '§2.6',
      `${JSON.stringify(name)} looks like a copy of bootstrap instructions; delete it if it is one.`,
    );
  }
  const [first] = gone.taken;
  if (first === undefined) return done(gone, { status: 'absent', file: 'BOOTSTRAP.md' });
  recorder.body.orders = gone.taken;
  return done(gone, { ...first, detail: 'read, deleted, proved gone, durable' });
};

/** What is said of instructions that are deleted, and that nobody will carry out. */
export const lostWords = (files: readonly TakenFile[]): string =>
  `Deleted, and not carried out: ${describedFiles(files)}. The kernel keeps no copy; provide it again.`;

/** `BOOTSTRAP.md (512 bytes, SHA-256 …)`: enough to know a copy of it by. */
export const describedFiles = (files: readonly TakenFile[]): string =>
  files.map(({ file, bytes, sha256 }) => `${file} (${bytes} bytes, SHA-256 ${sha256})`).join(', ');
