/**
 * `yamo heartbeat`: the agent is woken by the clock, to work through HEARTBEAT.md. Most end before anything of an agent is
 * loaded, so what this module needs for that is all that it imports.
 */
import { secondsIn } from '#lib/heartbeat/duration.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { isZone } from '#lib/text/zones.ts';
import {
  isEvery,
  shouldRun,
  type ShouldRunHost,
  type ShouldRunRequest,
} from '#kernel/heartbeat/should-run.ts';
import { agentMistake, hostWith, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { printError } from '#cli/io/terminal.ts';
import { shouldRunHost } from '../heartbeat/host.ts';
import { frameOf, reportHeartbeat } from '../heartbeat/report.ts';

/** Returns the exit code: 0 also for a heartbeat that is left out. */
export const heartbeat = async (given: Given<'heartbeat'>): Promise<number> => {
  const mistake = mistakeIn(given);
  if (mistake !== undefined) {
    printError(`${mistake}\nSee: yamo heartbeat --help\n`);
    return EXIT.usage;
  }
  const every = given.text('every');
  const request: ShouldRunRequest = {
    path: workspaceOf(given),
    byClock: given.flag('if-due'),
    everySeconds: every === undefined ? undefined : secondsIn(every),
    zone: given.text('tz'),
  };
  const host = await shouldRunHost(given);
  if (given.flag('status') || given.flag('why')) return show(given, request, host);
  if (given.flag('install') || given.flag('uninstall')) {
    const { installHeartbeat: install, uninstall } = await import('../heartbeat/timer.ts');
    return given.flag('install') ? install(given, request, host) : uninstall(given, request, host);
  }
  if (request.everySeconds !== undefined)
    return (await import('../heartbeat/stay.ts')).stay(given, request);
  const found = await shouldRun(request, host);
  const { facts, decision } = found.decision.wakes
    ? await (await import('../heartbeat/keeper.ts')).leftToDaemon(found, host)
    : found;
  if (decision.wakes) {
    const { wakeOnce } = await import('../heartbeat/wake.ts');
    return wakeOnce(given, request, { due: decision.due, runs: facts.beats.runs });
  }
  reportHeartbeat(frameOf(decision, facts), { json: given.flag('json'), isQuiet: request.byClock });
  return EXIT.done;
};

const show = async (
  given: Given<'heartbeat'>,
  request: ShouldRunRequest,
  host: ShouldRunHost,
): Promise<number> => {
  const { showStatus, showWhy } = await import('../heartbeat/show.ts');
  const { heartbeatStatus: inspect } = await import('#kernel/heartbeat/inspect.ts');
  const parts = { human: undefined, emit: () => undefined, signal: AbortSignal.abort() };
  const asked = {
    ...request,
    byClock: true,
    agent: given.text('agent'),
    model: given.text('model'),
  };
  const found = await inspect(
    asked,
    hostWith(host.settings, { settings: given.text('settings') }, parts),
  );
  const json = given.flag('json');
  if (given.flag('why')) showWhy(found, json);
  else {
    const { clockKeepers } = await import('../heartbeat/keeper.ts');
    showStatus(found, await clockKeepers(found.path, host), json);
  }
  return EXIT.done;
};

/** One of these at most. */
const DOING = ['status', 'why', 'install', 'uninstall', 'if-due'] as const;

const mistakeIn = (given: Given<'heartbeat'>): string | undefined => {
  const every = given.text('every');
  const seconds = every === undefined ? undefined : secondsIn(every);
  if (every !== undefined && (seconds === undefined || !isEvery(seconds)))
    return `--every ${JSON.stringify(every)} is no time from 1m to 30d, such as 30m or 2h.`;
  const zone = given.text('tz');
  if (zone !== undefined && !isZone(zone))
    return `--tz ${JSON.stringify(zone)} is not the name of a time zone, such as Europe/Berlin.`;
  const doing = DOING.filter((name) => given.flag(name));
  if (doing.length > 1) return `--${doing.join(' and --')} exclude each other.`;
  if (every !== undefined && doing[0] !== undefined && doing[0] !== 'install')
    return `--every and --${doing[0]} exclude each other: how often is remembered, or stands in the settings.`;
  return agentMistake(given);
};
