/** `yamo start`: serves workspaces in the foreground, or hands them to the daemon that runs. */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { isNumber, isString, objectOf } from '#lib/guard.ts';
import { plural } from '#lib/report/plural.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { disk } from '#kernel/fs/disk.ts';
import { ADAPTERS } from '#daemon/adapters/registry.ts';
import { timersBeside } from '#kernel/heartbeat/clock.ts';
import { type DaemonFacts, runningDaemon } from '#daemon/phases/home.ts';
import type { DaemonEvent } from '#daemon/process/contract.ts';
import type { ServedWorkspace, ServeHost, ServeRequest } from '#daemon/workspace/served.ts';
import { folderOf, layoutNamed, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { VERSION } from '#cli/args/version.ts';
import { askDaemon } from '#cli/daemon/client.ts';
import { reachOf, REACH_OPTIONS, saysReach } from '#cli/daemon/reach.ts';
import { openTerminalPlace } from '#cli/daemon/terminal-place.ts';
import { exitAfterSignal, onSignals, type Signal } from '#cli/io/signals.ts';
import { harmless, jsonLine, print, printError } from '#cli/io/terminal.ts';

const PORT_MAX = 65_535;

/** Returns when it was told to end. Throws what `runDaemon` throws, DAEMON_SAYS. */
export const start = async (given: Given<'start'>): Promise<number> => {
  const port = given.text('port');
  if (port !== undefined && !(/^\d{1,5}$/u.test(port) && Number(port) <= PORT_MAX)) {
    printError(
      `--port ${JSON.stringify(port)} is no port from 0 to ${PORT_MAX}.\nSee: yamo start --help\n`,
    );
    return EXIT.usage;
  }
  if (given.flag('install') && given.flag('uninstall')) {
    printError('--install and --uninstall exclude each other.\nSee: yamo start --help\n');
    return EXIT.usage;
  }
  const reach = await reachOf(given);
  if (typeof reach === 'string') {
    printError(`${reach}\nSee: yamo start --help\n`);
    return EXIT.usage;
  }
  const host: ServeHost = {
    disk,
    uid: process.geteuid?.() ?? 0,
    environment: { ...process.env },
    version: VERSION,
    adapters: ADAPTERS,
  };
  if (given.flag('install') || given.flag('uninstall')) {
    const { installDaemon, uninstallDaemon } = await import('./unit.ts');
    return given.flag('install') ? installDaemon(given, host) : uninstallDaemon(given, host);
  }
  const workspaces = requestsOf(given);
  const running = runningDaemon(host);
  if (running !== undefined) return handOver(given, running, { workspaces, host });
  const { runDaemon } = await import('#daemon/process/daemon.ts');
  // It stands for weeks: garbage is collected before more memory is asked for.
  setFlagsFromString('--optimize-for-size');
  const stop = new AbortController();
  let ended: Signal | undefined;
  onSignals((signal) => {
    ended ??= signal;
    stop.abort();
  });
  const isJson = given.flag('json');
  const show = (event: DaemonEvent): void => {
    if (isJson) print(jsonLine(frameOf(event)));
    else tell(event);
    if (event.event === 'workspace' && event.state.is === 'serving')
      void tellTimers(event.path, host, isJson);
  };
  const terminal = isJson ? undefined : openTerminalPlace();
  await runDaemon(
    { workspaces, port: port === undefined ? undefined : Number(port), reach },
    { host, emit: show, signal: stop.signal, ...(terminal && { attend: terminal.place.attend }) },
  ).finally(() => terminal?.close());
  return exitAfterSignal(ended, EXIT.done);
};

const requestsOf = (given: Given<'start'>): readonly ServeRequest[] => {
  const named = given.positionals.length > 0 ? given.positionals : [workspaceOf(given)];
  return named.map((path) => ({
    path: servedPath(folderOf(path)),
    agent: given.text('agent'),
    model: given.text('model'),
    layout: layoutNamed(given),
    settingsFile: given.text('settings'),
  }));
};

/** By which the daemon knows a workspace; what is not there is refused where it is opened. */
export const servedPath = (path: string): string => {
  try {
    return disk.realpath(path);
  } catch {
    return path;
  }
};

const handOver = async (
  given: Given<'start'>,
  running: DaemonFacts,
  { workspaces, host }: { readonly workspaces: readonly ServeRequest[]; readonly host: ServeHost },
): Promise<number> => {
  const port = given.text('port');
  const { pid, port: own } = running;
  if (saysReach(given)) {
    printError(
      `A daemon of yours (process ${pid}) runs already, and is reached as it was started: leave --${REACH_OPTIONS.join(', --')} out, or end it with yamo stop.
`,
    );
    return EXIT.machine;
  }
  if (port !== undefined && Number(port) !== own && port !== '0') {
    printError(
      `A daemon of yours (process ${pid}) listens on port ${own} already: leave --port out, or end it with yamo stop.\n`,
    );
    return EXIT.machine;
  }
  for (const { path, agent, model, layout, settingsFile } of workspaces) {
    const state = await askDaemon(running, 'serve', {
      path,
      agent: agent ?? null,
      model: model ?? null,
      layout: typeof layout === 'string' ? layout : null,
      settings: settingsFile ?? null,
    });
    if (given.flag('json')) print(jsonLine({ event: 'handed over', pid, port: own, ...state }));
    else {
      printError(`${path} is served by the daemon that runs (process ${pid}, port ${own}).\n`);
      const { wants } = state;
      if (isWants(wants)) tellWants(path, wants);
    }
    await tellTimers(path, host, given.flag('json'));
  }
  return EXIT.done;
};

/** A timer for heartbeats leaves the clock to the daemon; that is said. Of a workspace that is gone by now nothing is. */
const tellTimers = async (path: string, host: ServeHost, isJson: boolean): Promise<void> => {
  const units = await timersBeside(path, host).catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });
  if (units.length === 0) return;
  if (isJson) print(jsonLine({ event: 'timers', path, units }));
  else
    for (const unit of units)
      printError(`${unit}.timer leaves the clock of ${path} to this daemon.\n`);
};

