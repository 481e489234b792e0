/** The table of causes: what machines say, and what is advised then, by the refusal and by `yamo doctor` alike. */
import { describe, expect, it } from 'vitest';

import { CAUSES, cureOf, errnoInWords } from '#lib/spec/causes.ts';
import { complaintOf } from '#lib/spec/complaints.ts';
import { Refusal } from '#lib/spec/refusals.ts';

const path = '/home/ada/state';
const memory = (errno: string) => new Refusal('MEMORY_UNWRITABLE', { file: 'MEMORY.md', errno });
const state = (reason: string) => new Refusal('STATE_UNUSABLE', { path, reason });

describe('a refusal', () => {
  it.each([
    // A mounted file (docker -v, subPath), and the folder in place of a state file.
    [memory('EBUSY'), /something is mounted on it/, /mount the folder/],
    [state('EISDIR'), /a folder lies in its place/, /^Look what .*mv \/home\/ada\/state \/home/],
    // No passwd entry and no HOME.
    [state('ENOENT'), /is not there/, /Set HOME, or XDG_STATE_HOME/],
    [state('ENOTDIR'), /a file lies where a folder belongs/, /Move the file/],
    [state('EMFILE'), /too many files/, /^Let a process open more files/],
    [memory('ENFILE'), /on this machine/, /fs\.file-max/],
    [memory('ENOSPC'), /no space/, /^Free some space/],
    [memory('EDQUOT'), /quota/, /quota -s/],
    [memory('EROFS'), /read-only/, /without :ro/],
    // SMB, exFAT and drives of Windows have no modes and no second names.
    [memory('EPERM'), /not permitted/, /drives of Windows in WSL, SMB, exFAT/],
    [memory('EOPNOTSUPP'), /cannot do this/, /exFAT/],
    [memory('ESTALE'), /network drive/, /mount it again/],
    [memory('ENOTCONN'), /not there any more/, /FUSE/],
    [new Refusal('SCRATCH_UNUSABLE', { path: '/tmp', errno: 'ENOENT' }), /no such/, /TMPDIR/],
  ])('%s', (refusal, means, cure) => {
    expect(refusal.message).toMatch(means);
    expect(refusal.remedy).toMatch(cure);
    expect(refusal.remedy).not.toMatch(/[{}]/);
  });

  it('keeps an advice that holds whatever the cause is, and its own where no cause is known', () => {
    const proved = { file: 'BOOTSTRAP.md', errno: 'EIO' };
    expect(new Refusal('BOOTSTRAP_NOT_DURABLE', proved).remedy).toMatch(
      /^Look at the log .* then provide it again\.$/,
    );
    const gate = { operation: 'write', path: 'MEMORY.md', errno: 'EBUSY' };
    expect(new Refusal('GATE_FAILED', gate).remedy).toMatch(/mounted .* Tell your human\.$/);
    expect(memory('EUCLEAN').remedy).toBe(memory('EACCES').remedy);
  });
});

it('every cause says what it means once for each place', () => {
  const places = CAUSES.map(({ code, at }) => `${code} ${at}`);
  expect(new Set(places).size).toBe(places.length);
  for (const { code, at, means, cure } of CAUSES) {
    const others = (['workspace', 'state', 'scratch'] as const).filter((place) =>
      at === undefined ? !places.includes(`${code} ${place}`) : place === at,
    );
    expect(others).not.toEqual([]);
    for (const place of others)
      expect([errnoInWords(code, place), cureOf(code, place)]).toEqual([`${code}: ${means}`, cure]);
  }
});

describe('what a sandbox complains of', () => {
  it.each([
    ['bwrap is not installed', /apt install bubblewrap/],
    // Debian 11 has 0.4.1, which does not know --size either.
    ['bwrap: Unknown option --size', /0\.6\.0/],
    // As recorded on Ubuntu 24.04, whose AppArmor forbids user namespaces.
    ['bwrap: setting up uid map: Permission denied', /apparmor/],
    ['bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', /apparmor/],
    // Debian 10, where only root makes them; RHEL 7; Docker.
    [
      'bwrap: No permissions to creating new namespace, likely because the kernel does not allow non-privileged user namespaces.',
      /unprivileged_userns_clone/,
    ],
    ['bwrap: Creating new namespace failed: No space left on device', /max_user_namespaces/],
    ['bwrap: Creating new namespace failed: Operation not permitted', /seccomp=unconfined/],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /systempaths/],
    ['bwrap: pivot_root: Invalid argument', /chroot/],
    ['bwrap: Failed to make / slave: Permission denied', /chroot/],
    ['bwrap: Creating new namespace failed: Resource temporarily unavailable', /pids-limit/],
    [
      'yamo: nothing was started under Landlock: landlock_create_ruleset failed with ENOSYS',
      /5\.13/,
    ],
    [
      'yamo: nothing was started under Landlock: landlock_create_ruleset failed with EOPNOTSUPP',
      /lsm=/,
    ],
    ["yamo: nothing was started under Landlock: Cannot find package 'koffi'", /--omit=optional/],
    // macOS, and a processor without a filter.
    ['it is for Linux, and this is darwin', /virtual machine/],
    ['yamo has no sandbox on macOS, where nobody has run it yet', /virtual machine/],
    ['yamo has no filter of system calls for riscv64', /x64 or arm64/],
    ['EMFILE', /ulimit -n/],
  ])('%s', (words, cure) => {
    expect(complaintOf(words)?.cure).toMatch(cure);
  });

  it('is told as it is where nobody knows what stands behind it', () => {
    expect(complaintOf('bwrap: the moon is full')).toBeUndefined();
  });
});
