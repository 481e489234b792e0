import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

import { completionScript } from '#cli/args/completion.ts';

import { EPOCH_SECONDS, type Manifest, settle } from './stage.ts';

/** A hyphen would begin a revision of Debian's, and make a candidate newer than its release. */
const debianVersion = (version: string): string => version.replace('-', '~');

const control = (version: string, homepage: string): string => `Package: yamo
Version: ${version}
Section: utils
Priority: optional
Architecture: all
Maintainer: Soverane <yamo@soverane.example>
Homepage: ${homepage}
Depends: nodejs (>= 24.15)
Recommends: bubblewrap, git
Description: kernel and auditor of Markdown agent workspaces
 Boots folders of Markdown as agents, under the rules of RFC-0009, which hold
 whatever the agent does, and grades them.
`;

/** A Debian package of the staged files, in `to`; returns its path. Throws where there is no dpkg-deb. */
export function debianPackage(staged: string, to: string, { version, homepage }: Manifest): string {
  const tree = mkdtempSync(join(tmpdir(), 'yamo-deb-'));
  try {
    const put = (path: string, text: string | Uint8Array): void => {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    };
    cpSync(staged, join(tree, 'usr/lib/yamo'), { recursive: true });
    mkdirSync(join(tree, 'usr/bin'), { recursive: true });
    symlinkSync('../lib/yamo/dist/yamo.js', join(tree, 'usr/bin/yamo'));
    const manual = readFileSync(join(staged, 'docs/reference/yamo.1'));
    put('usr/share/man/man1/yamo.1.gz', gzipSync(manual, { level: 9 }));
    put('usr/share/bash-completion/completions/yamo', completionScript('bash'));
    put('usr/share/zsh/vendor-completions/_yamo', completionScript('zsh'));
    put('usr/share/fish/vendor_completions.d/yamo.fish', completionScript('fish'));
    const licences = ['LICENSE', 'dist/THIRD_PARTY_LICENSES.txt'].map((file) =>
      readFileSync(join(staged, file), 'utf8'),
    );
    put('usr/share/doc/yamo/copyright', licences.join('\n'));
    put('DEBIAN/control', control(debianVersion(version), homepage));
    settle(tree);
    const path = join(to, `yamo_${debianVersion(version)}_all.deb`);
    const args = ['--build', '--root-owner-group', '-Zxz', tree, path];
    const { status, stderr, error } = spawnSync('dpkg-deb', args, {
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH_SECONDS) },
    });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`dpkg-deb ended with ${String(status)}: ${stderr}`);
    return path;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
