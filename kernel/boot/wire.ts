/** What the steps of a boot work with: the agent and what will hold it, the session that is begun, and the lease. */
import type { Host } from '#kernel/contract/boot-request.ts';
import { credentialsOf } from '#kernel/credentials/find.ts';
import { makeScratch } from '#kernel/process/places.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { chooseAgent } from '#kernel/programs/choose.ts';
import { consented } from '#kernel/programs/consent.ts';
import type { AgentProgram } from '#kernel/programs/program.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { Boot } from '#kernel/run/running.ts';
import { UsageMeter } from '#kernel/run/usage-meter.ts';
import { type Resumed, resumeSession } from '#kernel/session/resume.ts';
import { UsageLedger } from '#kernel/state/ledger.ts';
import { leaveScratch } from '#kernel/state/leftovers.ts';
import { SessionMark } from '#kernel/state/sessions.ts';
import type { TranscriptHead } from '#kernel/state/transcripts.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Attempt } from './attempt.ts';
import { type OpenedBoot, takeLease } from './open-workspace.ts';
import { hurried } from './recover.ts';
import { trySandbox } from './sandbox.ts';

/** Throws AGENT_…, MODEL_…, SESSION_… and STATE_… refusals, SCRATCH_UNUSABLE, WORKSPACE_BUSY, INTERRUPTED. */
export const wire = async (
  attempt: Attempt,
  { request, opened, decision, other }: OpenedBoot,
): Promise<Boot> => {
  const { host, recorder, bootId, startedAt, onFailure } = attempt;
  const { kind } = decision;
  const program = await consented(chooseAgent(request, host), opened.home, host.human);
  if (host.signal.aborted) throw new Refusal('INTERRUPTED', {});
  const { folder } = request;
  const fresh = {
    v: 1,
    id: bootId,
    kind: kind.name,
    agent: program.name,
    startedAt,
    ...(folder !== undefined && { folder }),
  } as const;
  const { taken, mark } = await opened.exclusivelyLater(host.signal, () =>
    begin(opened, request.resume, fresh),
  );
  attempt.marked(mark);
  const scratch = makeScratch();
  onFailure(() => leaveScratch(opened.home, { bootId, scratch, ...hurried(recorder) }));
  mark.update({
    bootId,
    kind: kind.name,
    startedAt,
    transcript: taken.transcript.head.id,
    scratch,
  });
  // Tried by another process, while this one takes the lease and looks at the files.
  const sandboxing = trySandbox({ host, recorder, opened, kind, program, scratch, request, other });
  // The test of the view is over before its folder goes.
  onFailure(() => sandboxing);
  await takeLease(opened, attempt);
  const meter = meterOf(program, host, bootId);
  onFailure(() => meter?.close());
  const run = attempt.run({ request, opened, decision, mark });
  return { ...run, ...taken, program, sandboxing, meter };
};

/**
 * The session taken up, and marked as open, before there is anything that a killed kernel would leave behind; two cannot
 * continue with one session. Under the write lock. Throws as `resumeSession`.
 */
const begin = (
  { home }: OpenWorkspace,
  resume: string | undefined,
  fresh: TranscriptHead,
): { readonly taken: Resumed; readonly mark: SessionMark } => {
  const taken = resumeSession(home, resume, fresh);
  const { id: bootId, kind, startedAt } = fresh;
  const transcript = taken.transcript.head.id;
  return { taken, mark: new SessionMark(home, { bootId, kind, startedAt, transcript }) };
};

/** A budget is one of all workspaces, wherever their humans live, and no `--date` moves it. */
const utcDay = (): string => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The account of a model agent. */
const meterOf = ({ model }: AgentProgram, host: Host, bootId: string): UsageMeter | undefined => {
  if (model === undefined) return undefined;
  const { disk, uid, environment } = host;
  const ledger = UsageLedger.open(xdgFolder('XDG_STATE_HOME', environment), disk, uid);
  const credentials = credentialsOf(host);
  return new UsageMeter(model, { host, credentials, ledger, bootId, today: utcDay });
};
