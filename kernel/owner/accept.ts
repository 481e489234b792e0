/** Taking a workspace as it is now: the baselines of R-83, what is private no more, and a birth that was interrupted. */
import { Refusal } from '#lib/spec/refusals.ts';
import { Clock } from '#kernel/process/clock.ts';
import type { Disk } from '#kernel/fs/disk.ts';
import type { SaidLayout } from '#lib/layout/detect.ts';
import { admitLayout } from '#kernel/run/layout.ts';
import { Premises } from '#kernel/run/premises.ts';
import { readFile } from '#kernel/startup/read.ts';
import { keepBaseline, WATCHED } from '#kernel/state/baseline.ts';
import { forgetRemoved } from '#kernel/state/fingerprints.ts';
import { readBirthRecord, writeBirthRecord } from '#kernel/state/birth.ts';

export interface Accepted {
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  /** An interrupted birth was accepted as finished. */
  readonly birth: boolean;
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
  const premises = Premises.open(disk, path, {
    strict: false,
    uid,
    stateRoot,
    clock: Clock.start(),
  });
  try {
    admitLayout(premises, layout);
    premises.takeLease();
    const { workspace, home } = premises;
    const files = WATCHED.flatMap((file) => readFile(workspace, file) ?? []);
    if (!files.some(({ file }) => file === 'SOUL.md'))
      throw new Refusal('NOT_INITIALISED', { path: workspace.path });
    for (const { file, bytes } of files) {
      const watched = WATCHED.find((name) => name === file);
      if (watched !== undefined) keepBaseline(home, watched, bytes);
    }
    const record = readBirthRecord(home);
    const birth = record?.state === 'taken';
    if (birth)
      writeBirthRecord(home, { ...record, state: 'done', doneAt: new Date().toISOString() });
    const removedLines = premises.exclusively(() => forgetRemoved(home));
    return { files: files.map(({ file, sha256 }) => ({ file, sha256 })), birth, removedLines };
  } finally {
    premises.close();
  }
};
