/** What an error turns into: a refusal is explained, a bug shows itself as one. */
import { EXIT } from '#lib/spec/exits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import { harmless, print, printError, styledError } from './terminal.ts';

/** Shows the error; returns the exit code. */
export const report = (error: unknown, json: boolean): number => {
  if (error instanceof Refusal) return reportRefusal(error, json);
  const reason = loadFault(error);
  if (reason !== undefined)
    return reportRefusal(new Refusal('PROGRAM_INCOMPLETE', { reason }), json);
  const fault = machineFault(error);
  if (fault !== undefined) return reportRefusal(fault, json);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printError(`This is a bug in yamo; please report it with what you did.\n${text}\n`);
  return EXIT.bug;
};

/** A call of the system that failed where no step of ours expected it. */
const machineFault = (error: unknown): Refusal | undefined => {
  const errno = errnoOf(error);
  if (errno === undefined || !(error instanceof Error) || !('syscall' in error)) return undefined;
  const call = String(error.syscall);
  if (call === 'uv_cwd') return new Refusal('FOLDER_GONE', { errno });
  const path = 'path' in error ? ` ${String(error.path)}` : '';
  return new Refusal('MACHINE_FAILED', { call: harmless(`${call}${path}`), errno });
};

/** Why a part of the program could not be loaded: it is not there, or does not hold what another one takes from it. */
const loadFault = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SyntaxError)
    return error.message.startsWith('The requested module') ? error.name : undefined;
  return 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' ? error.code : undefined;
};

/** What happened, which section asks for it, what to do: three lines, or one of JSON. */
export const reportRefusal = (refusal: Refusal, json: boolean): number => {
  const { code, section, remedy, message, exit } = refusal;
  if (json) {
    print(`${JSON.stringify({ event: 'refused', code, section, what: message, remedy })}\n`);
    return exit;
  }
  const title = styledError(['red', 'bold'], 'Refused:');
  const rule = section.startsWith('RFC-') ? section : `RFC-0009 ${section}`;
  printError(
    `${title} ${message}\n  Why:  ${code}, ${rule} (yamo explain ${code})\n  Do:   ${remedy}\n`,
  );
  return exit;
};