const frameOf = (event: DaemonEvent): object => {
  if (event.event !== 'workspace') return event;
  const { state, ...rest } = event;
  if (state.is !== 'failed') return { ...rest, ...state };
  const { refusal, ...more } = state;
  const { code, message: what, remedy } = refusal;
  return { ...rest, ...more, refused: { code, what, remedy } };
};

const tell = (event: DaemonEvent): void => {
  switch (event.event) {
    case 'listening':
      return printError(`Listening on ${event.url}\n`);
    case 'ending':
      return printError(`Ending: ${event.reason}.\n`);
    case 'missed':
      return printError(missedText(event));
    case 'heartbeat refused':
      return printError(
        `No heartbeat of ${event.path} can be: ${harmless(event.what)} [${event.code}] ${harmless(event.remedy)}\n`,
      );
    case 'policy':
      return printError(
        `A browser says that it kept the page from ${harmless(event.rule)} ${harmless(event.blocked)}.\n`,
      );
    case 'phase':
      return undefined;
    case 'workspace':
      return tellWorkspace(event);
  }
};

const missedText = ({ path, count, since }: DaemonEvent & { event: 'missed' }): string =>
  `${path} missed ${plural(count, 'heartbeat')} since ${new Date(since * 1000).toISOString()}; one comes in their place.\n`;

const isWants = objectOf({}, { port: isNumber, bind: isString });

/** One daemon has one port: what a workspace says of its own is told, and not followed. */
const tellWants = (path: string, { port, bind }: NonNullable<ServedWorkspace['wants']>): void => {
  const wanted = [
    ...(port === undefined ? [] : [`port ${port}`]),
    ...(bind === undefined ? [] : [`address ${bind}`]),
  ];
  if (wanted.length > 0)
    printError(
      `The config of ${path} asks for ${wanted.join(' and ')}; this daemon is reached elsewhere.\n`,
    );
};

const tellWorkspace = ({ path, state, wants }: DaemonEvent & { event: 'workspace' }): void => {
  if (state.is === 'serving') {
    printError(`${path} is served.\n`);
    if (wants !== undefined) tellWants(path, wants);
  }
  if (state.is === 'ended') printError(`${path} is served no longer.\n`);
  if (state.is === 'failed')
    printError(
      `${path} cannot be served: ${state.refusal.message} ${state.refusal.remedy} It is tried again at ${state.next}.\n`,
    );
};
