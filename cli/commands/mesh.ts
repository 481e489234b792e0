/** `yamo mesh`: the owner's hand on the index of memory (RFC-0009 §5.4). */
import { constants, setPriority } from 'node:os';
import { plural } from '#lib/report/plural.ts';
import { type RankBy, STORE_NAMES } from '#lib/protocol/mesh.ts';
import { EXIT } from '#lib/spec/exits.ts';
import { SEARCH_HITS, SEARCH_HITS_MAX } from '#lib/spec/limits.ts';
import { ledgerPlace, placeOf } from '#lib/text/place.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import type { Embedded, EmbedderStatus } from '#kernel/mesh/embedding.ts';
import type { MemoryIndex } from '#kernel/mesh/memory-index.ts';
import { searchVerbatim, withOwnersIndex } from '#kernel/owner/mesh.ts';
import type { SearchParts } from '#kernel/session/search.ts';
import { asksVerbatim } from '#lib/workspace/search.ts';
import type { Syncing } from '#kernel/mesh/sync.ts';
import { dayMistake } from '#cli/args/days.ts';
import { hostFor, isDirectory, isFolder, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { Progress } from '#cli/io/progress.ts';
import { foundText } from '#cli/mesh/hit-text.ts';
import { recalls } from '#kernel/contract/settings.ts';
import { harmless, isInteractive, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';

type Words = readonly string[];
type Action = (given: Given<'mesh'>, words: Words) => Promise<number>;

/** Loaded when it is asked for. */
const later =
  (name: 'importMemories' | 'lessons'): Action =>
  async (given, words) =>
    await (await import('#cli/mesh/exchange.ts'))[name](given, words);

interface Row {
  /** What is said where the word behind it is missing; absent where it takes none beside a workspace. */
  readonly wants?: string;
  /** Beside --json and --settings. */
  readonly options: readonly string[];
  readonly run: Action;
}

/** What may be done. */
const ACTIONS: Readonly<Record<string, Row>> = {
  status: { options: [], run: status },
  sync: { options: ['store', 'embed'], run: sync },
  search: {
    wants: 'Say what to search for, in quotes if it is several words.',
    options: ['limit', 'by', 'from', 'to', 'as-of', 'date', 'tz', 'explain', 'record', 'reflect'],
    run: search,
  },
  forget: {
    wants:
      'Say which place: the id that yamo mesh search shows, or words, whose lines are listed first.',
    options: ['line', 'purge', 'yes'],
    run: forgetting,
  },
  export: { options: ['blocks'], run: exporting },
  import: { wants: 'Say which file to import.', options: [], run: later('importMemories') },
  lessons: { options: ['learn'], run: later('lessons') },
  install: { options: ['encoder', 'uninstall', 'yes'], run: installing },
};

/** Options that belong to some actions. */
const FLAGS = ['explain', 'record', 'blocks', 'purge', 'yes', 'encoder', 'uninstall'] as const;
const DAYS = ['from', 'to', 'as-of', 'date'] as const;
const TEXTS = ['store', 'embed', 'limit', 'line', 'by', ...DAYS, 'tz', 'reflect', 'learn'] as const;

/** Throws WORKSPACE_…, STATE_… and MESH_… refusals. */
export const mesh = async (given: Given<'mesh'>): Promise<number> => {
  const [name, ...rest] = given.positionals;
  const action = actionOf(name);
  if (action === undefined)
    return misuse(
      `yamo mesh has no ${JSON.stringify(name)}, and no folder has this name; there are: ${Object.keys(ACTIONS).join(', ')}.`,
    );
  const { wants, options } = action;
  const stray = [
    ...FLAGS.filter((flag) => given.flag(flag)),
    ...TEXTS.filter((text) => given.text(text) !== undefined),
  ].find((option) => !options.includes(option));
  if (stray !== undefined)
    return misuse(`--${stray} says nothing to yamo mesh ${name ?? 'alone'}.`);
  if (wants !== undefined && rest.length === 0) return misuse(wants);
  if (rest.length > (wants === undefined ? 1 : 2))
    return misuse('The last is one word too many; quote what belongs together.');
  const exit = await action.run(given, rest);
  if (exit === EXIT.done && name !== undefined && CHANGES.has(name)) {
    const { tellDaemon } = await import('#cli/daemon/beside.ts');
    const directory = wants === undefined || rest.length > 1 ? rest[0] : undefined;
    await tellDaemon(`mesh ${name}`, workspaceOf({ positional: directory, positionals: [] }));
  }
  return exit;
};

/** What a daemon that serves the workspace is told of. */
const CHANGES: ReadonlySet<string> = new Set(['sync', 'forget', 'import']);

/** Without a name of one: what there is in a workspace, which the word may name. */
const actionOf = (name: string | undefined): Row | undefined => {
  if (name !== undefined && Object.hasOwn(ACTIONS, name)) return ACTIONS[name];
  if (name !== undefined && !isDirectory(name)) return undefined;
  const run: Action = async (given) => {
    const { meshOverview: overview } = await import('#cli/mesh/overview.ts');
    const how = { json: given.flag('json'), actions: Object.keys(ACTIONS) };
    return overview(workspaceOf({ positional: name, positionals: [] }), await hostOf(given), how);
  };
  return { options: [], run };
};

const hostOf = (given: Given<'mesh'>): Promise<Host> => {
  const { signal } = new AbortController();
  const parts = { human: undefined, emit: () => undefined, signal };
  return hostFor({ settings: given.text('settings') }, parts);
};

/** A workspace may stand before the words of an action. */
const withIndex = async <Value>(
  given: Given<'mesh'>,
  directory: string | undefined,
  work: (index: MemoryIndex, host: Host, files: SearchParts) => Promise<Value>,
): Promise<Value> => {
  const host = await hostOf(given);
  const path = workspaceOf({ positional: directory, positionals: [] });
  const told = { date: given.text('date'), zone: given.text('tz') };
  return await withOwnersIndex(path, host, (index, _, files) => work(index, host, files), told);
};

async function status(given: Given<'mesh'>, [directory]: Words): Promise<number> {
  return await withIndex(given, directory, async (index, { settings }) => {
    const found = await index.status();
    if (given.flag('json')) {
      print(jsonLine({ ...found, settings: settings.mesh }));
      return EXIT.done;
    }
    const { store, why, chunks, files, folder, by, embedder } = found;
    const { search: isSearched } = settings.mesh;
    print(
      [
        `store     ${STORE_NAMES[store]}: ${why}`,
        `holds     ${plural(chunks, 'place')} of ${plural(files, 'file')}`,
        ...(embedder === undefined ? [] : [`vectors   ${embedderText(embedder, chunks)}`]),
        `folder    ${harmless(folder)}`,
        `sandbox   ${by}`,
        `sessions  search ${onOff(isSearched)}, recall ${onOff(recalls(settings))} (settings: mesh, recall)`,
        '',
      ].join('\n'),
    );
    return EXIT.done;
  });
}

const embedderText = ({ name, remote, left, fault }: EmbedderStatus, chunks: number): string =>
  [
    `${harmless(name)}${remote === undefined ? '' : ` at ${harmless(remote)}`}, of ${chunks - left} of the places`,
    ...(fault === undefined ? [] : [`; not used: ${harmless(fault)}`]),
  ].join('');

const onOff = (is: boolean): string => (is ? 'on' : 'off');

async function sync(given: Given<'mesh'>, [directory]: Words): Promise<number> {
  // A session that has something to write comes first; what is started here inherits it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  return await withIndex(given, directory, async (index) => {
    const store = given.text('store');
    if (store === 'sqlite' || store === 'lancedb') index.choose(store);
    const synced = await indexing((how) => index.sync(how));
    const embedded = await vectorsMade(index, given.text('embed'));
    if (store !== undefined) await index.purge();
    const { written, removed, skipped, behind, files } = synced;
    if (given.flag('json')) {
      const vectors = embedded === undefined ? {} : { vectors: embedded };
      const told = { written, removed, files: files.length, behind: [...behind], skipped };
      print(jsonLine({ ...told, ...vectors }));
      return behind.size > 0 ? EXIT.machine : EXIT.done;
    }
    print(
      `${styled('green', '✓')} ${plural(files.length, 'file')}: ${plural(written, 'place')} written, ${removed} removed\n`,
    );
    const left = skipped.map(
      ({ file, line, reason }) => `${harmless(file)}:${line} is not kept: ${reason}`,
    );
    for (const one of [(await index.rebuilt()) ?? [], left].flat()) print(`  · ${one}\n`);
    for (const file of behind) print(`  ! ${harmless(index.whyUnread(file))}\n`);
    const { left: unembedded = 0, fault = 'their files have changed' } = embedded ?? {};
    if (unembedded > 0) print(`  ! ${unembedded} places have no vector: ${harmless(fault)}\n`);
    return behind.size > 0 ? EXIT.machine : EXIT.done;
  });
}

