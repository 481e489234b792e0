/**
 * The bootstrap flow (RFC-0009 §6.2): the agent carries out its birth orders through a gate that
 * creates and fills in, and never overwrites what is whole; its human answers until SOUL.md and
 * USER.md say what they must; the kernel completes what may be a stub, and notes that it is done.
 * The orders live in this function's hands and in the pipe to the agent, nowhere else.
 */
import { BIRTH_ATTEMPTS, BIRTH_TURNS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { assembleBirth } from '#lib/prompt/assemble.ts';
import { fenceDocument } from '#lib/prompt/fence.ts';
import { AgentConnection, serveTools } from '#kernel/host/connection.ts';
import { Secrets } from '#kernel/redact/terminal-withhold.ts';
import { type AgentProgram, isScribe } from '#kernel/programs/program.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Notify } from '#kernel/contract/events.ts';
import { Broker, type BrokerParts } from '#kernel/gate/broker.ts';
import type { Journal } from '#kernel/gate/journal.ts';
import { searchMemory } from './search.ts';
import type { Premises } from '#kernel/run/premises.ts';
import type { Hold } from '#kernel/sandbox/hold.ts';
import type { Orders } from '#kernel/startup/guard.ts';
import { type FileText, lookAt, NOTHING_FORBIDDEN, readFile } from '#kernel/startup/read.ts';
import { keepCopy } from '#kernel/state/copies.ts';
import type { AgentHost } from '#kernel/host/requests.ts';
import { agentHostOf, startableOf, type Starting } from './agent-host.ts';
import { credentialFinder, secretsIn } from '#kernel/redact/credentials.ts';
import { gapsIn, gapsText, hasGaps } from './grown.ts';
import { completeLayout } from './layout.ts';
import { birthTerminals } from './shell.ts';
import { Speech } from '#kernel/redact/speech.ts';
import type { Thinking } from '#kernel/run/thinking.ts';
import { fenceNonce, reportInjection, InjectionWatch } from '#kernel/redact/injection.ts';
import { Withheld } from '#kernel/redact/withheld.ts';

export interface Birth {
  readonly premises: Premises;
  readonly host: Host;
  readonly program: AgentProgram;
  readonly hold: Hold;
  readonly journal: Journal;
  readonly bootId: string;
  /** The zone of the agent's process; `undefined`: that of the machine. */
  readonly zone: string | undefined;
  readonly thinking: Thinking | undefined;
  /** Hears of USER.md when it is written: from then on the log is in its human's zone. */
  readonly lives: (user: string) => void;
}

/** What a birth came to, for the boot record. */
export interface BirthOutcome {
  readonly attempts: number;
  /** What the kernel completed. */
  readonly completed: readonly string[];
}

/**
 * Runs the flow, again while it fails and the kernel still has the orders. Throws
 * BIRTH_FAILED, BIRTH_LEFT, INTERRUPTED, after which the orders are gone for good.
 */
export const giveBirth = async (birth: Birth, orders: readonly Orders[]): Promise<BirthOutcome> => {
  let reason = '';
  const written = new Map<string, string>();
  // They are read and gone: whatever stands in them, to refuse them now would lose them.
  reportInjection(orders, { strict: false, notice: noticeTo(birth.host) });
  for (let attempts = 1; attempts <= BIRTH_ATTEMPTS; attempts += 1) {
    if (birth.host.signal.aborted) throw new Refusal('INTERRUPTED', {});
    try {
      const left = await attempt(birth, orders, written);
      if (birth.host.signal.aborted) break;
      const open = openIn(birth);
      if (left && open !== '') throw new Refusal('BIRTH_LEFT', { missing: open });
      if (hasSoul(birth)) return { attempts, completed: complete(birth) };
      reason = `still missing: ${open}`;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'BIRTH_LEFT') throw error;
      reason = error.code;
      if (error.code === 'DAILY_LOG_UNWRITABLE') break;
    }
  }
  if (birth.host.signal.aborted) throw new Refusal('INTERRUPTED', {});
  throw new Refusal('BIRTH_FAILED', { attempts: BIRTH_ATTEMPTS, reason });
};

