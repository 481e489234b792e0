/**
 * What an agent may ask of the kernel, over the Agent Client Protocol: files through the gate,
 * permissions and forms of its human, and the showing of what it says and does.
 */
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk';
import { Refusal } from '#lib/spec/refusals.ts';
import type { Human } from '#kernel/events.ts';
import { type Broker, Stale } from '#kernel/gate/broker.ts';
import { listening, type Speech } from '#kernel/session/speech.ts';
import type { UntrustedWatch } from '#kernel/session/untrusted.ts';
import { fillForm } from './form.ts';
import type { Terminals } from './terminals.ts';

/** The protocol's package, which is loaded while the agent starts. */
export type Acp = typeof import('@agentclientprotocol/sdk');

export interface AgentHost {
  readonly broker: Broker;
  readonly terminals: Terminals;
  /** Looks through what the agent reads. */
  readonly watch: UntrustedWatch;
  readonly human: Human | undefined;
  /** Takes what the agent says and does, to tell it. */
  readonly speech: Speech;
  /** What the agent prints about itself. */
  readonly diagnostics: (text: string) => void;
  /** When it is aborted, the agent is ended. */
  readonly signal: AbortSignal;
}

/** The requests that an agent may make of the kernel. */
export const clientFor = (acp: Acp, host: AgentHost): ReturnType<Acp['client']> => {
  const { broker, terminals, speech } = host;
  const human = host.human && listening(host.human, speech);
  const answered = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch(async (error: unknown) => {
      throw await asRequestError(acp, error);
    });
  const show = updateShower(speech);
  return acp
    .client({ name: 'yamo' })
    .onRequest(acp.methods.client.fs.readTextFile, async ({ params }) => {
      const text = await answered(broker.read(params.path));
      const untrusted = host.watch.look(params.path, text);
      const content = slice(text, params.line, params.limit);
      return untrusted.length === 0 ? { content } : { content, _meta: { yamo: { untrusted } } };
    })
    .onRequest(acp.methods.client.fs.writeTextFile, async ({ params }) => {
      await answered(broker.write(params.path, params.content));
      return {};
    })
    .onRequest('_yamo/append', parseAppend(acp), async ({ params }) => {
      await answered(broker.append(params.path, params.text));
      return {};
    })
    .onRequest('_yamo/list', parseList(acp), async ({ params }) => ({
      entries: [...(await answered(broker.list(params.path)))],
    }))
    .onRequest(acp.methods.client.terminal.create, async ({ params }) => ({
      terminalId: await answered(terminals.create(params)),
    }))
    .onRequest(acp.methods.client.terminal.output, ({ params }) =>
      answered(terminals.output(params.terminalId)),
    )
    .onRequest(acp.methods.client.terminal.waitForExit, ({ params }) =>
      answered(terminals.waitForExit(params.terminalId)),
    )
    .onRequest(acp.methods.client.terminal.kill, async ({ params }) => {
      await answered(terminals.kill(params.terminalId));
      return {};
    })
    .onRequest(acp.methods.client.terminal.release, async ({ params }) => {
      await answered(terminals.release(params.terminalId));
      return {};
    })
    .onRequest(acp.methods.client.session.requestPermission, ({ params }) => permit(params, human))
    .onRequest(acp.methods.client.elicitation.create, async ({ params }) => fillForm(params, human))
    .onNotification(acp.methods.client.session.update, ({ params }) => show(params.update));
};

/** A refusal as the protocol carries it: code and remedy for programs, the sentence for people. */
const asRequestError = async (acp: Acp, error: unknown): Promise<unknown> => {
  if (!(error instanceof Refusal)) return error;
  const { code, section, remedy, message } = error;
  const now = error instanceof Stale ? await whatIsThere(error) : {};
  const number = code === 'GATE_ABSENT' ? -32002 : -32000;
  return new acp.RequestError(number, `${message} ${remedy}`, {
    code,
    section,
    remedy,
    ...now,
  });
};

/** What the file holds now, and how that goes together with what the agent wanted to write: for the agent to decide. */
const whatIsThere = async ({ current, attempt }: Stale): Promise<object> => {
  if (attempt === undefined) return { current };
  const { mergeTexts } = await import('#lib/workspace/merge.ts');
  return { current, ...mergeTexts(attempt.base, attempt.mine, current) };
};

const fieldsOf = (
  acp: Acp,
  value: unknown,
  ...names: readonly string[]
): Record<string, string> => {
  const given: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  const fields = names.map((name): [string, string] => {
    const field = given[name];
    if (typeof field !== 'string')
      throw acp.RequestError.invalidParams({ expected: `${name}: string` });
    return [name, field];
  });
  return Object.fromEntries(fields);
};

const parseAppend = (acp: Acp) => (value: unknown) => {
  const { path = '', text = '' } = fieldsOf(acp, value, 'path', 'text');
  return { path, text };
};

const parseList = (acp: Acp) => (value: unknown) => {
  const { path = '' } = fieldsOf(acp, value, 'path');
  return { path };
};

/** `line` counts from 1, `limit` is a number of lines. */
const slice = (text: string, line?: number | null, limit?: number | null): string => {
  if (line === undefined && limit === undefined) return text;
  const from = Math.max(0, (line ?? 1) - 1);
  return text
    .split('\n')
    .slice(from, limit === undefined || limit === null ? undefined : from + limit)
    .join('\n');
};

/** External acts need a human's word (§2.2, "External vs Internal"); without a human the answer is no. */
const permit = async (
  { toolCall, options }: RequestPermissionRequest,
  human: Human | undefined,
): Promise<RequestPermissionResponse> => {
  const chosen = await human?.choose(
    toolCall.title ?? 'The agent asks for permission.',
    options.map(({ optionId, name }) => ({ id: optionId, label: name })),
  );
  const refusing =
    options.find(({ kind }) => kind === 'reject_once') ??
    options.find(({ kind }) => kind === 'reject_always');
  const optionId = chosen ?? refusing?.optionId;
  return {
    outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
  };
};

/** Shows what the agent says and does; the title of a tool call is told once and holds for its updates. */
const updateShower = (speech: Speech): ((update: SessionUpdate) => void) => {
  const titles = new Map<string, string>();
  return (update) => {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
      speech.say(update.content.text);
    }
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
      const title = update.title ?? titles.get(update.toolCallId) ?? 'a tool';
      titles.set(update.toolCallId, title);
      speech.tool(title, update.status ?? 'pending');
    }
  };
};
