/**
 * The human at an editor. A question with answers to choose from is a request for permission, which every editor shows,
 * with the changes it is about; a free question is a form, where the editor has them. No answer is no.
 */
import { resolve } from 'node:path';
import {
  type AgentContext,
  type ElicitationPropertySchema,
  type JsonRpcId,
  methods,
  type RequestPermissionRequest,
  type ToolCallContent,
} from '@agentclientprotocol/sdk';
import { pending } from '#lib/protocol/file-diff.ts';
import { textAt } from '#lib/text/json.ts';
import type { Choice, Human, Subject } from '#kernel/contract/events.ts';
import { printError } from '#cli/io/terminal.ts';
import type { UpdateQueue } from './update-queue.ts';
import { textContent } from './updates.ts';

export interface HumanParts {
  readonly client: AgentContext;
  readonly updates: UpdateQueue;
  /** The request that opens the session: until it is answered, questions belong to it. */
  readonly requestId: JsonRpcId;
  readonly workspace: string;
  /** The editor can show forms. */
  readonly forms: boolean;
  /** Aborted when nobody waits for an answer any more. */
  readonly signal: () => AbortSignal;
  /** What the ids of its questions begin with. */
  readonly prefix: string;
}

/** A question with answers to choose from. */
interface Asked {
  readonly question: string;
  readonly options: readonly Choice[];
  readonly subject: Subject | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The human at an editor: questions go out as requests for permission, and come back as answers. */
export class HumanAtEditor implements Human {
  readonly #parts: HumanParts;
  #asked = 0;

  constructor(parts: HumanParts) {
    this.#parts = parts;
  }

  readonly next = (): Promise<string | undefined> => this.answer('');

  readonly answer = (question: string, signal?: AbortSignal): Promise<string | undefined> =>
    this.#form(question.trim(), { type: 'string', title: 'Your answer' }, signal);

  readonly choose = async (
    question: string,
    options: readonly Choice[],
    subject?: Subject,
    signal?: AbortSignal,
  ): Promise<string | undefined> => {
    const { id } = this.#parts.updates;
    if (id !== undefined) return this.#permission(id, { question, options, subject, signal });
    const oneOfThese = options.map((option) => ({ const: option.id, title: option.label }));
    const property = { type: 'string', title: 'Your choice', oneOf: oneOfThese } as const;
    return oneOf(options, await this.#form(question, property, signal));
  };

  async #permission(
    sessionId: string,
    { question, options, subject, signal }: Asked,
  ): Promise<string | undefined> {
    this.#asked += 1;
    const toolCallId = `${this.#parts.prefix}-${this.#asked}`;
    const params: RequestPermissionRequest = {
      sessionId,
      toolCall: {
        toolCallId,
        status: 'pending',
        ...aboutOf(question, subject, this.#parts.workspace),
      },
      options: options.map((option) => ({
        optionId: option.id,
        name: option.label,
        // What is not known to be a no is none: an editor that says no by itself must not say yes by mistake.
        kind: option.kind ?? 'allow_once',
      })),
    };
    const answer = await this.#ask(methods.client.session.requestPermission, params, signal);
    const chosen = oneOf(options, textAt(answer, 'outcome', 'optionId'));
    this.#parts.updates.tell([
      {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: chosen === undefined ? 'failed' : 'completed',
      },
    ]);
    return chosen;
  }

  /** One question as a form. `undefined` where the editor has none, or nothing was answered. */
  async #form(
    question: string,
    property: ElicitationPropertySchema,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    const { forms, updates, requestId } = this.#parts;
    if (!forms) return undefined;
    const message = [updates.takeWords().trim(), question].filter((part) => part !== '');
    const params = {
      mode: 'form',
      message: message.length === 0 ? 'The agent waits for your answer.' : message.join('\n\n'),
      requestedSchema: { type: 'object', properties: { answer: property }, required: ['answer'] },
      ...(updates.id === undefined ? { requestId } : { sessionId: updates.id }),
    };
    const answer = await this.#ask(methods.client.elicitation.create, params, signal);
    return textAt(answer, 'action') === 'accept' ? textAt(answer, 'content', 'answer') : undefined;
  }

  /** What the editor answers, as it is; `undefined` if it does not, or if the question is withdrawn. */
  async #ask(method: string, params: object, withdrawn: AbortSignal | undefined): Promise<unknown> {
    const here = this.#parts.signal();
    const signal = withdrawn === undefined ? here : AbortSignal.any([here, withdrawn]);
    try {
      return await this.#parts.client.request(method, params, {
        cancellationSignal: signal,
        stopWaitingOnCancel: true,
      });
    } catch (error) {
      if (!signal.aborted)
        printError(
          `The editor did not answer ${method}: ${error instanceof Error ? error.message : ''}\n`,
        );
      return undefined;
    }
  }
}

/** An editor may answer anything; only what was offered counts. */
const oneOf = (options: readonly Choice[], id: string | undefined): string | undefined =>
  options.find((option) => option.id === id)?.id;

/** The call of a tool that an editor shows above its question. */
const aboutOf = (
  question: string,
  subject: Subject | undefined,
  workspace: string,
): Pick<RequestPermissionRequest['toolCall'], 'title' | 'kind' | 'content' | 'locations'> => {
  const [title = '', ...more] = question.trim().split('\n');
  const diffs = subject?.diffs ?? [];
  const rest = more.join('\n').trim();
  const content: ToolCallContent[] = [
    ...(rest === '' ? [] : [textContent(rest)]),
    ...(subject?.command === undefined ? [] : [textContent(subject.command)]),
    ...diffs.flatMap(({ file, note }) =>
      note === undefined ? [] : [textContent(`${file}: ${note}`)],
    ),
    ...(subject === undefined ? [] : pending(subject).map(textContent)),
    ...diffs.map(({ file, before, after }): ToolCallContent => ({
      type: 'diff',
      path: resolve(workspace, file),
      oldText: before ?? null,
      newText: after,
    })),
  ];
  return {
    title,
    kind: subject?.command !== undefined ? 'execute' : diffs.length > 0 ? 'edit' : 'other',
    content,
    locations: diffs.map(({ file }) => ({ path: resolve(workspace, file) })),
  };
};
