/** Which day it is where the human of a workspace lives. */
import { LAYOUTS } from '#lib/layout/bundled.ts';
import type { Detected } from '#lib/layout/detect.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { isZone } from '#lib/text/zones.ts';
import { timezoneOf } from '#lib/workspace/profile.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import { offsetIn, systemZone } from '#kernel/process/zone.ts';
import { layoutOf } from '#kernel/run/known-layout.ts';
import { readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';

/** What a command says of the day. */
export interface Told {
  /** `YYYY-MM-DD`. */
  readonly date?: string | undefined;
  /** IANA name; before USER.md and the system. */
  readonly zone?: string | undefined;
}

/** The day that a moment (ISO 8601, UTC) is where the human of a workspace lives: `YYYY-MM-DD`. */
export const daysThere = (
  workspace: Workspace,
  environment: Environment,
): ((at: string) => string) => {
  const offset = offsetIn(zoneOf(workspace, {}, environment, () => layoutOf(workspace)));
  return (at) => {
    const moment = Date.parse(at);
    return new Date(moment + offset(moment)).toISOString().slice(0, 'YYYY-MM-DD'.length);
  };
};

/** The name of the zone, as its boots have it; `undefined`: that of the machine, whatever its name. */
export const zoneOf = (
  workspace: Workspace,
  { zone }: Told,
  environment: Environment,
  whose: () => Detected,
): string | undefined => {
  try {
    const detected = whose();
    if (detected.is === 'other' && LAYOUTS[detected.layout].utcDays === true) return 'UTC';
    if (zone !== undefined) return zone;
    const said = timezoneOf(readFile(workspace, 'USER.md')?.text ?? '');
    if (said !== undefined && isZone(said)) return said;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return zone ?? systemZone(environment);
};
