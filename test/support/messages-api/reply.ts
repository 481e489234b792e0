/** What a scripted model answers, and the words in which tests say it. */
import { type ApiFault, errorType } from '#conform/provider/messages/error.ts';
import type { ModelBlock, ModelTurn } from '#conform/provider/messages/events.ts';
import {
  contentBlocks,
  type MessagesRequest,
  systemOf,
} from '#conform/provider/messages/request.ts';

/** How a stream goes wrong after some of its events: nothing more, no end, an `error` event, or a line that is no JSON. */
export interface Breakage {
  /** Events that come through, of those before the end. */
  readonly after: number;
  readonly by: 'cut' | 'stall' | 'malformed' | ApiFault;
}

export interface Answer extends ModelTurn {
  readonly kind: 'answer';
  readonly breakage?: Breakage;
  /** Milliseconds between events, and before the end of the stream. */
  readonly pauseMs?: number;
  /** All events are written together, as by a model that takes no time. */
  readonly atOnce?: boolean;
  /** Bytes of one write to the socket, wherever characters end. */
  readonly chunkBytes?: number;
}

/** `silence`: the request is taken, and nothing comes back; `hang-up`: the socket is closed instead. */
export type Reply =
  | Answer
  | { readonly kind: 'error'; readonly fault: ApiFault }
  | { readonly kind: 'silence' }
  | { readonly kind: 'hang-up' };

/** A model: it is asked, and answers. `nth` counts the requests that were accepted, from 0. */
export type Script = (request: MessagesRequest, nth: number) => Reply | Promise<Reply>;

export const answer = (
  blocks: readonly ModelBlock[],
  how: Omit<Answer, 'kind' | 'blocks'> = {},
): Answer => ({ kind: 'answer', blocks, ...how });

/** An answer of one text. */
export const say = (text: string, how: Omit<Answer, 'kind' | 'blocks'> = {}): Answer =>
  answer([{ type: 'text', text }], how);

/** An answer that calls one tool; `words` come before it. */
export const call = (name: string, input: unknown, words = ''): Answer =>
  answer([...(words === '' ? [] : [{ type: 'text', text: words } as const]), use(name, input)]);

/** One call among others of the same answer. */
export const use = (name: string, input: unknown): ModelBlock => ({
  type: 'tool_use',
  name,
  input,
});

/** The call that the trial of a model asks for; `undefined` for every other request. */
export const trialCall = ({ tools = [] }: MessagesRequest): Answer | undefined => {
  const [tool, ...others] = tools;
  const isTrial = others.length === 0 && /^note_[0-9a-f]{6}$/.test(tool?.name ?? '');
  return isTrial ? call(tool?.name ?? '', { word: 'ready' }) : undefined;
};

/** A call whose input is cut off, as at the end of the tokens that were allowed. */
export const truncatedCall = (name: string, json: string): Answer =>
  answer([{ type: 'tool_use', name, input: {}, json }], { stop: 'max_tokens' });

export const fail = (status: number, how: Partial<ApiFault> = {}): Reply => ({
  kind: 'error',
  fault: faultOf(status, how),
});

export const faultOf = (status: number, how: Partial<ApiFault> = {}): ApiFault => ({
  status,
  type: errorType(status),
  message: `scripted: ${errorType(status)}`,
  ...how,
});

/** The answer, broken off after so many events. */
export const broken = (whole: Answer, by: Breakage['by'], after = 4): Answer => ({
  ...whole,
  breakage: { after, by },
});

export const SILENCE: Reply = { kind: 'silence' };
export const HANG_UP: Reply = { kind: 'hang-up' };

/** One step after the other; a step may look at its request. There is no answer after the last. */
export const inOrder = (...steps: readonly (Reply | Script)[]): Script => {
  const left = steps.values();
  return (request, nth) => {
    const step =
      left.next().value ?? fail(400, { message: `scripted: no answer for request ${nth}` });
    return typeof step === 'function' ? step(request, nth) : step;
  };
};

/** A result of a tool, as the model gets it. */
interface Result {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What a model hears: the system prompt, and the newest message. */
export interface Heard {
  readonly system: string;
  readonly words: string;
  readonly results: readonly Result[];
}

export const heard = (request: MessagesRequest): Heard => {
  const blocks = contentBlocks(request.messages.at(-1)?.content ?? []);
  return {
    system: textOf(systemOf(request)),
    words: textOf(blocks.filter((one) => one.type === 'text')),
    results: blocks.flatMap((one) =>
      one.type === 'tool_result'
        ? [
            {
              id: one.tool_use_id,
              text: typeof one.content === 'string' ? one.content : textOf(one.content ?? []),
              isError: one.is_error === true,
            },
          ]
        : [],
    ),
  };
};

const textOf = (blocks: readonly { readonly text: string }[]): string =>
  blocks.map(({ text }) => text).join('\n');
