/**
 * What the human can say to the kernel itself, with a slash: what the session is and was shown, what is remembered,
 * what it costs. With the rights of the session, through its gate. No command of an agent takes the name of one of these.
 */
import { oneLine } from '#lib/model/bounded.ts';
import type { SessionKind } from '#lib/spec/session-policy.ts';
import { PRICES_AS_OF } from '#lib/model/table.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { closest } from '#lib/text/closest.ts';
import { listItem, withItem } from '#lib/text/list-item.ts';
import type { AgentConnection } from '#kernel/host/connection.ts';
import type { OfferedCommand } from '#kernel/contract/events.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { StaleWrite } from '#kernel/gate/files.ts';
import { maySearch, type MemorySearch, searchText } from './search.ts';
import type { OpenWorkspace } from '#kernel/run/open-workspace.ts';
import type { ShownContext } from './context.ts';
import { type UsageMeter, total } from '#kernel/run/usage-meter.ts';

export interface CommandParts {
  readonly opened: OpenWorkspace;
  readonly signal: AbortSignal;
  readonly broker: Broker;
  readonly agent: AgentConnection;
  readonly shown: ShownContext;
  readonly meter: UsageMeter | undefined;
  readonly kind: SessionKind;
  /** Instructions of another layout that this session carries out, and that go when its human says so (R-07). */
  readonly orders: string | undefined;
  readonly memory: MemorySearch;
  /** `[what, value]`, in order. */
  readonly facts: () => readonly (readonly [string, string])[];
  /** Changes the model. */
  readonly useModel: (name: string) => Promise<void>;
}

interface Command extends OfferedCommand {
  readonly isOffered: (parts: CommandParts) => boolean;
  /** Is it answered also where it is not offered? The gate then says why it may not be done. */
  readonly isForGate?: true;
  readonly run: (parts: CommandParts, text: string) => string | Promise<string>;
}

/** Of a command that there is not, as much as is repeated. */
const NAME_MAX_CHARS = 40;

const always = (): boolean => true;
const MEMORY = 'MEMORY.md';

/** What the kernel answers itself, in the order in which it is offered. */
export const SESSION_COMMANDS: readonly Command[] = [
  {
    name: 'status',
    description: 'what this session is, and what holds its agent',
    isOffered: always,
    run: ({ facts }) =>
      facts()
        .map(([what, value]) => `- ${what}: ${value}`)
        .join('\n'),
  },
  {
    name: 'prompt',
    description: 'what of the workspace the agent was shown, and how large it is',
    isOffered: always,
    run: showPrompt,
  },
  {
    name: 'reload',
    description: 'shows the agent the files as they are now',
    isOffered: ({ shown }) => shown.isReloaded,
    run: reload,
  },
  {
    name: 'commissioned',
    description: 'the first run is over: the kernel deletes its instructions',
    isOffered: ({ orders }) => orders !== undefined,
    run: finishSetup,
  },
  {
    name: 'remember',
    description: `keep something in ${MEMORY}`,
    hint: 'TEXT',
    isOffered: ({ kind }) => kind.permissions.curatesMemory,
    isForGate: true,
    run: remember,
  },
  {
    name: 'today',
    description: "today's log",
    isOffered: ({ broker, opened }) => maySearch(broker, opened.daily),
    isForGate: true,
    run: showToday,
  },
  {
    name: 'search',
    description: `find words in the logs and, in main sessions, in ${MEMORY}`,
    hint: '[--explain] WORDS',
    isOffered: ({ broker, opened }) => maySearch(broker, opened.daily),
    isForGate: true,
    run: ({ memory }, text) => searchText(memory, text),
  },
  {
    name: 'recall',
    description: 'whether turns get what memory has of what you say',
    hint: '[on|off]',
    isOffered: ({ memory }) => memory.mayRecall,
    run: recall,
  },
  {
    name: 'model',
    description: 'the model that thinks, or another one from now on',
    hint: '[PROVIDER/MODEL]',
    isOffered: ({ meter, kind }) => meter !== undefined && kind.permissions.choosesModel,
    run: model,
  },
  {
    name: 'cost',
    description: 'tokens and money: this session, and today on this machine',
    isOffered: ({ meter }) => meter !== undefined,
    run: ({ meter }) => (meter === undefined ? '' : cost(meter)),
  },
  {
    name: 'compact',
    description: 'summarise the conversation now; what must be kept is written down first',
    hint: '[WHAT TO KEEP]',
    isOffered: ({ agent }) => agent.can.compact === true,
    run: async ({ agent, meter }, text) => {
      const over = meter?.overBudget();
      if (over !== undefined) return over;
      await agent.compact(text);
      // It says itself what came of it.
      return '';
    },
  },
];

/** What a terminal answers itself. */
export const TERMINAL_COMMANDS: readonly OfferedCommand[] = [
  { name: 'help', description: 'shows this list' },
  { name: 'join', description: 'somebody takes part from now on', hint: 'discord:bob' },
  { name: 'quit', description: 'closes the session' },
];

/** The kernel's own commands in this session. */
export const commandsOf = (parts: CommandParts): readonly OfferedCommand[] =>
  SESSION_COMMANDS.filter(({ isOffered }) => isOffered(parts));

/** A path has a slash more. */
const COMMAND = /^\s*\/([^\s/]+)(?:\s+(.*?))?\s*$/s;