/** Vectors of what has none, once the owner has said whether texts may go to another machine (§4.4). */
const vectorsMade = async (
  index: MemoryIndex,
  said: string | undefined,
): Promise<Embedded | undefined> => {
  const embedding = await index.embedding();
  if (embedding === undefined) return undefined;
  if (said !== undefined) embedding.consent(said === 'yes');
  const host = embedding.wantsConsent;
  if (host !== undefined && isInteractive()) {
    const { isAgreed } = await import('#cli/session/agreed.ts');
    const what = `Texts of MEMORY.md and of all logs go to ${host} then, without credentials and personal data.`;
    embedding.consent(await isAgreed(`${what}\nShall they, for this workspace? [y/N] `));
  }
  const progress = new Progress();
  try {
    return await index.embed({
      progress: (done, all) => progress.show(`embedding: ${done} of ${all} places`),
    });
  } finally {
    progress.done();
  }
};

/** Brings an index up to date, however long that takes, with a line on the terminal where it takes a while. */
const indexing = async <Value>(work: (how: Syncing) => Promise<Value>): Promise<Value> => {
  const progress = new Progress();
  try {
    return await work({
      progress: (done, all) => progress.show(`indexing: ${done} of ${all} files`),
    });
  } finally {
    progress.done();
  }
};

