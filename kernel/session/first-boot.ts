/**
 * The bootstrap flow (RFC-0009 §6.2): the agent carries out its bootstrap instructions through a gate that
 * creates and fills in, and never overwrites what is whole; its human answers until SOUL.md and
 * USER.md say what they must; the kernel completes what may be a stub, and notes that it is done.
 * The instructions live in this function's hands and in the pipe to the agent, nowhere else.
 */
import { OWN_NAMES } from '#lib/workspace/role.ts';
import { SectionCheck } from '#lib/text/outline.ts';
import { BIRTH_ATTEMPTS, BIRTH_TURNS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { assembleFirstBoot } from '#lib/prompt/assemble.ts';
import { fenceDocument } from '#lib/prompt/fence.ts';
import { AgentConnection, serveTools } from '#kernel/host/connection.ts';
import { Secrets } from '#kernel/redact/terminal-withhold.ts';
import { type AgentProgram, isScribe } from '#kernel/programs/program.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { sha256 } from '#kernel/fs/bytes.ts';
import type { Notify } from '#kernel/contract/events.ts';
import { Broker, type BrokerParts } from '#kernel/gate/broker.ts';
import type { Journal } from '#kernel/run/journal.ts';
import { searchMemory } from './search.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { Sandbox } from '#kernel/sandbox/sandbox.ts';
import type { Orders } from '#kernel/startup/guard.ts';
import { type FileText, lookAt, NOTHING_FORBIDDEN, readFile } from '#kernel/startup/read.ts';
import { keepCopy } from '#kernel/state/copies.ts';
import type { AgentHost } from '#kernel/host/requests.ts';
import { agentHostOf, startableOf, type Starting } from './agent-host.ts';
import { credentialFinder, secretsIn } from '#kernel/redact/credentials.ts';
import { gapsIn, gapsText, hasGaps } from './grown.ts';
import { completeLayout } from './layout.ts';
import { firstBootTerminals } from './shell.ts';
import { Speech } from '#kernel/redact/speech.ts';
import type { UsageMeter } from '#kernel/run/usage-meter.ts';
import { fenceNonce, reportInjection, InjectionWatch } from '#kernel/redact/injection.ts';
import { Withheld } from '#kernel/redact/withheld.ts';

export interface FirstBoot {
  readonly opened: OpenWorkspace;
  readonly host: Host;
  readonly program: AgentProgram;
  readonly sandbox: Sandbox;
  readonly journal: Journal;
  readonly bootId: string;
  /** The zone of the agent's process; `undefined`: that of the machine. */
  readonly zone: string | undefined;
  readonly meter: UsageMeter | undefined;
  /** Hears of USER.md when it is written: from then on the log is in its human's zone. */
  readonly lives: (user: string) => void;
}

/** What a first boot came to, for the boot record. */
export interface FirstBootOutcome {
  readonly attempts: number;
  /** What the kernel completed. */
  readonly completed: readonly string[];
}

/**
 * Runs the flow, again while it fails and the kernel still has the instructions. Throws
 * BIRTH_FAILED, BIRTH_LEFT, INTERRUPTED, after which the instructions are gone for good.
 */
export const runFirstBoot = async (
  firstBoot: FirstBoot,
  orders: readonly Orders[],
): Promise<FirstBootOutcome> => {
  let reason = '';
  const written = new Map<string, string>();
  // They are read and gone: whatever stands in them, to refuse them now would lose them.
  reportInjection(orders, { strict: false, notice: noticeTo(firstBoot.host) });
  for (let attempts = 1; attempts <= BIRTH_ATTEMPTS; attempts += 1) {
    if (firstBoot.host.signal.aborted) throw new Refusal('INTERRUPTED', {});
    try {
      const left = await attempt(firstBoot, orders, written);
      if (firstBoot.host.signal.aborted) break;
      const open = openIn(firstBoot);
      if (left && open !== '') throw new Refusal('BIRTH_LEFT', { missing: open });
      if (hasSoul(firstBoot)) return { attempts, completed: complete(firstBoot) };
      reason = `still missing: ${open}`;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'BIRTH_LEFT') throw error;
      reason = error.code;
      if (error.code === 'DAILY_LOG_UNWRITABLE') break;
    }
  }
  if (firstBoot.host.signal.aborted) throw new Refusal('INTERRUPTED', {});
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
  /** Values in the instructions that are withheld wherever they stand. */
  readonly secrets: readonly string[];
  /** The hashes of what it may write over, by file. */
  readonly written: Map<string, string>;
}

interface Gated extends Attempt {
  readonly broker: Broker;
}

/** Returns whether somebody answered, and left. `written`: see `Attempt`. */
const attempt = async (
  firstBoot: FirstBoot,
  orders: readonly Orders[],
  written: Map<string, string>,
): Promise<boolean> => {
  const { host, sandbox, program, meter, opened, zone } = firstBoot;
  const secrets = orders.flatMap(({ text }) => secretsIn(text));
  const shown = ['SOUL.md', 'USER.md'].flatMap((file) => readFile(opened.workspace, file) ?? []);
  const given = { orders, shown, secrets, written };
  const parts = { ...given, broker: brokerOf(firstBoot, given) };
  const start = { host, sandbox, program, meter };
  const serving = servingOf(firstBoot, start, parts);
  const agent = await AgentConnection.start(startableOf(start), serving, zone);
  try {
    await handOver(firstBoot, agent, serving, parts);
    return await converse(agent, firstBoot);
  } finally {
    // What fails at its end is no reason for anything.
    await agent.close().catch(() => undefined);
  }
};

