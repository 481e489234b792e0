/** `yamo hook`: the answer to a hook of another program, and where that program is told to ask. */
import { EXIT } from '#lib/spec/exits.ts';
import { HOST_NAMES, type HostName } from '#lib/hook/event.ts';
import type { Answer } from '#lib/hook/host.ts';
import { readEvent, type ReadEvent } from '#lib/hook/read-event.ts';
import { HOOK_EVENT_MAX_BYTES, HOOK_EVENT_MS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { writeAll } from '#kernel/fs/bytes.ts';
import { disk, errnoOf } from '#kernel/fs/disk.ts';
import { Judge } from '#kernel/hook/judge.ts';
import { sentOnStandardInput } from '#kernel/process/standard-streams.ts';
import type { Given } from '#cli/args/options.ts';
import { type Auditing, judgingWith } from '../hook/machine.ts';
import { refused, respond } from '../hook/respond.ts';

/** As hosts read it: 0 with the answer on standard output, or 2 with a refusal on standard error. */
export const hook = async (given: Given<'hook'>): Promise<number> => {
  if (given.positional !== undefined) {
    const { manageHooks } = await import('../hook/manage.ts');
    return manageHooks(given);
  }
  const named = given.text('host');
  const host = HOST_NAMES.find((name) => name === named);
  if (given.flag('serve')) {
    const { serveHook } = await import('../hook/serve.ts');
    await serveHook(host, judgingWith(given.text('settings'), true, audited), tell);
    return EXIT.done;
  }
  return write(await answered(host, given.text('settings')));
};

/** The auditor, which is loaded for the start of a session alone. */
const audited: Auditing = async (workspace, settings) => {
  const { auditReport } = await import('./audit.ts');
  return auditReport(workspace, settings);
};

/** Never rejects: whatever fails here denies. */
const answered = async (
  host: HostName | undefined,
  settings: string | undefined,
): Promise<Answer> => {
  try {
    const judge = new Judge(judgingWith(settings, false, audited));
    const answer = await respond(await readInput(host), judge, tell);
    judge.close();
    return answer;
  } catch (error) {
    if (error instanceof Refusal) return refused(host, error);
    tell(error);
    return refused(host, new Refusal('HOOK_FAILED', { reason: 'a bug in yamo' }));
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
const write = ({ json, exit, error }: Answer): number => {
  const isAnswered = isWritten(1, JSON.stringify(json));
  if (error !== undefined) isWritten(2, error);
  return isAnswered ? exit : 2;
};

const isWritten = (stream: 1 | 2, line: string): boolean => {
  try {
    writeAll(disk, stream, Buffer.from(`${line}\n`));
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
};

/** For whoever reads the log of the host. */
const tell = (error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  isWritten(2, `This is a bug in yamo; please report it.\n${text}`);
};