const noticeTo =
  ({ emit }: Host) =>
  (...[section, text, weight]: Parameters<Notify>): void =>
    emit({ event: 'notice', section, text, ...(weight === 'minor' && { minor: true }) });

/** What one attempt works with. */
interface Attempt {
  readonly orders: readonly Orders[];
  /** Files that are there, and have gaps. */
  readonly shown: readonly FileText[];
  /** Values in the orders that are withheld wherever they stand. */
  readonly secrets: readonly string[];
  /** The hashes of what it may write over, by file. */
  readonly written: Map<string, string>;
}

/** Returns whether somebody answered, and left. `written`: see `Attempt`. */
const attempt = async (
  birth: Birth,
  orders: readonly Orders[],
  written: Map<string, string>,
): Promise<boolean> => {
  const { host, hold, program, thinking, premises, zone } = birth;
  const secrets = orders.flatMap(({ text }) => secretsIn(text));
  const shown = ['SOUL.md', 'USER.md'].flatMap((file) => readFile(premises.workspace, file) ?? []);
  const parts = { orders, shown, secrets, written };
  const start = { host, hold, program, thinking };
  const serving = servingOf(birth, start, parts);
  const agent = await AgentConnection.start(startableOf(start), serving, zone);
  try {
    await handOver(birth, agent, serving, parts);
    return await converse(agent, birth);
  } finally {
    // What fails at its end is no reason for anything.
    await agent.close().catch(() => undefined);
  }
};

/** The gate of a birth: it creates, and fills in gaps. */
const brokerOf = (birth: Birth, { shown, secrets, written }: Attempt): Broker => {
  const { workspace, daily, exclusively } = birth.premises;
  const parts: BrokerParts = {
    workspace,
    daily,
    journal: birth.journal,
    exclusively,
    standing: () => ({
      kind: 'main',
      today: daily.today,
      dailyInShared: false,
      reconfigure: false,
      attended: true,
      unattendedWrites: [],
      workFolders: [],
      birth: true,
    }),
    forbidden: () => NOTHING_FORBIDDEN,
    findCredentials: credentialFinder(secrets, birth.host.signal),
    screen: (_file, text) => text,
    replaces: (current) => {
      if (written.get(current.file) === current.sha256) return true;
      if (!hasGaps(workspace, current.file, current.text)) return false;
      keepTemplate(birth, current);
      // Asked again about the same text, it is known.
      written.set(current.file, current.sha256);
      return true;
    },
    written: (file, bytes) => {
      written.set(file, sha256(bytes));
      if (file === 'USER.md') birth.lives(Buffer.from(bytes).toString('utf8'));
    },
  };
  return new Broker(parts, shown);
};

/** Who answers what the agent asks for. */
const servingOf = (birth: Birth, start: Starting, parts: Attempt): AgentHost => {
  const { host, journal, premises } = birth;
  const { secrets } = parts;
  const broker = brokerOf(birth, parts);
  const notice = noticeTo(host);
  const withheld = new Withheld(journal, notice);
  const memory = {
    broker,
    findCredentials: credentialFinder(secrets),
    secrets: new Secrets(secrets),
    withheld: (file: string) => withheld.credential(file),
  };
  return agentHostOf(start, {
    broker,
    terminals: birthTerminals({ host, journal }, credentialFinder(secrets)),
    watch: new InjectionWatch(premises.workspace.path, notice),
    root: premises.workspace.path,
    notice,
    speech: new Speech({ emit: host.emit, withheld, guard: undefined, secrets }),
    search: (params) => searchMemory(memory, params),
    // A birth is never gone on with: its orders are gone.
    keep: () => undefined,
  });
};

