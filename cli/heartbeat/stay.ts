/**
 * `yamo heartbeat --every 30m`: stays, and looks at the clock. Nothing else begins a heartbeat: no file, no event, no end
 * of a command. Running it twice, or beside a timer, does not wake the agent twice: each looks at the files first.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { dueAt } from '#lib/heartbeat/beats.ts';
import { spanOf } from '#lib/heartbeat/duration.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { HEARTBEAT_LOOK_SECONDS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { shouldRun, type ShouldRunRequest } from '#kernel/heartbeat/should-run.ts';
import { turnOn } from '#kernel/heartbeat/turn-on.ts';
import { closeInherited } from '#kernel/process/inherited.ts';
import type { Given } from '#cli/args/options.ts';
import { reportRefusal } from '#cli/io/report.ts';
import { printError } from '#cli/io/terminal.ts';
import { shouldRunHost } from './host.ts';
import { leftToDaemon } from './keeper.ts';
import { frameOf, reportHeartbeat } from './report.ts';
import { Stop, woken } from './wake.ts';

/** Until a signal, or a workspace that cannot be opened any more, ends it. Throws WORKSPACE_…, STATE_… and SETTINGS_… refusals. */
export const stay = async (given: Given<'heartbeat'>, asked: ShouldRunRequest): Promise<number> => {
  closeInherited();
  const stop = new Stop();
  const json = given.flag('json');
  const request = { ...asked, byClock: true };
  const { path } = turnOn(asked.path, asked.everySeconds, await shouldRunHost(given));
  if (!json)
    printError(`Heartbeats of ${path}, ${spanOf(asked.everySeconds ?? 0)} after each other.\n`);
  let told = '';
  while (!stop.signal.aborted) {
    const host = await shouldRunHost(given);
    const { facts, decision } = await leftToDaemon(await shouldRun(request, host), host);
    if (decision.wakes) {
      await attempt(given, request, {
        decided: { due: decision.due, runs: facts.beats.runs },
        stop,
      });
      told = '';
    } else if (decision.reason !== 'not-yet' && decision.reason !== told) {
      reportHeartbeat(frameOf(decision, facts), { json, isQuiet: false });
      told = decision.reason;
    }
    // A clock may be set, and a machine may sleep: it is looked at again and again, and not waited for once.
    const left = dueAt(facts.beats, facts, facts.now) - facts.now;
    const seconds = decision.wakes || left < 1 ? HEARTBEAT_LOOK_SECONDS : left;
    const ms = Math.min(seconds, HEARTBEAT_LOOK_SECONDS) * 1000;
    await pause(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  return stop.exit(EXIT.done);
};

/** One that is refused is told, and the next one comes all the same. */
const attempt = async (
  given: Given<'heartbeat'>,
  request: ShouldRunRequest,
  asked: Parameters<typeof woken>[2],
): Promise<void> => {
  const json = given.flag('json');
  try {
    reportHeartbeat(await woken(given, request, asked), { json, isQuiet: false });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!asked.stop.signal.aborted) reportRefusal(error, json);
  }
};
