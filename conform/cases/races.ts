/** X: somebody comes between the steps by which instructions are deleted, or a call of them fails. */
import type { BootRun, BootOptions, Files, Interference, Lab } from '#conform/case/case.ts';
import {
  carriedOut,
  carriesOutOrKeeps,
  type Complaints,
  nothingSurvives,
  refuses,
  refusesAndKeeps,
  vanished,
} from '#conform/case/judge.ts';
import { meddled, oneBoot, type CaseRow, table } from '#conform/case/table.ts';
import { CANARY, ORDERS, unborn, unbornWithSoul } from '#conform/case/texts.ts';
import { OPENING } from '#conform/witness/places.ts';
import { LOOKING_CALLS, SYNCING, UNLINKING } from '#conform/witness/trace.ts';

const READING = ['read', 'pread64'];

const AFTER_UNLINK = { after: { calls: UNLINKING, file: 'BOOTSTRAP.md' } };

/** The directory is synced after the unlink. */
const syncing = (what: string, act?: Interference['act']): BootOptions => ({
  interference: [{ calls: SYNCING, file: '.', what, ...AFTER_UNLINK, ...(act && { act }) }],
});

const RACE = { session: 'main', setUp: 'BOOTSTRAP.md with a canary.' } as const;

const REFUSED = {
  ...RACE,
  observed: 'the boot is refused, and the agent gets nothing.',
  leftOpen: 'the words.',
} as const;

const GONE = {
  ...RACE,
  observed:
    'if the agent gets the instructions, or the boot succeeds, no file holds them any more.',
  leftOpen: 'whether it boots or refuses, as long as nothing survives what the agent got.',
} as const;

/** Somebody does this between the reading and the unlink. */
const meanwhile = (
  deed: string,
  judge: (lab: Lab, boot: BootRun) => Complaints | Promise<Complaints>,
  act: (files: Files) => void,
): Pick<CaseRow, 'done' | 'run'> => ({
  done: `a boot of a main session that is held before its unlink; meanwhile ${deed}.`,
  run: oneBoot(unborn, judge, meddled(UNLINKING, 'hold', { act })),
});

const inWhich = (what: string): Pick<CaseRow, 'done'> => ({
  done: `a boot of a main session in which ${what}.`,
});

const nothingIsLost = async (lab: Lab, first: BootRun): Promise<Complaints> => {
  if (first.sight().got(CANARY.orders) !== undefined)
    return ['the agent got the instructions although the unlink never returned'];
  const isThere = lab.files.text('BOOTSTRAP.md') === ORDERS;
  const second = await lab.boot();
  return isThere ? carriedOut(lab, second) : await refuses(lab, second);
};

const asksForThem = async (lab: Lab, first: BootRun): Promise<Complaints> => {
  if (first.sight().got(CANARY.orders) !== undefined)
    return ['the agent got the instructions although the deletion was not durable'];
  return await refuses(lab, await lab.boot());
};

const kill: Interference['act'] = (_files, end) => end();

