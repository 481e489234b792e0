/** Events of a workspace, as the server numbers them. */
import type { JsonObject } from '#lib/text/json.ts';

/** Something that happened in the workspace. */
export interface ServerEvent {
  readonly id: number;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly session: string | undefined;
  readonly request: string | undefined;
  readonly payload: JsonObject;
}
