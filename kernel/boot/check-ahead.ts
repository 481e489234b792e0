/** What is known before anything is changed: the record of an earlier first boot, and that nothing stands in the way (RFC-0009 §6.3). */
import { Refusal } from '#lib/spec/refusals.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { Recorder } from '#kernel/run/record.ts';
import type { Run } from '#kernel/run/running.ts';
import { completeLayout } from '#kernel/session/layout.ts';
import { trackedByGit } from '#kernel/snapshot/tracked.ts';
import type { BootstrapRecord } from '#lib/workspace/bootstrap-record.ts';
import { type Preflight, preflight } from './preflight.ts';
import { readBootstrapRecord } from '#kernel/state/bootstrap-record.ts';
import { cutsOf } from '#kernel/state/seal.ts';

/** What is known before anything is changed. */
export interface Ahead {
  readonly ready: Preflight;
  readonly record: BootstrapRecord | undefined;
}

/** Preflight: everything that can fail later is tried before anything is changed. */
export const checkAhead = (run: Run): Ahead => {
  const { recorder, opened, decision, request } = run;
  const { workspace, home, daily } = opened;
  const done = recorder.begin('preflight');
  recorder.body.workspace = workspace.path;
  const record = readBootstrapRecord(home);
  const ready = preflight(workspace, decision.kind, daily.today, record);
  if (ready.firstBoot) reportTracked(workspace, request.strict, recorder);
  recorder.damage(opened.takeDamage());
  recorder.damage(cutsOf(home));
  reportGroup(workspace, ready, recorder);
  if (!ready.firstBoot && record?.state === 'taken') completeBirth(run, record);
  return done({ ready, record }, { detail: ready.firstBoot ? 'first boot' : 'initialised' });
};

/** An earlier first boot took its instructions, and did not end. */
const completeBirth = (
  { recorder, opened, decision, request }: Run,
  { files, takenAt }: BootstrapRecord,
): void => {
  const isOurs = decision.kind.permissions.preparesFiles && !request.strict;
  const completed = isOurs ? completeLayout(opened) : [];
  const said = completed.length === 0 ? '' : ` The kernel ${completed.join('; ')}.`;
  recorder.notice(
    '§6.2',
    `The first boot that took ${files[0]?.file ?? 'BOOTSTRAP.md'} on ${takenAt} did not finish.${said} Provide BOOTSTRAP.md again, or accept the workspace as it is: yamo accept '${opened.workspace.path}'`,
  );
};

const reportGroup = (
  { path, groupWritable }: OpenWorkspace['workspace'],
  ready: Preflight,
  recorder: Recorder,
): void => {
  const names = [...(groupWritable ? ['.'] : []), ...ready.groupWritable];
  if (names.length === 0) return;
  const what = names.map((name) => (name === '.' ? 'the workspace' : name)).join(', ');
  recorder.notice(
    '§4.4',
    `The group can write ${what}: cd '${path}' && chmod g-w ${names.join(' ')}`,
  );
};

/** Instructions that git keeps outlive their deletion. Throws BOOTSTRAP_TRACKED (strict). */
export const reportTracked = (
  workspace: OpenWorkspace['workspace'],
  strict: boolean,
  recorder: Recorder,
): void => {
  const file = trackedByGit(workspace);
  if (file === undefined) return;
  const refusal = new Refusal('BOOTSTRAP_TRACKED', { file });
  if (strict) throw refusal;
  recorder.notice(
    refusal.section,
    `${file} is tracked by git: its text stays in the history after its deletion. ${refusal.remedy}`,
  );
};