/** Gives the agent its orders, and what there is already: its first turn. */
const handOver = async (
  { premises, host, program, hold, thinking }: Birth,
  agent: AgentConnection,
  serving: AgentHost,
  { orders, shown }: Attempt,
): Promise<void> => {
  const { workspace, daily } = premises;
  const nonce = fenceNonce();
  const hasTools = !program.builtIn;
  const human = host.human !== undefined;
  const log = daily.file;
  const missing = gapsText(gapsIn(workspace));
  const { briefing, segments } = assembleBirth(orders, { log, nonce, hasTools, human, missing });
  const meta = {
    kind: 'main',
    phase: 'birth',
    human,
    today: log,
    nonce,
    search: false,
    ...(thinking === undefined ? {} : { model: thinking.setup }),
  } as const;
  const { takesSystemPrompt } = agent;
  const { scratch } = hold;
  await agent.open(workspace.path, meta, {
    system: takesSystemPrompt ? [briefing] : [],
    tools: hasTools
      ? await serveTools({ host: serving, meta, scratch, log: () => daily.file })
      : undefined,
  });
  const told = takesSystemPrompt ? [] : [{ uri: 'yamo:///briefing', document: briefing }];
  const documents = segments.map(({ file, text }) => ({
    uri: `yamo:///orders/${file}`,
    document: text,
  }));
  const files = shown.map(({ file, text }) => ({
    uri: `yamo:///${file}`,
    document: fenceDocument({ file, text }, nonce),
  }));
  await agent.prompt([...told, ...documents, ...files], premises.moment);
};

/** As long as something is open and its human answers, the birth is a conversation. Returns whether they left it. */
const converse = async (agent: AgentConnection, birth: Birth): Promise<boolean> => {
  const { host, premises } = birth;
  const { human } = host;
  if (human === undefined) return false;
  for (let turn = 1; turn < BIRTH_TURNS; turn += 1) {
    const open = openIn(birth);
    if (open === '') return false;
    if (turn === 1)
      host.emit({
        event: 'status',
        text: `The birth goes on until nothing is missing; now: ${open}. /quit breaks it off.`,
      });
    const answer = await human.next('> ');
    if (answer === undefined || answer.trim() === '/quit') return true;
    if (answer.trim() !== '') await agent.prompt([{ text: answer }], premises.moment);
  }
  return false;
};

/** What keeps the birth from being over, in words; the scribe asks by a form, and makes nothing up. */
const openIn = ({ premises: { workspace }, program }: Birth): string => {
  if (!isScribe(program)) return gapsText(gapsIn(workspace));
  const soul = lookAt(workspace.root, 'SOUL.md', 'SOUL.md');
  return soul === undefined || soul.size === 0n ? 'SOUL.md' : '';
};

/** May the birth go without more of what SOUL.md is to say? The rest may be a stub. */
const hasSoul = (birth: Birth): boolean => {
  if (isScribe(birth.program)) return openIn(birth) === '';
  return gapsIn(birth.premises.workspace).soul.length === 0;
};

const keepTemplate = ({ premises, host }: Birth, { file, bytes }: FileText): void => {
  const kept = keepCopy(premises.home, 'birth', file, bytes);
  noticeTo(host)(
    '§6.2',
    `${file} had gaps, which the birth fills in. What it was is kept: ${kept}`,
  );
};

/** §6.2 b to e: stubs, memory/, and the entry that notes the end of the flow (facts only, R-19). */
const complete = ({ premises, bootId, program }: Birth): readonly string[] => {
  const completed = completeLayout(premises);
  const note = `boot;${bootId}`;
  if (!premises.daily.holds(`bootstrap_completed`) || !premises.daily.holds(note)) {
    premises.daily.event(
      'bootstrap_completed',
      'agent',
      program.model !== undefined ? 'model' : program.builtIn ? 'scribe' : 'foreign',
      'boot',
      bootId,
    );
  }
  return completed;
};
