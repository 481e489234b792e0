/** B: what stands in the place of the instructions, or around them, so that a boot must be refused. */
import { type Lab, Undecided } from '#conform/case/case.ts';
import { carriesOutOrKeeps, refusesAndKeeps } from '#conform/case/judge.ts';
import { bootOf, meddled, oneBoot, type CaseRow, table } from '#conform/case/table.ts';
import { AGENTS, born, ORDERS, unborn, unbornWithSoul } from '#conform/case/texts.ts';
import { LOOKING_CALLS, UNLINKING } from '#conform/witness/trace.ts';

const REFUSED = {
  ...bootOf('main'),
  observed:
    'the boot is refused in time: it ends with an exit code other than 0 and some words on standard error; no agent got a word of the instructions or of AGENTS.md; BOOTSTRAP.md is still there, since nothing was taken from it.',
  leftOpen: 'which words, and which exit code.',
} as const;

/** Refused where nothing but this is wrong with a complete workspace. */
const bornWith = (setUp: (lab: Lab) => void): CaseRow['run'] =>
  oneBoot(
    (lab) => {
      born(lab);
      setUp(lab);
    },
    (lab, boot) => refusesAndKeeps(lab, boot, 'born'),
  );

/** Refused where nothing but the workspace itself is wrong with a first boot. */
const unbornIn = (setUp: (lab: Lab) => void): CaseRow['run'] =>
  oneBoot((lab) => {
    unborn(lab);
    setUp(lab);
  }, refusesAndKeeps);

const unlinkFails = (error: string, when: string): CaseRow => ({
  ...REFUSED,
  title: `the boot is refused when ${when}`,
  requirements: ['Y114', 'K18'],
  setUp: `BOOTSTRAP.md with a canary; its unlink fails with ${error}, as it does when ${when}.`,
  run: oneBoot(unborn, refusesAndKeeps, meddled(UNLINKING, `error=${error}`)),
});

