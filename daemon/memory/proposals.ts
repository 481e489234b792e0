/**
 * Proposals of automations and agents, and what their owner decides: `listProposals`, `acceptProposal`, `rejectProposal` are
 * what clients of the owner's are offered. What is accepted keeps its source and its trust: the owner's yes says that it is
 * to be known, and does not make it the owner's word.
 */
import { PROPOSALS_OPEN_MAX } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { now, type Readers, type Trust } from '#daemon/data/columns.ts';
import type { NewEntity } from '#daemon/data/identity.ts';
import type { NewFact } from '#daemon/data/memory.ts';
import type { Queries } from '#daemon/data/open.ts';
import { insert, update } from '#daemon/data/write.ts';
import { type Knowledge, knowledgeIn, type Learnt, withoutSecrets } from './knowledge.ts';

type Data = Pick<Queries, 'memory' | 'identity'>;

/** A proposal as its owner sees it. */
export interface WaitingProposal {
  readonly id: number;
  readonly kind: Knowledge['kind'];
  readonly payload: Knowledge['payload'];
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly source: string;
  readonly trust: Trust;
  /** Who would know it. */
  readonly readers: Readers;
}

/** What became of what was proposed. */
export type Became = 'proposed' | 'known' | 'full';

/** Proposals that wait, in the order in which they came, those after `after`. Throws DATABASE_UNUSABLE. */
export const listProposals = async (
  { memory }: Pick<Data, 'memory'>,
  { after = 0, limit = 100 }: { readonly after?: number | undefined; readonly limit?: number } = {},
): Promise<readonly WaitingProposal[]> => {
  const rows = await memory
    .selectFrom('proposals')
    .select(['id', 'kind', 'payload', 'at', 'source', 'trust', 'readers'])
    .where('state', '=', 'open')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, kind, payload, at, source, trust, readers }) => ({
    id,
    kind,
    payload: JSON.parse(payload),
    at,
    source,
    trust,
    readers,
  }));
};

/**
 * Adds a proposal, unless the same was proposed before, also where it was rejected, or too many wait: `known`, `full`. It
 * holds no credential. Throws KNOWLEDGE_INVALID, DATABASE_UNUSABLE.
 */
export const proposeKnowledge = async (
  { memory }: Pick<Data, 'memory'>,
  piece: Knowledge,
  { source, trust, readers, request }: Learnt,
): Promise<Became> => {
  const { kind, payload } = await withoutSecrets(piece);
  const text = JSON.stringify(payload);
  return memory.transaction().execute(async (own) => {
    // Another source, or other readers, make it no other piece: what is known is not asked again.
    const same = await own
      .selectFrom('proposals')
      .select('id')
      .where('kind', '=', kind)
      .where('payload', '=', text)
      .executeTakeFirst();
    if (same !== undefined) return 'known';
    const { open } = await own
      .selectFrom('proposals')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    if (open >= PROPOSALS_OPEN_MAX) return 'full';
    await insert(own, 'proposals', {
      kind,
      payload: text,
      at: now(),
      source,
      trust,
      state: 'open',
      readers,
      request: request ?? null,
      decided_at: null,
    });
    return 'proposed';
  });
};

/**
 * Takes in what was proposed; `readers` says who may know it, where the owner wants others than the proposal names. Was it
 * still open? Throws PROPOSAL_UNKNOWN, DATABASE_UNUSABLE.
 */
export const acceptProposal = async (
  { memory, identity }: Data,
  id: number,
  readers?: Readers,
): Promise<boolean> => {
  const asked = await proposalOf(memory, id);
  const piece = knowledgeIn(asked.kind, JSON.parse(asked.payload));
  const learnt = {
    source: asked.source,
    trust: asked.trust,
    readers: readers ?? asked.readers,
    request: asked.request ?? undefined,
  };
  return memory.transaction().execute(async (own) => {
    if (!(await decided(own, id, 'accepted'))) return false;
    // It is not made twice: a yes that was cut off here can be said again.
    const entity = await takeEntity(identity, piece, learnt);
    if (piece.kind === 'fact') await takeFact(own, piece.payload.text, entity, learnt);
    if (piece.kind === 'episode') {
      const { request, ...known } = learnt;
      const { summary } = piece.payload;
      const at = { started_at: asked.at, ended_at: asked.at };
      const episode = { session: '', summary, request: request ?? null, ...at, ...known };
      await insert(own, 'episodes', episode);
    }
    return true;
  });
};

