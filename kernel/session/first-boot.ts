/**
 * The bootstrap flow (RFC-0009 §6.2): the agent carries out its bootstrap instructions through a gate that
 * creates and fills in, and never overwrites what is whole; its human answers until SOUL.md and
 * USER.md say what they must; the kernel completes what may be a stub, and notes that it is done.
 * The instructions live in this function's hands and in the pipe to the agent, nowhere else.
 */
import { MAIN } from '#lib/spec/session-policy.ts';
import { answerLines } from '#lib/workspace/first-answers.ts';
import { BIRTH_TRIES, BIRTH_TURNS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { assembleFirstBoot, secondTryBriefing } from '#lib/prompt/assemble.ts';
import { fenceBriefing, fenceDocument } from '#lib/prompt/fence.ts';
import { AgentConnection } from '#kernel/host/connection.ts';
import { isScribe } from '#kernel/programs/program.ts';
import type { Journal } from '#kernel/run/journal.ts';
import type { BootstrapInstructions } from '#kernel/startup/guard.ts';
import { lookAt, readFile } from '#kernel/startup/read.ts';
import type { AgentHost } from '#kernel/host/requests.ts';
import { serveTools, startableOf } from '#kernel/host/agent-host.ts';
import { labelledSecrets } from '#kernel/redact/credentials.ts';
import { birthNames, missingIdentity, missingText } from './identity-gaps.ts';
import { completeLayout } from './layout.ts';
import { fenceNonce, reportInjection } from '#kernel/redact/injection.ts';
import {
  type FirstBoot,
  type FirstBootProgress,
  noticeTo,
  type FirstBootTry,
  type GatedFirstBoot,
  firstBootBroker,
  servingOf,
} from './first-boot-gate.ts';

/** What a first boot came to, for the boot record. */
export interface FirstBootOutcome {
  /** What the kernel completed. */
  readonly completed: readonly string[];
}

/**
 * Runs the flow: the instructions are carried out once, and a second try goes on from what is there. Throws
 * BIRTH_FAILED, BIRTH_LEFT, INTERRUPTED, after which the instructions are gone for good.
 */
export const runFirstBoot = async (
  firstBoot: FirstBoot,
  orders: readonly BootstrapInstructions[],
): Promise<FirstBootOutcome> => {
  const { host, described } = firstBoot;
  const progress: FirstBootProgress = { tries: 0, reason: '' };
  // They are read and gone: whatever stands in them, to refuse them now would lose them.
  reportInjection(orders, { strict: false, notice: noticeTo(host) });
  while (progress.tries < BIRTH_TRIES) {
    if (host.signal.aborted) break;
    progress.tries += 1;
    try {
      const left = await attempt(firstBoot, orders, progress);
      const missing = openIn(firstBoot);
      if (left && missing !== '' && !host.signal.aborted)
        throw new Refusal('BIRTH_LEFT', { missing, orders: described });
      break;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'BIRTH_LEFT') throw error;
      progress.reason = error.code;
      if (error.code === 'DAILY_LOG_UNWRITABLE') break;
    }
    if (openIn(firstBoot) === '') break;
  }
  if (host.signal.aborted) throw new Refusal('INTERRUPTED', {});
  if (hasSoul(firstBoot)) {
    const completed = await firstBoot.opened.exclusivelyLater(host.signal, () =>
      complete(firstBoot),
    );
    return { completed };
  }
  const { reason } = progress;
  const why = reason === '' ? [] : [reason];
  throw new Refusal('BIRTH_FAILED', {
    reason: [...why, `still missing: ${openIn(firstBoot)}`].join('; '),
    orders: described,
  });
};

/** Returns whether somebody answered, and left. */
const attempt = async (
  firstBoot: FirstBoot,
  orders: readonly BootstrapInstructions[],
  progress: FirstBootProgress,
): Promise<boolean> => {
  const { host, sandbox, program, meter, opened, zone } = firstBoot;
  const secrets = orders.flatMap(({ text }) => labelledSecrets(text));
  const names = birthNames(opened.workspace);
  const shown = ['SOUL.md', 'USER.md', 'IDENTITY.md']
    .filter((file) => names.roleOf(file) !== undefined)
    .flatMap((file) => readFile(opened.workspace, file) ?? []);
  const nonce = fenceNonce();
  const given = {
    orders,
    names,
    shown,
    secrets,
    written: new Map<string, string>(),
    progress,
    nonce,
  };
  const parts = { ...given, broker: firstBootBroker(firstBoot, given) };
  const start = { host, sandbox, program, meter };
  const serving = servingOf(firstBoot, start, parts);
  const agent = await AgentConnection.start(startableOf(start), serving, zone);
  try {
    progress.reason = reasonFor(await handOver(firstBoot, agent, serving, parts));
    if (host.human !== undefined) return await converse(agent, firstBoot);
    const mayGoOn = progress.tries < BIRTH_TRIES && progress.reason !== NO_BUDGET;
    if (mayGoOn && lacksFiles(firstBoot)) await goOn(agent, firstBoot, given);
    return false;
  } finally {
    // What fails at its end is no reason for anything.
    await agent.close().catch(() => undefined);
  }
};

