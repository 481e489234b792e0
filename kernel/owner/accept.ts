/** Taking a workspace as it is now: the baselines of R-83, what is private no more, and a first boot that was interrupted. */
import { Refusal } from '#lib/spec/refusals.ts';
import { Clock } from '#kernel/process/clock.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import type { SaidLayout } from '#lib/layout/detect.ts';
import { admitLayout } from '#kernel/run/layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { readFile } from '#kernel/startup/read.ts';
import { keepBaseline, WATCHED } from '#kernel/state/baseline.ts';
import { forgetRemoved } from '#kernel/state/fingerprints.ts';
import { readBootstrapRecord, writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';

/** What `yamo accept` took for right. */
export interface Accepted {
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  /** An interrupted first boot was accepted as finished. */
  readonly firstBoot: boolean;
  /** Lines that were taken out of MEMORY.md were still guarded, and are not any more. */
  readonly removedLines: boolean;
}

export interface Accepting {
  readonly uid: number;
  readonly stateRoot: string;
  /** `--layout`. */
  readonly layout?: SaidLayout | undefined;
}

/** Throws WORKSPACE_…, STATE_…, LAYOUT_… and FILE_… refusals, NOT_INITIALISED. */
export const acceptWorkspace = (
  disk: Disk,
  path: string,
  { uid, stateRoot, layout }: Accepting,
): Accepted => {
  const opened = OpenWorkspace.open(disk, path, {
    strict: false,
    uid,
    stateRoot,
    clock: Clock.start(),
  });
  try {
    admitLayout(opened, layout);
    opened.takeLease();
    const { workspace, home } = opened;
    const files = WATCHED.flatMap((file) => readFile(workspace, file) ?? []);
    if (!files.some(({ file }) => file === 'SOUL.md'))
      throw new Refusal('NOT_INITIALISED', { path: workspace.path });
    for (const { file, bytes } of files) {
      const watched = WATCHED.find((name) => name === file);
      if (watched !== undefined) keepBaseline(home, watched, bytes);
    }
    const record = readBootstrapRecord(home);
    const firstBoot = record?.state === 'taken';
    if (firstBoot)
      writeBootstrapRecord(home, { ...record, state: 'done', doneAt: new Date().toISOString() });
    const removedLines = opened.exclusively(() => forgetRemoved(home));
    return { files: files.map(({ file, sha256 }) => ({ file, sha256 })), firstBoot, removedLines };
  } finally {
    opened.close();
  }
};
