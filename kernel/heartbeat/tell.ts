/** The owner's own command that hears what a heartbeat says (RFC-0009 §2.7): started as it stands in the settings, through no shell. */
import { oneLine } from '#lib/model/bounded.ts';
import { ERROR_MAX_CHARS } from '#lib/model/limits.ts';
import { HEARTBEAT_TELL_MS } from '#lib/spec/limits.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { TellCommand } from '#kernel/contract/heartbeat-settings.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { findProgram } from '#kernel/process/program.ts';
import { DONE, runToEnd } from '#kernel/process/child.ts';

/**
 * Hands `text` to the command on its standard input. Its environment is what the settings give it, and nothing of this
 * process. Returns why that failed, in words, or `undefined`. Never rejects.
 */
export const tellHuman = async (
  { command: [name = '', ...args], env = {} }: TellCommand,
  text: string,
  { environment }: Pick<Host, 'environment'>,
): Promise<string | undefined> => {
  const found = findProgram(name, environment['PATH'] ?? '');
  if (!('path' in found)) return `there is no program ${JSON.stringify(name)}`;
  try {
    const command = { program: found.path, args, environment: env };
    const limits = { input: `${text}\n`, withinMs: HEARTBEAT_TELL_MS };
    const { how, complaint, isLate } = await runToEnd(command, limits);
    if (isLate) return `it did not end in ${HEARTBEAT_TELL_MS / 1000} seconds`;
    const said = complaint.slice(-ERROR_MAX_CHARS);
    return how === DONE ? undefined : oneLine(`${how} ${said}`, ERROR_MAX_CHARS);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return errno;
  }
};
