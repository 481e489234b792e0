/** Taking a workspace as it is now: the baselines of R-83, what is private no more, and a first boot that was interrupted. */
import { Refusal } from '#lib/spec/refusals.ts';
import { Clock } from '#kernel/process/clock.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import { admitLayout, refuseOther } from '#kernel/run/layout.ts';
import { layoutOf } from '#kernel/run/known-layout.ts';
import { keepLayout, readLayout } from '#kernel/state/layout.ts';
import { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import { NOTHING_FORBIDDEN, readAt, readFile } from '#kernel/startup/read.ts';
import { fileOfKey, keepBaseline, WATCHED, watchedAs } from '#kernel/state/baseline.ts';
import { forgetRemoved } from '#kernel/state/fingerprints.ts';
import { readBootstrapRecord, writeBootstrapRecord } from '#kernel/state/bootstrap-record.ts';

/** What `yamo accept` took for right. */
export interface Accepted {
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  /** An interrupted first boot was accepted as finished. */
  readonly firstBoot: boolean;
  /** Lines that were taken out of MEMORY.md were still guarded, and are not any more. */
  readonly removedLines: boolean;
  /** What the workspace is from now on, where that was said. */
  readonly layout?: string;
}

export interface Accepting {
  readonly uid: number;
  readonly stateRoot: string;
  /** `--layout`: what the workspace is from now on. */
  readonly layout?: string | undefined;
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
    const { workspace, home } = opened;
    if (layout !== undefined) {
      // A tree that looks like one of Nexus stays one: its bootstrap instructions would be lost.
      if (layout === 'rfc-0009') refuseOther(workspace.path, layoutOf(workspace), layout);
      opened.takeLease();
      keepLayout(home, layout);
      if (layout !== 'rfc-0009')
        return { files: [], firstBoot: false, removedLines: false, layout };
    } else {
      const kept = readLayout(home);
      if (kept !== undefined && kept !== 'rfc-0009') {
        opened.takeLease();
        const files = acceptKept(opened, kept);
        return { files, firstBoot: false, removedLines: false };
      }
      admitLayout(opened, undefined);
      opened.takeLease();
    }
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
    return {
      files: files.map(({ file, sha256 }) => ({ file, sha256 })),
      firstBoot,
      removedLines,
      ...(layout === undefined ? {} : { layout }),
    };
  } finally {
    opened.close();
  }
};

/** Who the agent of another layout is, in the files that a boot accepted before. Throws FILE_… refusals, STATE_UNUSABLE. */
const acceptKept = ({ workspace, home }: OpenWorkspace, layout: string): Accepted['files'] =>
  watchedAs(home, layout).flatMap((key) => {
    const name = fileOfKey(key);
    const file = readAt(() => workspace.place(name), name, NOTHING_FORBIDDEN);
    if (file === undefined) return [];
    keepBaseline(home, key, file.bytes);
    return [{ file: name, sha256: file.sha256 }];
  });