/** Is there more to do for an agent to whom nobody speaks? Whose name nobody told it, it cannot write. */
const lacksFiles = (firstBoot: FirstBoot): boolean =>
  !isScribe(firstBoot.program) &&
  (!hasSoul(firstBoot) ||
    lookAt(firstBoot.opened.workspace.root, 'USER.md', 'USER.md') === undefined);

/** The second try, in the same conversation. */
const goOn = async (
  agent: AgentConnection,
  { opened }: FirstBoot,
  { progress, nonce }: FirstBootTry,
): Promise<void> => {
  progress.tries += 1;
  const missing = missingText(missingIdentity(opened.workspace));
  const text = fenceBriefing(secondTryBriefing(missing), nonce);
  progress.reason = reasonFor(await agent.prompt([{ text }], opened.moment));
};

const NO_BUDGET = 'a budget is used up';

/** Why nothing may have come of a turn, by how it ended. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['budget', NO_BUDGET],
  ['failed', 'its model gave no answer'],
  ['refusal', 'its model declined'],
  ['max_tokens', 'its answer was cut off'],
  ['max_turn_requests', 'it came to no end'],
]);

const reasonFor = (stop: string): string => REASONS.get(stop) ?? '';

/** Gives the agent its instructions, and what there is already: its first turn. */
const handOver = async (
  { opened, host, program, sandbox, meter, journal, answers }: FirstBoot,
  agent: AgentConnection,
  serving: AgentHost,
  { orders, shown, broker, progress, nonce }: GatedFirstBoot,
): Promise<string> => {
  const { workspace, daily } = opened;
  const hasTools = !program.builtIn;
  const human = host.human !== undefined;
  const log = daily.file;
  const missing = missingText(missingIdentity(workspace));
  const { briefing, segments } = assembleFirstBoot(orders, {
    kind: MAIN,
    today: daily.today,
    may: (operation, file) => broker.may(operation, file),
    log,
    nonce,
    hasTools,
    human,
    missing,
    ...(progress.tries > 1 && { before: changesIn(journal) }),
  });
  const meta = {
    kind: MAIN.name,
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
  const answered = answerLines(answers);
  const words = answered === '' ? [] : [{ text: answered }];
  return agent.prompt([...told, ...documents, ...files, ...words], opened.moment);
};

/** What was written until now, by file. */
const changesIn = (journal: Journal): readonly string[] => {
  const { entries } = journal.summary();
  const changes = entries.flatMap((entry) =>
    'file' in entry && entry.answer === 'done' && /write|append/.test(entry.operation)
      ? [entry.file]
      : [],
  );
  return [...new Set(changes)];
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
        text: `The first boot goes on until nothing is missing; now: ${open}. /done ends it as it is, /quit breaks it off.`,
      });
    const answer = await human.next();
    const said = answer?.trim();
    if (answer === undefined || said === '/quit') return true;
    if (said === '/done' && hasSoul(firstBoot)) return false;
    if (said !== '') await agent.prompt([{ text: answer }], opened.moment);
  }
  return false;
};

/** What keeps the first boot from being over, in words; the scribe makes nothing up. */
const openIn = ({ opened: { workspace }, program }: FirstBoot): string => {
  if (!isScribe(program)) return missingText(missingIdentity(workspace));
  const soul = lookAt(workspace.root, 'SOUL.md', 'SOUL.md');
  return soul === undefined || soul.size === 0n ? 'SOUL.md' : '';
};

/** May the first boot go without more of what SOUL.md is to say? The rest may be a stub. */
const hasSoul = (firstBoot: FirstBoot): boolean => {
  if (isScribe(firstBoot.program)) return openIn(firstBoot) === '';
  return missingIdentity(firstBoot.opened.workspace).soul.length === 0;
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
