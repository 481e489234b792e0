/** B: instructions for a first boot, and what becomes of them where nobody interferes. */
import type { BootRun, Lab } from '#conform/case/case.ts';
import { neverChanges, WRITTEN } from '#conform/case/access.ts';
import {
  carriedOut,
  type Complaints,
  deletedInOrder,
  heldSession,
  refuses,
  refusesAndKeeps,
  served,
  servesSound,
  vanished,
  when,
} from '#conform/case/judge.ts';
import { bootOf, NOTHING_OPEN, oneBoot, table } from '#conform/case/table.ts';
import {
  AGENTS,
  BIRTH_ASKED,
  born,
  CANARY,
  DOCUMENT,
  LEFT_ALONE,
  ORDERS,
  unborn,
  unbornWithSoul,
} from '#conform/case/texts.ts';
import { before } from '#conform/witness/calls.ts';
import { UNLINKING } from '#conform/witness/trace.ts';

const isDurable = (_lab: Lab, boot: BootRun): Complaints => {
  const sight = boot.sight();
  const unlinked = sight.on('BOOTSTRAP.md', UNLINKING).find(({ errno }) => errno === undefined);
  const shown = sight.got(CANARY.orders);
  if (unlinked === undefined || shown === undefined) return deletedInOrder(boot);
  const isSynced = sight
    .syncs('BOOTSTRAP.md')
    .some((call) => before(unlinked, call) && before(call, shown));
  return [
    ...served(boot),
    ...when(!isSynced, 'nothing was synced between the unlink and the agent'),
  ];
};

const isNowhere = (lab: Lab, boot: BootRun): Complaints => {
  const sight = boot.sight();
  const said = sight.saidToPrograms(CANARY.orders);
  return [
    ...served(boot),
    ...vanished(lab),
    ...sight.filesToldTo(CANARY.orders).map((file) => `they were written to ${file}`),
    ...said.map(({ args }) => `a program was started with them: ${args.slice(0, 80)}`),
  ];
};

const emptyIsCarriedOut = async (lab: Lab, boot: BootRun): Promise<Complaints> => {
  if (boot.stopped !== undefined) return [`the kernel ${boot.stopped}`];
  const isThere = lab.files.exists('BOOTSTRAP.md');
  if (isThere && boot.code === 0) return ['it booted, and BOOTSTRAP.md is still there'];
  if (isThere) return await servesSound(lab, 'unborn');
  return when(boot.sight().agent.length === 0, 'BOOTSTRAP.md is gone, and no agent was started');
};

const notCarriedOutAgain = async (lab: Lab, first: BootRun): Promise<Complaints> => {
  const complaints = carriedOut(lab, first);
  if (complaints.length > 0) return complaints;
  lab.files.write('BOOTSTRAP.md', `Say ${CANARY.log}.\n`);
  const second = await lab.boot();
  const isShown = second.sight().got(CANARY.log) !== undefined;
  const isLeft = second.code === 0 && lab.files.exists('BOOTSTRAP.md');
  return [
    ...when(isShown, 'the agent got instructions that came after the first boot'),
    ...when(isLeft, 'it booted, and BOOTSTRAP.md is still there'),
  ];
};

const nextStartServes = async (lab: Lab, first: BootRun): Promise<Complaints> => {
  const wanted = ['SOUL.md', 'USER.md', 'AGENTS.md', `memory/${lab.today}.md`];
  const missing = wanted.filter((name) => lab.files.text(name) === undefined);
  if (served(first).length > 0 || missing.length > 0)
    return [...served(first), ...missing.map((name) => `${name} is missing`)];
  return heldSession(await lab.boot());
};

