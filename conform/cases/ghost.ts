/** G: the header of AGENTS.md, which is put in front where it is missing, or the boot is refused. */
import type { BootRun, Lab, SoundWorkspace } from '#conform/case/case.ts';
import {
  type Complaints,
  heldSession,
  isRefused,
  served,
  servesSound,
  when,
} from '#conform/case/judge.ts';
import { bootOf, NOTHING_OPEN, oneBoot, table } from '#conform/case/table.ts';
import { AGENTS, AGENTS_BODY, born, CANARY, HEADER, unborn } from '#conform/case/texts.ts';
import { before } from '#conform/witness/calls.ts';
import { OPENING } from '#conform/witness/places.ts';

/** A complete workspace with this AGENTS.md. */
const bornWith =
  (text: string) =>
  (lab: Lab): void => {
    born(lab);
    lab.files.write('AGENTS.md', text);
  };

const healsOnce = async (lab: Lab, boot: BootRun): Promise<Complaints> => {
  if (isRefused(boot))
    return boot.sight().got(CANARY.body) === undefined
      ? await servesSound(lab, 'born')
      : ['refused, but the agent got AGENTS.md'];
  const healed = lab.files.text('AGENTS.md') ?? '';
  await lab.boot();
  return [
    ...heldSession(boot),
    ...when(!healed.startsWith(`${HEADER}\n`), 'the header is not in front'),
    ...when(!healed.endsWith(AGENTS_BODY), 'the rest of AGENTS.md was changed'),
    ...when(lab.files.text('AGENTS.md') !== healed, 'a second boot changed it again'),
  ];
};

const neverInPlace = async (lab: Lab, boot: BootRun): Promise<Complaints> => {
  const inPlace = boot
    .sight()
    .on('AGENTS.md', OPENING)
    .filter(({ args, errno }) => errno === undefined && /O_WRONLY|O_RDWR|O_TRUNC/.test(args));
  if (inPlace.length > 0) return ['AGENTS.md was written in place'];
  return isRefused(boot) ? await servesSound(lab, 'born') : heldSession(boot);
};

const isNotMistaken = async (lab: Lab, boot: BootRun): Promise<Complaints> => {
  if (isRefused(boot)) return await servesSound(lab, 'born');
  const isHealed = (lab.files.text('AGENTS.md') ?? '').startsWith(`${HEADER}\n`);
  return [...heldSession(boot), ...when(!isHealed, 'it was taken for the header')];
};

/** Nothing of a file without the header is loaded: an agent has it when the header is in front. */
const healsFirst = async (lab: Lab, boot: BootRun): Promise<Complaints> => {
  if (isRefused(boot)) return await servesSound(lab, 'born');
  const complaints = heldSession(boot);
  const sight = boot.sight();
  const shown = sight.noticed(CANARY.body) ?? sight.got(CANARY.body);
  if (complaints.length > 0 || shown === undefined) return complaints;
  const put = sight.on('AGENTS.md', PUTTING).find(({ errno }) => errno === undefined);
  return when(
    put === undefined || !before(put, shown),
    'the agent had AGENTS.md before the header',
  );
};

/** At whichever start: the header is in front after it, or it was refused for a reason. */
const healsAt =
  (otherwise: SoundWorkspace) =>
  async (lab: Lab, boot: BootRun): Promise<Complaints> => {
    if (isRefused(boot))
      return boot.sight().got(CANARY.body) === undefined
        ? await servesSound(lab, otherwise)
        : ['refused, but the agent got AGENTS.md'];
    const isHealed = (lab.files.text('AGENTS.md') ?? '').startsWith(`${HEADER}\n`);
    return [...served(boot), ...when(!isHealed, 'the header is not in front')];
  };

const isWhole = (lab: Lab): Complaints => {
  const text = lab.files.text('AGENTS.md') ?? '';
  const isHealed = text.startsWith(HEADER) && text.endsWith(AGENTS_BODY);
  return when(text !== AGENTS_BODY && !isHealed, 'AGENTS.md is a part of what it was');
};

/** Calls that put a file in the place of another, or text into it. */
const PUTTING = 'rename renameat renameat2 link linkat write pwrite64 writev'.split(' ');

const MARKED = `\uFEFF\n${AGENTS}`;

