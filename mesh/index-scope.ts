/** The index of one scope: texts become units of a store, questions become places. */
import { hash } from 'node:crypto';
import { ingest, type LeftOut } from '#lib/recall/ingest.ts';
import { newerBeside } from '#lib/recall/beside.ts';
import { othersThan, recall } from '#lib/recall/recall.ts';
import { recallDays } from '#lib/recall/window.ts';
import type { StoredUnit } from '#lib/recall/store.ts';
import type {
  MeshFindParams,
  MeshFound,
  MeshHit,
  MeshSearchParams,
  MeshSkipped,
  MeshSources,
  MeshSourcesParams,
  MeshSynced,
  MeshSyncParams,
  MeshText,
  MeshVectorsParams,
} from '#lib/protocol/mesh.ts';
import { linesOf, placeHash } from '#kernel/wire/place-hash.ts';
import { unpackVector } from '#kernel/wire/vectors.ts';
import { hashOf, type IndexedFile, type MeshStore } from './store/store.ts';

/**
 * How words are made of texts (lib/recall/analysis.ts), and what of a file a session reads, as a number that rises whenever
 * that changes. Units that were made otherwise are found until their file is taken over again.
 */
const ANALYSIS = '4:';

/** The stamp of a file whose units are made as those of now; empty for any other file, so that it is taken over again. */
const ofNow = (stamp: string): string =>
  stamp.startsWith(ANALYSIS) ? stamp.slice(ANALYSIS.length) : '';

const sha256 = (text: string): string => hash('sha256', text);

export const sourcesOf = async (
  store: MeshStore,
  { since }: MeshSourcesParams,
): Promise<MeshSources> => {
  const revision = await store.revision();
  if (revision === since) return { revision };
  const sources = await store.sources();
  return { revision, sources: sources.map(({ file, stamp }) => ({ file, stamp: ofNow(stamp) })) };
};

export const syncInto = async (
  store: MeshStore,
  { texts, gone }: MeshSyncParams,
): Promise<MeshSynced> => {
  const skipped: MeshSkipped[] = [];
  const files = texts.map((text): IndexedFile => {
    const { units, leftOut } = unitsOf(text);
    skipped.push(...leftOut.map(({ from, reason, kind }) => skip(text.file, from, kind ?? reason)));
    return { file: text.file, stamp: ANALYSIS + text.stamp, units };
  });
  return { ...(await store.put(files, gone)), skipped };
};

const skip = (file: string, line: number, reason: string): MeshSkipped => ({ file, line, reason });

const unitsOf = ({
  file,
  text,
  secretLines,
}: MeshText): { readonly units: IndexedFile['units']; readonly leftOut: readonly LeftOut[] } => {
  const secrets = secretLines.map((line) => ({ from: line, to: line, kind: 'credential' }));
  const { units, leftOut } = ingest({ scope: '', file, text, secrets }, sha256);
  const lines = linesOf(text);
  return {
    units: units.map(({ text: _text, scope: _scope, headings: _headings, time: _time, ...unit }) =>
      Object.assign(unit, { hash: placeHash(lines, unit.from, unit.to) }),
    ),
    leftOut,
  };
};

const hitOf = (unit: StoredUnit, score: number, parts: MeshHit['parts']): MeshHit => {
  const { id, file, from, to } = unit;
  return { id, file, from, to, score, parts, hash: hashOf(unit) };
};

export const findIn = async (store: MeshStore, { id }: MeshFindParams): Promise<MeshFound> => {
  const unit = await store.unit(id);
  return { hits: unit === undefined ? [] : [hitOf(unit, 0, {})] };
};

export const searchIn = async (
  store: MeshStore,
  { query, limit, by, human, vector, when }: MeshSearchParams,
): Promise<MeshFound> => {
  const options = { limit, by, human, vector: await comparable(store, vector) };
  const answered = when?.isSure === true ? await recallDays(store, when, options) : undefined;
  const found =
    answered?.found ?? (await recall(store, query, { ...options, near: when?.windows }));
  const beside = await newerBeside(store, found);
  const isCut = answered === undefined && found.length === limit;
  const more = isCut ? await othersThan(store, query, found, { human }) : 0;
  return {
    hits: found.map(({ unit, score, parts }) => hitOf(unit, score, parts)),
    beside: beside.map((unit) => hitOf(unit, 0, {})),
    ...(more > 0 && { more }),
    ...(answered !== undefined && { days: answered.days }),
  };
};

/** The vector of a question, if the store has others of its kind. */
const comparable = async (
  store: MeshStore,
  given: MeshSearchParams['vector'],
): Promise<Float32Array | undefined> => {
  const vector = given && unpackVector(given.packed);
  const size = given && (await store.dimensions(given.embedder));
  return vector?.length === size ? vector : undefined;
};

/** Throws where one of them is no vector, or of another size. */
export const keepVectors = async (
  store: MeshStore,
  { embedder, vectors }: MeshVectorsParams,
): Promise<object> => {
  const unpacked = new Map<string, Float32Array>();
  for (const { key, packed } of vectors) {
    const vector = unpackVector(packed);
    const [first] = unpacked.values();
    if (vector === undefined || vector.length !== (first ?? vector).length)
      throw new Error('vectors are not of one size');
    unpacked.set(key, vector);
  }
  await store.putVectors(embedder, unpacked);
  return {};
};
