/**
 * A heartbeat that wakes the agent (RFC-0009 §2.7): a main session that nobody attends, one turn, and the end. One at a
 * time for each workspace; what became of it is remembered, also when it is killed half-way.
 */
import { join } from 'node:path';
import {
  endBeat,
  afterSkip,
  afterStart,
  type DaySpent,
  type BeatOutcome,
} from '#lib/heartbeat/beats.ts';
import type { Due } from '#lib/heartbeat/due.ts';
import { dueText, heartbeatText, isNothingToTell, reviewText } from '#lib/heartbeat/turn.ts';
import { HEARTBEAT_TURN_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { boot } from '#kernel/boot/boot.ts';
import { type BootRequest, type Host, PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import { Lock } from '#kernel/process/lock.ts';
import { xdgFolder } from '#kernel/process/xdg.ts';
import { chooseAgent } from '#kernel/programs/choose.ts';
import { consented } from '#kernel/programs/consent.ts';
import { isScribe } from '#kernel/programs/program.ts';
import { total } from '#kernel/run/usage-meter.ts';
import { Workspace } from '#kernel/startup/workspace.ts';
import { keepSaid } from '#kernel/state/heartbeat-said.ts';
import { StateHome } from '#kernel/state/home.ts';
import { MAIN } from '#lib/spec/session-policy.ts';
import { readBeats, writeRuns, writeSkipped } from './store.ts';

/** Who thinks, and where. */
export type WakeRequest = Pick<BootRequest, 'path' | 'agent' | 'model' | 'zone'>;

/** What a look came to: what is due, and how often the agent had been woken by then. */
export interface Decided {
  readonly due: readonly Due[];
  readonly runs: number;
}

/** What became of it. */
export type Woken =
  | {
      readonly wakes: true;
      readonly run: number;
      readonly outcome: Exclude<BeatOutcome, 'died'>;
      readonly session: string;
      /** What its human should hear; empty for nothing. */
      readonly text: string;
      /** Why the owner's command did not hear it. */
      readonly unheard?: string;
    }
  | {
      readonly wakes: false;
      readonly reason: 'running' | 'busy' | 'no-model';
      readonly why: string;
    };

/** Throws what a boot throws, and AGENT_…, FILE_… and STATE_… refusals; that is remembered then. */
export const wake = async (request: WakeRequest, decided: Decided, host: Host): Promise<Woken> => {
  const { disk, uid, environment } = host;
  const workspace = Workspace.open(disk, request.path, { strict: false, uid });
  try {
    const home = StateHome.open(xdgFolder('XDG_STATE_HOME', environment), workspace, uid);
    const lock = new Lock(join(home.path, 'heartbeat.lock'), 0);
    try {
      // One that ran since was decided by the same clock.
      if (!lock.take() || readBeats(home).runs !== decided.runs) return RUNNING;
      const left = await leftOut(request, host, home);
      return left ?? (await takeOne(request, decided.due, { host, home }));
    } finally {
      lock.close();
      home.close();
    }
  } finally {
    workspace.close();
  }
};

const RUNNING = {
  wakes: false,
  reason: 'running',
  why: 'Another heartbeat of this workspace is running, or has just run.',
} as const;

const BUSY = {
  wakes: false,
  reason: 'busy',
  why: 'Another boot of this workspace is under way; the heartbeat comes when it is over.',
} as const;

/**
 * Why nobody would work through the list, in words; `undefined` where a model or another agent would. Throws AGENT_…,
 * MODEL_… and CREDENTIAL_… refusals.
 */
export const whyNobodyThinks = async (
  request: Pick<WakeRequest, 'agent' | 'model'>,
  host: Host,
  home: StateHome | undefined,
): Promise<string | undefined> => {
  const program = await consented(chooseAgent(thinking(request, host), host), home, undefined);
  if (!isScribe(program)) return undefined;
  const advice = program.advice === undefined ? '' : ` ${program.advice}`;
  return `No model is set up, so nothing would work through the list.${advice}`;
};

const leftOut = async (
  request: WakeRequest,
  host: Host,
  home: StateHome,
): Promise<Woken | undefined> => {
  const why = await whyNobodyThinks(request, host, home);
  if (why === undefined) return undefined;
  writeSkipped(home, afterSkip(readBeats(home), 'no-model', seconds()));
  return { wakes: false, reason: 'no-model', why };
};

const thinking = (
  { agent, model }: Pick<WakeRequest, 'agent' | 'model'>,
  { settings }: Host,
): Pick<BootRequest, 'agent' | 'model'> => ({
  agent,
  model: model ?? (agent === undefined ? settings.heartbeat.model : undefined),
});

interface Site {
  readonly host: Host;
  readonly home: StateHome;
}

const takeOne = async (
  request: WakeRequest,
  due: readonly Due[],
  { host, home }: Site,
): Promise<Woken> => {
  const before = readBeats(home);
  const started = afterStart(before, seconds());
  writeRuns(home, started);
  const heard = new Heard(host.emit);
  const end = (outcome: Exclude<BeatOutcome, 'died'>, session?: string, code?: string): void => {
    const spent = heard.spent(seconds());
    writeRuns(home, endBeat(started, { outcome, session, code, spent }, seconds()));
  };
  const { runs: run } = started;
  try {
    const { stop, session } = await turnOf(request, { run, due }, { host, heard });
    const { text } = heard;
    const outcome = ENDED.has(stop) ? (text === '' ? 'ok' : 'said') : 'failed';
    end(outcome, session);
    const unheard = text === '' ? undefined : await told({ run, text }, { host, home });
    return { wakes: true, run, outcome, session, text, ...(unheard !== undefined && { unheard }) };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'WORKSPACE_BUSY') {
      // It did not come about: it stays due.
      writeRuns(home, before);
      writeSkipped(home, afterSkip(before, 'busy', seconds()));
      return BUSY;
    }
    end('failed', undefined, error instanceof Refusal ? error.code : 'a bug');
    throw error;
  }
};

/** Keeps it for the next session, and hands it to the owner's command and chat; returns why one of them did not hear it. */
const told = async (
  said: { readonly run: number; readonly text: string },
  { host, home }: Site,
): Promise<string | undefined> => {
  keepSaid(home, { ...said, at: seconds() });
  const { command, chat, ...rest } = host.settings.heartbeat.tell ?? {};
  const unsaid = chat === undefined ? undefined : await inChat(chat, said.text, host);
  if (command === undefined) return unsaid;
  const { tellHuman } = await import('./tell.ts');
  return (await tellHuman({ command, ...rest }, said.text, host)) ?? unsaid;
};

const inChat = async (
  chat: string,
  text: string,
  { tellChat }: Host,
): Promise<string | undefined> =>
  tellChat === undefined
    ? `${chat} hears what a heartbeat of yamo start says, and of no other`
    : tellChat(chat, text);

/** Reasons of the agent that are an end and no failure. */
const ENDED: ReadonlySet<string> = new Set([
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'other',
]);

interface Turn {
  readonly run: number;
  readonly due: readonly Due[];
}

/** One session with one turn. */
const turnOf = async (
  request: WakeRequest,
  { run, due }: Turn,
  { host, heard }: { readonly host: Host; readonly heard: Heard },
): Promise<{ readonly stop: string; readonly session: string }> => {
  const { path, zone } = request;
  const asked: BootRequest = {
    ...PLAIN_REQUEST,
    ...thinking(request, host),
    path,
    zone,
    session: MAIN,
    trigger: 'heartbeat',
  };
  const session = await boot(asked, { ...host, emit: heard.take, human: undefined });
  const timer = setTimeout(() => void session.cancel().catch(() => undefined), HEARTBEAT_TURN_MS);
  try {
    const stop = await session.wake({
      title: `(heartbeat ${run})`,
      text: [
        heartbeatText(run, session.moment, session.log),
        reviewText(due, await session.oldLogs()),
      ]
        .join('\n')
        .trimEnd(),
      file: 'HEARTBEAT.md',
      due: dueText(due, seconds()),
    });
    if (heard.text !== '') await session.tell();
    await session.close(`heartbeat ${run}`);
    return { stop, session: session.id };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : undefined;
    await session.close(refusal?.code ?? 'a bug', refusal);
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

const seconds = (): number => Math.floor(Date.now() / 1000);

/** What is said and spent in the session. */
class Heard {
  readonly #tell: (event: KernelEvent) => void;
  #text = '';
  #tokens = 0;
  #usd = 0;

  constructor(tell: (event: KernelEvent) => void) {
    this.#tell = tell;
  }

  /** What a human should hear; empty for nothing. */
  get text(): string {
    return isNothingToTell(this.#text) ? '' : this.#text.trim();
  }

  readonly take = (event: KernelEvent): void => {
    if (event.event === 'text') this.#text += event.text;
    if (event.event === 'usage') {
      this.#tokens = total(event.session);
      this.#usd = event.sessionUsd ?? 0;
    }
    this.#tell(event);
  };

  spent(now: number): DaySpent {
    const day = new Date(now * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length);
    return { day, tokens: this.#tokens, usd: this.#usd };
  }
}