/** Does a line look like a command that is none of the kernel's? */
export const isOfAgents = (line: string): boolean => {
  const [, name] = COMMAND.exec(line) ?? [];
  return name !== undefined && !SESSION_COMMANDS.some((command) => command.name === name);
};

/** Commands that somebody else answers: the agent, and by their names those of the caller. */
interface Others {
  readonly agents: readonly OfferedCommand[];
  readonly also: readonly string[];
}

/** What a command says; `undefined` if the line is none, or the agent's. Throws AGENT_LOST, AGENT_FAILED. */
export const runCommand = async (
  line: string,
  parts: CommandParts,
  { agents, also }: Others,
): Promise<string | undefined> => {
  const [, name, text = ''] = COMMAND.exec(line) ?? [];
  if (name === undefined || agents.some((one) => one.name === name)) return undefined;
  const command = SESSION_COMMANDS.find((one) => one.name === name);
  if (command === undefined || (!command.isOffered(parts) && command.isForGate !== true)) {
    const own = commandsOf(parts).map((one) => one.name);
    return unknown(name, [...own, ...also], agents);
  }
  try {
    return await command.run(parts, text);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code.startsWith('AGENT_')) throw error;
    return `${error.message} ${error.remedy}`;
  }
};

/** Nothing was sent, so nothing was paid: a word that begins with a slash is a command, or a slip. */
const unknown = (
  name: string,
  names: readonly string[],
  agents: readonly OfferedCommand[],
): string => {
  const close = closest(name, [...names, ...agents.map((one) => one.name)]);
  const hint =
    close === undefined
      ? `There are: ${names.map((one) => `/${one}`).join(', ')}.`
      : `Did you mean /${close}?`;
  return `There is no command /${oneLine(name, NAME_MAX_CHARS)} in this session; nothing was sent. ${hint} To say it to the agent, put a word before it.`;
};

/** In the estimate of the model's tokens where there is a model, else in bytes alone. */
function showPrompt({ shown, meter }: CommandParts): string {
  const { briefing, segments } = shown.context;
  const perToken = meter?.setup.limits.charsPerToken;
  const row = (file: string, group: string, text: string): string => {
    const tokens = perToken === undefined ? '' : ` ~${Math.ceil(text.length / perToken)} |`;
    return `| ${file} | ${group} | ${Buffer.byteLength(text)} |${tokens}`;
  };
  return [
    `| part | stays | bytes |${perToken === undefined ? '' : ' tokens |'}`,
    `|---|---|---|${perToken === undefined ? '' : '---|'}`,
    row('briefing', 'static', briefing),
    ...segments.map(({ file, group, text }) => row(file, group, text)),
  ].join('\n');
}

async function reload({ shown }: CommandParts): Promise<string> {
  const changed = await shown.reload();
  return changed === undefined || changed === 0
    ? 'Nothing changed.'
    : 'The next turn shows the agent what changed.';
}

async function finishSetup({ orders, opened, signal }: CommandParts): Promise<string> {
  if (orders === undefined) return 'There is no first run here.';
  const { deleteBootstrapFile } = await import('./finish-setup.ts');
  return opened.exclusivelyLater(signal, () => deleteBootstrapFile(opened, orders));
}

/** Somebody else may write between reading and writing: then once more, on the text of now. */
async function remember({ broker, opened }: CommandParts, text: string): Promise<string> {
  if (text === '') return 'What shall be remembered? `/remember TEXT`';
  const item = listItem(`${opened.daily.today}: `, text);
  const before = await readMemory(broker);
  try {
    await broker.write(MEMORY, withItem(before, item), 'caller');
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error;
    await broker.write(MEMORY, withItem(error.current, item), 'caller');
  }
  return `Kept in ${MEMORY}.`;
}

const readMemory = async (broker: Broker): Promise<string> => {
  try {
    return await broker.read(MEMORY);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'GATE_ABSENT') return '';
    throw error;
  }
};

async function showToday({ broker, opened }: CommandParts): Promise<string> {
  const { file } = opened.daily;
  const text = await broker.read(file);
  return text.trim() === '' ? `${file} is empty.` : text.trimEnd();
}

function recall({ memory }: CommandParts, word: string): string {
  if (word === 'on' || word === 'off') memory.recalls = word === 'on';
  else if (word !== '') return 'It is `/recall on` or `/recall off`.';
  return memory.recalls
    ? 'Turns get what memory has of what you say.'
    : 'Turns get nothing of memory by themselves.';
}

async function model({ meter, useModel }: CommandParts, name: string): Promise<string> {
  if (name !== '') await useModel(name);
  return `The model is ${meter?.setup.name ?? 'none'}.`;
}

const cost = (meter: UsageMeter): string => {
  const { session, contextUsed } = meter.standing();
  const { tokens } = session;
  const today = meter.today();
  return [
    `- this session: ${total(tokens)} tokens (${tokens.input} read anew, ${tokens.cacheRead} from the cache, ${tokens.cacheWritten} written to it, ${tokens.output} said), ${money(session.usd)}`,
    `- today on this machine: ${today.tokens} tokens, ${money(today.usd)} as far as prices are known (those of ${PRICES_AS_OF}, unless the settings have others)`,
    `- the conversation fills ${Math.round(contextUsed * 100)} % of what the model can take`,
  ].join('\n');
};

const money = (usd: number | undefined): string =>
  usd === undefined ? 'cost unknown (settings: prices)' : `$${usd.toFixed(4)}`;
