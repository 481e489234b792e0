/** Questions and answers over a message stream (JSON-RPC 2.0), where one side only asks and the other only answers. */
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { textAt } from '#lib/text/json.ts';

/** What each question is asked with and answered with, by its name. */
type Methods<Table> = {
  readonly [Name in keyof Table]: { readonly params: object; readonly result: object };
};

/** JSON-RPC 2.0 §5.1. */
const METHOD_NOT_FOUND = -32_601;
const FAILED = -32_000;

/** An answer that says why there is none. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

/** The side that asks. */
export class Calls<Table extends Methods<Table>> {
  readonly #writer: WritableStreamDefaultWriter<AnyMessage>;
  readonly #waiting = new Map<unknown, PromiseWithResolvers<object>>();
  #asked = 0;
  #isOver = false;

  constructor({ readable, writable }: Stream) {
    this.#writer = writable.getWriter();
    void this.#listen(readable);
  }

  /** Rejects with CallFailed where the other side says why not, or is gone. */
  async ask<Name extends keyof Table & string>(
    method: Name,
    params: Table[Name]['params'],
  ): Promise<Table[Name]['result']> {
    if (this.#isOver) throw new CallFailed('it has ended');
    this.#asked += 1;
    const id = this.#asked;
    const answer = Promise.withResolvers<object>();
    this.#waiting.set(id, answer);
    this.#writer.write({ jsonrpc: '2.0', id, method, params }).catch(() => this.#end());
    return answer.promise;
  }

  async #listen(readable: Stream['readable']): Promise<void> {
    try {
      for await (const message of readable) this.#take(message);
    } catch {
      // Nothing more comes, for whatever reason.
    }
    this.#end();
  }

  #take(message: object): void {
    const id: unknown = Reflect.get(message, 'id');
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const result: unknown = Reflect.get(message, 'result');
    if (typeof result === 'object' && result !== null) waiting?.resolve(result);
    else waiting?.reject(new CallFailed(whyNot(message)));
  }

  #end(): void {
    this.#isOver = true;
    for (const { reject } of this.#waiting.values()) reject(new CallFailed('it has ended'));
    this.#waiting.clear();
  }
}

const whyNot = (message: object): string =>
  textAt(message, 'error', 'message') ?? 'it gave no answer';

/** What the other side does for each question. */
export type CallHandlers<Table extends Methods<Table>> = {
  readonly [Name in keyof Table]: (
    params: Table[Name]['params'],
  ) => Table[Name]['result'] | Promise<Table[Name]['result']>;
};

/** Answers questions one after the other, until nobody asks any more. What an answer throws is told in its message. */
export const answerCalls = async <Table extends Methods<Table>>(
  { readable, writable }: Stream,
  answers: CallHandlers<Table>,
): Promise<void> => {
  const writer = writable.getWriter();
  const known = new Map<unknown, Answerer>(Object.entries(answers));
  for await (const message of readable) {
    const { id, method, params } = asked(message);
    const answer = known.get(method);
    await writer.write({
      jsonrpc: '2.0',
      id,
      ...(answer === undefined
        ? { error: { code: METHOD_NOT_FOUND, message: 'there is no such question' } }
        : await answered(answer, params)),
    });
  }
};

type Answerer = (params: never) => object | Promise<object>;

interface Asked {
  readonly id: string | number | null;
  readonly method: unknown;
  readonly params: unknown;
}

const asked = (message: object): Asked => ({
  id: Reflect.get(message, 'id'),
  method: Reflect.get(message, 'method'),
  params: Reflect.get(message, 'params'),
});

type Answered = { readonly result: object } | { readonly error: { code: number; message: string } };

const answered = async (answer: Answerer, params: unknown): Promise<Answered> => {
  try {
    // What it is asked with is the business of whoever answers.
    return { result: await Reflect.apply(answer, undefined, [params]) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { code: FAILED, message } };
  }
};