export const HOSTILE_CASES = table('hostile', {
  'B-10': {
    ...REFUSED,
    title: 'a symbolic link in their place is refused',
    requirements: ['Y112', 'Y114'],
    setUp:
      'BOOTSTRAP.md is a symbolic link to a file outside of the workspace, which holds a canary.',
    run: oneBoot(({ files }) => {
      files.write('AGENTS.md', AGENTS);
      files.write(`${files.outside}/secret.md`, ORDERS);
      files.symlink(`${files.outside}/secret.md`, 'BOOTSTRAP.md');
    }, refusesAndKeeps),
  },
  'B-11': {
    ...REFUSED,
    title: 'a symbolic link to nothing is not taken for absence',
    requirements: ['Y112', 'Y114'],
    setUp: 'BOOTSTRAP.md is a symbolic link that leads nowhere, in a complete workspace.',
    run: bornWith(({ files }) => files.symlink(`${files.outside}/nothing.md`, 'BOOTSTRAP.md')),
  },
  'B-12': {
    ...REFUSED,
    title: 'a symbolic link to itself is not taken for absence',
    requirements: ['Y112', 'Y114'],
    setUp: 'BOOTSTRAP.md is a symbolic link to itself, in a complete workspace.',
    run: bornWith(({ files }) => files.symlink('BOOTSTRAP.md', 'BOOTSTRAP.md')),
  },
  'B-13': {
    ...REFUSED,
    title: 'a named pipe is not waited for',
    requirements: ['Y112', 'Y114'],
    setUp: 'BOOTSTRAP.md is a named pipe into which nobody writes.',
    run: oneBoot(({ files }) => {
      files.write('AGENTS.md', AGENTS);
      files.fifo('BOOTSTRAP.md');
    }, refusesAndKeeps),
  },
  'B-14': {
    ...REFUSED,
    title: 'a device is not read',
    requirements: ['Y112', 'Y114'],
    setUp: '/dev/zero is mounted over BOOTSTRAP.md.',
    run: oneBoot(unborn, refusesAndKeeps, { mount: 'mount --bind /dev/zero "$1/BOOTSTRAP.md"' }),
  },
  'B-15': {
    ...REFUSED,
    title: 'a directory in their place is refused',
    requirements: ['Y112', 'Y114'],
    setUp: 'BOOTSTRAP.md is a directory, in a complete workspace.',
    run: bornWith(({ files }) => files.folder('BOOTSTRAP.md')),
  },
  'B-16': {
    ...REFUSED,
    title: 'a socket in their place is refused',
    requirements: ['Y112', 'Y114'],
    setUp: 'BOOTSTRAP.md is a socket, in a complete workspace.',
    run: bornWith(({ files }) => files.socket('BOOTSTRAP.md')),
  },
  'B-17': {
    ...REFUSED,
    title: 'instructions with a second name are refused',
    requirements: ['Y66', 'Y114'],
    setUp:
      'BOOTSTRAP.md has a hard link outside of the workspace: to delete one name would leave the other.',
    run: oneBoot((lab) => {
      unborn(lab);
      lab.files.link('BOOTSTRAP.md', `${lab.files.outside}/copy.md`);
    }, refusesAndKeeps),
  },
  'B-18': {
    ...REFUSED,
    title: 'instructions of half a gigabyte are refused',
    requirements: ['Y65', 'Y114'],
    setUp: 'BOOTSTRAP.md is a file of 600 MB that takes no room on the disk.',
    leftOpen: 'the limit.',
    run: oneBoot(({ files }) => {
      files.write('AGENTS.md', AGENTS);
      files.sparse('BOOTSTRAP.md', 600 * 1024 * 1024);
    }, refusesAndKeeps),
  },
  'B-19': {
    ...REFUSED,
    title: 'bytes that are no UTF-8 are refused before anything is lost',
    requirements: ['Y3', 'Y65'],
    setUp: 'BOOTSTRAP.md holds a byte that is no UTF-8.',
    run: oneBoot(
      (lab) => unborn(lab, Buffer.concat([Buffer.from(ORDERS), Buffer.from([0xff, 0x0a])])),
      refusesAndKeeps,
    ),
  },
  'B-20': {
    ...REFUSED,
    title: 'binary content is refused before anything is lost',
    requirements: ['Y4', 'Y65'],
    setUp: 'BOOTSTRAP.md holds a NUL byte.',
    run: oneBoot((lab) => unborn(lab, `${ORDERS}\0\n`), refusesAndKeeps),
  },
  'B-21': {
    ...REFUSED,
    title: 'a second spelling beside them is refused',
    requirements: ['Y68'],
    setUp: 'BOOTSTRAP.md, and bootstrap.md with the same words, on a disk that tells them apart.',
    run: oneBoot((lab) => {
      unborn(lab);
      lab.files.write('bootstrap.md', ORDERS);
      if (lab.files.text('BOOTSTRAP.md') === undefined)
        throw new Undecided('could not tell', 'this disk does not tell cases apart');
    }, refusesAndKeeps),
  },
  'B-22': {
    ...REFUSED,
    title: 'a copy that an editor left is refused',
    requirements: ['Y68'],
    setUp: 'BOOTSTRAP.md, and BOOTSTRAP.md~ with the same words.',
    run: oneBoot((lab) => {
      unborn(lab);
      lab.files.write('BOOTSTRAP.md~', ORDERS);
    }, refusesAndKeeps),
  },
  'B-23': unlinkFails('EPERM', 'the file is immutable'),
  'B-24': unlinkFails('EBUSY', 'something is mounted over it'),
  'B-25': unlinkFails('EROFS', 'the file system is read-only'),
  'B-26': unlinkFails('EACCES', 'the directory may not be written'),
  'B-27': unlinkFails('EIO', 'the disk fails'),
  'B-28': {
    ...REFUSED,
    title: 'instructions that cannot be opened are refused',
    requirements: ['Y65', 'Y114'],
    setUp: 'BOOTSTRAP.md with a canary, and a SOUL.md; its open fails with EACCES.',
    run: oneBoot(unbornWithSoul, refusesAndKeeps, meddled(['open', 'openat'], 'error=EACCES')),
  },
  'B-29': {
    ...REFUSED,
    title: 'a workspace that everybody may write is refused',
    requirements: ['Y68', 'Y113'],
    setUp: 'BOOTSTRAP.md with a canary, in a workspace with mode 0777.',
    leftOpen: 'whether a group may write.',
    run: unbornIn(({ files }) => files.mode('.', 0o777)),
  },
  'B-34': {
    ...REFUSED,
    title: 'a workspace of somebody else is refused',
    requirements: ['Y68', 'Y113'],
    setUp: 'BOOTSTRAP.md with a canary, in a workspace that belongs to another user.',
    leftOpen: 'nothing but root can give a workspace away: the case is not applicable to others.',
    run: unbornIn(({ files }) => {
      if (!files.giveAway('.'))
        throw new Undecided('not applicable', 'only root can give a workspace to somebody else');
    }),
  },
  'B-35': {
    ...bootOf('main'),
    title: 'a workspace that cannot be searched is not taken for an empty one',
    requirements: ['Y112', 'Y114'],
    setUp:
      'BOOTSTRAP.md with a canary, and a SOUL.md; the first look at it fails with EACCES, as it does in a folder with mode 0744.',
    observed:
      'the boot is refused, and the file is there; or the kernel has looked again, and all is as in B-01.',
    leftOpen: 'which of the two.',
    run: oneBoot(unbornWithSoul, carriesOutOrKeeps, meddled(LOOKING_CALLS, 'error=EACCES')),
  },
});