export const GHOST_CASES = table('ghost', {
  'G-01': {
    session: 'main',
    title: 'a missing header is put in front, or the boot is refused',
    requirements: ['K3', 'K5', 'K6', 'K7', 'K9', 'K19'],
    setUp: 'a complete workspace whose AGENTS.md has no header.',
    done: 'one boot of a main session, and a second one.',
    observed:
      'either AGENTS.md begins with the header, every other byte is as it was and a second boot changes nothing; or the boot is refused and the agent gets nothing of AGENTS.md.',
    leftOpen: 'which of the two; how many line ends follow the header.',
    run: oneBoot(bornWith(AGENTS_BODY), healsOnce),
  },
  'G-02': {
    ...bootOf('main'),
    title: 'the header is put in front in one replacement',
    requirements: ['K6'],
    setUp: 'a complete workspace whose AGENTS.md has no header.',
    observed: 'AGENTS.md is never opened to be written in place.',
    leftOpen: 'by rename, by exchange or by a link.',
    run: oneBoot(bornWith(AGENTS_BODY), neverInPlace),
  },
  'G-03': {
    ...bootOf('main'),
    title: 'healing is noted in the log of the day',
    requirements: ['K8'],
    setUp: 'a complete workspace whose AGENTS.md has no header.',
    observed:
      'if AGENTS.md was healed, the log of the day has a new line that names the header, AGENTS.md or the ghost.',
    leftOpen: 'the words.',
    run: async (lab) => {
      bornWith(AGENTS_BODY)(lab);
      const log = `memory/${lab.today}.md`;
      const was = lab.files.text(log) ?? '';
      const boot = await lab.boot();
      if (isRefused(boot)) return await servesSound(lab, 'born');
      const added = (lab.files.text(log) ?? '').slice(was.length);
      return [
        ...heldSession(boot),
        ...when(!/header|ghost|AGENTS\.md/i.test(added), 'the log does not say so'),
      ];
    },
  },
  'G-04': {
    ...bootOf('main'),
    title: 'a byte order mark and white space may stand before the header',
    requirements: ['K4'],
    setUp: 'AGENTS.md that begins with a byte order mark and an empty line, then the header.',
    observed: 'it serves, and AGENTS.md is as it was.',
    leftOpen: NOTHING_OPEN,
    run: oneBoot(bornWith(MARKED), (lab, boot) => [
      ...heldSession(boot),
      ...when(lab.files.text('AGENTS.md') !== MARKED, 'AGENTS.md was changed'),
    ]),
  },
  'G-05': {
    ...bootOf('main'),
    title: 'what only looks like the header is none',
    requirements: ['K3', 'K4'],
    setUp: 'AGENTS.md that begins with YAMO-NATIVE KERNEL ACTIVELY.',
    observed: 'the header is put in front, or the boot is refused.',
    leftOpen: 'which of the two.',
    run: oneBoot(bornWith(`${HEADER}LY\n\n${AGENTS_BODY}`), isNotMistaken),
  },
  'G-06': {
    session: 'main',
    title: 'a boot that is killed while it heals leaves AGENTS.md whole',
    requirements: ['K6'],
    setUp: 'AGENTS.md without the header.',
    done: 'a boot whose process is killed as it begins to rename.',
    observed: 'AGENTS.md is what it was, or what it should be, and never a part.',
    leftOpen: 'whether a temporary file is left, as long as the next boot takes it away.',
    run: oneBoot(bornWith(AGENTS_BODY), isWhole, {
      interference: [
        { calls: ['rename', 'renameat', 'renameat2'], file: 'AGENTS.md', what: 'signal=KILL' },
      ],
    }),
  },
  'G-07': {
    ...bootOf('main'),
    title: 'the header is in front before an agent has AGENTS.md',
    requirements: ['K5', 'K17'],
    setUp: 'a complete workspace whose AGENTS.md has no header.',
    observed:
      'the replacement of AGENTS.md has returned before the agent has the message with its text; or the boot is refused.',
    leftOpen: 'which of the two.',
    run: oneBoot(bornWith(AGENTS_BODY), healsFirst),
  },
  'G-08': {
    ...bootOf('shared'),
    title: 'the header is looked for in shared sessions, too',
    requirements: ['K19'],
    setUp: 'a complete workspace whose AGENTS.md has no header.',
    observed: 'the header is in front, or the boot is refused and the agent gets nothing.',
    leftOpen: 'which of the two.',
    run: oneBoot(bornWith(AGENTS_BODY), healsAt('born')),
  },
  'G-09': {
    ...bootOf('main'),
    title: 'the header is looked for at a first boot, too',
    requirements: ['K19'],
    setUp: 'BOOTSTRAP.md, and AGENTS.md without the header.',
    observed: 'as in G-08.',
    leftOpen: 'which of the two.',
    run: oneBoot((lab) => {
      unborn(lab);
      lab.files.write('AGENTS.md', AGENTS_BODY);
    }, healsAt('unborn')),
  },
});
