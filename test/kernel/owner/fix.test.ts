/** Fixes on the disk: whole files or none, never over what somebody else has changed. */
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { type FileFix, fixWorkspace } from '#kernel/owner/fix.ts';
import { acting, failing } from '#test/support/disk.ts';
import { makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const uid = process.getuid?.() ?? 0;

const refusalOf = (work: () => void): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
};

/** A workspace with two files to fix. */
const prepared = (): {
  readonly workspace: TempWorkspace;
  readonly files: readonly FileFix[];
  readonly home: { readonly uid: number; readonly stateRoot: string };
} => {
  const workspace = makeBornWorkspace();
  const files: FileFix[] = ['SOUL.md', 'USER.md'].map((file) => ({
    file,
    before: workspace.text(file),
    after: `${workspace.text(file)}\nMended.\n`,
  }));
  return { workspace, files, home: { uid, stateRoot: workspace.stateHome } };
};

describe('mending', () => {
  it('writes every file, with its mode, and creates what was not there', () => {
    const { workspace, files, home } = prepared();
    const fresh = { file: 'TOOLS.md', before: undefined, after: '# Tools\n' };
    fixWorkspace(disk, workspace.path, [...files, fresh], home);
    expect(workspace.text('SOUL.md')).toBe(files[0]?.after);
    expect(workspace.text('USER.md')).toBe(files[1]?.after);
    expect(workspace.text('TOOLS.md')).toBe('# Tools\n');
  });

  it('writes nothing where a file is no longer what was audited', () => {
    const { workspace, files, home } = prepared();
    workspace.write('USER.md', '# somebody else was here\n');
    const refused = refusalOf(() => fixWorkspace(disk, workspace.path, files, home));
    expect(refused).toMatchObject({ code: 'FILE_MOVED' });
    expect(workspace.text('SOUL.md')).toBe(files[0]?.before);
  });

  it('leaves a file alone that is saved at the last moment', () => {
    const { workspace, files, home } = prepared();
    const [, user] = files;
    const early = acting('after', 'open .USER.md.TMP', () =>
      workspace.write('USER.md', '# saved meanwhile\n'),
    );
    const refused = refusalOf(() =>
      fixWorkspace(early, workspace.path, user === undefined ? [] : [user], home),
    );
    expect(refused).toMatchObject({ code: 'FILE_MOVED' });
    expect(workspace.text('USER.md')).toBe('# saved meanwhile\n');
  });

  it('says how far it came when the disk fails, and every file is whole', () => {
    const { workspace, files, home } = prepared();
    const full = failing('fsync .USER.md.TMP', 'ENOSPC');
    const refused = refusalOf(() => fixWorkspace(full, workspace.path, files, home));
    expect(refused).toMatchObject({ code: 'FIX_FAILED', exit: 4 });
    expect(String(refused)).toMatch(
      /USER\.md could not be written \(ENOSPC[^)]*\)\. Files written before it, each whole: 1\./,
    );
    expect(workspace.text('SOUL.md')).toBe(files[0]?.after);
    expect(workspace.text('USER.md')).toBe(files[1]?.before);
    expect(workspace.list().filter((name) => name.includes('yamo-tmp'))).toEqual([]);
  });
});
