/** The workspace, opened and admitted, and the kind of session that may be had there (RFC-0009 §1, §3). */
import { Refusal } from '#lib/spec/refusals.ts';
import type { BootRequest, Host } from '#kernel/contract/boot-request.ts';
import { Clock, setZone } from '#kernel/process/clock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { decideKind, type KindDecision } from '#kernel/run/kind.ts';
import { admitLayout } from '#kernel/run/layout.ts';
import { Premises } from '#kernel/run/premises.ts';
import type { Recorder } from '#kernel/run/record.ts';
import type { Attempt } from './attempt.ts';

export interface Opened {
  readonly request: BootRequest;
  readonly premises: Premises;
  readonly decision: KindDecision;
}

/** Throws WORKSPACE_…, LAYOUT_… and STATE_… refusals, RECONFIGURE_IN_SHARED. */
export const openWorkspace = (attempt: Attempt, request: BootRequest): Opened => {
  const { host, recorder } = attempt;
  const premises = pin(attempt, request);
  return { request, premises, decision: kindOf(request, host, recorder) };
};

/** The directory pinned, and ours to change. Throws WORKSPACE_…, LAYOUT_… and STATE_… refusals. */
export const pin = (attempt: Attempt, request: BootRequest): Premises => {
  const done = attempt.recorder.begin('open_workspace');
  const premises = openPremises(request, attempt.host);
  attempt.opened(premises);
  done(undefined);
  admitLayout(premises, request.layout);
  return premises;
};

/** The workspace opened, in the zone of the request or of the last boot. Throws WORKSPACE_… and STATE_… refusals. */
const openPremises = (request: BootRequest, { disk, uid, environment }: Host): Premises => {
  if (request.zone !== undefined) setZone(request.zone);
  const clock = Clock.start(request.date);
  const premises = Premises.open(disk, request.path, {
    strict: request.strict,
    uid,
    stateRoot: xdgFolder('XDG_STATE_HOME', environment),
    clock,
  });
  const remembered = premises.rememberedZone();
  if (request.zone === undefined && remembered !== undefined) setZone(remembered);
  return premises;
};

/** One boot of a workspace at a time (§6.3). Throws WORKSPACE_BUSY. */
export const takeLease = (premises: Premises, recorder: Recorder): void => {
  const done = recorder.begin('lease');
  premises.takeLease();
  done(undefined);
};

/** Main or shared, before any file is opened. Throws RECONFIGURE_IN_SHARED. */
const kindOf = (request: BootRequest, { settings }: Host, recorder: Recorder): KindDecision => {
  const { session, reconfigure, rebirth } = request;
  const decision = decideKind(request, settings);
  recorder.body.kind = decision.kind;
  recorder.body.kindReason = decision.reason;
  if (decision.kind === 'main') return decision;
  if (session === 'main') recorder.notice('§3.2', `The session is shared: ${decision.reason}.`);
  if (reconfigure || rebirth) throw new Refusal('RECONFIGURE_IN_SHARED', {});
  return decision;
};