async function search(given: Given<'mesh'>, words: Words): Promise<number> {
  const [directory, query = ''] = words.length > 1 ? words : [undefined, ...words];
  if (directory === undefined && isFolder(query))
    return misuse(`${query} is a folder; say behind it what to search for.`);
  const limit = Number(given.text('limit') ?? SEARCH_HITS);
  if (!Number.isInteger(limit) || limit < 1 || limit > SEARCH_HITS_MAX)
    return misuse(`--limit is a number from 1 to ${SEARCH_HITS_MAX}.`);
  const odd = dayMistake(given, DAYS);
  if (odd !== undefined) return misuse(odd);
  const days = { from: given.text('from'), to: given.text('to'), asOf: given.text('as-of') };
  const [json, explain] = [given.flag('json'), given.flag('explain')];
  return await withIndex(given, directory, async (index, _, files) => {
    const asked = { query, limit, ...days };
    const { hits, behind, note } = asksVerbatim(query)
      ? await searchVerbatim(files, asked)
      : await indexing((how) => index.search({ ...asked, by: rankOf(given) }, how));
    for (const hit of hits) print(json ? jsonLine(hit) : foundText(hit, explain));
    if (hits.length === 0 && !json) print('Nothing was found.\n');
    for (const file of behind) printError(`${harmless(index.whyUnread(file))}\n`);
    if (note !== undefined) printError(`${harmless(note)}\n`);
    const insight = given.text('reflect');
    if (insight !== undefined || given.flag('record')) {
      const { recordSearch } = await import('#cli/mesh/recorded.ts');
      const id = recordSearch(index.ledgerFolder(), { query, limit, hits }, insight);
      if (id !== undefined) printError(`Kept as ${placeOf({ file: ledgerPlace(id), line: 1 })}\n`);
    }
    return behind.size > 0 ? EXIT.machine : EXIT.done;
  });
}

const rankOf = (given: Given<'mesh'>): RankBy | undefined => {
  return (['scores', 'ranks'] as const).find((by) => by === given.text('by'));
};

/** To standard output: an export in the workspace would be a second copy of what is private there (R-73). */
async function exporting(given: Given<'mesh'>, [directory]: Words): Promise<number> {
  return await withIndex(given, directory, async (index) => {
    if (given.flag('blocks')) {
      const { printBlocks } = await import('#cli/mesh/exchange.ts');
      return printBlocks(index.ledgerFolder());
    }
    const { text, records } = await index.exported();
    print(text);
    printError(`[MemoryMesh] Exported ${records} ${records === 1 ? 'record' : 'records'}\n`);
    return EXIT.done;
  });
}

async function forgetting(given: Given<'mesh'>, words: Words): Promise<number> {
  const [directory, about = ''] = words.length > 1 ? words : [undefined, ...words];
  const said = given.text('line');
  if (said !== undefined && !/^[1-9]\d{0,5}$/u.test(said))
    return misuse(`--line takes the number of a line of the place, not ${JSON.stringify(said)}.`);
  const { forget } = await import('#cli/mesh/forget.ts');
  const path = workspaceOf({ positional: directory, positionals: [] });
  const [isJson, yes] = [given.flag('json'), given.flag('yes')];
  const line = said === undefined ? undefined : Number(said);
  const purge = given.flag('purge');
  return await forget(await hostOf(given), { path, about, line, isJson, yes, purge });
}

async function installing(given: Given<'mesh'>, words: Words): Promise<number> {
  if (words.length > 0) return misuse('install is for all workspaces: it takes no word more.');
  const { installMesh: install } = await import('#cli/mesh/install.ts');
  return await install(given);
}

const misuse = (what: string): number => {
  printError(harmless(`${what}\nSee: yamo mesh --help\n`));
  return EXIT.usage;
};
