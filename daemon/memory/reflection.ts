/**
 * An automation thinks about its runs (N40): after one that failed, and every so many. What it is shown is how they ended, the
 * owner's decisions about proposals in the owner's own words, and what it and its peer have noted; no text from outside is
 * among that, since what it writes down becomes part of its own prompt. What is written is one line each, of bounded length,
 * in files of bounded length: its oldest lines give way, and what people wrote into them stays.
 */
import { oneLine } from '#lib/model/bounded.ts';
import { scan } from '#lib/injection/scan.ts';
import { REFLECT_EVERY, REFLECTION_FILE_CHARS, REFLECTION_LINE_CHARS } from '#lib/spec/limits.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { membersOf, parsedJson } from '#lib/text/json.ts';
import { asRefusal } from '#kernel/fs/disk.ts';
import { replaceFile } from '#kernel/fs/replace.ts';
import { readFile } from '#kernel/startup/read.ts';
import type { Workspace } from '#kernel/startup/workspace.ts';
import type { EventLog } from '#daemon/data/event-log.ts';
import type { Queries } from '#daemon/data/open.ts';
import { AUTOMATION_EVENT, lastReflection } from '#daemon/data/event-queries.ts';
import { cleaned, redactedText } from './knowledge.ts';

/** What reflection works with. */
export interface ReflectionSite {
  readonly workspace: Workspace;
  readonly data: Queries;
  readonly events: Pick<EventLog, 'append'>;
  /** What a model answers; `undefined` where none may be asked. Throws what a turn throws. */
  readonly ask: (text: string) => Promise<string | undefined>;
}

/** An automation as its row has it now. */
interface Reflecting {
  readonly id: number;
  readonly name: string;
  readonly folder: string;
  readonly peers: readonly string[];
}

/** Thinks about its runs, where it is time for that. Throws what a turn, reading and writing throw. */
export const reflectOn = async (
  site: ReflectionSite,
  name: string,
  signal: AbortSignal,
): Promise<void> => {
  const automation = await reflecting(site.data.runtime, name);
  if (automation === undefined) return;
  const since = await lastReflection(site.data.events, name);
  const runs = await runsSince(site.data.runtime, automation.id, since);
  const isDue = runs.length >= REFLECT_EVERY || runs.some(({ outcome }) => outcome !== 'done');
  if (!isDue || signal.aborted) return;
  // Before it is tried: one that fails is not tried with each run.
  await site.events.append({
    type: AUTOMATION_EVENT,
    payload: { automation: name, outcome: 'reflects', run: runs[0]?.id ?? since },
  });
  const answer = await site.ask(await questionOf(site, automation, runs));
  if (answer === undefined || signal.aborted) return;
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  for (const [file, lines] of linesIn(answer, filesOf(name)))
    keepLines(site.workspace, `${automation.folder}/${file}`, await kept(lines, today));
};

