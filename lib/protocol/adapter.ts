/**
 * What a daemon and the adapter of a chat say to each other: a line of JSON each, on a descriptor of its own. What an adapter
 * brings is a row before its provider is told; what it is to send is a row before it hears of it.
 */
import {
  ADAPTER_IDS,
  ADAPTER_KEY_MAX_CHARS,
  ADAPTER_TEXT_MAX_CHARS,
  ADAPTER_WAIT_MAX_MS,
} from '#lib/spec/limits.ts';
import {
  either,
  fitting,
  type GuardedBy,
  isAnything,
  isInteger,
  isString,
  jsonAs,
  listOf,
  objectOf,
  oneOf,
  type TypeGuard,
} from '#lib/guard.ts';
import { memberAt, parsedJson } from '#lib/text/json.ts';

/** What an adapter hears. */
export type ToAdapter =
  /**
   * The first, and once: what it needs to reach its provider, and the key of the event that was kept last, `null` of none; of
   * Discord the last message of each channel, as JSON.
   */
  | {
      readonly is: 'token';
      readonly token: string;
      /** Of a provider that wants two: Slack's for its sockets. */
      readonly appToken?: string;
      readonly settings: unknown;
      readonly last: string | null;
    }
  /** The event `n` is on the disk: now its provider may be told. */
  | { readonly is: 'kept'; readonly n: number }
  /**
   * `nonce` is the same whenever this message is asked for: a provider that takes one sends it once. `file`: the bytes of a file
   * in Base64, whose name is the text of the only part.
   */
  | ({ readonly is: 'send'; readonly id: number; readonly file?: string } & OutboundMessage & {
        readonly nonce: string;
      })
  /** The message is with the provider under these ids, and is to become this. Answered as `send` is; what is done may be done again. */
  | ({
      readonly is: 'edit';
      readonly id: number;
      readonly providerIds: readonly string[];
    } & OutboundMessage)
  /**
   * The message was asked for before, `at` that time (ISO 8601, UTC), by an adapter that did not say what came of it: is it with
   * the provider? Answered as `send` is, and sent by nobody, but to a provider
   * that takes it once. Asked only of the adapter of a provider that can tell.
   */
  | ({
      readonly is: 'find';
      readonly id: number;
      readonly at: string;
      /** The provider's ids of what others of its messages are, which may say the same. */
      readonly known: readonly string[];
    } & OutboundMessage & { readonly nonce: string })
  /** An answer is being made there. */
  | { readonly is: 'typing'; readonly chat: string }
  /** Nothing more is sent. What is on its way may be told, then it ends. */
  | { readonly is: 'stop' };

/** What is to be said in a chat, the provider's own name of it. */
export interface OutboundMessage {
  readonly chat: string;
  readonly parts: readonly { readonly text: string }[];
}

const positive = fitting(isInteger, (value) => value > 0);
const text = fitting(isString, ({ length }) => length <= ADAPTER_TEXT_MAX_CHARS);
const key = fitting(isString, ({ length }) => length > 0 && length <= ADAPTER_KEY_MAX_CHARS);
const time = fitting(isString, (value) => TIME.test(value) && !Number.isNaN(Date.parse(value)));
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/u;
const base64 = fitting(isString, (value) => value.length % 4 === 0 && BASE64.test(value));
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/u;

/** How an adapter is with its provider; `waiting` says until when in `nextTry`. */
const CONNECTIONS = ['connecting', 'connected', 'waiting'] as const;

/** What an adapter says, by its kind. */
const FRAMES = {
  /** Something came: its number, rising, the provider's own key of it, and the bytes as they came. */
  event: objectOf({ is: oneOf('event'), n: positive, key, raw: base64 }),
  /** Who it is with its provider: what a mention of it is, is read by that. */
  self: objectOf({ is: oneOf('self'), id: key, name: key }),
  state: objectOf(
    { is: oneOf('state'), state: oneOf(...CONNECTIONS) },
    { reason: text, nextTry: time },
  ),
  /** The message is with the provider, under these ids of its own. */
  sent: objectOf({
    is: oneOf('sent'),
    id: positive,
    providerIds: fitting(listOf(key), ({ length }) => length <= ADAPTER_IDS),
  }),
  /** The message is certainly not with the provider; it may be asked for again after that time, and never without one. */
  failed: objectOf(
    { is: oneOf('failed'), id: positive, reason: text },
    { retryAfterMs: fitting(isInteger, (value) => value >= 0 && value <= ADAPTER_WAIT_MAX_MS) },
  ),
  /** Nobody knows whether the message is with the provider, and nobody could find out. */
  unknown: objectOf({ is: oneOf('unknown'), id: positive, reason: text }),
} as const;

/** What an adapter says. */
export type FromAdapter = GuardedBy<(typeof FRAMES)[keyof typeof FRAMES]>;

/** What a line of an adapter says, or why it is no frame, as a sentence without its subject. */
export const adapterFrame = (line: string): FromAdapter | string => {
  const value = parsedJson(line);
  if (value === undefined) return 'said a line that is no JSON';
  const kind = memberAt(value, 'is');
  if (!isKind(kind)) return 'said a frame of no known kind';
  const guard: TypeGuard<FromAdapter> = FRAMES[kind];
  return guard(value) ? value : `said a frame "${kind}" of another form`;
};

/** What a line of the daemon says; `undefined` for what a later version says. */
export const daemonFrame = (line: string): ToAdapter | undefined => jsonAs(line, isToAdapter);

const said = {
  id: positive,
  chat: isString,
  parts: listOf(objectOf({ text: isString })),
} as const;
const message = { ...said, nonce: isString } as const;

const isToAdapter: TypeGuard<ToAdapter> = either(
  objectOf(
    {
      is: oneOf('token'),
      token: isString,
      settings: isAnything,
      last: either(isString, oneOf(null)),
    },
    { appToken: isString },
  ),
  objectOf({ is: oneOf('kept'), n: positive }),
  objectOf({ is: oneOf('send'), ...message }, { file: isString }),
  objectOf({ is: oneOf('edit'), providerIds: listOf(isString), ...said }),
  objectOf({ is: oneOf('find'), at: isString, known: listOf(isString), ...message }),
  objectOf({ is: oneOf('typing'), chat: isString }),
  objectOf({ is: oneOf('stop') }),
);

const isKind = (value: unknown): value is keyof typeof FRAMES =>
  isString(value) && Object.hasOwn(FRAMES, value);
