/** The workspace, opened and admitted, and the kind of session that may be had there (RFC-0009 §1, §3). */
import type { Run } from '#kernel/run/running.ts';
import { recoverCrashedSessions } from '#kernel/run/crashed.ts';
import { SessionMark } from '#kernel/state/sessions.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { hasLogs } from '#lib/layout/logs.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import {
  type BootRequest,
  type Host,
  triggerOf,
  PLAIN_REQUEST,
} from '#kernel/contract/boot-request.ts';
import { Clock } from '#kernel/process/clock.ts';
import { systemZone } from '#kernel/process/zone.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { decideKind, type KindDecision } from '#kernel/run/kind.ts';
import { admitLayout, layoutToBoot } from '#kernel/run/layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { RecordBody, Recorder } from '#kernel/run/record.ts';
import type { Attempt } from './attempt.ts';

export interface OpenedBoot {
  readonly request: BootRequest;
  readonly opened: OpenWorkspace;
  readonly decision: KindDecision;
  /** The layout of another system, if the workspace is booted as one of it. */
  readonly other: LayoutDocument | undefined;
}

/** Throws WORKSPACE_…, LAYOUT_… and STATE_… refusals, RECONFIGURE_IN_SHARED, PERSONA_UNKNOWN. */
export const openWorkspace = (attempt: Attempt, request: BootRequest): OpenedBoot => {
  const { host, recorder } = attempt;
  const opened = openPinned(attempt, request);
  const other = layoutToBoot(opened, request.layout);
  const { persona } = request;
  if (persona !== undefined && other?.variables?.agent === undefined)
    throw new Refusal('PERSONA_UNKNOWN', { name: persona });
  if (other !== undefined && !hasLogs(other)) opened.daily.mute();
  const decision = kindOf(request, host, recorder);
  opened.daily.inChat(request.chat, decision.kind.name);
  return { request, opened, decision, other };
};

/** The directory pinned, and ours to change as one of RFC-0009. Throws WORKSPACE_…, LAYOUT_… and STATE_… refusals. */
const pin = (attempt: Attempt, request: BootRequest): OpenWorkspace => {
  const opened = openPinned(attempt, request);
  admitLayout(opened, undefined);
  return opened;
};

const openPinned = (attempt: Attempt, request: BootRequest): OpenWorkspace => {
  const done = attempt.recorder.begin('open_workspace');
  const opened = enterWorkspace(request, attempt.host);
  attempt.entered(opened);
  done(undefined);
  return opened;
};

/** The workspace opened, in the zone of the request or of the last boot. Throws WORKSPACE_… and STATE_… refusals. */
const enterWorkspace = (request: BootRequest, { disk, uid, environment }: Host): OpenWorkspace => {
  const clock = Clock.start(request.date, request.zone ?? systemZone(environment));
  const opened = OpenWorkspace.open(disk, request.path, {
    strict: request.strict,
    uid,
    stateRoot: xdgFolder('XDG_STATE_HOME', environment),
    clock,
  });
  const remembered = opened.rememberedZone();
  if (request.zone === undefined && remembered !== undefined) clock.moveTo(remembered);
  return opened;
};

/** One boot of a workspace at a time (§6.3). Throws WORKSPACE_BUSY, INTERRUPTED. */
export const takeLease = async (
  opened: OpenWorkspace,
  { recorder, host }: Pick<Attempt, 'recorder' | 'host'>,
): Promise<void> => {
  const done = recorder.begin('lease');
  await opened.awaitLease(host.signal);
  done(undefined);
};

/** Main or shared, before any file is opened. Throws RECONFIGURE_IN_SHARED. */
export const kindOf = (request: BootRequest, host: Host, recorder: Recorder): KindDecision => {
  const { session, reconfigure, rebirth } = request;
  const decision = decideKind(request, host.settings);
  recorder.body.trigger = triggerOf(request, host);
  recorder.body.kind = decision.kind.name;
  recorder.body.kindReason = decision.reason;
  if (decision.kind.permissions.takesInstructions) return decision;
  if (session?.permissions.isPrivate === true)
    recorder.notice('§3.2', `The session is shared: ${decision.reason}.`);
  if (reconfigure || rebirth) throw new Refusal('RECONFIGURE_IN_SHARED', {});
  return decision;
};

interface Entering extends Pick<RecordBody, 'trigger'> {
  readonly path: string;
  readonly decision: KindDecision;
  /** Who enters, and what holds it, as the record has it. */
  readonly agent: NonNullable<RecordBody['agent']>;
}

/** Throws WORKSPACE_…, LAYOUT_… and STATE_… refusals, INTERRUPTED. */
export const enterWithoutAgent = async (
  attempt: Attempt,
  { path, decision, ...facts }: Entering,
): Promise<Run> => {
  const { recorder, bootId, startedAt } = attempt;
  const request = { ...PLAIN_REQUEST, path, session: decision.kind };
  const opened = pin(attempt, request);
  const kind = decision.kind.name;
  Object.assign(recorder.body, { kind, kindReason: decision.reason, ...facts });
  const { signal } = attempt.host;
  const mark = await opened.exclusivelyLater(
    signal,
    () => new SessionMark(opened.home, { bootId, kind, startedAt }),
  );
  attempt.marked(mark);
  await takeLease(opened, attempt);
  await opened.exclusivelyLater(signal, () => {
    recoverCrashedSessions(opened, recorder);
    opened.sweep();
  });
  return attempt.run({ request, opened, decision, mark });
};
