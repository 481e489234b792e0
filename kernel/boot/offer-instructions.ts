/**
 * What becomes of bootstrap instructions that are gone and were not carried out: they are shown
 * where standard error is the owner's terminal, their credentials masked unless the owner asks for them there, and are
 * kept nowhere, unless the owner names a place outside of the workspace there and then.
 */
import { basename, dirname, isAbsolute } from 'node:path';
import type { OwnersTerminal } from '#kernel/contract/events.ts';
import { writeAll } from '#kernel/fs/bytes.ts';
import { closeQuietly, type Disk, errnoOf, OPEN, type Stat } from '#kernel/fs/disk.ts';
import { expanded } from '#kernel/process/places.ts';
import { credentialFinder, labelledSecrets } from '#kernel/redact/credentials.ts';
import { CredentialRedactor } from '#kernel/redact/credential-redactor.ts';
import type { Run } from '#kernel/run/running.ts';
import type { BootstrapInstructions } from '#kernel/startup/guard.ts';

type Parting = Pick<Run, 'host' | 'opened'>;

/** Shows them, and asks for a place, where there is a terminal. Never rejects for what a disk or a human does. */
export const offerInstructions = async (
  run: Parting,
  orders: readonly BootstrapInstructions[],
): Promise<void> => {
  const { terminal } = run.host;
  if (terminal === undefined) return;
  for (const one of orders) await part(run, terminal, one);
};

const SHOW = 's';

const part = async (
  run: Parting,
  terminal: OwnersTerminal,
  { file, text }: BootstrapInstructions,
): Promise<void> => {
  const secrets = labelledSecrets(text);
  const redactor = new CredentialRedactor(secrets, credentialFinder(secrets));
  const masked = await redactor.redactLines(text);
  const isMasked = masked !== text;
  terminal.show(
    `${file} is gone, and was not carried out. It said${isMasked ? ', but for its credentials' : ''}:\n\n${ended(masked)}\n`,
  );
  const showing = isMasked ? `${SHOW}: show it with its credentials; ` : '';
  for (;;) {
    const answer = await terminal.ask(
      `${showing}a path outside of the workspace: write it there; Enter: let it go. `,
    );
    const said = answer?.trim() ?? '';
    if (said === '') return;
    if (isMasked && said === SHOW) {
      terminal.show(`\n${ended(text)}\n`);
      continue;
    }
    const why = writeTo(run, said, text);
    if (why === undefined)
      return terminal.show(`${file} is written there; only you can read it.\n`);
    terminal.show(`It was not written: ${why}.\n`);
  }
};

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** Writes it, mode 0600, where nothing is yet; why not, if so. */
const writeTo = ({ host, opened }: Parting, said: string, text: string): string | undefined => {
  const { disk } = host;
  const path = expanded(said, host.environment['HOME']);
  if (!isAbsolute(path)) return 'name the whole path, from / or ~/ on';
  try {
    const folder = disk.realpath(dirname(path));
    const kept = [opened.workspace.stat, disk.lstat(dirname(opened.home.path))];
    if (isBelow(disk, folder, kept)) return 'it lies in the workspace, or in the state of yamo';
    create(disk, `${folder === '/' ? '' : folder}/${basename(path)}`, Buffer.from(text));
    return undefined;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return errno === 'EEXIST' ? 'something of that name is there' : errno;
  }
};

/** Whatever leads there: a folder is known by its device and inode, not by its name. */
const isBelow = (disk: Disk, folder: string, kept: readonly (Stat | undefined)[]): boolean => {
  for (let at = folder; ; at = dirname(at)) {
    const stat = disk.lstat(at);
    if (kept.some((one) => one?.dev === stat?.dev && one?.ino === stat?.ino)) return true;
    if (at === dirname(at)) return false;
  }
};

const create = (disk: Disk, path: string, bytes: Uint8Array): void => {
  const fd = disk.open(path, OPEN.create, 0o600);
  try {
    writeAll(disk, fd, bytes);
    disk.fsync(fd);
  } catch (error) {
    disk.unlink(path);
    throw error;
  } finally {
    closeQuietly(disk, fd);
  }
};
