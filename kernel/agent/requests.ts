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
import type { Human, KernelEvent } from '#kernel/events.ts';
import { type Broker, Stale } from '#kernel/gate/broker.ts';
import { fillForm } from './form.ts';

/** The protocol's package, which is loaded while the agent starts. */
export type Acp = typeof import('@agentclientprotocol/sdk');

export interface AgentHost {
  readonly broker: Broker;
  readonly human: Human | undefined;
  readonly emit: (event: KernelEvent) => void;
  /** What the agent prints about itself. */
  readonly diagnostics: (text: string) => void;
  /** When it is aborted, the agent is ended. */
  readonly signal: AbortSignal;
}

/** The requests that an agent may make of the kernel. */
export const clientFor = (acp: Acp, host: AgentHost): ReturnType<Acp['client']> => {
  const { broker, human, emit } = host;
  const answered = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      throw asRequestError(acp, error);
    });
  const show = updateShower(emit);
  return acp
    .client({ name: 'yamo' })
    .onRequest(acp.methods.client.fs.readTextFile, async ({ params }) => {
      const text = await answered(broker.read(params.path));
      return { content: slice(text, params.line, params.limit) };
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
    .onRequest(acp.methods.client.session.requestPermission, ({ params }) => permit(params, human))
    .onRequest(acp.methods.client.elicitation.create, async ({ params }) => fillForm(params, human))
    .onNotification(acp.methods.client.session.update, ({ params }) => show(params.update));
};

/** A refusal as the protocol carries it: code and remedy for programs, the sentence for people. */
const asRequestError = (acp: Acp, error: unknown): unknown => {
  if (!(error instanceof Refusal)) return error;
  const { code, section, remedy, message } = error;
  const current = error instanceof Stale ? { current: error.current } : {};
  const number = code === 'GATE_ABSENT' ? -32002 : -32000;
  return new acp.RequestError(number, `${message} ${remedy}`, {
    code,
    section,
    remedy,
    ...current,
  });
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
const updateShower = (emit: (event: KernelEvent) => void): ((update: SessionUpdate) => void) => {
  const titles = new Map<string, string>();
  return (update) => {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
      emit({ event: 'text', text: update.content.text });
    }
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
      const title = update.title ?? titles.get(update.toolCallId) ?? 'a tool';
      titles.set(update.toolCallId, title);
      emit({ event: 'tool', title, status: update.status ?? 'pending' });
    }
  };
};
