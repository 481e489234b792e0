/** What `yamo status` found, as rows for people and as an object for programs (schemas/status.schema.json). */
import { plural } from '#lib/report/plural.ts';
import { spanOf } from '#lib/heartbeat/duration.ts';
import type { Refusal } from '#lib/spec/refusals.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import type {
  BeatsStatus,
  PastSession,
  RunningSession,
  Unknown,
  WorkspaceStatus,
} from '#kernel/owner/status.ts';
import type { Spent } from '#kernel/state/ledger.ts';
import type { Service } from '#cli/daemon/status.ts';
import { isoOf } from '#cli/heartbeat/report.ts';
import type { HookStatus } from '#cli/hook/status.ts';
import { cut } from '#cli/io/width.ts';
import { harmless, styled } from '#cli/io/terminal.ts';

/** A workspace, or why it cannot be looked at. */
export type StatusResult =
  | { readonly status: WorkspaceStatus; readonly hooks: readonly HookStatus[] }
  | { readonly path: string; readonly refusal: Refusal };

/** What programs are told of it. */
export const jsonOf = (found: StatusResult, questions = 0): object => {
  if ('refusal' in found) {
    const { code, section, message: what, remedy } = found.refusal;
    return { path: found.path, refused: { code, section, what, remedy } };
  }
  const { status, hooks } = found;
  const { heartbeat, lastBoot } = status;
  return {
    ...status,
    waiting: { ...status.waiting, questions },
    lastBoot: lastBoot ?? null,
    heartbeat:
      'refused' in heartbeat
        ? heartbeat
        : {
            ...heartbeat,
            next: heartbeat.next === undefined ? null : isoOf(heartbeat.next),
            last: heartbeat.last === undefined ? null : ranOf(heartbeat.last),
            said:
              heartbeat.said === undefined
                ? null
                : { at: isoOf(heartbeat.said.at), text: heartbeat.said.text },
            reason: heartbeat.reason ?? null,
            why: heartbeat.why ?? null,
          },
    hooks: hooks.map(({ host, scope, path, state, detail = null }) => ({
      host,
      scope,
      path,
      state,
      detail,
    })),
  };
};

const ranOf = ({ startedAt, endedAt, ...ran }: NonNullable<BeatsStatus['last']>): object => ({
  ...ran,
  startedAt: isoOf(startedAt),
  endedAt: isoOf(endedAt),
});

/** What people are told of it, a row for each question. */
export const statusText = (
  found: StatusResult,
  cost: Spent,
  service?: Service,
  port?: number,
): string => {
  if ('refusal' in found)
    return `${styled('bold', harmless(found.path))}\n  ${styled('red', '✗')} ${harmless(found.refusal.message)} (${found.refusal.code})\n    ${found.refusal.remedy}\n`;
  const { status, hooks } = found;
  const path = shellWord(status.path);
  const rows = [
    ['serves', 'refused' in status.serves ? unknown(status.serves) : status.serves.agent],
    ...(service === undefined ? [] : [['daemon', serviceText(service, port)]]),
    ...(service?.adapters ?? []).map((one) => ['adapter', adapterText(one)]),
    ['last boot', bootText(status, path)],
    ...status.running.map((one) => ['running', runningText(one)]),
    ...status.sessions.map((one) => ['session', sessionText(one)]),
    ['waiting', waitingText(status, path, service?.questions)],
    [
      'heartbeat',
      'refused' in status.heartbeat ? unknown(status.heartbeat) : beatsText(status.heartbeat),
    ],
    ...saidRows(status.heartbeat),
    [
      'cost',
      `$${cost.usd.toFixed(4)} and ${cost.tokens} tokens today (UTC), all workspaces together`,
    ],
    [
      'drift',
      status.drift.length === 0
        ? 'none'
        : `${status.drift.join(' and ')} changed outside yamo: yamo accept ${path}`,
    ],
    ['index', indexText(status.index, path)],
    ['hooks', hooks.length === 0 ? 'none: yamo hook install HOST' : hooksText(hooks)],
  ];
  const lines = rows.map(([what = '', text = '']) => `  ${what.padEnd(10)} ${harmless(text)}\n`);
  return `${styled('bold', harmless(status.path))}\n${lines.join('')}`;
};

