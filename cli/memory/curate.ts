/** `yamo memory curate`: a proposal for MEMORY.md, from its agent, from a file or from what waits, shown as a diff and applied if its owner says so. */
import process from 'node:process';
import { isEmptyProposal, type Proposal } from '#lib/memory/proposal.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { INJECTED_CAREFUL_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { inOneLine } from '#lib/text/list-item.ts';
import { boot } from '#kernel/boot/boot.ts';
import { type BootRequest, PLAIN_REQUEST } from '#kernel/contract/boot-request.ts';
import type { KernelEvent } from '#kernel/contract/events.ts';
import type { JudgedProposal } from '#kernel/memory/judge.ts';
import {
  applyThroughGate,
  type Curated,
  giveUp,
  judgeFor,
  letWait,
  onMemoryOf,
  rehearse,
  waitingIn,
} from '#kernel/owner/curate.ts';
import type { OwnedMemory } from '#kernel/owner/memory.ts';
import { Progress } from '#cli/io/progress.ts';
import { agentMistake, hostFor } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { givenBytes } from '#cli/io/given-file.ts';
import { patchOf } from '#cli/io/patch.ts';
import {
  harmless,
  isInteractive,
  jsonLine,
  print,
  printError,
  styled,
  styledError,
} from '#cli/io/terminal.ts';
import { Lines } from '#cli/session/lines.ts';
import { isToCommit, tellCommitted } from './commit.ts';
import { workspacePath, toChangeLater } from './owner.ts';
import type { RunAction, Words } from './words.ts';

/** Throws what `boot` throws, PROPOSAL_INVALID, MEMORY_LOSS, GATE_…, FILE_… and STATE_… refusals. */
export const curate: RunAction = async (given, words) => {
  const mistake = agentMistake(given);
  if (mistake !== undefined) return mistake;
  const decisions = DECISIONS.filter((one) => given.flag(one));
  if (decisions.length > 1) return `--${decisions.join(' and --')} exclude each other.`;
  if (given.flag('marked') && !given.flag('yes')) return '--marked says nothing without --yes.';
  const from = given.text('from');
  if (given.flag('waiting') && from !== undefined)
    return '--waiting and --from exclude each other.';
  const bytes = from === undefined ? undefined : await givenBytes(from);
  if (typeof bytes === 'string') return `--from ${from}: ${bytes}.`;
  const brought = bytes && parsed(bytes.toString('utf8'));
  // What waits is dealt with before anybody is asked for more.
  const waits = await toChangeLater(given, words, async ({ opened }) => waitingIn(opened));
  const asked =
    brought === undefined && waits === undefined && !given.flag('waiting') && !given.flag('give-up')
      ? await askAgent(given, words)
      : undefined;
  return await toChangeLater(given, words, async (memory) => {
    const { opened } = memory;
    const judged =
      brought === undefined ? proposed(memory, asked ?? waits) : await judgeFor(opened, brought);
    if (judged === undefined || isEmptyProposal(judged.proposal)) return nothing(given);
    // What an agent is asked for waits from here on, so that it is not asked for something else the next time.
    if (asked !== undefined) letWait(memory.opened, judged.proposal);
    if (given.flag('dry-run')) return preview(given, memory, judged);
    return await decide(given, memory, judged, await isToCommit(given));
  });
};

/** What is done with a proposal, where nobody is asked. */
const DECISIONS = ['yes', 'give-up', 'dry-run'] as const;

const proposed = (
  { opened }: OwnedMemory,
  proposal: Proposal | undefined,
): JudgedProposal | undefined => proposal && onMemoryOf(opened, proposal);

const nothing = (given: Given<'memory'>): number => {
  if (given.flag('json')) print(jsonLine({ add: [], remove: [] }));
  else print('Nothing is proposed.\n');
  return EXIT.done;
};

/** Shows a proposal as it is shown before it is applied, or what it would be refused with. */
const preview = (
  given: Given<'memory'>,
  { opened }: OwnedMemory,
  judged: JudgedProposal,
): number => {
  const { proposal, before, after } = judged;
  if (given.flag('json')) print(jsonLine({ ...proposal, diff: diffOf(before, after) }));
  else show(judged);
  rehearse(opened, judged, { consent: given.flag('consent') });
  return EXIT.done;
};