/** The gate of a first boot: it creates, and fills in gaps. */
const brokerOf = (firstBoot: FirstBoot, { shown, secrets, written }: Attempt): Broker => {
  const { workspace, daily, exclusively } = firstBoot.opened;
  const parts: BrokerParts = {
    workspace,
    sections: SectionCheck.byOutline,
    daily,
    journal: firstBoot.journal,
    exclusively,
    context: () => ({
      kind: 'main',
      names: OWN_NAMES,
      today: daily.today,
      dailyInShared: false,
      reconfigure: false,
      attended: true,
      unattendedWrites: [],
      workFolders: [],
      firstBoot: true,
    }),
    forbidden: () => NOTHING_FORBIDDEN,
    findCredentials: credentialFinder(secrets, firstBoot.host.signal),
    screen: (_file, text) => text,
    replaces: (current) => {
      if (written.get(current.file) === current.sha256) return true;
      if (!hasGaps(workspace, current.file, current.text)) return false;
      keepTemplate(firstBoot, current);
      // Asked again about the same text, it is known.
      written.set(current.file, current.sha256);
      return true;
    },
    written: (file, bytes) => {
      written.set(file, sha256(bytes));
      if (file === 'USER.md') firstBoot.lives(Buffer.from(bytes).toString('utf8'));
    },
  };
  return new Broker(parts, shown);
};

/** Who answers what the agent asks for. */
const servingOf = (
  { host, journal, opened }: FirstBoot,
  start: Starting,
  { secrets, broker }: Gated,
): AgentHost => {
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
    terminals: firstBootTerminals({ host, journal }, credentialFinder(secrets)),
    watch: new InjectionWatch(opened.workspace.path, notice),
    root: opened.workspace.path,
    notice,
    speech: new Speech({ emit: host.emit, withheld, guard: undefined, secrets }),
    search: (params) => searchMemory(memory, params),
    propose: () =>
      Promise.reject(new Refusal('PROPOSAL_INVALID', { reason: 'this is a first boot' })),
    // A first boot is never resumed: its instructions are gone.
    keep: () => undefined,
  });
};

/** Gives the agent its instructions, and what there is already: its first turn. */
const handOver = async (
  { opened, host, program, sandbox, meter }: FirstBoot,
  agent: AgentConnection,
  serving: AgentHost,
  { orders, shown, broker }: Gated,
): Promise<void> => {
  const { workspace, daily } = opened;
  const nonce = fenceNonce();
  const hasTools = !program.builtIn;
  const human = host.human !== undefined;
  const log = daily.file;
  const missing = gapsText(gapsIn(workspace));
  const { briefing, segments } = assembleFirstBoot(orders, {
    kind: 'main',
    today: daily.today,
    may: (operation, file) => broker.may(operation, file),
    log,
    nonce,
    hasTools,
    human,
    missing,
  });
  const meta = {
    kind: 'main',
    phase: 'birth',
    human,
    today: log,
    nonce,
    search: false,
    ...(meter === undefined ? {} : { model: meter.setup }),
  } as const;
  const { takesSystemPrompt } = agent;
  const { scratch } = sandbox;
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
  await agent.prompt([...told, ...documents, ...files], opened.moment);
};

/** As long as something is open and its human answers, the first boot is a conversation. Returns whether they left it. */
const converse = async (agent: AgentConnection, firstBoot: FirstBoot): Promise<boolean> => {
  const { host, opened } = firstBoot;
  const { human } = host;
  if (human === undefined) return false;
  for (let turn = 1; turn < BIRTH_TURNS; turn += 1) {
    const open = openIn(firstBoot);
    if (open === '') return false;
    if (turn === 1)
      host.emit({
        event: 'status',
        text: `The first boot goes on until nothing is missing; now: ${open}. /quit breaks it off.`,
      });
    const answer = await human.next();
    if (answer === undefined || answer.trim() === '/quit') return true;
    if (answer.trim() !== '') await agent.prompt([{ text: answer }], opened.moment);
  }
  return false;
};

/** What keeps the first boot from being over, in words; the scribe asks by a form, and makes nothing up. */
const openIn = ({ opened: { workspace }, program }: FirstBoot): string => {
  if (!isScribe(program)) return gapsText(gapsIn(workspace));
  const soul = lookAt(workspace.root, 'SOUL.md', 'SOUL.md');
  return soul === undefined || soul.size === 0n ? 'SOUL.md' : '';
};

/** May the first boot go without more of what SOUL.md is to say? The rest may be a stub. */
const hasSoul = (firstBoot: FirstBoot): boolean => {
  if (isScribe(firstBoot.program)) return openIn(firstBoot) === '';
  return gapsIn(firstBoot.opened.workspace).soul.length === 0;
};

const keepTemplate = ({ opened, host }: FirstBoot, { file, bytes }: FileText): void => {
  const kept = keepCopy(opened.home, 'birth', file, bytes);
  noticeTo(host)(
    '§6.2',
    `${file} had gaps, which the first boot fills in. The file as it was is kept: ${kept}`,
  );
};

/** §6.2 b to e: stubs, memory/, and the entry that notes the end of the flow (facts only, R-19). */
const complete = ({ opened, bootId, program }: FirstBoot): readonly string[] => {
  const completed = completeLayout(opened);
  const note = `boot;${bootId}`;
  if (!opened.daily.holds(`bootstrap_completed`) || !opened.daily.holds(note)) {
    opened.daily.event(
      'bootstrap_completed',
      'agent',
      program.model !== undefined ? 'model' : program.builtIn ? 'scribe' : 'foreign',
      'boot',
      bootId,
    );
  }
  return completed;
};
