/** The owner's own command that hears what a heartbeat says (RFC-0009 §2.7): started as it stands in the settings, through no shell. */
import { StringDecoder } from 'node:string_decoder';
import { oneLine } from '#lib/model/bounded.ts';
import { ERROR_MAX_CHARS } from '#lib/model/limits.ts';
import { HEARTBEAT_TELL_MS } from '#lib/spec/limits.ts';
import type { Host, TellSettings } from '#kernel/contract/boot-request.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { startChild } from '#kernel/process/child.ts';
import { findProgram } from '#kernel/process/program.ts';

/**
 * Hands `text` to the command on its standard input. Its environment is what the settings give it, and nothing of this
 * process. Returns why that failed, in words, or `undefined`. Never rejects.
 */
export const tellHuman = async (
  { command: [name = '', ...args], env = {} }: TellSettings,
  text: string,
  { environment }: Pick<Host, 'environment'>,
): Promise<string | undefined> => {
  const found = findProgram(name, environment['PATH'] ?? '');
  if (!('path' in found)) return `there is no program ${JSON.stringify(name)}`;
  try {
    const child = await startChild({ program: found.path, args, environment: env });
    const decoder = new StringDecoder('utf8');
    let complaint = '';
    child.output.resume();
    child.diagnostics.on('data', (piece: Buffer) => {
      complaint = (complaint + decoder.write(piece)).slice(-ERROR_MAX_CHARS);
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void child.end(0);
    }, HEARTBEAT_TELL_MS);
    child.input.end(`${text}\n`);
    const how = await child.ended;
    clearTimeout(timer);
    if (isLate) return `it did not end in ${HEARTBEAT_TELL_MS / 1000} seconds`;
    return how === 'exit code 0' ? undefined : oneLine(`${how} ${complaint}`, ERROR_MAX_CHARS);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return errno;
  }
};
