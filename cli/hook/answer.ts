/** The answer to one event of a host, from standard input to standard output; or to all that come. */
import { EXIT } from '#lib/spec/exits.ts';
import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import type { HookAnswer } from '#lib/hook/host.ts';
import { readEvent, type ReadEvent } from '#lib/hook/read-event.ts';
import { HOOK_EVENT_MAX_BYTES, HOOK_EVENT_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { writeAll } from '#kernel/fs/bytes.ts';
import { disk, errnoOf } from '#kernel/fs/disk.ts';
import { HookJudge, type Judging } from '#kernel/hook/judge.ts';
import { sentOnStandardInput } from '#kernel/process/standard-streams.ts';
import type { Given } from '#cli/args/options.ts';
import { reported } from '#cli/io/reported.ts';
import { type Auditing, judgingWith } from './machine.ts';
import { refusalAnswer, respond } from './respond.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/**
 * As hosts read it: 0 with the answer on standard output, or 2 with a refusal on standard error. It is bundled apart from
 * the rest, so it tells its errors itself.
 */
export const answerWith = async (audited: Auditing, given: Given<'hook'>): Promise<number> => {
  const judging = judgingWith(given.text('settings'), given.flag('serve'), audited);
  const named = given.text('host');
  const host = HOST_NAMES.find((name) => name === named);
  try {
    if (!given.flag('serve')) return write(await answered(host, judging));
    const { serveHook } = await import('./serve.ts');
    await serveHook(host, judging, tell);
    return EXIT.done;
  } catch (error) {
    return await reported(error, false);
  }
};

/** Never rejects: whatever fails here denies. */
const answered = async (host: HostName | undefined, judging: Judging): Promise<HookAnswer> => {
  try {
    const judge = new HookJudge(judging);
    const answer = await respond(await readInput(host), judge, tell);
    judge.close();
    return answer;
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(host, error);
    tell(error);
    return refusalAnswer(host, new Refusal('HOOK_FAILED', { reason: 'a bug in yamo' }));
  }
};

const readInput = async (host: HostName | undefined): Promise<ReadEvent> => {
  try {
    const sent = await sentOnStandardInput(HOOK_EVENT_MAX_BYTES, HOOK_EVENT_MS);
    if ('text' in sent) return readEvent(sent.text, host);
    return {
      fault: {
        large: `it is longer than ${HOOK_EVENT_MAX_BYTES} bytes`,
        late: `it did not end in ${HOOK_EVENT_MS / 1000} seconds`,
      }[sent.is],
      host,
    };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return { fault: errno, host };
  }
};

/** Where the answer cannot be written, the exit code denies. */
const write = ({ json, exit, error }: HookAnswer): number => {
  const isAnswered = isWritten(1, JSON.stringify(json));
  if (error !== undefined) isWritten(2, error);
  return isAnswered ? exit : 2;
};

const isWritten = (stream: 1 | 2, line: string): boolean =>
  tryCall(() => {
    writeAll(disk, stream, Buffer.from(`${line}\n`));
    return true;
  }) ?? false;

/** For whoever reads the log of the host. */
const tell = (error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  isWritten(2, `This is a bug in yamo; please report it.\n${text}`);
};
