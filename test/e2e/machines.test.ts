/** Machines as they are: users without a name, old sandboxes, file systems without modes, files that are mounted. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { stranger } from '#test/support/machine.ts';
import { makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import { refusalOf, skipLoudly, type Options, yamo } from '#test/support/yamo.ts';

const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0;

const cannotMount = skipLoudly(
  !runs('unshare', '--mount', 'true'),
  'what is mounted, and users without a name (it takes root)',
);

/** A folder that any user may make something in. */
const openFolder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'yamo-machines-'));
  chmodSync(path, 0o777);
  return path;
};

/** The program where every user can read it: a clone may lie in a folder that is closed to others. */
const forAll = (): Pick<Options, 'node' | 'program'> => {
  const { node, program } = stranger()?.options ?? {};
  return { ...(node !== undefined && { node }), ...(program !== undefined && { program }) };
};

/** As a user of a number that no account has, with nothing in the environment. */
const NOBODY = ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups', 'env', '-i'];

describe.skipIf(cannotMount)('a user without an account', () => {
  it('may ask what there is, and boots, with a home', async () => {
    const home = openFolder();
    const place = join(home, 'atlas');
    cpSync(makeBornWorkspace().path, place, { recursive: true });
    const files = spawnSync('chown', ['-R', '54321:54321', place]);
    expect(files.status).toBe(0);
    const wrapper = [...NOBODY, `HOME=${home}`, 'PATH=/usr/bin:/bin'];
    const options: Options = { ...forAll(), wrapper };
    const [doctor, keys, boot] = [
      await yamo(['doctor'], options),
      await yamo(['credentials', 'scan'], options),
      await yamo(['boot', place, '--json', '--message', 'hello'], options),
    ];
    expect(doctor.stdout).toContain('shared sessions');
    expect([keys.code, keys.stderr]).toEqual([0, '']);
    expect([boot.code, refusalOf(boot.events)]).toEqual([0, undefined]);
  });

  it('hears what to set where there is no home, from doctor and boot alike', async () => {
    const place = join(openFolder(), 'atlas');
    cpSync(makeBornWorkspace().path, place, { recursive: true });
    expect(spawnSync('chown', ['-R', '54321:54321', place]).status).toBe(0);
    const options: Options = { ...forAll(), wrapper: [...NOBODY, 'PATH=/usr/bin:/bin'] };
    const [doctor, boot] = [
      await yamo(['doctor'], options),
      await yamo(['boot', place, '--message', 'hello'], options),
    ];
    for (const { code, stdout, stderr } of [doctor, boot])
      expect([code, stdout + stderr]).toEqual([
        4,
        expect.stringContaining('Set HOME, or XDG_STATE_HOME'),
      ]);
  });
});

/** A bubblewrap that does not know some options, in the place of the one that is there. */
const withOldBubblewrap = (unknown: readonly string[]): readonly string[] => {
  const folder = openFolder();
  const [real, old] = [join(folder, 'real'), join(folder, 'old')];
  cpSync('/usr/bin/bwrap', real);
  const looks = unknown.map(
    (option) =>
      `if grep -qzx -e '${option}' "$f"; then echo "bwrap: Unknown option ${option}" >&2; exit 1; fi`,
  );
  const script = ['#!/bin/sh', 'PATH=/usr/bin:/bin', 'f=$(mktemp)', 'cat <&3 > "$f"', ...looks];
  writeFileSync(old, [...script, 'exec 3< "$f"', 'rm "$f"', `exec ${real} "$@"`, ''].join('\n'));
  chmodSync(old, 0o755);
  const mount = `mount --bind ${old} /usr/bin/bwrap && exec "$@"`;
  return [
    'unshare',
    '--mount',
    'sh',
    '-c',
    mount,
    'sh',
    ...NOBODY,
    `HOME=${folder}`,
    'PATH=/usr/bin:/bin',
  ];
};

const holdsHere = !cannotMount && runs('bwrap', '--unshare-user', '--ro-bind', '/', '/', 'true');

describe.skipIf(!holdsHere)('an old bubblewrap', () => {
  it.each([
    ['0.8.0', [], /bubblewrap +works here/],
    // Ubuntu 22.04: the filter of system calls forbids namespaces as well.
    ['0.6.1', ['--disable-userns'], /bubblewrap +works here/],
    // Debian 11.
    ['0.4.1', ['--disable-userns', '--size'], /Install bubblewrap 0\.6\.0 or newer/],
  ] as const)('%s', async (_, unknown, told) => {
    const { stdout } = await yamo(['doctor'], {
      ...forAll(),
      wrapper: withOldBubblewrap(unknown),
    });
    expect(stdout).toMatch(told);
  });
});

