/**
 * A file that an agent asks to send into the chat in which it is (RFC-0009 §4.4): one of a work folder, looked through as what
 * the agent says is, and never without the owner, who is asked where nobody else is. What was asked about is what is sent.
 */
import { FILE_MAX_BYTES } from '#lib/spec/limits-ring-0.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import type { SessionPolicy } from '#lib/spec/session-policy.ts';
import { printable } from '#lib/text/unseen.ts';
import type { SessionFiles } from '#kernel/contract/session-records.ts';
import { sha256, textFault } from '#kernel/fs/bytes.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { relativeTo } from '#kernel/gate/decide.ts';
import { atWorkFile, splitPath } from '#kernel/gate/work.ts';
import { isInWorkFolder, isWorkName } from '#kernel/gate/work-name.ts';
import { readBytes } from '#kernel/memory/archive.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { AgentHost } from './requests.ts';

/** What it stands on. */
export interface SendFileParts extends Pick<
  AgentHost,
  'asker' | 'human' | 'notice' | 'signal' | 'speech' | 'broker'
> {
  readonly workspace: Workspace;
  readonly policy: Pick<SessionPolicy, 'kind' | 'workFolders'>;
  readonly files: SessionFiles;
}

const SEND = 'send';
const OPTIONS = [
  { id: SEND, label: 'Allow once', kind: 'allow_once' },
  { id: 'no', label: 'No', kind: 'reject_once' },
] as const;

/** Others could tell by the reason which files there are. */
const UNTOLD = 'no work folder has such a file, or its human did not allow it';

/** Sends it, if the owner allows it, and says so in a sentence. Throws FILE_UNSENT, SESSION_OVER, DATABASE_UNUSABLE. */
export const askToSend = async (path: string, parts: SendFileParts): Promise<string> => {
  const { workspace, policy, files, notice, broker } = parts;
  const file = relativeTo(workspace.path, path) ?? path;
  const came = await sent(file, parts);
  if (typeof came !== 'string') {
    notice('§4.4', `${file} goes to ${files.chat}, as its human allowed: ${came.sha256}.`);
    return 'Your human allowed it, and the file is on its way.';
  }
  notice('§4.4', `The agent asked to send ${broker.name(path)} to ${files.chat}: ${came}.`);
  const reason = policy.kind.permissions.isPrivate ? came : UNTOLD;
  throw new Refusal('FILE_UNSENT', { file: printable(file), reason });
};

/** The digest of what was sent, or why nothing was. */
const sent = async (file: string, parts: SendFileParts): Promise<Sent | string> => {
  const { asker, human, signal, files } = parts;
  if (human === undefined) return 'nobody is there who could allow it';
  const asked = await lookedAt(file, parts);
  if (typeof asked === 'string') return asked;
  const { size, sha256: digest, isText } = asked;
  const unread = isText ? '' : ', which are no text: nobody has looked through them';
  const question = `${asker} asks: Send ${file} to ${files.chat}? It has ${size} bytes${unread}.`;
  if ((await human.choose(question, OPTIONS, undefined, signal)) !== SEND)
    return 'its human did not allow it';
  const now = bytesOf(file, parts);
  if (typeof now === 'string') return now;
  if (sha256(now) !== digest) return 'it was changed after its human was asked';
  await files.send(splitPath(file).name, now);
  return { sha256: digest };
};

interface Sent {
  readonly sha256: string;
}

/** What is asked about, of which nothing is held meanwhile; or why nobody is asked. */
const lookedAt = async (
  file: string,
  parts: SendFileParts,
): Promise<(Sent & { readonly size: number; readonly isText: boolean }) | string> => {
  const bytes = bytesOf(file, parts);
  if (typeof bytes === 'string') return bytes;
  const text = bytes.toString('utf8');
  if ((await parts.speech.shown(text)) !== text) return 'it holds what must not leave';
  const isText = textFault(bytes) === undefined;
  return { sha256: sha256(bytes), size: bytes.byteLength, isText };
};

/** A regular file of one name, reached by no link, or why it cannot be had. */
const bytesOf = (
  file: string,
  { workspace, policy: { workFolders } }: SendFileParts,
): Buffer | string => {
  if (!isWorkName(file) || !isInWorkFolder(file, workFolders))
    return 'it is in no folder that the setting workFolders names';
  try {
    const found = atWorkFile(workspace, file, (directory, name) =>
      readBytes(directory, name, file, FILE_MAX_BYTES),
    );
    if (found === undefined) return 'there is no such file';
    // The other name may be that of a file that nobody may send.
    return found.stat.nlink === 1n ? found.bytes : 'it has another name, too';
  } catch (error) {
    if (error instanceof Refusal) return error.message.replace(/\.$/u, '');
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return `it cannot be read (${errno})`;
  }
};
