/** A session's shell on the real sandbox, without the session. */
import { mkdirSync } from 'node:fs';

import type { SessionShell, TerminalsParts } from '#kernel/host/terminals.ts';
import { Terminals } from '#kernel/host/terminals.ts';
import { systemPlaces } from '#kernel/process/places.ts';
import { findProgram } from '#kernel/process/program.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import type { JournalEntry } from '#kernel/gate/journal.ts';
import { Journal } from '#kernel/run/journal.ts';
import { bubblewrap } from '#kernel/sandbox/bubblewrap.ts';
import type { View } from '#kernel/sandbox/view.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';

const found = findProgram('bwrap', '/usr/bin:/bin:/usr/local/bin');

export const hasBubblewrap =
  'path' in found && (process.arch === 'x64' || process.arch === 'arm64');

export interface Desk {
  readonly terminals: Terminals;
  readonly entries: readonly JournalEntry[];
  readonly events: readonly KernelEvent[];
}

/** A shell whose commands start in `scratch`; sees that folder and the system. */
export const shellIn = (
  scratch: string,
  limits: Partial<SessionShell['limits']> = {},
): SessionShell => {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const view: View = {
    readable: systemPlaces().folders,
    links: systemPlaces().links,
    writable: [],
    scratch,
    copies: undefined,
    network: 'none',
    directory: scratch,
    environment: { PATH: '/usr/bin:/bin', HOME: scratch, TMPDIR: scratch },
  };
  const program = 'path' in found ? found.path : 'bwrap';
  const sandbox = bubblewrap(program, process.arch === 'arm64' ? 'arm64' : 'x64');
  return {
    enclose: (command, args, { environment }) =>
      sandbox.enclose(
        { ...view, environment: { ...view.environment, ...environment } },
        command,
        args,
      ),
    places: [scratch],
    limits: { seconds: 20, outputBytes: 10_000, processes: 64, ...limits },
  };
};

/** Terminals with everything beside the shell. */
export const deskWith = (
  shell: TerminalsParts['shell'],
  more: Partial<Omit<TerminalsParts, 'shell'>> = {},
): Desk => {
  const entries: JournalEntry[] = [];
  const events: KernelEvent[] = [];
  const terminals = new Terminals({
    shell,
    journal: new Journal((entry) => entries.push(entry)),
    redactor: new CredentialRedactor(),
    screen: (text) => text,
    redacted: () => undefined,
    emit: (event) => events.push(event),
    diagnostics: () => undefined,
    ...more,
  });
  return { terminals, entries, events };
};
