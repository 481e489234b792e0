/** What a kernel under test is started in: without network, where everything that it starts ends with it. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

import { straceWords } from '#conform/witness/calls.ts';

/** What this machine has for the suite. */
export interface Means {
  /** Words before a command; none where there are no namespaces. */
  readonly fence: readonly string[];
  /** The same, with the right to mount. */
  readonly mounting: readonly string[];
  /** Why nothing can watch; undefined where strace works. */
  readonly blind: string | undefined;
}

const NAMESPACES = ['--net', '--ipc', '--pid', '--mount', '--fork', '--kill-child=SIGKILL'];
const AS_ROOT = ['unshare', ...NAMESPACES, '--mount-proc', '--'];
const AS_USER = ['unshare', '--user', '--map-current-user', ...NAMESPACES, '--mount-proc', '--'];
const AS_MOUNTER = ['unshare', '--user', '--map-root-user', ...NAMESPACES, '--mount-proc', '--'];

/** A kernel that could make namespaces for its agents without a fence can do so within it. */
const isFair = (fence: readonly string[]): boolean =>
  works(fence) && (!works(['unshare', '--user']) || works([...fence, 'unshare', '--user']));

const works = ([program = '', ...words]: readonly string[]): boolean =>
  spawnSync(program, [...words, 'true'], { stdio: 'ignore' }).status === 0;

/** What there is, tried and not asked. */
export const findMeans = (): Means => {
  const isRoot = process.getuid?.() === 0;
  const fence = (isRoot ? [AS_ROOT] : [AS_USER]).find(isFair) ?? [];
  const mounting = isRoot ? fence : ([AS_MOUNTER].find(isFair) ?? []);
  return { fence, mounting, blind: blindness(fence) };
};

/** Why strace cannot watch here. */
const blindness = (fence: readonly string[]): string | undefined => {
  const strace = straceWords({ file: '/dev/null', inject: [], shownBytes: 32 });
  const [program, ...words] = [...fence, ...strace, 'true'];
  const { error, status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (error !== undefined) return `strace is needed: ${error.message}`;
  return status === 0 ? undefined : `strace is needed: ${stderr.trim().slice(0, 200)}`;
};
