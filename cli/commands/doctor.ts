/** `yamo doctor`: what this machine can enforce, what to install where it cannot, and what a boot works with here. */
import process from 'node:process';
import { EXIT } from '#lib/spec/exits.ts';
import { disk } from '#kernel/fs/disk.ts';
import { type Diagnosis, examineMachine, type Isolation } from '#kernel/owner/doctor.ts';
import {
  type AgentFound,
  examineAgents,
  examineKeys,
  examineSettings,
  type KeyFound,
  type SettingsFound,
} from '#kernel/owner/machine.ts';
import type { DaemonFound, ServiceFound } from '#daemon/process/examine.ts';
import { folderOf, hostWith } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, print, styled } from '#cli/io/terminal.ts';
import { MAIN, SHARED, type SessionKind } from '#lib/spec/session-policy.ts';

/**
 * 0: every session is held; 4: some session would be refused or not be held on this machine, or a workspace that was
 * named would not be served; 3: the settings cannot be
 * used, and everything else is told as if there were none.
 */
export const doctor = async (given: Given<'doctor'>): Promise<number> => {
  const { signal } = new AbortController();
  const options = { settings: given.text('settings') };
  const found = await examineSettings({ disk, environment: process.env }, options.settings);
  const host = hostWith(found.settings, options, {
    human: undefined,
    emit: () => undefined,
    signal,
  });
  const diagnosis = await examineMachine(host);
  const keys = await examineKeys(host, () => Date.now());
  const agents = examineAgents(host);
  const { examineDaemon, examineService } = await import('#daemon/process/examine.ts');
  const daemon = examineDaemon(host);
  const services: ServiceFound[] = [];
  for (const path of given.positionals) services.push(await examineService(folderOf(path), host));
  const { hookLine, hookStatuses, listedLines } = await import('../hook/status.ts');
  const hooks = await hookStatuses();
  const lines = [...hooks.map(hookLine), ...listedLines(found.settings.hook)];
  if (given.flag('json')) {
    const { path, state, reason } = found;
    const settings = { path, state, ...(reason !== undefined && { reason }) };
    print(`${JSON.stringify({ ...diagnosis, settings, keys, agents, hooks, daemon, services })}\n`);
  } else {
    show(diagnosis);
    print(`\n${settingsLine(found)}\n${keysLine(keys)}\n${agentsLine(agents)}\n`);
    print(`\n${[...daemonRows(daemon), ...services.flatMap(serviceRows)].join('\n')}\n`);
    if (lines.length > 0) print(`\n${lines.join('\n')}\n`);
  }
  if (found.state === 'unusable') return EXIT.settings;
  const isSound = services.every(({ refused }) => refused.length === 0);
  return diagnosis.takes === undefined || !diagnosis.state.holds || !isSound
    ? EXIT.machine
    : EXIT.done;
};

const row = (sign: '✓' | '·' | '✗', what: string, words: string): string => {
  const colour = { '✓': 'green', '·': 'yellow', '✗': 'red' } as const;
  return `${styled(colour[sign], sign)} ${what.padEnd(16)} ${harmless(words)}`;
};

const daemonRows = ({ running, unit, refused }: DaemonFound): readonly string[] => [
  running === null
    ? row('·', 'daemon', 'none runs: yamo start')
    : row('✓', 'daemon', `process ${running.pid}, at ${portText(running)}`),
  ...(unit === null ? [] : [row('✓', 'unit', `${unit}: journalctl --user -u ${unit}`)]),
  ...refused.map(refusedRow),
];

const portText = ({ port, phase }: NonNullable<DaemonFound['running']>): string =>
  port === undefined ? phase : `${phase}, port ${port}`;

const serviceRows = ({
  path,
  servedBy,
  databases,
  port,
  refused,
}: ServiceFound): readonly string[] => [
  `\n${styled('bold', harmless(path))}`,
  servedBy === null
    ? row('·', 'served', 'not now')
    : row('✓', 'served', `by process ${servedBy}, which holds serve.lock`),
  row('✓', 'databases', databases.length === 0 ? 'none yet' : `in order: ${databases.join(', ')}`),
  ...(port === null ? [] : [row('·', 'port', `yamo start would take ${port}`)]),
  ...refused.map(refusedRow),
];

const refusedRow = ({ code, what, remedy }: ServiceFound['refused'][number]): string =>
  row('✗', code, `${what} ${remedy}`);

const settingsLine = ({ path, state, reason = '' }: SettingsFound): string =>
  ({
    'in order': row('✓', 'settings', path),
    none: row('✓', 'settings', `none of yours; the defaults hold (${path})`),
    unusable: row('✗', 'settings', `${path}: ${reason}`),
  })[state];

const keysLine = (keys: readonly KeyFound[]): string => {
  const here = keys.filter(({ expired }) => !expired);
  const words = here.map(({ provider, name }) => `${provider} (${name})`).join(', ');
  return here.length > 0
    ? row('✓', 'keys', words)
    : row('·', 'keys', 'none that is used without your word: yamo credentials scan');
};

const agentsLine = (agents: readonly AgentFound[]): string => {
  const here = agents.filter(({ isHere }) => isHere).map(({ name }) => name);
  return here.length > 0
    ? row('✓', 'agents', `${here.join(', ')}, and the built-in ones`)
    : row('·', 'agents', 'the built-in ones; others are not on your PATH (yamo boot --help)');
};

const show = ({ system, node, state, sandboxes, takes, main, shared }: Diagnosis): void => {
  print(`${system}, Node.js ${node}\n\n`);
  // What is of another system is of use here only where nothing else holds.
  const anyHolds = sandboxes.some(({ holds }) => holds);
  const here = sandboxes.filter(
    ({ what }) => what !== 'seatbelt' || system.startsWith('darwin') || !anyHolds,
  );
  for (const { what, holds, reason, cure } of here) {
    const sign = holds ? styled('green', '✓') : styled('yellow', '·');
    print(
      `${sign} ${what.padEnd(12)} ${holds ? 'works here' : `does not work: ${reason ?? ''}`}\n`,
    );
    if (cure !== undefined) print(`  ${''.padEnd(12)} ${cure}\n`);
  }
  if (!state.holds) print(`${row('✗', 'state', `${state.reason} ${state.cure}`)}\n`);
  print('\n');
  line(MAIN, main, takes);
  line(SHARED, shared, takes);
  if (takes === undefined && anyHolds)
    print('\nThe setting sandbox takes none that works here: yamo config set sandbox auto\n');
};

const line = (kind: SessionKind, session: Isolation, takes: string | undefined): void => {
  const words = {
    held: `sandboxed by ${takes ?? ''}`,
    accepted: 'not held; you have accepted that with --unsandboxed',
    refused:
      kind.permissions.unsandboxed === 'with consent'
        ? 'refused, unless you accept it with --unsandboxed'
        : 'refused (§4.1)',
  }[session];
  const sign = session === 'held' ? styled('green', '✓') : styled('red', '✗');
  print(`${sign} ${`${kind.name} sessions`.padEnd(16)} ${words}\n`);
};
