/**
 * What an agent may ask of the kernel, over the Agent Client Protocol: files through the gate,
 * permissions and forms of its human, and the showing of what it says and does.
 */
import { membersOf } from '#lib/text/json.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { InjectionFinding } from '#lib/injection/scan.ts';
import type { Human, ManagedWorkers } from '#kernel/contract/events.ts';
import type { Broker } from '#kernel/gate/broker.ts';
import { StaleWrite } from '#kernel/gate/files.ts';
import { filteringOutput } from './output-filter.ts';
import type { Speech } from '#kernel/redact/speech.ts';
import type { InjectionWatch } from '#kernel/redact/injection.ts';
import type { Acp } from './acp.ts';
import { fillForm } from './form.ts';
import { type ModelHost, serveModel } from './model-requests.ts';
import { decline, permit } from './permission.ts';
import type { Terminals } from './terminals.ts';
import { ToolCalls } from './tool-calls.ts';
import { updateShower } from './updates.ts';

export interface AgentHost {
  readonly broker: Broker;
  readonly terminals: Terminals;
  /** Looks through what the agent reads. */
  readonly watch: InjectionWatch;
  readonly human: Human | undefined;
  /** The agent, as its human is told that it asks. */
  readonly asker: string;
  /** The workspace. */
  readonly root: string;
  /** Folders that the agent may fill by itself. */
  readonly own: readonly string[];
  /** Hears what the owner should know. */
  readonly notice: (section: string, text: string) => void;
  /** Notes checks as done; on a heartbeat. */
  readonly checked?: ModelHost['checked'];
  /** Of the session of a chat: sends a file there, with the owner's consent. Throws FILE_UNSENT. */
  readonly sendFile?: ((path: string) => Promise<string>) | undefined;
  /** Of a manager, which has the tools of one alone: all else that its agent asks for is refused. */
  readonly workers?: ManagedWorkers | undefined;
  /** For agents of the kernel's own. */
  readonly model?: ModelHost | undefined;
  /** Takes what the agent says and does, to tell it. */
  readonly speech: Speech;
  /** What the agent prints about itself. */
  readonly diagnostics: (text: string) => void;
  /** What of the agent's words is not dealt with yet, beside what is to be told: it is not listened to until then. */
  readonly behind?: (() => Promise<unknown> | undefined) | undefined;
  /** When it is aborted, the agent is ended. */
  readonly signal: AbortSignal;
}

/** The human of the session, to whom nothing comes that must be redacted. */
export const humanOf = ({
  human,
  speech,
}: Pick<AgentHost, 'human' | 'speech'>): Human | undefined =>
  human && filteringOutput(human, speech);

/** A part of a file; `line` counts from 1, `limit` is a number of lines. */
interface Wanted {
  readonly path: string;
  readonly line?: number | null | undefined;
  readonly limit?: number | null | undefined;
}

/** A file for the agent to read, and what in it speaks to it in place of its human. Throws what `Broker.read` throws. */
export const readForAgent = async (
  { broker, watch }: Pick<AgentHost, 'broker' | 'watch'>,
  { path, line, limit }: Wanted,
): Promise<{ readonly content: string; readonly injections: readonly InjectionFinding[] }> => {
  const text = await broker.read(path);
  return { injections: watch.look(path, text), content: slice(text, line, limit) };
};

/** The requests that an agent may make of the kernel. */
export const clientFor = (acp: Acp, host: AgentHost): ReturnType<Acp['client']> => {
  const { broker, terminals, speech } = host;
  const human = humanOf(host);
  const answered = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch(async (error: unknown) => {
      throw await asRequestError(acp, error);
    });
  /** What no manager does. */
  const unmanaged = <Value>(work: () => Promise<Value>): Promise<Value> =>
    answered(
      host.workers === undefined ? work() : Promise.reject(new Refusal('MANAGER_DELEGATES', {})),
    );
  const calls = new ToolCalls();
  const show = updateShower(speech, calls);
  const asking = { ...host, human, calls };
  // The library asks one after the other whether a message is theirs: those of every turn stand first.
  const client = acp
    .client({ name: 'yamo' })
    .onNotification(acp.methods.client.session.update, ({ params }) => show(params.update));
  if (host.model !== undefined) serveModel(client, acp, host.model, answered);
  return client
    .onRequest(acp.methods.client.fs.readTextFile, async ({ params }) => {
      const { content, injections } = await answered(readForAgent(host, params));
      return injections.length === 0
        ? { content }
        : { content, _meta: { yamo: { untrusted: injections } } };
    })
    .onRequest(acp.methods.client.fs.writeTextFile, async ({ params }) => {
      await answered(broker.write(params.path, params.content));
      return {};
    })
    .onRequest('_yamo/append', parseAppend(acp), async ({ params }) => {
      await unmanaged(() => broker.append(params.path, params.text));
      return {};
    })
    .onRequest('_yamo/list', parseList(acp), async ({ params }) => ({
      entries: [...(await unmanaged(() => broker.list(params.path)))],
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
    .onRequest(acp.methods.client.session.requestPermission, ({ params, signal }) =>
      // Tools that an agent of others brings along are none of a manager's.
      host.workers !== undefined && host.model === undefined
        ? decline(params, asking)
        : permit(params, { ...asking, signal }),
    )
    .onRequest(acp.methods.client.elicitation.create, async ({ params, signal }) =>
      fillForm(params, human, host.asker, signal),
    );
};

/** A refusal as the protocol carries it: code and remedy for programs, the sentence for people. */
const asRequestError = async (acp: Acp, error: unknown): Promise<unknown> => {
  if (!(error instanceof Refusal)) return error;
  const { code, section, remedy, message } = error;
  const now = await whatIsThere(error);
  const number = code === 'GATE_ABSENT' ? -32002 : -32000;
  return new acp.RequestError(number, `${message} ${remedy}`, {
    code,
    section,
    remedy,
    ...now,
  });
};

/** Of a stale write: what the file holds now, and how that goes together with what the agent wanted to write, for it to decide. */
export const whatIsThere = async (
  error: Refusal,
): Promise<{ readonly current?: string; readonly merged?: string | undefined }> => {
  if (!(error instanceof StaleWrite)) return {};
  const { current, attempt } = error;
  if (attempt === undefined) return { current };
  const { mergeTexts } = await import('#lib/text/merge.ts');
  return { current, ...mergeTexts(attempt.base, attempt.mine, current) };
};

const fieldsOf = (
  acp: Acp,
  value: unknown,
  ...names: readonly string[]
): Record<string, string> => {
  const given = membersOf(value);
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

const slice = (text: string, line: Wanted['line'], limit: Wanted['limit']): string => {
  if (line === undefined && limit === undefined) return text;
  const from = Math.max(0, (line ?? 1) - 1);
  return text
    .split('\n')
    .slice(from, limit === undefined || limit === null ? undefined : from + limit)
    .join('\n');
};
