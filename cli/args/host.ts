/** What the command line brings to the kernel: this machine, this user, the owner's settings. */
import process from 'node:process';
import type { Host, HostMachine, SessionVoice, Settings } from '#kernel/contract/boot-request.ts';
import { hostFrom, ownerPartsOf } from '#kernel/contract/host.ts';
import { disk } from '#kernel/fs/disk.ts';
import { type DiskCall, traced } from '#kernel/process/trace.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { DIAGNOSTICS_LINE_MAX_CHARS, DIAGNOSTICS_PAUSE_MS } from '#lib/spec/limits.ts';
import type { SaidLayout } from '#lib/layout/detect.ts';
import type { LayoutDocument } from '#lib/layout/document.ts';
import { LAYOUT_NAMES, type LayoutName } from '#lib/spec/layouts.ts';
import type { Given, Positionals, ValueOptions } from './options.ts';
import { harmless, outputTaken, printError, styledError } from '#cli/io/terminal.ts';
import { VERSION } from './version.ts';
import { tryCall } from '#kernel/process/try-call.ts';

/** What a host needs beside options: the human, where events go, and what ends it. */
export type HostParts = Pick<SessionVoice, 'human' | 'terminal' | 'emit' | 'signal'>;

/** Options of a command by which its host is made. */
export interface HostOptions {
  readonly settings: string | undefined;
  /** Show every call on a file, and what the agent prints about itself. */
  readonly trace?: boolean;
  /** Tell minor notices too. */
  readonly tellAll?: boolean;
}

/** As `yamo boot` is told. */
export const hostOptions = (given: Given<'boot'>): HostOptions => ({
  settings: given.text('settings'),
  trace: given.flag('trace'),
  tellAll: given.flag('json'),
});

/** This machine and its owner's settings. Throws SETTINGS_INVALID. */
export const hostFor = async (options: HostOptions, parts: HostParts): Promise<Host> => {
  const { settings } = await ownerPartsOf(machine(), options.settings);
  return hostWith(settings, options, parts);
};

/** This machine, with the variables of this process. */
const machine = (): HostMachine => ({
  disk,
  uid: process.geteuid?.() ?? 0,
  environment: process.env,
  version: VERSION,
});

/** The same with settings that were read already. */
export const hostWith = (
  settings: Settings,
  { settings: settingsFile, trace = false, tellAll = false }: HostOptions,
  parts: HostParts,
): Host =>
  hostFrom(
    { ...machine(), ...(trace && { disk: traced(disk, showCall) }) },
    { settings, settingsFile },
    {
      ...parts,
      emit: trace || tellAll ? parts.emit : withoutMinor(parts.emit),
      behind: outputTaken,
      diagnostics: trace ? agentsWords() : () => undefined,
    },
  );

/** A word that has the form of a path, and names a folder: nobody looks for its name there. */
export const isFolder = (word: string): boolean => word.includes('/') && isDirectory(word);

/** Does a word name a folder, or a link to one? */
export const isDirectory = (word: string): boolean =>
  tryCall(() => disk.lstat(disk.realpath(word))?.isDirectory()) === true;

const showWords = (line: string): void =>
  printError(styledError('dim', `agent: ${harmless(line)}\n`));

/** Shows what an agent prints about itself: each of its lines marked as its own, when it is whole or the agent pauses. */
const agentsWords = (): ((text: string) => void) => {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    if (held !== '') showWords(held);
    held = '';
  };
  return (text) => {
    clearTimeout(timer);
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') showWords(line);
    if (held.length > DIAGNOSTICS_LINE_MAX_CHARS) end();
    timer = setTimeout(end, DIAGNOSTICS_PAUSE_MS);
  };
};

/** People are told what matters; the record has the rest. */
const withoutMinor =
  (emit: HostParts['emit']): HostParts['emit'] =>
  (event) => {
    if (event.event !== 'notice' || event.minor !== true) emit(event);
  };

/** The workspace that a command is about, a folder: as `workspacePlaceOf` has it. Throws PLACE_ADDRESS. */
export const workspaceOf = (given: Positionals): string => folderOf(workspacePlaceOf(given));

/** `path`, where it is none of a bucket or of another machine: a folder would be made of that. Throws PLACE_ADDRESS. */
export const folderOf = (path: string): string => {
  if (!/^(?:s3:|[a-z][a-z0-9+.-]*:\/\/)/iu.test(path)) return path;
  throw new Refusal('PLACE_ADDRESS', { address: path.replace(/\/\/[^/@]*@/u, '//') });
};

/** What a command is about: the argument, `$YAMO_WORKSPACE_DIR`, this directory. */
export const workspacePlaceOf = ({ positional }: Positionals): string => {
  if (positional !== undefined && positional !== '') return positional;
  const named = process.env['YAMO_WORKSPACE_DIR'];
  return named === undefined || named === '' ? process.cwd() : named;
};

/** `--layout`, by name. */
export const layoutNamed = (given: ValueOptions<'layout'>): LayoutName | undefined =>
  LAYOUT_NAMES.find((name) => name === given.text('layout'));

/** `--layout` of commands that take the owner's own from a file, too. Throws LAYOUT_INVALID, LAYOUT_WEAKENS. */
export const layoutGiven = async (
  given: ValueOptions<'layout'>,
): Promise<LayoutName | LayoutDocument | undefined> => {
  const said = given.text('layout');
  const named = layoutNamed(given);
  if (said === undefined || named !== undefined) return named;
  const { ownLayout } = await import('#kernel/prompt/document.ts');
  return ownLayout(disk, said);
};

/** `--layout` of commands that work with one layout alone. */
export const layoutSaid = (given: ValueOptions<'layout'>): SaidLayout | undefined =>
  given.text('layout') === 'rfc-0009' ? 'rfc-0009' : undefined;

const showCall = ({ call, on, result, micros }: DiskCall): void =>
  printError(styledError('dim', `  ${call.padEnd(9)} ${on} = ${result}  ${micros} µs\n`));

/** Two words on who thinks, of which one would be forgotten; `undefined` where there is one at most. */
export const agentMistake = (given: ValueOptions<'agent' | 'model'>): string | undefined =>
  given.text('agent') === undefined || given.text('model') === undefined
    ? undefined
    : '--agent and --model exclude each other: --model names what the built-in model agent thinks with, and another agent has a model of its own.';
