/**
 * From a workspace of one layout to one of another, decided by names: what has the same role goes where that role is,
 * and all else is kept under a name that means nothing there. No content is dropped, and no two files become one.
 */
import type { LayoutDocument, LayoutFile, LayoutRole } from './document.ts';
import { fitsPattern, isPattern } from './names.ts';
import { isOfRuntime } from './membership.ts';

/** Where a file goes. */
interface Move {
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** A file that stays behind. */
export interface Left {
  readonly file: string;
  readonly why: string;
}

export interface ConversionPlan {
  readonly moves: readonly Move[];
  readonly left: readonly Left[];
}

/** Where files go whose names mean something else, or nothing, in the new layout. */
const KEPT = 'kept/';
/** Nexus has its own names at its root, and `home/` for the rest. */
const HOME: Readonly<Record<string, string>> = { nexus: 'home/' };

interface Ends {
  readonly from: LayoutDocument;
  readonly to: LayoutDocument;
  /** Fills in `{agent}` in the names of either. */
  readonly agents: { readonly from?: string; readonly to: string };
}

/** `files` are the names of all files, relative, in order. The same names give the same plan. */
export const planConversion = (files: readonly string[], ends: Ends): ConversionPlan => {
  const taken = new Places();
  const moves: Move[] = [];
  const left: Left[] = [];
  // What has a role comes first, so that nothing else takes its place.
  const ranked = files.toSorted((one, other) => rankOf(one, ends) - rankOf(other, ends));
  for (const file of ranked) {
    if (isOfRuntime(ends.from, file)) {
      left.push({ file, why: `it belongs to the runtime of ${ends.from.title}` });
      continue;
    }
    const wanted = placeFor(file, ends);
    const place = taken.has(wanted.to)
      ? { to: freeName(`${KEPT}${file}`, taken), why: 'another file has its place' }
      : wanted;
    taken.add(place.to);
    moves.push({ from: file, ...place });
  }
  return { moves, left };
};

/** Names that files have got, and the folders on the way there, which no file may be; whatever their spelling. */
class Places {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  has(name: string): boolean {
    const wanted = name.toLowerCase();
    return (
      this.#files.has(wanted) ||
      this.#folders.has(wanted) ||
      foldersOf(wanted).some((folder) => this.#files.has(folder))
    );
  }

  add(name: string): void {
    const taken = name.toLowerCase();
    this.#files.add(taken);
    for (const folder of foldersOf(taken)) this.#folders.add(folder);
  }
}

const foldersOf = (name: string): readonly string[] => {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

const rankOf = (file: string, { from, agents }: Ends): number =>
  rowFor(file, from, agents.from)?.priority ?? Number.MAX_SAFE_INTEGER;

const DATE = /\d{4}-\d{2}-\d{2}/u;

/** The row of a file in a layout; days stand for each other. */
const rowFor = (
  file: string,
  { files }: LayoutDocument,
  agent: string | undefined,
): LayoutFile | undefined => {
  const undated = file.replace(DATE, '{today}');
  return files.find(({ name }) => {
    const filled = agent === undefined ? name : name.replace('{agent}', agent);
    return isPattern(filled) ? fitsPattern(filled, file) : filled === file || filled === undated;
  });
};

/** Roles whose files are the same thing in every layout. */
const COMMON: ReadonlySet<LayoutRole> = new Set([
  'soul',
  'agents',
  'user',
  'memory',
  'daily',
  'identity',
  'goals',
  'tools',
  'heartbeat',
  'heartbeat-state',
]);

const placeFor = (file: string, ends: Ends): { readonly to: string; readonly why: string } => {
  const { from, to, agents } = ends;
  const row = rowFor(file, from, agents.from);
  const same = row && COMMON.has(row.role) ? namesake(file, row.role, ends) : undefined;
  if (same !== undefined) return { to: same, why: `${row?.role ?? ''} of both` };
  const bare = withoutPrefix(file, ends);
  const meant = rowFor(bare, to, agents.to);
  // Bootstrap instructions are carried out by whoever finds them: only where both layouts mean the same by them.
  const isOrder = row?.role === 'bootstrap' || meant?.role === 'bootstrap';
  const isSafe = !isOrder || (from.bootstrap === to.bootstrap && to.bootstrap !== 'kernel');
  if (meant !== undefined && isSafe && (row === undefined || row.role === meant.role))
    return { to: bare, why: 'has the same name' };
  if (meant === undefined && !isReserved(bare, to))
    return {
      to: `${homeOf(bare, to)}${bare}`,
      why: row === undefined ? 'kept' : `${to.title} has no ${row.role}`,
    };
  const why = isOrder
    ? 'instructions that nobody is to carry out here'
    : `its name means something else to ${to.title}`;
  return { to: file.startsWith(KEPT) ? file : `${KEPT}${file}`, why };
};

/** The file of that role in the other layout. */
const namesake = (file: string, role: LayoutRole, { to, agents }: Ends): string | undefined => {
  const rows = to.files.filter((one) => one.role === role && !isPattern(one.name));
  const row =
    rows.find(({ name }) => name === file) ??
    rows.find(({ name }) => !name.includes('{agent}')) ??
    rows.at(0);
  const day = DATE.exec(file)?.[0];
  if (row === undefined || (role === 'daily' && day === undefined)) return undefined;
  return row.name.replace('{agent}', agents.to).replace(/\{(?:today|yesterday)\}/u, day ?? '');
};

/** A name that was only kept means again what it meant. */
const withoutPrefix = (file: string, { from, to, agents }: Ends): string => {
  const prefix = [KEPT, HOME[from.layout]].find((one) => one !== undefined && file.startsWith(one));
  if (prefix === undefined) return file;
  const bare = file.slice(prefix.length);
  return rowFor(bare, to, agents.to) === undefined ? file : bare;
};

const homeOf = (file: string, { layout }: LayoutDocument): string => {
  const home = HOME[layout];
  return home === undefined || file.startsWith(home) || file.startsWith('skills/') ? '' : home;
};

/** Would the new system, or a human, take the name for one of its own in another spelling? */
const isReserved = (file: string, to: LayoutDocument): boolean =>
  homeOf(file, to) === '' &&
  (`${file.toLowerCase()}/` === KEPT ||
    to.files.some(({ name }) => name.toLowerCase() === file.toLowerCase()) ||
    /^(?:bootstrap|memory)\.\w+$/iu.test(file));

const freeName = (name: string, taken: Places): string => {
  let free = name;
  while (taken.has(free)) free = `${KEPT}${free}`;
  return free;
};
