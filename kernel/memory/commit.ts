/**
 * A change of memory as a commit in the owner's own repository, where the owner asks for that (RFC-0009 §5.3). The commit has
 * the bytes that were written, of the files that were changed and of no other: nothing that is staged goes with it. No hook
 * and no filter runs, and nothing is signed. A change is undone from the journal all the same.
 */
import { resolve } from 'node:path';
import { type GitRequest, runOwnersGit } from '#kernel/process/git.ts';
import type { Environment } from '#kernel/process/xdg.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { MemoryChange } from './journal.ts';

/** What came of it: the commit, or why there is none. */
export type Committed = { readonly commit: string } | { readonly reason: string };

/** A folder of a repository has fewer entries than this takes. */
const LISTING_MAX_BYTES = 16 * 1024 * 1024;
/** Git is in the middle of something, and a commit would become a part of it. */
const UNDER_WAY = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
  'index.lock',
] as const;

/** What a commit of a curation is called. */
export const curationOf = ({
  added,
  removed,
}: {
  readonly added: number;
  readonly removed: number;
}): string => `Curate MEMORY.md: ${added} added, ${removed} taken out`;

class NotCommitted extends Error {}

/** Commits what these changes came to; where the last commit has not what was there before, that is committed first. */
export const commitChanges = async (
  workspace: Workspace,
  changes: readonly MemoryChange[],
  subject: string,
  environment: Environment,
): Promise<Committed> => {
  try {
    return { commit: await new Repository(workspace, environment).commit(changes, subject) };
  } catch (error) {
    if (error instanceof NotCommitted) return { reason: error.message };
    throw error;
  }
};

/** The commit is made: the index then shows the file as staged as it was. */
const ignoreNotCommitted = (error: unknown): void => {
  if (!(error instanceof NotCommitted)) throw error;
};

/** A file in a tree or in the index. */
interface Entry {
  readonly mode: string;
  readonly object: string;
}

type Asking = Pick<GitRequest, 'input'> & {
  /** What is said where git has failed. */
  readonly otherwise?: string;
  /** The exit code for: nothing was found. */
  readonly empty?: number;
};

/** A file that was changed: in the last commit, and the objects of before and after. */
interface File {
  /** From the top of the repository. */
  readonly path: string;
  readonly old: Entry;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

class Repository {
  readonly #workspace: Workspace;
  readonly #environment: Environment;

  constructor(workspace: Workspace, environment: Environment) {
    this.#workspace = workspace;
    this.#environment = environment;
  }

  /** Throws NotCommitted. */
  async commit(changes: readonly MemoryChange[], subject: string): Promise<string> {
    await this.#refuseUnderWay();
    const start = await this.#ask(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
      otherwise: 'there is no commit yet',
    });
    const prefix = await this.#ask(['rev-parse', '--show-prefix']);
    const files: File[] = [];
    for (const { file, before, after } of changes) {
      const path = prefix + file;
      const old = await this.#tracked(start, path);
      files.push({ path, old, before: await this.#store(before), after: await this.#store(after) });
    }
    const earlier = await this.#advance(start, files, 'before', `Before: ${subject}`);
    const head = await this.#advance(earlier, files, 'after', subject);
    for (const file of files) await this.#stage(file).catch(ignoreNotCommitted);
    return head;
  }

  /** The files as they were, or are; the same commit where it has them so. */
  async #advance(
    head: string,
    files: readonly File[],
    state: 'before' | 'after',
    subject: string,
  ): Promise<string> {
    let tree = head;
    for (const { path, old, [state]: object } of files) {
      if ((await this.#entry(tree, path))?.object === object) continue;
      tree = await this.#with(
        tree,
        path.split('/'),
        object === undefined ? undefined : { ...old, object },
      );
    }
    if (tree === head) return head;
    const commit = await this.#ask(['commit-tree', tree, '-p', head], { input: `${subject}\n` });
    await this.#ask(['update-ref', '-m', `yamo: ${subject}`, 'HEAD', commit, head]);
    return commit;
  }

  async #refuseUnderWay(): Promise<void> {
    const { path, root } = this.#workspace;
    const asked = UNDER_WAY.flatMap((name) => ['--git-path', name]);
    const places = (await this.#ask(['rev-parse', ...asked])).split('\n');
    for (const place of places)
      if (root.disk.lstat(resolve(path, place)) !== undefined)
        throw new NotCommitted(
          'git is in the middle of something else (a merge, a rebase, another command)',
        );
  }

  /** The file in the last commit. */
  async #tracked(head: string, path: string): Promise<Entry> {
    const entry = await this.#entry(head, path);
    if (entry === undefined)
      throw new NotCommitted(`${path} is in no commit yet: git add and commit it first`);
    if (!entry.mode.startsWith('100')) throw new NotCommitted(`${path} is no file there`);
    return entry;
  }

