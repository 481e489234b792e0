/** Logs that were put away: read as they were, refused where they are none. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { LOG_MAX_BYTES } from '#lib/spec/limits.ts';
import { archiveOf, pack, unpack } from '#kernel/memory/archive.ts';
import { logsOf, readMemoryFile } from '#kernel/memory/logs.ts';
import { openWorkspace, refusalOf } from '#test/support/kernel.ts';
import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';

const FILE = 'memory/archive/2026-01-02.md.gz';
const LOG = '# Memory — 2026-01-02\n\n- Grüße, 你好\n';

const withArchive = (bytes: Uint8Array): TempWorkspace =>
  makeWorkspace({ [FILE]: bytes, 'memory/2026-01-03.md': 'x\n', 'memory/archive/notes.txt': 'x' });

describe('an archive', () => {
  it('gives a log back to the letter, and the same log gives the same archive', () => {
    const workspace = openWorkspace(withArchive(pack(Buffer.from(LOG))));
    expect(archiveOf(workspace).names()).toEqual([FILE]);
    expect(archiveOf(workspace).read(FILE)).toMatchObject({ file: FILE, text: LOG });
    expect(pack(Buffer.from(LOG))).toEqual(pack(Buffer.from(LOG)));
    expect(logsOf(workspace)).toEqual([
      { day: '2026-01-02', file: FILE, isArchived: true },
      { day: '2026-01-03', file: 'memory/2026-01-03.md', isArchived: false },
    ]);
  });

  it.each([
    ['no gzip', Buffer.from('plain text'), 'FILE_NOT_GZIP'],
    ['nothing', Buffer.alloc(0), 'FILE_NOT_GZIP'],
    ['cut off', gzipSync(LOG).subarray(0, 20), 'FILE_NOT_GZIP'],
    ['no text', gzipSync(Buffer.from([0xff, 0xfe])), 'FILE_NOT_TEXT'],
    ['more than a log can be', gzipSync(Buffer.alloc(LOG_MAX_BYTES + 1)), 'FILE_TOO_LARGE'],
  ])('that is %s is refused', (_, bytes, code) => {
    const workspace = openWorkspace(withArchive(bytes));
    expect(refusalOf(() => readMemoryFile(workspace, FILE))).toBe(code);
  });

  it('is not followed through a link, of the file or of the folder', () => {
    const linked = makeWorkspace({ 'memory/archive/x': '' });
    symlinkSync('/etc/passwd', linked.at(FILE));
    expect(refusalOf(() => readMemoryFile(openWorkspace(linked), FILE))).toBe('FILE_SYMLINK');
    const folder = makeWorkspace();
    mkdirSync(folder.at('memory'));
    symlinkSync('/etc', folder.at('memory/archive'));
    expect(refusalOf(() => archiveOf(openWorkspace(folder)).names())).toBe('FILE_UNREADABLE');
    const none = openWorkspace(makeWorkspace());
    expect([archiveOf(none).names(), archiveOf(none).read(FILE)]).toEqual([[], undefined]);
  });

  it('of what is packed is what it was', () => {
    expect(unpack(FILE, pack(Buffer.from(LOG))).toString('utf8')).toBe(LOG);
  });
});
