/** What USER.md settles at a start: that there is one, and which zone "today" is in. */
import { Refusal } from '#lib/spec/refusals.ts';
import { readBootstrapFields } from '#lib/workspace/bootstrap-fields.ts';
import { isZone, zoneOfOffset } from '#lib/text/zones.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import type { BootRequest } from '#kernel/contract/boot-request.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { Run } from '#kernel/run/running.ts';
import { machineZone } from '#kernel/process/zone.ts';
import type { FileText } from '#kernel/startup/read.ts';
import { createUserStub } from './layout.ts';

/** Throws USER_MISSING in strict mode. */
export const refuseWithoutUser = (
  { strict }: Pick<BootRequest, 'strict'>,
  { path }: Pick<Workspace, 'path'>,
): void => {
  if (strict) throw new Refusal('USER_MISSING', { path });
};

/** A missing USER.md: a stub in a main session, a word in a shared one. Throws USER_MISSING in strict mode. */
export const settleUser = (
  { opened, recorder, decision, request, bootId }: Run,
  user: FileText | undefined,
): void => {
  if (user !== undefined) return;
  refuseWithoutUser(request, opened.workspace);
  if (!decision.kind.permissions.preparesFiles) {
    recorder.notice('§3.2', 'USER.md is missing; the session goes on without it.');
    return;
  }
  createUserStub(opened);
  opened.daily.event('user_stub_created', 'file', 'USER.md', 'boot', bootId);
  recorder.notice('§6.2', 'USER.md was missing; the kernel wrote a stub for you to fill in.');
};

/** `--tz`, else the Timezone of USER.md, else the zone of the machine; from here on the session's. */
export const settleZone = (
  { opened, recorder, request, systemZone }: Run,
  user: string | undefined,
): void => {
  const named = user === undefined ? undefined : timezoneOf(user);
  if (request.zone !== undefined) {
    recorder.body.zone = request.zone;
    return;
  }
  if (named !== undefined && (named === opened.rememberedZone() || isZone(named))) {
    if (named !== opened.clock.zone) opened.daily.startBlock();
    opened.settleZone(named);
    recorder.body.zone = named;
    return;
  }
  if (named !== undefined)
    recorder.notice(
      '§2.3',
      'The Timezone in USER.md is neither the name of a time zone (such as Europe/Berlin) nor an offset (such as UTC+8); the zone of this machine is used.',
    );
  opened.clock.moveTo(systemZone);
  recorder.body.zone = systemZone ?? machineZone(opened.workspace.root.disk);
};

/**
 * The zone of a first boot, for its log and its agent: `--tz`, else what the instructions or their human say of it, else what the last
 * boot was in, else the machine's, which is `undefined`.
 */
export const settleFirstBootZone = (
  { opened, request, systemZone }: Run,
  orders: readonly { readonly text: string }[],
  answered: string | undefined,
): string | undefined => {
  const said = orders.flatMap(({ text }) => {
    const { timezone = '' } = readBootstrapFields(text).user;
    return isZone(timezone) ? timezone : (zoneOfOffset(timezone) ?? []);
  });
  const zone = request.zone ?? said[0] ?? answered ?? opened.rememberedZone() ?? systemZone;
  opened.clock.moveTo(zone);
  return zone;
};

/** USER.md was written in a first boot: what is logged from here on is in its zone, in a block of its own if need be. */
export const followUser = ({ opened, request }: Run, user: string): void => {
  const zone = timezoneOf(user);
  if (request.zone !== undefined || zone === undefined || !isZone(zone)) return;
  if (zone === opened.clock.zone) return;
  opened.daily.startBlock();
  opened.clock.moveTo(zone);
};