  /** The object with exactly these bytes; `undefined` for a file that is gone. */
  async #store(bytes: Uint8Array | undefined): Promise<string | undefined> {
    return (
      bytes &&
      (await this.#ask(['hash-object', '-w', '-t', 'blob', '--no-filters', '--stdin'], {
        input: bytes,
      }))
    );
  }

  async #entry(tree: string, path: string): Promise<Entry | undefined> {
    const listed = await this.#ask([
      'ls-tree',
      '-z',
      '--full-tree',
      tree,
      '--',
      `:(literal)${path}`,
    ]);
    const [, mode, object] = /^(\d{6}) \w+ ([0-9a-f]+)\t/.exec(listed) ?? [];
    return mode === undefined || object === undefined ? undefined : { mode, object };
  }

  /** The tree with this entry at this place, or without one. */
  async #with(
    tree: string,
    [name = '', ...rest]: readonly string[],
    entry?: Entry,
  ): Promise<string> {
    const rows = (await this.#ask(['ls-tree', '-z', '--full-tree', tree])).split('\0');
    const others = rows.filter((row) => row !== '' && row.slice(row.indexOf('\t') + 1) !== name);
    const object =
      rest.length === 0 ? entry?.object : await this.#with(`${tree}:${name}`, rest, entry);
    const kind = rest.length === 0 ? `${entry?.mode} blob` : '040000 tree';
    const row = object === undefined ? [] : [`${kind} ${object}\t${name}`];
    return this.#ask(['mktree', '-z'], {
      input: [...others, ...row].map((one) => `${one}\0`).join(''),
    });
  }

  /** Where the index has the file of the last commit, it gets the new one: what the owner staged stays as it is. */
  async #stage({ path, old, after }: File): Promise<void> {
    const listed = await this.#ask([
      'ls-files',
      '-s',
      '-z',
      '--full-name',
      '--',
      `:(top,literal)${path}`,
    ]);
    if (listed !== `${old.mode} ${old.object} 0\t${path}\0`) return;
    const row = after === undefined ? `0 ${'0'.repeat(old.object.length)}` : `${old.mode} ${after}`;
    const without = await this.#withoutFilters();
    await this.#ask([...without, 'update-index', '-z', '--index-info'], {
      input: `${row}\t${path}\0`,
    });
  }

  /** Git looks through filters at files that were changed in the second in which the index was written. */
  async #withoutFilters(): Promise<readonly string[]> {
    const pattern = String.raw`^filter\..*\.(clean|process|required)$`;
    const names = await this.#ask(['config', '-z', '--name-only', '--get-regexp', pattern], {
      empty: 1,
    });
    return names
      .split('\0')
      .filter((name) => name !== '')
      .flatMap((name) => {
        if (name.includes('=')) throw new NotCommitted('a filter has an odd name');
        return ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`];
      });
  }

  /** What git says, without its line end. Throws NotCommitted. */
  async #ask(args: readonly string[], { input, otherwise, empty }: Asking = {}): Promise<string> {
    const environment = this.#environment;
    const given = input === undefined ? {} : { input };
    const request = { environment, maxBytes: LISTING_MAX_BYTES, ...given };
    const answer = await runOwnersGit(this.#workspace.path, args, request);
    if (answer.is === 'unavailable') throw new NotCommitted(answer.reason);
    if ((answer.exitCode !== 0 && answer.exitCode !== empty) || !answer.isWhole)
      throw new NotCommitted(otherwise ?? `git ${args[0]} ended with exit code ${answer.exitCode}`);
    const text = answer.output.toString('utf8');
    return text.endsWith('\n') ? text.slice(0, -1) : text;
  }
}
