/** Requirements that no case shows, and why: what a kernel cannot break from outside, or this suite does not look at. */

interface LeftOut {
  readonly why: string;
  readonly requirements: readonly string[];
}

const ids = (text: string): readonly string[] => text.split(' ');

/** By reason. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    why: 'what an auditor says of files; no kernel breaks it',
    requirements: ids(
      'Y6 Y7 Y8 Y9 Y10 Y11 Y12 Y13 Y14 Y20 Y21 Y29 Y30 Y31 Y32 Y33 Y42 Y43 Y48 Y49 Y51 Y52 Y53 Y54 Y57 Y71 Y78 K10 K11 K12 K13 K14 K15 K20 K21',
    ),
  },
  {
    why: 'what SOUL.md and AGENTS.md must say; kernels may leave that to an auditor',
    requirements: ids('Y17 Y18 Y19 Y24 Y25 Y26 Y27 Y28'),
  },
  { why: 'every case gives the kernel another directory', requirements: ['Y1'] },
  { why: 'which options a kernel has cannot be listed from outside', requirements: ['Y35'] },
  {
    why: 'what a text means to the agent that reads it cannot be told from its bytes',
    requirements: ids('Y41 Y93'),
  },
  { why: 'which sessions are main is told by the document of the kernel', requirements: ['Y91'] },
  {
    why: 'heartbeats, retention, curation and indexes have no common way to be started yet',
    requirements: ids('Y63 Y77 Y79 Y96 Y99 Y100 Y101 Y102 Y103'),
  },
  {
    why: 'the deletion comes before the first boot (B-01), so that no step of it can prevent it',
    requirements: ['Y109'],
  },
];
