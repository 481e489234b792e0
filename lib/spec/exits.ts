/** Exit codes of the command line: one table, documented in docs/reference/exit-codes.md and in `yamo --help`. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  settings: 3,
  machine: 4,
  bug: 70,
  hangup: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** What each exit code says, for help and documentation. */
export const EXIT_MEANING: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done',
  refused: 'refused by the rules, findings, or a budget that is used up',
  usage: 'wrong usage',
  settings: 'settings, or a baseline, are invalid',
  machine:
    'the workspace, the machine, the provider of a model or the installation is at fault (unreadable, disk full, no permission, no answer, files of two builds)',
  bug: 'a bug in yamo',
  hangup: 'the terminal went away; the session was closed',
  interrupted:
    'interrupted by Ctrl-C before the session began, or during a turn of --message or --file',
  terminated: 'terminated; the session was closed',
};