const unknown = ({ refused }: Unknown): string => `cannot be told: yamo explain ${refused}`;

const minute = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const serviceText = (
  { state, since, phase, refused, next, sessions }: Service,
  port?: number,
): string =>
  [
    `${state} since ${minute(since)}`,
    ...(port === undefined ? [] : [`port ${port}`]),
    ...(phase === undefined ? [] : [`at ${phase}`]),
    ...(sessions === undefined ? [] : [plural(sessions, 'session')]),
    ...(refused === undefined ? [] : [`${refused.what} ${refused.remedy}`]),
    ...(next === undefined ? [] : [`tried again at ${minute(next)}`]),
  ].join(', ');

const adapterText = ({
  name,
  state,
  since,
  reason,
  nextTry,
}: NonNullable<Service['adapters']>[number]): string =>
  [
    `${name}: ${state} since ${minute(since)}`,
    ...(reason === undefined ? [] : [reason]),
    ...(nextTry === undefined ? [] : [`tried again at ${minute(nextTry)}`]),
  ].join(', ');

const bootText = ({ lastBoot, running }: WorkspaceStatus, path: string): string => {
  if (lastBoot === undefined)
    return running.length === 0
      ? `never: yamo boot ${path}`
      : 'the session that runs is the first: its record is written when it ends';
  const { startedAt, kind, end, code } = lastBoot;
  return `${minute(startedAt)}, ${kind === undefined ? '' : `${kind} session, `}${end}${code === undefined ? '' : ` (${code})`}`;
};

const runningText = ({ kind, startedAt, isBusy }: RunningSession): string =>
  `${kind} session since ${minute(startedAt)}${isBusy ? ', a turn runs' : ''}`;

const sessionText = ({ kind, agent, updatedAt, turns }: PastSession): string =>
  `${minute(updatedAt)}, ${kind}, ${agent}, ${plural(turns, 'turn')}`;

/** What waits for the human, and how to decide it. */
export const waitingText = (
  { waiting: { proposals } }: WorkspaceStatus,
  path: string,
  questions = 0,
): string =>
  [
    ...(proposals === 0
      ? []
      : [`${plural(proposals, 'change')} proposed for MEMORY.md: yamo memory curate ${path}`]),
    ...(questions === 0 ? [] : [`${plural(questions, 'question')} for you: yamo open`]),
  ].join('; ') || 'nothing';

/** In one line: the session of the heartbeat has the rest. */
const saidRows = (beats: BeatsStatus | Unknown): readonly (readonly string[])[] =>
  'refused' in beats || beats.said === undefined
    ? []
    : [['it said', cut(beats.said.text.replaceAll(/\s+/gu, ' ').trim(), SAID_COLUMNS)]];

const SAID_COLUMNS = 66;

const beatsText = ({ everySeconds, next, last, model, wakes, why }: BeatsStatus): string =>
  [
    next === undefined
      ? 'none ran yet: yamo heartbeat --install'
      : `next ${minute(isoOf(next))}, every ${spanOf(everySeconds)}`,
    ...(last === undefined ? [] : [`last ${minute(isoOf(last.endedAt))}: ${last.outcome}`]),
    wakes
      ? model
        ? 'now it would wake the agent'
        : 'no model is set up, so nothing would work through the list'
      : `now it would not: ${why ?? ''}`,
  ].join('; ');

/** Is there an index of memory, and how one is made. */
export const indexText = (
  { search, recall, isMade }: WorkspaceStatus['index'],
  path: string,
): string => {
  const used = `search ${search ? 'on' : 'off'}, recall ${recall ? 'on' : 'off'} (settings: mesh, recall)`;
  return isMade ? `made; ${used}` : `not made: yamo mesh sync ${path}; ${used}`;
};

const hooksText = (hooks: readonly HookStatus[]): string =>
  hooks.map(({ host, scope, state }) => `${host} (${scope}): ${state}`).join(', ');
