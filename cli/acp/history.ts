/** Sessions of before, of a workspace that is not open: those of the kind that the editor gets, and no others (§4.1). */
import type { Host } from '#kernel/contract/boot-request.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { StateHome } from '#kernel/state/home.ts';
import {
  listTranscripts,
  readTranscript,
  type TranscriptEntry,
  type TranscriptSummary,
} from '#kernel/state/transcripts.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';

/** The newest first. Throws WORKSPACE_… and STATE_… refusals. */
export const sessionHistory = (
  host: Host,
  path: string,
  kind: SessionKind,
): readonly TranscriptSummary[] =>
  withState(host, path, (home) => listTranscripts(home).filter((one) => one.kind === kind.name)) ??
  [];

/** What was said in one; `undefined` if there is none of this kind. Throws WORKSPACE_… and STATE_… refusals. */
export const sessionFromHistory = (
  host: Host,
  path: string,
  kind: SessionKind,
  id: string,
): readonly TranscriptEntry[] | undefined =>
  withState(host, path, (home) => {
    const read = readTranscript(home, id);
    return read?.head.kind === kind.name ? read.entries : undefined;
  });

/** `undefined` if the workspace was never booted. */
const withState = <Value>(
  { disk, uid, environment }: Host,
  path: string,
  take: (home: StateHome) => Value,
): Value | undefined => {
  const workspace = Workspace.open(disk, path, { strict: false, uid });
  try {
    const home = StateHome.peek(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
    if (home === undefined) return undefined;
    try {
      return take(home);
    } finally {
      home.close();
    }
  } finally {
    workspace.close();
  }
};