/** Leaves it out for good. Was it still open? Throws PROPOSAL_UNKNOWN, DATABASE_UNUSABLE. */
export const rejectProposal = async (
  { memory }: Pick<Data, 'memory'>,
  id: number,
): Promise<boolean> => {
  await proposalOf(memory, id);
  return decided(memory, id, 'rejected');
};

const proposalOf = async (memory: Queries['memory'], id: number) => {
  const row = await memory
    .selectFrom('proposals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('PROPOSAL_UNKNOWN', { id: String(id) });
  return row;
};

/** The first answer counts. */
const decided = async (
  memory: Queries['memory'],
  id: number,
  state: 'accepted' | 'rejected',
): Promise<boolean> =>
  (await update(memory, 'proposals', { id, state: 'open' }, { state, decided_at: now() })) === 1;

/** The entity that a piece is, or is about, made where it is missing; its number. */
const takeEntity = (
  identity: Queries['identity'],
  piece: Knowledge,
  learnt: Learnt,
): Promise<number | null> =>
  identity.transaction().execute(async (own) => {
    if (piece.kind === 'episode') return null;
    if (piece.kind === 'fact') {
      const { about } = piece.payload;
      return about === undefined ? null : ((await entityNamed(own, about)) ?? null);
    }
    const { type, name, isOwner = false, attributes = {} } = piece.payload;
    const entity = isOwner
      ? await nameOwner(own, name, learnt)
      : ((await entityNamed(own, name, type)) ??
        (await insert(own, 'entities', entityRow(type, name, learnt))));
    for (const [key, value] of Object.entries(attributes))
      await takeAttribute(own, entity, [key, value], learnt);
    return entity;
  });

const entityRow = (type: string, name: string, { source, trust, readers }: Learnt): NewEntity => {
  const at = now();
  return { type, name, is_owner: 0, created_at: at, updated_at: at, source, trust, readers };
};

/** Names are compared without regard to capitals. The owner is meant by that word, too. */
const entityNamed = async (
  identity: Queries['identity'],
  name: string,
  type?: string,
): Promise<number | undefined> => {
  const rows = await identity
    .selectFrom('entities')
    .select(['id', 'name', 'type', 'is_owner'])
    .orderBy('id')
    .execute();
  const wanted = name.toLowerCase();
  const found =
    rows.find((row) => row.name.toLowerCase() === wanted && (type ?? row.type) === row.type) ??
    rows.find((row) => row.is_owner === 1 && wanted === 'owner' && (type ?? row.type) === row.type);
  return found?.id;
};

const nameOwner = async (
  identity: Queries['identity'],
  name: string,
  { source, trust, readers }: Learnt,
): Promise<number> => {
  const { id } = await identity
    .selectFrom('entities')
    .select('id')
    .where('is_owner', '=', 1)
    .executeTakeFirstOrThrow();
  await update(identity, 'entities', { id }, { name, updated_at: now(), source, trust, readers });
  return id;
};

const takeAttribute = async (
  identity: Queries['identity'],
  entity: number,
  [name, value]: readonly [string, string],
  { source, trust, readers }: Learnt,
): Promise<void> => {
  const same = await identity
    .selectFrom('attributes')
    .select('id')
    .where('entity', '=', entity)
    .where('name', '=', name)
    .where('value', '=', value)
    .executeTakeFirst();
  if (same !== undefined) return;
  await insert(identity, 'attributes', { entity, name, value, at: now(), source, trust, readers });
  await update(identity, 'entities', { id: entity }, { updated_at: now() });
};

const takeFact = (
  memory: Queries['memory'],
  text: string,
  entity: number | null,
  { source, trust, readers }: Learnt,
): Promise<number> => {
  const row: NewFact = {
    entity,
    text,
    at: now(),
    source,
    trust,
    replaced_by: null,
    readers,
  };
  return insert(memory, 'facts', row);
};
