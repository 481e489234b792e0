/**
 * Who is there in a session of OpenClaw, by its key and by what the gateway says of a message. Keys are
 * `agent:ID:main`, to which its direct chats collapse, `agent:ID:NETWORK:direct:PEER`, `agent:ID:NETWORK:ACCOUNT:direct:PEER`,
 * `agent:ID:direct:PEER`, and `agent:ID:NETWORK:group:NAME`; threads and topics end in `:thread:ID` and `:topic:ID`.
 * Whatever can be read in two ways is a place where others may be.
 */
import type { HostDocument } from './host.ts';

type Fields = Readonly<Record<string, unknown>>;
type Who = ReturnType<NonNullable<HostDocument['who']>>;

/** Where nothing at all is known; who is there may be told with the prompt. */
export const UNKNOWN_CHANNEL = 'unknown';

/** Surfaces of the gateway itself, which its owner alone reaches. */
const OWN_SURFACES: ReadonlySet<string> = new Set(['webchat', 'cli', 'tui']);

const DIRECT: ReadonlySet<string> = new Set(['direct', 'dm']);

/** Places for more than one; no account is read by such a name, since a group may be called `direct:42`. */
const PLACES_OF_OTHERS: ReadonlySet<string> = new Set([
  'channel',
  'group',
  'guild',
  'room',
  'slash',
  'space',
  'supergroup',
  'team',
  'thread',
  'topic',
  'voice',
]);

/** What may stand before an address to which a message goes. */
const ADDRESS_KINDS: ReadonlySet<string> = new Set([
  ...DIRECT,
  ...PLACES_OF_OTHERS,
  'chat',
  'conversation',
  'user',
]);

/** What the gateway says of one event. */
interface Said {
  /** The key without `agent:ID:`. */
  readonly place: string;
  readonly provider: string | undefined;
  readonly sender: string | undefined;
  /** The address of a message that goes out, if it is not this very session. */
  readonly to: string | undefined;
  /** The message was written where more than two are. */
  readonly isGroup: boolean;
  /** The gateway itself has found that its owner asks (`senderIsOwner`). */
  readonly isOwner: boolean;
  /** The gateway began it by itself: a heartbeat, a job. */
  readonly isUnattended: boolean;
}

/** The place of an agent's own session, as OpenClaw calls it. */
const OWN_PLACE = 'main';

/** Who is there; what goes out is for those whom it goes to, too. */
export const whoIsThere = (event: Fields): Who => {
  const key = textOf(event['session_key']);
  const place = /^agent:[^:]+:(.+)$/s.exec(key ?? '')?.[1];
  if (place === undefined) return { ...inPlace(UNKNOWN_CHANNEL), untold: 'it names no session' };
  const provider = textOf(event['provider']);
  const to = textOf(event['to']);
  const said: Said = {
    place,
    provider,
    sender: textOf(event['sender']),
    to: to === undefined || to === key ? undefined : addressOf(to, provider),
    isGroup: event['group'] === true,
    isOwner: event['owner'] === true,
    isUnattended: event['unattended'] === true,
  };
  const [base = place] = withoutThread(place);
  const people = said.isGroup ? undefined : (base === OWN_PLACE ? inMain : inDirect)(said);
  if (people === 'nobody is named')
    return { ...inPlace(UNKNOWN_CHANNEL), untold: 'it names nobody who writes' };
  if (people !== undefined) {
    const isNamed = !people.some((one) => one.endsWith(`:${UNKNOWN_CHANNEL}`));
    const untold = isNamed ? undefined : 'it names nobody who writes';
    return { channel: undefined, participants: [...new Set(people)], untold };
  }
  const isHere = said.to === undefined || [place, base].some((at) => at.endsWith(`:${said.to}`));
  return {
    ...(isHere ? inPlace(place) : inPlace(place, [`${provider ?? UNKNOWN_CHANNEL}:${said.to}`])),
    untold: said.isGroup ? undefined : untoldOf(place),
  };
};

