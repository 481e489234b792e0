/** The standard streams of a command: its input as a whole, all of them for the editor of its owner, none for their browser, and who has the terminal. */
import { readFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';

/** All of standard input as text, or why there is no such text: it is longer than was allowed, or did not end in time. */
export type Sent = { readonly text: string } | { readonly is: 'large' | 'late' };

/** Rejects with the error of the call. What is too large is read to its end all the same: whoever writes it meets no closed pipe. */
export const sentOnStandardInput = async (maxBytes: number, waitMs: number): Promise<Sent> => {
  const { stdin } = process;
  const pieces: Buffer[] = [];
  let bytes = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stdin.destroy();
  }, waitMs);
  stdin.on('data', (piece: Buffer) => {
    bytes += piece.byteLength;
    if (bytes <= maxBytes) pieces.push(piece);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stdin.once('error', reject);
  for (const over of ['end', 'close']) stdin.once(over, () => resolve());
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
  if (bytes > maxBytes) return { is: 'large' };
  return isLate ? { is: 'late' } : { text: Buffer.concat(pieces).toString('utf8') };
};

/** The editor of the owner, on one file, at this terminal. Returns its name and exit code, which is `undefined` where it could not be started. */
export const openEditor = (
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly code: number | undefined } => {
  const named = environment['VISUAL'] || environment['EDITOR'] || 'vi';
  const [program = 'vi', ...args] = named.split(/\s+/).filter((word) => word !== '');
  const { status, error } = spawnSync(program, [...args, path], { stdio: 'inherit' });
  return { name: program, code: error === undefined ? (status ?? 1) : undefined };
};

/** What opens an address, by system. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'open',
  linux: 'xdg-open',
};

/** What opens it and has not failed by then has opened it. */
const STAYS_MS = 3000;

/** Opens `url` in it. Did that begin? Without a display, or a program for it, nothing is tried. */
export const openInBrowser = async (
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> => {
  const opener = OPENERS[process.platform];
  const hasDisplay = environment['DISPLAY'] || environment['WAYLAND_DISPLAY'];
  if (opener === undefined || (process.platform === 'linux' && !hasDisplay)) return false;
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true, env: environment });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once('error', () => resolve(false));
  child.once('exit', (code) => resolve(code === 0));
  // Some stay for as long as the browser does.
  const stays = setTimeout(() => resolve(true), STAYS_MS);
  const isOpen = await promise;
  clearTimeout(stays);
  child.unref();
  return isOpen;
};

/**
 * Has this process the terminal that it was started at? One in the background is stopped when it reads there. Where the
 * system does not tell, it has none.
 */
export const hasTerminal = (): boolean => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Behind the name, which may hold anything: state, parent, group, session, terminal, its group.
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
};