/** Shows a proposal, and does with it what the owner says. */
const decide = async (
  given: Given<'memory'>,
  memory: OwnedMemory,
  judged: JudgedProposal,
  commit: boolean,
): Promise<number> => {
  const { opened } = memory;
  const { proposal, before, after } = judged;
  const json = given.flag('json');
  const consent = given.flag('consent');
  if (!json) show(judged);
  // Until the owner has decided it waits, whatever happens here.
  letWait(opened, proposal);
  const answer = given.flag('yes') ? 'yes' : given.flag('give-up') ? 'no' : await ask(json);
  if (answer === 'no') {
    const waiting = giveUp(opened, proposal);
    if (json) print(jsonLine({ done: 'give up', waiting: waiting ?? null }));
    else print('It is given up; nothing was changed.\n');
    return EXIT.done;
  }
  if (answer === 'later') {
    if (json) print(jsonLine({ ...proposal, diff: diffOf(before, after), waiting: true }));
    else printError('It waits: yamo memory curate shows it again, --yes applies it.\n');
    return EXIT.done;
  }
  const seen = !given.flag('yes') || given.flag('marked');
  const done = await applyThroughGate(opened, proposal, {
    seen,
    consent,
    commit,
    environment: process.env,
  });
  if (json) print(jsonLine({ done: 'curate', ...done, waiting: done.waiting ?? null }));
  else tell(done);
  return EXIT.done;
};

const tell = ({ added, removed, waiting, committed }: Curated): void => {
  if (added + removed > 0)
    print(
      `${styled('green', '✓')} MEMORY.md: ${added} added, ${removed} taken out; yamo memory undo takes it back\n`,
    );
  else print('Nothing was changed.\n');
  if (committed !== undefined) tellCommitted(committed);
  if (waiting === undefined) return;
  const count = waiting.add.length + waiting.remove.length;
  printError(
    `${styledError('yellow', '!')} ${count} marked ${count === 1 ? 'change waits' : 'changes wait'} until seen: yamo memory curate\n`,
  );
};

const diffOf = (before: string, after: string): string =>
  patchOf([{ file: 'MEMORY.md', before: before === '' ? undefined : before, after }]);

const show = ({ proposal, before, after }: JudgedProposal): void => {
  for (const line of diffOf(before, after).split('\n').slice(0, -1)) {
    const style = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
    print(`${styled(style, harmless(line))}\n`);
  }
  print('\n');
  for (const { text, source, marks } of proposal.add) {
    print(`${styled('green', '+')} ${shown(text)} ${styled('dim', `(${shown(source)})`)}\n`);
    showMarks(marks);
  }
  for (const { line, text, why, marks } of proposal.remove) {
    print(`${styled('red', '-')} ${line}: ${shown(text)} ${styled('dim', `(${shown(why)})`)}\n`);
    showMarks(marks);
  }
  if (after.length > INJECTED_CAREFUL_CHARS)
    printError(
      `${styledError('yellow', '!')} MEMORY.md would have ${after.length} characters; widespread hosts cut it at ${INJECTED_CAREFUL_CHARS}.\n`,
    );
};

const shown = (text: string): string => harmless(inOneLine(text));

const showMarks = (marks: readonly string[] = []): void => {
  for (const mark of marks) print(`  ${styled('yellow', '!')} ${mark}\n`);
};

/** The owner's answer; what nobody was asked about waits. */
const ask = async (json: boolean): Promise<'yes' | 'no' | 'later'> => {
  if (json || !isInteractive()) return 'later';
  const lines = new Lines(true, () => lines.close());
  try {
    const answer = (await lines.next('Apply it? [y]es, [n]o, [l]ater: '))?.trim().toLowerCase();
    if (answer === 'y' || answer === 'yes') return 'yes';
    return answer === 'n' || answer === 'no' ? 'no' : 'later';
  } finally {
    lines.close();
  }
};

/** One session that nobody attends, in which its agent is asked for a proposal and nothing else. Throws what `boot` throws. */
const askAgent = async (given: Given<'memory'>, words: Words): Promise<Proposal | undefined> => {
  const progress = new Progress();
  const timer = setInterval(
    () => progress.show('The agent reads the logs of the past week …'),
    200,
  );
  const said: string[] = [];
  const emit = (event: KernelEvent): void => {
    if (event.event === 'text') said.push(event.text);
    if (event.event === 'notice' && event.minor !== true && !given.flag('json'))
      printError(`  ${styledError('yellow', '!')} ${harmless(event.text)}\n`);
  };
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const request: BootRequest = {
    ...PLAIN_REQUEST,
    path: workspacePath(words),
    session: undefined,
    agent: given.text('agent'),
    model: given.text('model'),
    attended: false,
    zone: given.text('tz'),
    date: given.text('date'),
  };
  try {
    const host = await hostFor(
      { settings: given.text('settings') },
      { human: undefined, emit, signal: stop.signal },
    );
    const session = await boot(request, host);
    const proposal = await session.curate().finally(() => session.close('curated'));
    progress.done();
    if (proposal === undefined && !given.flag('json')) printError(harmless(said.join('')));
    return proposal;
  } finally {
    clearInterval(timer);
    progress.done();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
};

/** Throws PROPOSAL_INVALID. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('PROPOSAL_INVALID', { reason: 'it is no JSON' });
  }
};
