/**
 * The bootstrap flow (RFC-0009 §6.2): the agent carries out its birth orders through a gate that
 * creates and never overwrites; the kernel completes what may be a stub, and notes that it is done.
 * The orders live in this function's hands and in the pipe to the agent, nowhere else.
 */
import { BIRTH_ATTEMPTS, BIRTH_TURNS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { assembleBirth } from '#lib/prompt/assemble.ts';
import { AgentConnection, serveTools } from '#kernel/agent/connection.ts';
import { Secrets } from '#kernel/agent/terminal-withhold.ts';
import type { AgentProgram } from '#kernel/agent/program.ts';
import type { Host } from '#kernel/boot-request.ts';
import { examine } from '#kernel/effects/examine.ts';
import type { Notify } from '#kernel/events.ts';
import { Broker } from '#kernel/gate/broker.ts';
import type { Journal } from '#kernel/gate/journal.ts';
import { searchMemory } from '#kernel/memory/search.ts';
import type { Premises } from '#kernel/premises.ts';
import type { Hold } from '#kernel/sandbox/hold.ts';
import type { Orders } from '#kernel/startup/guard.ts';
import { NOTHING_FORBIDDEN } from '#kernel/startup/read.ts';
import { agentHostOf, startableOf } from './agent-host.ts';
import { credentialFinder, secretsIn } from './credentials.ts';
import { completeLayout } from './layout.ts';
import { birthTerminals } from './shell.ts';
import { Speech } from './speech.ts';
import type { Thinking } from './thinking.ts';
import { fenceNonce, reportUntrusted, UntrustedWatch } from './untrusted.ts';
import { Withheld } from './withheld.ts';

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
}

/** What a birth came to, for the boot record. */
export interface BirthOutcome {
  readonly attempts: number;
  /** What the kernel completed. */
  readonly completed: readonly string[];
}

/**
 * Runs the flow, again while it fails and the kernel still has the orders. Throws
 * BIRTH_FAILED, after which the orders are gone for good.
 */
export const giveBirth = async (birth: Birth, orders: readonly Orders[]): Promise<BirthOutcome> => {
  let reason = '';
  // They are read and gone: whatever stands in them, to refuse them now would lose them.
  reportUntrusted(orders, { strict: false, notice: noticeTo(birth.host) });
  for (let attempts = 1; attempts <= BIRTH_ATTEMPTS; attempts += 1) {
    if (birth.host.signal.aborted) throw new Refusal('INTERRUPTED', {});
    try {
      await attempt(birth, orders);
      if (hasSoul(birth)) return { attempts, completed: complete(birth) };
      reason = 'it created no SOUL.md';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
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

const attempt = async (
  { premises, host, program, hold, journal, zone, thinking }: Birth,
  orders: readonly Orders[],
): Promise<void> => {
  const { workspace, daily, exclusively } = premises;
  const secrets = orders.flatMap(({ text }) => secretsIn(text));
  const broker = new Broker({
    workspace,
    daily,
    journal,
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
    findCredentials: credentialFinder(secrets, host.signal),
    screen: (_file, text) => text,
    written: () => undefined,
  });
  const { human, emit } = host;
  const notice = noticeTo(host);
  const withheld = new Withheld(journal, notice);
  const watch = new UntrustedWatch(workspace.path, notice);
  const speech = new Speech({ emit, withheld, guard: undefined, secrets });
  const terminals = birthTerminals({ host, journal }, credentialFinder(secrets));
  const nonce = fenceNonce();
  const memory = {
    broker,
    findCredentials: credentialFinder(secrets),
    secrets: new Secrets(secrets),
    withheld: (file: string) => withheld.credential(file),
  };
  const start = { host, hold, program, thinking };
  const serving = agentHostOf(start, {
    broker,
    terminals,
    watch,
    root: workspace.path,
    notice,
    speech,
    search: (params) => searchMemory(memory, params),
    // A birth is never gone on with: its orders are gone.
    keep: () => undefined,
  });
  const agent = await AgentConnection.start(startableOf(start), serving, zone);
  const hasTools = !program.builtIn;
  try {
    const { briefing, segments } = assembleBirth(orders, { log: daily.file, nonce, hasTools });
    const meta = {
      kind: 'main',
      phase: 'birth',
      human: human !== undefined,
      today: daily.file,
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
    await agent.prompt([...told, ...documents], premises.moment);
    await converse(agent, { premises, host });
  } finally {
    // What fails at its end is no reason for anything.
    await agent.close().catch(() => undefined);
  }
};

/** As long as there is no SOUL.md and a human answers, the birth is a conversation. */
const converse = async (
  agent: AgentConnection,
  { premises, host }: Pick<Birth, 'premises' | 'host'>,
): Promise<void> => {
  for (let turn = 1; turn < BIRTH_TURNS && !hasSoul({ premises }); turn += 1) {
    const answer = await host.human?.next('> ');
    if (answer === undefined) return;
    await agent.prompt([{ text: answer }], premises.moment);
  }
};

const hasSoul = ({ premises }: Pick<Birth, 'premises'>): boolean => {
  const found = examine(premises.workspace.root, 'SOUL.md');
  return found.is === 'regular' && found.stat.size > 0n;
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
