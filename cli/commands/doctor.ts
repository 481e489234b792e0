/** `yamo doctor`: what this machine can enforce, and what to install where it cannot. */
import { EXIT } from '#lib/spec/exits.ts';
import { type Diagnosis, examineMachine, type Session } from '#kernel/owner/doctor.ts';
import { hostFor } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { endLoudly, endQuietly, onClosedPipe, print, styled } from '#cli/io/terminal.ts';

/** 0: every session is held; 4: some session would be refused or not be held on this machine. */
export const doctor = async (given: Given<'doctor'>): Promise<number> => {
  onClosedPipe(endQuietly, endLoudly);
  const { signal } = new AbortController();
  const host = await hostFor(
    { settings: given.text('settings') },
    { human: undefined, emit: () => undefined, signal },
  );
  const diagnosis = await examineMachine(host);
  const { hookLine, hookStatuses } = await import('../hook/manage.ts');
  const hooks = hookStatuses();
  if (given.flag('json')) print(`${JSON.stringify({ ...diagnosis, hooks })}\n`);
  else {
    show(diagnosis);
    if (hooks.length > 0) print(`\n${hooks.map(hookLine).join('\n')}\n`);
  }
  return diagnosis.takes === undefined ? EXIT.machine : EXIT.done;
};

const show = ({ system, node, sandboxes, takes, main, shared }: Diagnosis): void => {
  print(`${system}, Node.js ${node}\n\n`);
  // What is of another system is of use here only where nothing else holds.
  const here = sandboxes.filter(
    ({ what }) => what !== 'seatbelt' || system.startsWith('darwin') || takes === undefined,
  );
  for (const { what, holds, reason } of here) {
    const sign = holds ? styled('green', '✓') : styled('yellow', '·');
    print(
      `${sign} ${what.padEnd(12)} ${holds ? 'works here' : `does not work: ${reason ?? ''}`}\n`,
    );
  }
  print('\n');
  line('main', main, takes);
  line('shared', shared, takes);
  if (takes === undefined) print(`\n${REMEDY}\n`);
};

const line = (kind: string, session: Session, takes: string | undefined): void => {
  const words = {
    held: `sandboxed by ${takes ?? ''}`,
    accepted: 'not held; you have accepted that with --unsandboxed',
    refused:
      kind === 'main' ? 'refused, unless you accept it with --unsandboxed' : 'refused (§4.1)',
  }[session];
  const sign = session === 'held' ? styled('green', '✓') : styled('red', '✗');
  print(`${sign} ${`${kind} sessions`.padEnd(16)} ${words}\n`);
};

const REMEDY = `To hold agents on Linux, either
  install bubblewrap (apt install bubblewrap, dnf install bubblewrap), and allow user namespaces
  (sysctl kernel.unprivileged_userns_clone, user.max_user_namespaces, or an AppArmor profile for bwrap),
or use a Linux from 5.13 on with Landlock, and install yamo with its optional packages (npm leaves them out by --omit=optional).`;
