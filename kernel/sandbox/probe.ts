/**
 * Does a sandbox hold on this machine? Found out by trying, with the view that the session will
 * have: what it must not see is there to be seen, what it must not write is there to be written.
 * Systems forbid namespaces in a dozen ways, and most of them fail late or not at all.
 */
import { startChild } from '#kernel/process/child.ts';
import { errnoOf } from '#kernel/fs/disk.ts';
import type { Mechanism, View } from './view.ts';
import { STATE } from '#kernel/state/kinds.ts';

export interface Expectations {
  /** Files of the machine, all of them there, that nothing in the view can open. */
  readonly closed: readonly string[];
  /** Folders of the machine that cannot be listed, or that have nothing in them. */
  readonly hidden: readonly string[];
  /** Folders that are shown and cannot be written to; looked at where the view is made of mounts, never tried. */
  readonly fixed: readonly string[];
  /** Folders of the machine in which no file can be created: of ours, since it is tried. */
  readonly shut: readonly string[];
  /** Folders in which something can. */
  readonly open: readonly string[];
}

/** What is created where a folder should be shut or open. */
const ATTEMPT = STATE.attempt.name;

const LAST_LINE = 'done\n';

/** Pairs of a test and a path; says what fails, by number, and at its end that it got there. */
const SCRIPT = `
n=0
while [ $# -gt 0 ]; do
  n=$((n + 1))
  case $1 in
    closed) if (: < "$2"); then echo "$n"; fi ;;
    hidden) for f in "$2"/* "$2"/.[!.]*; do if [ -e "$f" ] || [ -L "$f" ]; then echo "$n"; fi; done ;;
    fixed) if [ -w "$2" ]; then echo "$n"; fi ;;
    owned) if [ -c "$2" ] && [ -O "$2" ] && (chmod 666 "$2"); then echo "$n"; fi ;;
    shut) if (: > "$2/${ATTEMPT}"); then echo "$n"; fi ;;
    open) if (: > "$2/${ATTEMPT}"); then :; else echo "$n"; fi ;;
  esac 2> /dev/null
  shift 2
done
printf '${LAST_LINE}'
`;

/** How long the test may take; it takes some milliseconds, and seconds where a machine is busy. */
const PROBE_MS = 30_000;
const TOO_LATE = `a process took more than ${PROBE_MS / 1000} seconds in it`;
const PROBE_EXIT_MS = 100;

/** Why the sandbox does not hold `view` here, in words; `undefined` if it does. */
export const probe = async (
  mechanism: Mechanism,
  view: View,
  { closed, hidden, fixed, shut, open }: Expectations,
): Promise<string | undefined> => {
  const tests = [
    ...closed.map((path) => ['closed', path] as const),
    ...hidden.map((path) => ['hidden', path] as const),
    ...(mechanism.mounts ? fixed.map((path) => ['fixed', path] as const) : []),
    ...(mechanism.mounts ? [['owned', DEVICE] as const] : []),
    ...shut.map((path) => ['shut', path] as const),
    ...open.map((path) => ['open', path] as const),
  ];
  const heard = await output(
    mechanism.enclose(view, '/bin/sh', ['-c', SCRIPT, 'sh', ...tests.flat()]),
  );
  if (typeof heard === 'object') return heard.reason;
  if (heard === LAST_LINE) return undefined;
  const [what, path] = tests[Number.parseInt(heard, 10) - 1] ?? ['?', '?'];
  return FAULT[what]?.(path) ?? 'its test failed';
};

/** Its mode is 0666 everywhere; who may set it to that may set it to anything. */
const DEVICE = '/dev/null';

const FAULT: Readonly<Record<string, (path: string) => string>> = {
  closed: (path) => `${path} could be opened in it`,
  hidden: (path) => `${path} could be listed in it`,
  fixed: (path) => `${path} could be written to in it`,
  owned: (path) => `the mode of ${path} could be changed in it`,
  shut: (path) => `a file could be created in ${path} in it`,
  open: (path) => `nothing could be written to ${path} in it`,
};

/** What a command prints; why it printed nothing that counts. */
const output = async (
  command: ReturnType<Mechanism['enclose']>,
): Promise<string | { readonly reason: string }> => {
  try {
    const child = await startChild(command);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void child.end(0);
    }, PROBE_MS);
    let text = '';
    let complaint = '';
    // The answer is known before the view is taken down, which takes a while.
    const answered = new Promise<void>((resolve) => {
      child.output.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.endsWith(LAST_LINE)) resolve();
      });
    });
    child.diagnostics.setEncoding('utf8').on('data', (part: string) => (complaint += part));
    child.input.end();
    const how = await Promise.race([answered, child.ended]);
    clearTimeout(timer);
    void child.end(PROBE_EXIT_MS);
    if (isLate) return { reason: TOO_LATE };
    if (how === undefined) return text;
    const isSaid = text === '' && complaint !== '';
    return { reason: isSaid ? firstLine(complaint) : `a process in it ended too early (${how})` };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return { reason: errno };
  }
};

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 200);