const noBindfs = skipLoudly(
  cannotMount || !runs('bindfs', '--version'),
  'file systems without modes (bindfs)',
);

/** A workspace below a mount of bindfs with these options. */
const bootOn = async (option: string, change: (path: string) => void = () => undefined) => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '# Memory\n\n- a\n' });
  const mount = `${ws.path}-mount`;
  mkdirSync(mount);
  expect(runs('bindfs', option, ws.path, mount)).toBe(true);
  try {
    change(mount);
    const env = { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome };
    return await yamo(['boot', mount, '--message', '/remember tea'], { env });
  } finally {
    spawnSync('umount', [mount]);
  }
};

describe.skipIf(noBindfs)('a file system', () => {
  it('that cannot keep others out is refused, with what to do there (R-81)', async () => {
    const { code, stderr } = await bootOn('--perms=a+rwx', (path) => chmodSync(path, 0o700));
    expect([code, stderr]).toEqual([1, expect.stringContaining('WORKSPACE_WORLD_WRITABLE')]);
    expect(stderr).toContain('keep the workspace on a disk of this system');
  });

  it.each([
    ['-oro', /EROFS/, /Mount it so that it can be written/],
    ['--rename-deny', /EPERM/, /If its file system has no modes/],
    ['--chmod-deny', /EPERM/, /If its file system has no modes/],
  ])('with %s', async (option, what, cure) => {
    const { stdout, stderr } = await bootOn(option);
    expect(stdout + stderr).toMatch(what);
    expect(stdout + stderr).toMatch(cure);
    expect(stdout + stderr).not.toMatch(/bug in yamo|\n +at /);
  });

  it('that passes everything on is no hindrance', async () => {
    const { code, stdout } = await bootOn('--perms=u+rwX');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Kept in MEMORY.md')]);
  });
});

it.skipIf(cannotMount)('a file that is a mount is whole, and the human hears of it', async () => {
  const ws = makeBornWorkspace({ 'MEMORY.md': '' });
  writeFileSync(`${ws.path}-memory`, '# Memory\n\n- a\n');
  const mount = `mount --bind ${ws.path}-memory ${ws.path}/MEMORY.md && exec "$@"`;
  const { stdout, stderr } = await yamo(['boot', '--message', '/remember tea'], {
    workspace: ws,
    wrapper: ['unshare', '--mount', 'sh', '-c', mount, 'sh'],
  });
  expect(stdout + stderr).toMatch(/something is mounted on it.*mount the folder/);
});

it('a folder that is gone is told as such, by every command', async () => {
  const folder = openFolder();
  const leave = 'd=$(mktemp -d) && cd "$d" && rmdir "$d" && exec "$@"';
  for (const words of [['doctor'], ['audit'], ['boot', '--message', 'x'], ['init']]) {
    const { code, stderr } = await yamo(words, {
      wrapper: ['sh', '-c', leave, 'sh'],
      env: { TMPDIR: folder },
    });
    expect([words, code, stderr]).toEqual([words, 4, expect.stringContaining('FOLDER_GONE')]);
  }
});

describe('files that are links', () => {
  it('are refused by boot and auditor alike, and the folder may be one', async () => {
    const ws = makeBornWorkspace({ 'CLAUDE.md': '' });
    const [boot, audit] = await Promise.all([
      yamo(['boot', '--message', 'x'], { workspace: ws }),
      yamo(['audit'], { workspace: ws }),
    ]);
    expect([boot.code, audit.stdout]).toEqual([0, expect.not.stringContaining('1/link')]);
    cpSync(join(ws.path, 'AGENTS.md'), join(ws.path, 'CLAUDE.md'));
    spawnSync('rm', [join(ws.path, 'AGENTS.md')]);
    symlinkSync('CLAUDE.md', join(ws.path, 'AGENTS.md'));
    const refused = await yamo(['boot', '--message', 'x'], { workspace: ws });
    expect(refused.stderr).toMatch(/AGENTS\.md is a symbolic link[^]*links the whole folder/);
    expect((await yamo(['audit'], { workspace: ws })).stdout).toMatch(/non-conformant[^]*1\/link/);
  });

  it('..data of Kubernetes is a folder like any other', async () => {
    const volume = makeWorkspace();
    const { path, stateHome, configHome } = makeBornWorkspace();
    cpSync(path, join(volume.path, '..2026'), { recursive: true });
    symlinkSync('..2026', join(volume.path, '..data'));
    symlinkSync('..data/AGENTS.md', join(volume.path, 'AGENTS.md'));
    chmodSync(join(volume.path, '..2026'), 0o700);
    const place = { path: join(volume.path, '..data'), stateHome, configHome };
    expect((await yamo(['boot', '--message', 'x'], { workspace: place })).code).toBe(0);
  });
});