/** Why a key that may be of a direct chat does not say whose. */
const untoldOf = (place: string): string | undefined => {
  const parts = place.split(':');
  if (!parts.some((part) => DIRECT.has(part))) return undefined;
  return DIRECT.has(parts[0] ?? '')
    ? `${place} names no network, and the message no sender on one`
    : `${place} can be read in two ways`;
};

/** A place where others may be; where a message goes to somebody else, they are there too. */
const inPlace = (channel: string, others: readonly string[] = []): Who => ({
  channel,
  participants: others.length === 0 ? [] : [channel, ...others],
});

/** The session to which the direct chats of an agent collapse; `[]` is its owner, at a surface of the gateway's own. */
const inMain = (said: Said): readonly string[] | 'nobody is named' => {
  const { provider, sender, to } = said;
  const network = provider ?? UNKNOWN_CHANNEL;
  if (to !== undefined) return [`${network}:${to}`];
  if (provider !== undefined && OWN_SURFACES.has(provider)) return [];
  if (sender !== undefined) return [`${network}:${sender}`];
  // The command line names nobody, and may bear the channel of whoever wrote last.
  if (said.isUnattended || said.isOwner) return [];
  return provider === undefined ? 'nobody is named' : [`${provider}:${UNKNOWN_CHANNEL}`];
};

/** Those in a direct chat; `undefined` where the key says something else, or can be read in two ways. */
const inDirect = (said: Said): readonly string[] | undefined => {
  const { place, provider, to } = said;
  const chat = directChatOf(place);
  const isOwn = provider !== undefined && OWN_SURFACES.has(provider);
  const network = chat?.network ?? (isOwn ? undefined : provider);
  if (chat === undefined || network === undefined) return undefined;
  // What the control page says has no sender on the network of the chat.
  const sender = isOwn ? undefined : said.sender;
  const isElsewhere = !isOwn && provider !== undefined && provider !== network;
  const peers = withoutThread(chat.peer);
  const written = !isElsewhere && peers.some((peer) => isSame(peer, sender));
  const named = !isElsewhere && peers.some((peer) => isSame(peer, to));
  // Keys are in small letters, and people as their network spells them.
  const them = written ? sender : named ? to : undefined;
  // A key that names no network does not say on which its peer is: only whoever writes there does.
  if (chat.network === undefined && them === undefined) return undefined;
  return [
    ...(them === undefined ? peers : [them]).map((peer) => `${network}:${peer}`),
    ...(sender === undefined || written ? [] : [`${provider ?? network}:${sender}`]),
    ...(to === undefined || named ? [] : [`${provider ?? network}:${to}`]),
  ];
};

interface DirectChat {
  /** Absent where chats of all networks have such keys (`dmScope: per-peer`). */
  readonly network: string | undefined;
  readonly peer: string;
}

const directChatOf = (place: string): DirectChat | undefined => {
  const parts = place.split(':');
  const [first = '', second = ''] = parts;
  if (PLACES_OF_OTHERS.has(first) || PLACES_OF_OTHERS.has(second)) return undefined;
  const readings = [0, 1, 2].flatMap((at) => {
    const peer = parts.slice(at + 1).join(':');
    return DIRECT.has(parts[at] ?? '') && peer !== ''
      ? [{ network: at === 0 ? undefined : first, peer }]
      : [];
  });
  return readings.length === 1 ? readings[0] : undefined;
};

/** Without a thread or topic at its end first, where there is one; then as it stands, since a name may hold such a word. */
const withoutThread = (text: string): readonly string[] => {
  const at = Math.max(text.lastIndexOf(':thread:'), text.lastIndexOf(':topic:'));
  return at > 0 ? [text.slice(0, at), text] : [text];
};

/** `telegram:user:42` is 42, whatever thread of it is meant. */
const addressOf = (to: string, provider: string | undefined): string => {
  const parts = to.split(':');
  while (parts.length > 1 && (parts[0] === provider || ADDRESS_KINDS.has(parts[0] ?? '')))
    parts.shift();
  return withoutThread(parts.join(':'))[0] ?? to;
};

const isSame = (peer: string, said: string | undefined): boolean =>
  said !== undefined && peer.toLowerCase() === said.toLowerCase();

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
