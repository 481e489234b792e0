/** Who takes part in what a session hears and says, and so who comes to know it. */
import { kindNamed, seesLogs, SHARED } from '#lib/spec/session-policy.ts';
import type { Origin } from '#kernel/contract/origin.ts';
import type { Readers, Trust } from '#daemon/data/columns.ts';
import type { Queries } from '#daemon/data/open.ts';

/** What is known of a session. */
export interface MemoryAudience {
  /** Is its human the owner alone? Their messages are the owner's own words then. */
  readonly isOwners: boolean;
  /** The chat that it is in; `undefined`: none. */
  readonly chat: string | undefined;
}

/** The chat that a turn was said in, if it was. */
export const chatOf = (origin: Origin): string | undefined =>
  origin.by === 'chat' ? origin.channel : undefined;

/** Of nobody who is known: shared, and in no chat. */
const UNKNOWN: MemoryAudience = { isOwners: false, chat: undefined };

/** What the rows say of a session, and of its chat whoever knows that. Throws DATABASE_UNUSABLE. */
export const audienceOf = async (
  agents: Queries['agents'],
  session: string | null | undefined,
  chat?: string,
): Promise<MemoryAudience> => {
  if (session === null || session === undefined) return { ...UNKNOWN, chat };
  const row = await agents
    .selectFrom('sessions')
    .select(['kind', 'role'])
    .where('id', '=', session)
    .executeTakeFirst();
  const isPrivate = kindNamed(row?.kind)?.permissions.isPrivate === true;
  return { isOwners: isPrivate && row?.role === 'manager', chat };
};

/** The audience of the session that a request was said in. Throws DATABASE_UNUSABLE. */
export const audienceOfRequest = async (
  { agents, runtime }: Pick<Queries, 'agents' | 'runtime'>,
  request: string | undefined,
  chat?: string,
): Promise<MemoryAudience> => {
  if (request === undefined) return { ...UNKNOWN, chat };
  const row = await runtime
    .selectFrom('nexus_requests')
    .select('session')
    .where('id', '=', request)
    .executeTakeFirst();
  return audienceOf(agents, row?.session, chat);
};

/** Who may know what is noted in a session without anybody's yes. */
export const readersOfNotes = ({ isOwners, chat }: MemoryAudience): Readers =>
  isOwners ? 'notes' : chat === undefined ? 'private' : `chat:${chat}`;

/** Who may know what the owner says yes to. */
export const readersOfAccepted = (audience: MemoryAudience): Readers =>
  audience.isOwners ? 'owner' : readersOfNotes(audience);

/** What a worker may know that a session with this audience has sent: a worker is a shared session. */
export const readableByWorkers = (
  { isOwners, chat }: MemoryAudience,
  { dailyLogsInShared }: { readonly dailyLogsInShared: boolean },
): readonly Readers[] => [
  'all',
  ...(isOwners ? (['owner'] as const) : []),
  ...(isOwners && seesLogs(SHARED, dailyLogsInShared) ? (['notes'] as const) : []),
  ...(chat === undefined ? [] : [`chat:${chat}` as const]),
];

/** The lesser of two: what is made of both is no better than either. */
export const lesserTrust = (one: Trust, other: Trust): Trust =>
  TRUSTS[Math.min(TRUSTS.indexOf(one), TRUSTS.indexOf(other))] ?? 'outside';

const TRUSTS: readonly Trust[] = ['outside', 'agent', 'owner'];
