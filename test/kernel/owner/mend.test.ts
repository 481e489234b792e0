/** Fixes on the disk: whole files or none, never over what somebody else has changed. */
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { type Mending, mendWorkspace } from '#kernel/owner/mend.ts';
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

/** A workspace with two files to mend. */
const prepared = (): {
  readonly workspace: TempWorkspace;
  readonly mendings: readonly Mending[];
  readonly home: { readonly uid: number; readonly stateRoot: string };
} => {
  const workspace = makeBornWorkspace();
  const mendings: Mending[] = ['SOUL.md', 'USER.md'].map((file) => ({
    file,
    before: workspace.text(file),
    after: `${workspace.text(file)}\nMended.\n`,
  }));
  return { workspace, mendings, home: { uid, stateRoot: workspace.stateHome } };
};

describe('mending', () => {
  it('writes every file, with its mode, and creates what was not there', () => {
    const { workspace, mendings, home } = prepared();
    const fresh = { file: 'TOOLS.md', before: undefined, after: '# Tools\n' };
    mendWorkspace(disk, workspace.path, [...mendings, fresh], home);
    expect(workspace.text('SOUL.md')).toBe(mendings[0]?.after);
    expect(workspace.text('USER.md')).toBe(mendings[1]?.after);
    expect(workspace.text('TOOLS.md')).toBe('# Tools\n');
  });

  it('writes nothing where a file is no longer what was audited', () => {
    const { workspace, mendings, home } = prepared();
    workspace.write('USER.md', '# somebody else was here\n');
    const refused = refusalOf(() => mendWorkspace(disk, workspace.path, mendings, home));
    expect(refused).toMatchObject({ code: 'FILE_MOVED' });
    expect(workspace.text('SOUL.md')).toBe(mendings[0]?.before);
  });

  it('leaves a file alone that is saved at the last moment', () => {
    const { workspace, mendings, home } = prepared();
    const [, user] = mendings;
    const early = acting('after', 'open .USER.md.TMP', () =>
      workspace.write('USER.md', '# saved meanwhile\n'),
    );
    const refused = refusalOf(() =>
      mendWorkspace(early, workspace.path, user === undefined ? [] : [user], home),
    );
    expect(refused).toMatchObject({ code: 'FILE_MOVED' });
    expect(workspace.text('USER.md')).toBe('# saved meanwhile\n');
  });

  it('says how far it came when the disk fails, and every file is whole', () => {
    const { workspace, mendings, home } = prepared();
    const full = failing('fsync .USER.md.TMP', 'ENOSPC');
    const refused = refusalOf(() => mendWorkspace(full, workspace.path, mendings, home));
    expect(refused).toMatchObject({ code: 'MEND_FAILED', exit: 4 });
    expect(String(refused)).toContain('USER.md could not be written (ENOSPC); 1 other files were');
    expect(workspace.text('SOUL.md')).toBe(mendings[0]?.after);
    expect(workspace.text('USER.md')).toBe(mendings[1]?.before);
    expect(workspace.list().filter((name) => name.includes('yamo-tmp'))).toEqual([]);
  });
});