const reflecting = async (
  runtime: Queries['runtime'],
  name: string,
): Promise<Reflecting | undefined> => {
  const row = await runtime
    .selectFrom('automations')
    .select(['id', 'workspace_dir', 'peer_workspaces', 'self_improvement'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (row === undefined || row.self_improvement === 0 || row.workspace_dir === null)
    return undefined;
  const peers: unknown = parsedJson(row.peer_workspaces);
  return {
    id: row.id,
    name,
    folder: row.workspace_dir,
    peers: Array.isArray(peers) ? peers.filter((one) => typeof one === 'string') : [],
  };
};

const runsSince = (runtime: Queries['runtime'], automation: number, since: number) =>
  runtime
    .selectFrom('automation_runs')
    .select(['id', 'outcome', 'note'])
    .where('automation', '=', automation)
    .where('id', '>', since)
    .where('outcome', 'is not', null)
    .orderBy('id', 'desc')
    .limit(RUNS_SHOWN)
    .execute();

const RUNS_SHOWN = 3 * REFLECT_EVERY;

/** What it may add to, its notes for the other among them. */
const filesOf = (name: string): readonly string[] => [
  'SKILLS.md',
  'PATTERNS.md',
  'ERRORS.md',
  name === 'memory-reader' ? 'NOTES_FOR_WRITER.md' : 'NOTES_FOR_READER.md',
];

const questionOf = async (
  { workspace, data }: ReflectionSite,
  { name, folder, peers }: Reflecting,
  runs: Awaited<ReturnType<typeof runsSince>>,
): Promise<string> => {
  const own = filesOf(name).map((file) => textOf(workspace, `${folder}/${file}`));
  const others = peers.flatMap((peer) =>
    PEER_FILES.map((file) => textOf(workspace, `${peer}/${file}`)),
  );
  const decided = await data.memory
    .selectFrom('proposals')
    .select(['state', 'kind', 'payload'])
    .where('state', '!=', 'open')
    .where('trust', '=', 'owner')
    .orderBy('id', 'desc')
    .limit(DECIDED_SHOWN)
    .execute();
  return [
    'Think about your last runs. How they ended, the newest first:',
    runs.map(({ outcome, note }) => `- ${outcome}: ${oneLine(note ?? '', 200)}`).join('\n'),
    ...(decided.length === 0 ? [] : ['What the owner decided about what was proposed:']),
    ...(decided.length === 0
      ? []
      : [decided.map(({ state, kind, payload }) => `- ${state}: ${kind} ${payload}`).join('\n')]),
    'What you have noted, and what your peer has:',
    ...[...own, ...others].filter((text) => text !== ''),
    `Answer with what is new to know for your job, at most ${LINES_MAX} lines and nothing else, each an object of JSON: {"file": "${filesOf(name).join('|')}", "line": "…"}. Where nothing is, answer nothing.`,
  ].join('\n\n');
};

const PEER_FILES = ['SKILLS.md', 'ERRORS.md', 'NOTES_FOR_READER.md', 'NOTES_FOR_WRITER.md'];
const DECIDED_SHOWN = 20;
const LINES_MAX = 10;

/** A file as it is shown; nothing where it is not there or cannot be read. */
const textOf = (workspace: Workspace, path: string): string => {
  try {
    const text = readFile(workspace, path)?.text;
    return text === undefined ? '' : `${path}:\n${text.slice(0, REFLECTION_FILE_CHARS)}`;
  } catch (error) {
    if (error instanceof Refusal) return '';
    throw error;
  }
};

/** Lines of an answer, by the file that they are for. */
const linesIn = (
  answer: string,
  files: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const text of answer.split('\n').slice(0, LINES_MAX)) {
    const { file, line } = membersOf(parsedJson(text.trim()));
    if (typeof file !== 'string' || typeof line !== 'string' || !files.includes(file)) continue;
    found.set(file, [...(found.get(file) ?? []), line]);
  }
  return found;
};

/** What may be written down: without credentials, on one line, and none that speaks as others' orders do. */
const kept = async (lines: readonly string[], today: string): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const line of lines) {
    const text = oneLine(cleaned(await redactedText(line)), REFLECTION_LINE_CHARS);
    if (text !== '' && scan(text).length === 0) texts.push(`- ${today} ${text}`);
  }
  return texts;
};

/** A line of its own. */
const OWN = /^- \d{4}-\d{2}-\d{2} /u;

/** Adds lines to a file. Throws FILE_… refusals, WRITE_FAILED. */
export const keepLines = (workspace: Workspace, path: string, fresh: readonly string[]): void => {
  const before = (readFile(workspace, path)?.text ?? '').trimEnd().split('\n');
  const lines = [...before, ...fresh.filter((line) => !isKnown(line, before))];
  if (lines.length === before.length) return;
  const length = (): number => lines.reduce((sum, line) => sum + line.length + 1, 0);
  while (length() > REFLECTION_FILE_CHARS) {
    const oldest = lines.findIndex((line) => OWN.test(line));
    // All of it is of people's own: they have the room.
    if (oldest === -1) return;
    lines.splice(oldest, 1);
  }
  const cut = path.lastIndexOf('/');
  const bytes = Buffer.from(`${lines.join('\n').trimStart()}\n`);
  try {
    replaceFile(workspace.ensure(path.slice(0, cut)), { name: path.slice(cut + 1), bytes });
  } catch (error) {
    throw asRefusal(
      error,
      (errno) => new Refusal('WRITE_FAILED', { operation: 'write', path, errno }),
    );
  }
};

/** The same on another day is nothing new. */
const isKnown = (line: string, lines: readonly string[]): boolean => {
  const text = line.replace(OWN, '');
  return lines.some((one) => one.replace(OWN, '') === text);
};
