/** Names of copies of bootstrap instructions, in many ways of putting a file aside. */
import { describe, expect, it } from 'vitest';

import { isCopyName } from '#lib/workspace/copy-name.ts';

describe('names of copies', () => {
  it.each([
    '.BOOTSTRAP.md.swp',
    '.#BOOTSTRAP.md',
    '#BOOTSTRAP.md#',
    '~$BOOTSTRAP.md',
    '.BOOTSTRAP.md.un~',
    '.BOOTSTRAP.md.Xa8Fz2',
    '.BOOTSTRAP.md.0123456789ab.yamo-tmp',
    'BOOTSTRAP.md.1',
    'BOOTSTRAP.md.~1~',
    'BOOTSTRAP.md.2026-02-01',
    'BOOTSTRAP.md.disabled',
    'BOOTSTRAP.md.tar.gz',
    'BOOTSTRAP.yamo.bak',
    'BOOTSTRAP-2.md',
    'BOOTSTRAP - Kopie.md',
    'BOOTSTRAP_backup_2026.md',
    'BOOTSTRAP 副本.md',
    'BOOTSTRAP.sync-conflict-20260201-101112-ABCDEFG.md',
    "BOOTSTRAP (Ada's conflicted copy 2026-02-01).md",
    'OLD_BOOTSTRAP.md',
    '_BOOTSTRAP.md',
    'bootstrap-old2.md',
    'memory/notes/bootstrap.bak.md',
    'Archive/BOOTSTRAP.md',
    'memory/BOOTSTRAP.md',
  ])('%s is one [Y68]', (name) => {
    expect(isCopyName(name)).toBe(true);
  });

  it.each([
    'BOOTSTRAP.md',
    'BOOTSTRAP.yamo',
    'bootstrap-v2-implementation-plan.md',
    'memory/2026-01-05-HR-03-bootstrap.md',
    'memory/2026-01-05-bootstrap.md',
    'memory/bootstrap.md',
    'docs/BOOTSTRAP.md',
    'bootstrap-5.md',
    'bootstrap-grid.md',
    'BOOTSTRAPPING.md',
    'BOOTSTRAP.mdx',
    'BOOTSTRAP.md.template',
    'how-to-bootstrap.md',
    'do_bootstrap.md',
    '_bootstrap.md',
    'bootstrap.old.css',
    `BOOTSTRAP${'.old'.repeat(1000)}.md`,
    '',
    '/',
  ])('%s is none', (name) => {
    expect(isCopyName(name)).toBe(false);
  });
});
