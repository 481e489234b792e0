/** What `git diff-tree --stdin -z --raw --numstat` says of commits, as changes of files. */

/** One file in one commit. Names are decoded; what is no UTF-8 in them is lost, as in a listing of the disk. */
export interface LoggedFile {
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'deleted' | 'renamed';
  readonly from?: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  /** The versions before and after, where there is one and it is a regular file. */
  readonly before?: string;
  readonly after?: string;
}

/** A commit of the history, with the files that it touched. */
export interface LoggedCommit {
  readonly commit: string;
  /** Seconds since 1970, of the author. */
  readonly time: number;
  readonly parents: number;
  readonly files: readonly LoggedFile[];
}

/** The form of the line before each commit. */
export const LOG_FORMAT = 'commit %H %at %P';
const HEAD = /^commit ([0-9a-f]+) (-?\d*) ?([0-9a-f ]*)$/u;
const RAW = /^\n?:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/u;
const COUNTS = /^\n?(\d+|-)\t(\d+|-)\t/u;

/** Against one parent. */
interface Comparison {
  readonly commit: string;
  readonly time: number;
  readonly parents: number;
  readonly files: Map<string, LoggedFile>;
}

/** Reads the output, with `LOG_FORMAT`; what was cut off at its end is left out. */
export const commitsIn = (output: Buffer, isWhole: boolean): readonly LoggedCommit[] => {
  const comparisons = comparisonsIn(output.toString('latin1').split('\0'));
  const commits = Map.groupBy(comparisons, ({ commit }) => commit);
  // The last one may lack a part of its files.
  const last = comparisons.at(-1)?.commit;
  return [...commits.values()].flatMap((group) =>
    !isWhole && group[0]?.commit === last ? [] : merged(group),
  );
};

const comparisonsIn = (tokens: readonly string[]): readonly Comparison[] => {
  const comparisons: Comparison[] = [];
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  while (at < tokens.length) {
    const token = next();
    const current = comparisons.at(-1);
    const head = HEAD.exec(token);
    const raw = RAW.exec(token);
    const counts = COUNTS.exec(token);
    if (head !== null) {
      const [, commit = '', time, parents = ''] = head;
      const count = parents === '' ? 0 : parents.split(' ').length;
      comparisons.push({ commit, time: Number(time) || 0, parents: count, files: new Map() });
    } else if (raw !== null) {
      const isRename = raw[5] === 'R' || raw[5] === 'C';
      const [from, to] = isRename ? [next(), next()] : [undefined, next()];
      current?.files.set(to, fileOf(raw, from, to));
    } else if (counts !== null) {
      const inline = token.slice(counts[0].length);
      // A rename has an empty name here, and then both.
      if (inline === '') next();
      const name = inline === '' ? next() : inline;
      const file = current?.files.get(name);
      if (file !== undefined) current?.files.set(name, withCounts(file, counts));
    }
  }
  return comparisons;
};

const KINDS: Readonly<Record<string, LoggedFile['kind']>> = {
  A: 'added',
  D: 'deleted',
  R: 'renamed',
};

const fileOf = (
  [, modeBefore = '', modeAfter = '', before = '', after = '', status = '']: RegExpExecArray,
  from: string | undefined,
  to: string,
): LoggedFile => ({
  file: decoded(to),
  kind: KINDS[status] ?? 'changed',
  ...(from !== undefined && { from: decoded(from) }),
  linesAdded: 0,
  linesRemoved: 0,
  ...(isRegular(modeBefore) && { before }),
  ...(isRegular(modeAfter) && { after }),
});

/** Not a symbolic link (120000), whose content is a path, and no submodule (160000). */
const isRegular = (mode: string): boolean => mode.startsWith('100');

const decoded = (name: string): string => Buffer.from(name, 'latin1').toString('utf8');

/** Git counts no lines (`-`) in what it takes for binary. */
const withCounts = (file: LoggedFile, [, added, removed]: RegExpExecArray): LoggedFile => ({
  ...file,
  linesAdded: added === '-' ? 0 : Number(added),
  linesRemoved: removed === '-' ? 0 : Number(removed),
});

/**
 * A merge is compared with each of its parents. What it did itself is what differs from all of them, and of the
 * lines the fewest: those that no parent explains.
 */
const merged = (group: readonly Comparison[]): readonly LoggedCommit[] => {
  const [first] = group;
  if (first === undefined) return [];
  const { commit, time, parents } = first;
  if (parents > group.length) return [{ commit, time, parents, files: [] }];
  const files = [...first.files].flatMap(([name, file]) => {
    const all = group.map((comparison) => comparison.files.get(name));
    return all.includes(undefined)
      ? []
      : ofAll(
          file,
          all.filter((one) => one !== undefined),
        );
  });
  return [{ commit, time, parents, files }];
};

const ofAll = ({ from, ...first }: LoggedFile, all: readonly LoggedFile[]): LoggedFile => {
  const kind = all.every((one) => one.kind === first.kind) ? first.kind : 'changed';
  return {
    ...first,
    kind,
    ...(kind === 'renamed' && from !== undefined && { from }),
    linesAdded: Math.min(...all.map(({ linesAdded }) => linesAdded)),
    linesRemoved: Math.min(...all.map(({ linesRemoved }) => linesRemoved)),
  };
};