export const RACE_CASES = table('races', {
  'X-01': {
    ...REFUSED,
    title: 'they are renamed away before the unlink',
    requirements: ['Y66', 'Y114'],
    ...meanwhile('the file is renamed to a place outside of the workspace', refuses, (files) =>
      files.rename('BOOTSTRAP.md', `${files.outside}/kept.md`),
    ),
  },
  'X-02': {
    ...GONE,
    title: 'another file takes their place',
    requirements: ['Y66', 'Y114'],
    ...meanwhile(
      'the file is renamed away and an empty one is put in its place',
      nothingSurvives,
      (files) => {
        files.rename('BOOTSTRAP.md', `${files.outside}/kept.md`);
        files.write('BOOTSTRAP.md', '');
      },
    ),
  },
  'X-03': {
    ...GONE,
    title: 'they get a second name before the unlink',
    requirements: ['Y66', 'Y114'],
    ...meanwhile('the file gets a hard link outside of the workspace', nothingSurvives, (files) =>
      files.link('BOOTSTRAP.md', `${files.outside}/kept.md`),
    ),
  },
  'X-04': {
    ...GONE,
    title: 'another file is renamed over them',
    requirements: ['Y66'],
    ...meanwhile(
      'an empty file is renamed over it, so that what was read has no name any more',
      nothingSurvives,
      (files) => {
        files.write('other.md', '');
        files.rename('other.md', 'BOOTSTRAP.md');
      },
    ),
  },
  'X-05': {
    ...GONE,
    title: 'the workspace is exchanged for another',
    requirements: ['Y66', 'Y114'],
    ...meanwhile(
      'the directory is renamed, and another one with an empty BOOTSTRAP.md is put in its place',
      nothingSurvives,
      (files) => {
        files.rename('.', `${files.outside}/kept`);
        files.write('BOOTSTRAP.md', '');
      },
    ),
  },
  'X-06': {
    ...REFUSED,
    title: 'somebody still writes to them',
    requirements: ['Y65', 'Y107'],
    ...meanwhile('a line is appended', refuses, (files) =>
      files.append('BOOTSTRAP.md', `And ${CANARY.log}.\n`),
    ),
  },
  'X-07': {
    ...REFUSED,
    title: 'they are back before it was looked again',
    requirements: ['Y66', 'Y114'],
    done: 'a boot of a main session that is held after its unlink, when it looks again; meanwhile the file is written anew.',
    run: oneBoot(
      unborn,
      refuses,
      meddled(LOOKING_CALLS, 'hold', {
        ...AFTER_UNLINK,
        act: (files) => files.write('BOOTSTRAP.md', ORDERS),
      }),
    ),
  },
  'X-08': {
    ...REFUSED,
    title: 'an unlink that does nothing is noticed',
    requirements: ['Y112', 'Y114'],
    ...inWhich('the unlink says that it succeeded and does nothing'),
    run: oneBoot(unborn, refusesAndKeeps, meddled(UNLINKING, 'retval=0')),
  },
  'X-09': {
    ...REFUSED,
    title: 'a proof that fails is no proof',
    requirements: ['Y112', 'Y114'],
    ...inWhich('the unlink does nothing, and the look after it fails with EIO'),
    run: oneBoot(unborn, refusesAndKeeps, {
      interference: [
        { calls: UNLINKING, file: 'BOOTSTRAP.md', what: 'retval=0' },
        { calls: LOOKING_CALLS, file: 'BOOTSTRAP.md', what: 'error=EIO', ...AFTER_UNLINK },
      ],
    }),
  },
  'X-10': {
    session: 'main',
    title: 'a look that fails is not absence',
    requirements: ['Y112', 'Y114'],
    setUp: 'BOOTSTRAP.md with a canary, and a SOUL.md.',
    ...inWhich('the first look at the file fails with EIO'),
    observed:
      'the boot is refused, and the file is there; or the kernel has looked again, and all is as in B-01.',
    leftOpen: 'which of the two.',
    run: oneBoot(unbornWithSoul, carriesOutOrKeeps, meddled(LOOKING_CALLS, 'error=EIO')),
  },
  'X-11': {
    ...REFUSED,
    title: 'a deletion that is not durable is refused',
    requirements: ['Y66', 'Y114'],
    ...inWhich('the fsync of the directory after the unlink fails with EIO'),
    run: oneBoot(unborn, refuses, syncing('error=EIO')),
  },
  'X-12': {
    ...REFUSED,
    title: 'instructions that cannot be read to the end are refused',
    requirements: ['Y65', 'Y114'],
    ...inWhich('the first read of the file fails with EIO'),
    run: oneBoot(unborn, refusesAndKeeps, meddled(READING, 'error=EIO')),
  },
  'X-13': {
    ...REFUSED,
    title: 'a directory that cannot be listed is refused',
    requirements: ['Y68', 'Y114'],
    ...inWhich('the listing of the workspace fails with EIO'),
    run: oneBoot(unborn, refusesAndKeeps, meddled(['getdents64'], 'error=EIO', { file: '.' })),
  },
  'X-14': {
    ...RACE,
    title: 'of two boots at once one carries them out',
    requirements: ['Y66', 'Y104'],
    done: 'two boots of main sessions at the same time, each held before its unlink.',
    observed: 'one agent gets the instructions, and never two; nothing survives.',
    leftOpen: 'whether the other waits or is refused.',
    run: async (lab) => {
      unborn(lab);
      const boots = await lab.bootTwice(meddled(UNLINKING, 'hold'));
      const shown = boots.filter((boot) => boot.sight().got(CANARY.orders) !== undefined);
      const times =
        shown.length === 1 ? [] : [`${shown.length} of two agents got the instructions`];
      return [...times, ...vanished(lab), ...boots.flatMap((boot) => nothingSurvives(lab, boot))];
    },
  },
  'X-15': {
    ...RACE,
    title: 'a boot that is killed before the unlink loses nothing',
    requirements: ['Y104', 'Y112'],
    done: 'a boot that is held and then killed as it begins to unlink, then another one.',
    observed:
      'the instructions are whole after the first one and carried out by the second; or they are gone, and the second says so.',
    leftOpen: 'which of the two.',
    run: oneBoot(unborn, nothingIsLost, meddled(UNLINKING, 'hold', { act: kill })),
  },
  'X-16': {
    ...REFUSED,
    title: 'instructions that no descriptor is left for are refused',
    requirements: ['Y65', 'Y114'],
    setUp: 'BOOTSTRAP.md with a canary, and a SOUL.md.',
    ...inWhich('the file cannot be opened, with EMFILE'),
    run: oneBoot(unbornWithSoul, refusesAndKeeps, meddled(OPENING, 'error=EMFILE')),
  },
  'X-17': {
    ...RACE,
    title: 'after a boot that was killed when they were gone the next one asks for them',
    requirements: ['Y106', 'Y112'],
    done: 'a boot that is held and then killed as it syncs the directory after the unlink, then another one.',
    observed: 'no agent got the instructions; the second boot is refused.',
    leftOpen: 'whether it says when they were taken.',
    run: oneBoot(unborn, asksForThem, syncing('hold', kill)),
  },
  'X-18': {
    ...RACE,
    title: 'instructions that end too early are not carried out',
    requirements: ['Y65', 'Y114'],
    ...inWhich('the first read of the file says that it is at its end'),
    observed:
      'the boot is refused, and the file is there; or the kernel has read it again, and all is as in B-01.',
    leftOpen: 'which of the two.',
    run: oneBoot(unborn, carriesOutOrKeeps, meddled(READING, 'retval=0')),
  },
});
