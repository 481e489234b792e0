/** Objects of a repository by their names, in few processes and with bounded memory. */
import type { GitAnswer, GitRequest } from '#kernel/process/git.ts';

/** Git, asked in one repository; `undefined` where it could not be, which the asker has taken note of. */
export type AskGit = (
  args: readonly string[],
  request: Pick<GitRequest, 'input' | 'maxBytes'>,
) => Promise<Extract<GitAnswer, { is: 'answer' }> | undefined>;

/** Why a repository is not asked about a workspace that it does not take for its own. */
export const OUTSIDE = 'the workspace lies outside the work tree of its repository';

/** An object and its size. */
export interface Blob {
  readonly object: string;
  readonly bytes: number;
}

/** What one process is asked for at a time: its answer is held in memory. */
const BATCH_BYTES = 32 * 1024 * 1024;
/** A line about an object, and the line end after it. */
const LINE_MAX_BYTES = 160;

/** The blobs among these objects, in their order. What is not there (a partial clone) is left out. */
export const blobsAmong = async (
  ask: AskGit,
  objects: readonly string[],
): Promise<readonly Blob[]> => {
  if (objects.length === 0) return [];
  const answer = await ask(['cat-file', '--batch-check'], {
    input: linesOf(objects),
    maxBytes: objects.length * LINE_MAX_BYTES,
  });
  const lines = answer?.output.toString('latin1').split('\n') ?? [];
  return lines.flatMap((line) => {
    const [object = '', type, size] = line.split(' ');
    return type === 'blob' && size !== undefined ? [{ object, bytes: Number(size) }] : [];
  });
};

/** The bytes of blobs, in their order. */
export async function* contentsOf(
  ask: AskGit,
  blobs: readonly Blob[],
): AsyncGenerator<{ readonly object: string; readonly content: Buffer }> {
  for (const batch of batchesOf(blobs)) {
    const answer = await ask(['cat-file', '--batch'], {
      input: linesOf(batch.map(({ object }) => object)),
      maxBytes: batch.reduce((sum, { bytes }) => sum + bytes + LINE_MAX_BYTES, 0),
    });
    if (answer === undefined) return;
    yield* contentsIn(answer.output);
  }
}

const linesOf = (objects: readonly string[]): string =>
  objects.map((object) => `${object}\n`).join('');

function* batchesOf(blobs: readonly Blob[]): Generator<readonly Blob[]> {
  let batch: Blob[] = [];
  let bytes = 0;
  for (const blob of blobs) {
    if (batch.length > 0 && bytes + blob.bytes > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(blob);
    bytes += blob.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** What `cat-file --batch` says: `OBJECT blob SIZE`, the bytes, a line end. */
function* contentsIn(
  output: Buffer,
): Generator<{ readonly object: string; readonly content: Buffer }> {
  let at = 0;
  while (at < output.byteLength) {
    const end = output.indexOf(0x0a, at);
    if (end === -1) return;
    const [object = '', type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (size === undefined) continue;
    const content = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (type === 'blob') yield { object, content };
  }
}
