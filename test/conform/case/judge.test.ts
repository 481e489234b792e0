/** What the suite says of a boot: a kernel that does wrong is not called a sound one, and a sound one not a wrong one. */
import { describe, expect, it } from 'vitest';

import type { BootRun, Lab, SoundWorkspace } from '#conform/case/case.ts';
import { heldSession, nothingSurvives, refuses, servesSound } from '#conform/case/judge.ts';
import { CANARY } from '#conform/case/texts.ts';
import { parseTrace } from '#conform/witness/calls.ts';
import { Trace, SIGNALS, STARTED } from '#conform/witness/trace.ts';

/** A boot that ended with `code`, whose agent was shown these texts. */
const bootWith = (code: number, ...shown: readonly string[]): BootRun => {
  const signals = [STARTED, ...shown].map((word) => `7 rmdir("${SIGNALS}/${word}") = -1 ENOENT`);
  const sight = new Trace(parseTrace(signals.join('\n'), '/w'), '/w');
  return { code, stopped: undefined, output: 'BOOTSTRAP.md', errors: 'no', sight: () => sight };
};

const nobody = (): never => {
  throw new Error('nobody asks for this');
};

/** Where a boot of this kernel in which nothing is wrong is `sound`, and these files hold the instructions. */
const labWith = (
  sound: Partial<Record<SoundWorkspace, BootRun>>,
  left: readonly string[] = [],
): Lab => ({
  files: {
    workspace: '/w',
    outside: '/o',
    write: nobody,
    append: nobody,
    text: nobody,
    exists: nobody,
    remove: nobody,
    mode: nobody,
    giveAway: nobody,
    rename: nobody,
    symlink: nobody,
    link: nobody,
    fifo: nobody,
    socket: nobody,
    folder: nobody,
    sparse: nobody,
    watch: nobody,
    all: nobody,
  },
  today: '2026-03-14',
  yesterday: '2026-03-13',
  isOver: () => false,
  boot: nobody,
  bootTwice: nobody,
  sound: async (workspace) => sound[workspace] ?? nobody(),
  holding: () => left,
});

const [BODY, ORDERS] = [CANARY.body, CANARY.orders];

describe('a session', () => {
  it.each<[string, BootRun, readonly string[]]>([
    ['in which the agent was shown AGENTS.md', bootWith(0, BODY), []],
    ['without AGENTS.md', bootWith(0), ['no agent was shown AGENTS.md']],
    ['that was refused', bootWith(4, BODY), ['the boot ended with 4: BOOTSTRAP.md']],
  ])('is one, or none: %s', (_, boot, complaints) => {
    expect(heldSession(boot)).toEqual(complaints);
  });
});

describe('a workspace in which nothing is wrong', () => {
  const is = 'a workspace in which nothing is wrong is not served:';

  it.each<[string, SoundWorkspace, BootRun, readonly string[]]>([
    ['with a past', 'born', bootWith(0, BODY), []],
    ['with a past, without AGENTS.md', 'born', bootWith(0), [`${is} no agent was shown AGENTS.md`]],
    ['of a first boot', 'unborn', bootWith(0, ORDERS), []],
    [
      'of a first boot, without its instructions',
      'unborn',
      bootWith(0, BODY),
      [`${is} no agent was shown the instructions`],
    ],
  ])('is served, or not: %s', async (_, workspace, boot, complaints) => {
    expect(await servesSound(labWith({ [workspace]: boot }), workspace)).toEqual(complaints);
  });

  it.each<[string, BootRun, BootRun, readonly string[]]>([
    ['refuses what is wrong', bootWith(4), bootWith(0, ORDERS), []],
    ['refuses nothing', bootWith(0), bootWith(0, ORDERS), ['the boot was not refused']],
    ['refuses all', bootWith(4), bootWith(4), [`${is} the boot ended with 4: BOOTSTRAP.md`]],
  ])(
    'is what a refusal is measured by, of a kernel that %s',
    async (_, boot, sound, complaints) => {
      expect(await refuses(labWith({ unborn: sound }), boot)).toEqual(complaints);
    },
  );
});

describe('instructions', () => {
  const left = ['other.md'];

  it.each<[string, BootRun, readonly string[], readonly string[]]>([
    ['were shown and are gone', bootWith(0, ORDERS), [], []],
    [
      'were shown and are left',
      bootWith(4, ORDERS),
      left,
      ['the agent got the instructions, and they are still in other.md'],
    ],
    ['were shown to nobody, and the boot was refused', bootWith(4), left, []],
    [
      'were shown to nobody, and the boot was not refused',
      bootWith(0),
      left,
      ['the boot was not refused, and the instructions are still in other.md'],
    ],
  ])('survive, or not, that %s', (_, boot, files, complaints) => {
    expect(nothingSurvives(labWith({}, files), boot)).toEqual(complaints);
  });
});
