/** `yamo heartbeat --status` and `--why`: what the files say, and what a heartbeat would do now. */
import { lastEnd, nextAt, type Ran } from '#lib/heartbeat/beats.ts';
import { type Due, dueOf } from '#lib/heartbeat/due.ts';
import { explainHeartbeat, type HeartbeatFacts } from '#lib/heartbeat/decide.ts';
import { spanOf } from '#lib/heartbeat/duration.ts';
import type { Inspection } from '#kernel/heartbeat/inspect.ts';
import { harmless, print, printFrame, styled } from '#cli/io/terminal.ts';
import type { ClockKeepers } from './keeper.ts';
import { isoOf } from './report.ts';

/** The last one, the next one, and when each check ran. */
export const showStatus = (
  { facts, decision, said, nobody }: Inspection,
  { daemon, timers }: ClockKeepers,
  json: boolean,
): void => {
  const { beats, now, checks, everySeconds } = facts;
  const { last, skipped, spent, started, runs } = beats;
  const next = nextAt(beats, facts, now);
  const due = facts.checklist === undefined ? [] : dueOf(facts.checklist, checks, now);
  if (json) {
    printFrame({
      event: 'status',
      runs,
      last: last && { ...last, startedAt: isoOf(last.startedAt), endedAt: isoOf(last.endedAt) },
      running: started && { run: started.run, startedAt: isoOf(started.at) },
      skipped: skipped && { ...skipped, at: isoOf(skipped.at) },
      next: isoOf(next),
      wakes: decision.wakes,
      model: nobody === undefined,
      reason: decision.wakes ? undefined : decision.reason,
      clock: { daemon: daemon ?? null, timers },
      everySeconds,
      spent,
      due: due.map(({ name }) => name ?? null),
      checks: [...checks.last].map(([name, time]) => ({
        name,
        last: time === null ? null : isoOf(time),
      })),
      faults: checks.faults,
      said: said.map(({ at, ...one }) => ({ ...one, at: isoOf(at) })),
    });
    return;
  }
  const rows = [
    ['last', last === undefined ? 'never' : ranText(last, facts)],
    ...(started === undefined
      ? []
      : [
          [
            'running',
            `heartbeat ${started.run} since ${timeText(started.at, facts)}, or killed then`,
          ],
        ]),
    ...(skipped === undefined
      ? []
      : [['left out', `${timeText(skipped.at, facts)}: ${skipped.reason}`]]),
    [
      'next',
      `${next <= now ? 'due now' : timeText(next, facts)}, ${lastEnd(beats, now) === undefined ? `then every ${spanOf(everySeconds)}` : `${spanOf(everySeconds)} after the last`}`,
    ],
    [
      'now',
      decision.wakes
        ? (nobody ?? 'it would wake the agent')
        : `left out: ${decision.why} (${decision.reason})`,
    ],
    ...(daemon === undefined && timers.length === 0 ? [] : [['clock', keptText(daemon, timers)]]),
    ...(spent === undefined
      ? []
      : [['cost', `${spent.tokens} tokens, $${spent.usd.toFixed(4)} on ${spent.day} (UTC)`]]),
  ];
  for (const [what = '', text = ''] of rows) print(`${what.padEnd(9)}${harmless(text)}\n`);
  for (const line of checkLines(facts, due)) print(`${harmless(line)}\n`);
  for (const { run, at, text } of said)
    print(
      harmless(`  heartbeat ${run}, ${timeText(at, facts)}: ${text.replaceAll('\n', '\n    ')}\n`),
    );
};

const keptText = (daemon: ClockKeepers['daemon'], timers: readonly string[]): string => {
  const units = timers.map((unit) => `${unit}.timer`).join(', ');
  if (daemon === undefined) return units;
  const left = units === '' ? '' : `; ${units} leaves it to that`;
  return `the daemon (process ${daemon.pid}), which looked at ${daemon.lookedAt}${left}`;
};

const ranText = ({ run, endedAt, outcome, session, code }: Ran, facts: HeartbeatFacts): string => {
  const what = {
    ok: 'nothing to tell',
    said: 'said something',
    failed: 'failed',
    died: 'was killed',
  };
  const more = code === undefined ? '' : ` (${code})`;
  const where = session === undefined ? '' : `: yamo sessions --show ${session}`;
  return `${timeText(endedAt, facts)}, heartbeat ${run} ${what[outcome]}${more}${where}`;
};

const checkLines = (
  { checks, now, checklist }: HeartbeatFacts,
  due: readonly Due[],
): readonly string[] => {
  const faulty = new Map(checks.faults.map(({ name, is }) => [name, is]));
  const isDue = new Set(due.map(({ name }) => name));
  const names = new Set([
    ...(checklist?.items ?? []).flatMap(({ name }) => name ?? []),
    ...checks.last.keys(),
  ]);
  const lines = [...names].map((name) => {
    const time = checks.last.get(name) ?? null;
    const fault = faulty.get(name);
    const when =
      fault !== undefined
        ? `never: its time is ${fault}`
        : time === null
          ? 'never'
          : `${spanOf(now - time)} ago`;
    return `  ${name}: ${when}${isDue.has(name) ? ', due' : ''}`;
  });
  const broken = checks.isBroken
    ? ['memory/heartbeat-state.json is broken; the next check that is noted sets it aside.']
    : [];
  return [...broken, ...lines];
};

/** A time where the human lives, to the minute. */
const timeText = (seconds: number, { offset }: HeartbeatFacts): string =>
  new Date(seconds * 1000 + offset(seconds * 1000)).toISOString().slice(0, 16).replace('T', ' ');

/** Everything that a heartbeat is decided by, and which of it stops one now. */
export const showWhy = ({ facts, decision, nobody }: Inspection, json: boolean): void => {
  const conditions = explainHeartbeat(facts);
  if (json) {
    const told = conditions.map(({ reason, holds, why }) => ({
      reason,
      stops: why !== undefined,
      text: why ?? holds,
    }));
    const reason = decision.wakes ? undefined : decision.reason;
    const model = nobody === undefined;
    printFrame({ event: 'why', wakes: decision.wakes, model, reason, conditions: told });
    return;
  }
  for (const { reason, holds, why } of conditions) {
    const sign = why === undefined ? styled('green', '✓') : styled('red', '✗');
    print(`${sign} ${why === undefined ? holds : `${harmless(why)} (${reason})`}\n`);
  }
  const would =
    nobody === undefined || !decision.wakes
      ? `A heartbeat would ${decision.wakes ? 'wake the agent' : 'be left out'} now.`
      : nobody;
  print(`${harmless(would)}\n`);
};