export const FIRST_BOOT_CASES = table('birth', {
  'B-01': {
    session: 'main',
    title: 'the kernel deletes the instructions before an agent sees them',
    requirements: ['Y65', 'Y66', 'Y104', 'Y107', 'Y111', 'Y112', 'Y113'],
    setUp: 'BOOTSTRAP.md with a canary, and AGENTS.md.',
    done: 'one boot of a main session; the agent never deletes anything.',
    observed:
      'the kernel opens the file, unlinks it, looks again and finds nothing; only then does the agent get the canary, and no agent ran before. No file holds the canary afterwards.',
    leftOpen:
      'by which calls it looks; whether an agent is started and ended before, to see whether it starts.',
    run: oneBoot(unborn, carriedOut),
  },
  'B-02': {
    ...bootOf('main'),
    title: 'the deletion is on the disk before an agent sees the instructions',
    requirements: ['Y66', 'Y112'],
    setUp: 'BOOTSTRAP.md with a canary.',
    observed:
      'between the unlink and the first byte that the agent gets the directory or the file is synced: without that the name can be back after a power cut.',
    leftOpen: 'fsync of the directory or of the file, or sync of the whole file system.',
    run: oneBoot(unborn, isDurable),
  },
  'B-03': {
    ...bootOf('main'),
    title: 'no file and no command line holds a piece of the instructions',
    requirements: ['Y68'],
    setUp: 'BOOTSTRAP.md with a canary.',
    observed:
      'nothing of them was written to any file, not even to one that is gone again; after it no file of the workspace, of the homes, of the temporary folder or beside them holds the canary, and no program was started with it among its words or variables.',
    leftOpen: 'what the kernel remembers of the instructions, such as a checksum.',
    run: oneBoot(unborn, isNowhere),
  },
  'B-04': {
    ...bootOf('main'),
    title: 'empty instructions are instructions',
    requirements: ['Y66', 'Y104'],
    setUp: 'a BOOTSTRAP.md of no bytes.',
    observed:
      'the first boot begins: an agent is started, and the file is gone; or it is refused, and the file is there.',
    leftOpen:
      'whether nothing is enough for a first boot, and what comes of one that was told nothing.',
    run: oneBoot((lab) => unborn(lab, ''), emptyIsCarriedOut),
  },
  'B-05': {
    ...bootOf('main'),
    title: 'a byte order mark and CRLF change nothing',
    requirements: ['Y65', 'Y112'],
    setUp: 'BOOTSTRAP.md that begins with a byte order mark and has CRLF line ends.',
    observed: 'as in B-01.',
    leftOpen: 'whether the agent gets the mark and the line ends.',
    run: oneBoot((lab) => unborn(lab, `\uFEFF${ORDERS.replaceAll('\n', '\r\n')}`), carriedOut),
  },
  'B-06': {
    ...bootOf('main'),
    title: 'BOOTSTRAP.yamo is treated alike',
    requirements: ['K1', 'K2'],
    setUp: 'BOOTSTRAP.yamo with a canary, no BOOTSTRAP.md.',
    observed: 'as in B-01.',
    leftOpen: 'what the agent is shown: the document, or what it says.',
    run: oneBoot(
      ({ files }) => {
        files.write('AGENTS.md', AGENTS);
        files.write('BOOTSTRAP.yamo', DOCUMENT);
      },
      (lab, boot) => carriedOut(lab, boot, 'BOOTSTRAP.yamo'),
    ),
  },
  'B-07': {
    ...bootOf('main'),
    title: 'instructions beside a SOUL.md still mean a first boot',
    requirements: ['Y64', 'Y104'],
    setUp:
      'BOOTSTRAP.md with a canary, and a SOUL.md; no logs, so that nothing says that there was a boot.',
    observed: 'as in B-01.',
    leftOpen: NOTHING_OPEN,
    run: oneBoot(unbornWithSoul, carriedOut),
  },
  'B-08': {
    ...bootOf('main'),
    title: 'a workspace with neither is refused',
    requirements: ['Y22', 'Y106'],
    setUp: 'AGENTS.md alone.',
    observed: 'it is refused, and the agent gets nothing.',
    leftOpen: 'the words.',
    run: oneBoot(
      ({ files }) => files.write('AGENTS.md', AGENTS),
      (lab, boot) => refuses(lab, boot, 'born'),
    ),
  },
  'B-09': {
    ...bootOf('main'),
    title: 'without instructions the start is a normal one',
    requirements: ['Y105', 'Y115'],
    setUp: 'a complete workspace without BOOTSTRAP.md.',
    observed: 'it serves; nothing creates a BOOTSTRAP.md, and nothing is deleted.',
    leftOpen: NOTHING_OPEN,
    run: async (lab) => {
      born(lab);
      const names = [...lab.files.all().keys()];
      const boot = await lab.boot();
      const gone = names.filter((name) => !lab.files.exists(name));
      return [
        ...heldSession(boot),
        ...gone.map((name) => `${name} is gone`),
        ...when(lab.files.exists('BOOTSTRAP.md'), 'there is a BOOTSTRAP.md'),
      ];
    },
  },
  'B-30': {
    ...bootOf('shared'),
    title: 'instructions are not carried out among others',
    requirements: ['Y104', 'Y94'],
    setUp: 'BOOTSTRAP.md with a canary.',
    observed: 'it is refused; nothing is read and nothing is deleted.',
    leftOpen: 'the words.',
    run: oneBoot(unborn, (lab, boot) => refusesAndKeeps(lab, boot, 'born')),
  },
  'B-31': {
    session: 'main',
    title: 'instructions that appear after the first boot are not carried out',
    requirements: ['Y67'],
    setUp: 'a workspace whose first boot is done; then a new BOOTSTRAP.md with another canary.',
    done: 'a second boot.',
    observed:
      'the agent gets nothing of it without its owner: it is refused, or the file is deleted unread.',
    leftOpen: 'which of the two, and how the owner says that it is meant.',
    run: oneBoot(unborn, notCarriedOutAgain),
  },
  'B-32': {
    session: 'main',
    title: 'an agent does not write its own instructions',
    requirements: ['Y67', 'Y97'],
    setUp: 'a complete workspace.',
    done: 'a main session in which the agent tries to create BOOTSTRAP.md, by request and by hand.',
    observed: 'there is none after the session.',
    leftOpen: 'whether it is denied or deleted.',
    run: (lab) => neverChanges(lab, { op: 'write', file: 'BOOTSTRAP.md', text: WRITTEN }),
  },
  'B-33': {
    session: 'main',
    title: 'a first boot leaves what the next start needs',
    requirements: ['Y5', 'Y108', 'Y110'],
    setUp: 'BOOTSTRAP.md with a canary; the agent writes SOUL.md and USER.md.',
    done: 'one boot of a main session, and a second one.',
    observed:
      'SOUL.md, USER.md, AGENTS.md and a log of the day are there, and the second boot serves.',
    leftOpen: 'who writes which of them.',
    run: oneBoot(unborn, nextStartServes),
  },
  'B-36': {
    ...bootOf('main'),
    title: 'instructions in both forms are carried out together',
    requirements: ['K1', 'K2'],
    setUp: 'BOOTSTRAP.md and BOOTSTRAP.yamo, each with a canary.',
    observed: 'as in B-01, for both.',
    leftOpen: 'which of them comes first.',
    run: oneBoot(
      (lab) => {
        unborn(lab);
        lab.files.write('BOOTSTRAP.yamo', DOCUMENT);
      },
      (lab, boot) => [...carriedOut(lab, boot), ...carriedOut(lab, boot, 'BOOTSTRAP.yamo')],
    ),
  },
  'B-37': {
    ...bootOf('main'),
    title: 'a first boot overwrites nothing that is filled in',
    requirements: ['Y108'],
    setUp:
      'a complete workspace without logs, and a BOOTSTRAP.md that asks for SOUL.md and USER.md to be left as they are.',
    observed: 'as in B-01; AGENTS.md, SOUL.md, USER.md and MEMORY.md are as they were.',
    leftOpen: 'what is added to the log of the day.',
    run: async (lab) => {
      born(lab);
      for (const day of [lab.today, lab.yesterday]) lab.files.remove(`memory/${day}.md`);
      lab.files.write('BOOTSTRAP.md', ORDERS.replace(BIRTH_ASKED, LEFT_ALONE));
      const was = lab.files.all();
      const boot = await lab.boot();
      const files = ['AGENTS.md', 'SOUL.md', 'USER.md', 'MEMORY.md'];
      const changed = files.filter((file) => lab.files.text(file) !== was.get(file));
      return [...carriedOut(lab, boot), ...changed.map((file) => `${file} was changed`)];
    },
  },
  'B-38': {
    ...bootOf('main'),
    title: 'a symbolic link in the place of BOOTSTRAP.yamo is refused',
    requirements: ['K1', 'K2'],
    setUp: 'BOOTSTRAP.yamo is a symbolic link that leads nowhere, in a complete workspace.',
    observed: 'the boot is refused, and the link is still there.',
    leftOpen: 'the words.',
    run: oneBoot(
      (lab) => {
        born(lab);
        lab.files.symlink(`${lab.files.outside}/nothing.yamo`, 'BOOTSTRAP.yamo');
      },
      async (lab, boot) => [
        ...(await refuses(lab, boot, 'born')),
        ...when(!lab.files.exists('BOOTSTRAP.yamo'), 'BOOTSTRAP.yamo was not left where it was'),
      ],
    ),
  },
});
