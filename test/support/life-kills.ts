/**
 * What changes hands in the life of a workspace, killed at its system calls: a first boot, a curation, the hook of another
 * program. Each is gone on with as its human or its host would, and nothing is lost or there twice then.
 */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { type Call, nthOf } from '#conform/witness/calls.ts';
import { packageRoot } from '#kernel/process/package.ts';

import {
  faultsAfter,
  unsoundnessOf,
  killedAt,
  ORDERS,
  plainBoot,
  type Point,
  rehearse,
  SCENARIOS,
} from './faults.ts';
import { trace, type Traced } from './strace.ts';
import { environmentOf, kernelCalls, LOG } from './traced-boot.ts';
import { makeBornWorkspace, type TempWorkspace } from './workspace.ts';

/** A first boot that makes all of its files. */
const [BIRTH = raise('no scenario')] = SCENARIOS;
const BORN = ['SOUL.md', 'USER.md', 'AGENTS.md'] as const;

function raise(why: string): never {
  throw new Error(why);
}

/** The calls of a first boot from the deletion of its instructions to the last file that it makes. */
export const birthPoints = async (): Promise<readonly Point[]> => {
  const points = await rehearse(BIRTH);
  const first = points.findIndex(({ label }) => label === 'unlink /ws/BOOTSTRAP.md');
  const last = points.findLastIndex(({ label }) => /^link \/ws\/[A-Z]+\.md$/u.test(label));
  return points.slice(first, last + 1);
};

/** A first boot that nothing disturbs. */
export const wholeBirth = async (): Promise<TempWorkspace> => {
  const workspace = BIRTH.make();
  const { code, stdout } = await plainBoot(workspace);
  if (code !== 0) raise(`the birth failed: ${stdout}`);
  return workspace;
};

/** Kills a first boot at this call, completes it, and says what is not as in `whole`. */
export const killBirth = async (point: Point, whole: TempWorkspace): Promise<readonly string[]> => {
  const workspace = await killedAt(BIRTH, point);
  // What is missing then only its instructions say; the next boot asks for them, and its human has them.
  const isLost = !workspace.has('BOOTSTRAP.md');
  const isRepeated = isLost && !(workspace.has('SOUL.md') && workspace.has('USER.md'));
  const faults = [...(await faultsAfter(BIRTH, workspace))];
  if (isRepeated) {
    workspace.write('BOOTSTRAP.md', ORDERS);
    const { code, stderr } = await plainBoot(workspace);
    if (code !== 0) faults.push(`it cannot be completed: exit ${code} ${stderr}`);
  }
  for (const file of BORN)
    if (!workspace.has(file) || workspace.text(file) !== whole.text(file))
      faults.push(`${file} is not that of a birth`);
  const completed = workspace.text(LOG).split('- bootstrap_completed;').length - 1;
  // What was killed when SOUL.md was there has not ended, and its log does not say so.
  if (completed > 1 || (completed === 0 && isRepeated))
    faults.push(`the birth stands in the log ${completed} times`);
  if (workspace.has('BOOTSTRAP.md')) faults.push('BOOTSTRAP.md is there');
  return [...faults, ...unsoundnessOf(workspace)];
};

const YAMO = join(packageRoot(), 'dist/yamo.js');
const CHANGING =
  /^(?:openat|write|pwrite64|fsync|rename|link|unlink|mkdir|ftruncate|fchmod|close)$/u;

interface Deed {
  /** The words of a command line of yamo. */
  readonly words: readonly string[];
  /** What stands on its standard input. */
  readonly input?: object;
}

/** Does it under strace, with `inject`. */
const done = (
  ws: TempWorkspace,
  { words, input = {} }: Deed,
  inject: readonly string[] = [],
): Promise<Traced> => {
  const file = join(dirname(ws.path), 'input.json');
  writeFileSync(file, JSON.stringify(input));
  // The shell becomes the program, and no process of its own.
  const shell = ['/bin/sh', '-c', 'exec "$@" < "$0"', file];
  return trace([...shell, process.execPath, YAMO, ...words], {
    env: environmentOf(ws),
    cwd: ws.path,
    inject,
  });
};

/** What one run does: where to kill the next one. */
export interface Place {
  readonly name: string;
  readonly nth: number;
}

/** The calls of a deed that change the workspace or the state, and those by which it answers. */
const placesOf = (run: Traced, ws: TempWorkspace): readonly Place[] => {
  const calls = kernelCalls(run);
  const isOwn = ({ name, args, paths }: Call): boolean =>
    (CHANGING.test(name) &&
      paths.some((path) => path.startsWith(ws.path) || path.startsWith(ws.stateHome))) ||
    (/^writev?$/u.test(name) && /^[12]</u.test(args));
  return calls.filter(isOwn).map((call) => ({ name: call.name, nth: nthOf(calls, call) }));
};

/** The same without strace, which takes its time. */
const quickly = (ws: TempWorkspace, { words, input = {} }: Deed): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [YAMO, ...words], {
    cwd: ws.path,
    env: environmentOf(ws),
    input: JSON.stringify(input),
    encoding: 'utf8',
  });

interface Scene {
  readonly ws: TempWorkspace;
  readonly deed: Deed;
}

/** V8 makes calls of its own, now and then one less than in the rehearsal. */
const KILL_TRIES = 4;

/** Kills the deed of a scene at the call of the rehearsal, or near it. Throws where it ends before each time. */
const killed = async (
  make: () => Scene | Promise<Scene>,
  { name, nth }: Place,
): Promise<TempWorkspace> => {
  for (let early = 0; early < KILL_TRIES && early < nth; early += 1) {
    const { ws, deed } = await make();
    const { signal, code } = await done(ws, deed, [`${name}:signal=KILL:when=${nth - early}`]);
    if (signal === 'SIGKILL' || code === 128 + 9) return ws;
  }
  return raise(`it was not killed: ${name} ${nth}`);
};

const LINES = ['Ada writes the lagoon chapter in German', 'the pier is open', 'tea', 'two cats'];
const memoryOf = (lines: readonly string[]): string =>
  `# Memory\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
const BEFORE = memoryOf(LINES);
const SAID = 'Ada decided to write the lagoon chapter in English.';
const CURATED = memoryOf([`2026-03-04: ${SAID}`, ...LINES.slice(2)]);

/** A workspace in whose log stands what a curation takes over, and the curation, which writes two lines' worth. */
const toCurate = async (): Promise<Scene> => {
  const ws = makeBornWorkspace({ 'MEMORY.md': BEFORE });
  const { code, stdout } = await plainBoot(ws, SAID);
  if (code !== 0) raise(`the boot failed: ${stdout}`);
  const at =
    ws
      .text(LOG)
      .split('\n')
      .findIndex((line) => line.includes(SAID)) + 1;
  const add = [{ text: SAID, source: `${LOG}:${at}`, supersedes: 3 }];
  const remove = [3, 4].map((line) => ({ line, text: `- ${LINES[line - 3]}`, why: 'it is over' }));
  writeFileSync(proposalOf(ws), JSON.stringify({ add, remove }));
  return { ws, deed: curationOf(ws) };
};

const proposalOf = ({ path }: TempWorkspace): string => join(dirname(path), 'proposal.json');

const curationOf = (ws: TempWorkspace): Deed => ({
  words: ['memory', 'curate', ws.path, '--from', proposalOf(ws), '--yes'],
});

/** The calls of a curation that change something, in order. */
export const curationPlaces = async (): Promise<readonly Place[]> => {
  const { ws, deed } = await toCurate();
  const run = await done(ws, deed);
  if (ws.text('MEMORY.md') !== CURATED) raise(`it is not curated: ${run.stdout}${run.stderr}`);
  return placesOf(run, ws);
};

/** Kills a curation there, has it made then, and taken back; what is lost or there twice. */
export const killCuration = async (place: Place): Promise<readonly string[]> => {
  const ws = await killed(toCurate, place);
  const faults: string[] = [];
  const left = ws.text('MEMORY.md');
  if (left !== BEFORE && left !== CURATED)
    faults.push('MEMORY.md is neither the one nor the other');
  const again =
    left === BEFORE ? curationOf(ws) : { words: ['memory', 'curate', ws.path, '--yes'] };
  const { status, stdout, stderr } = quickly(ws, again);
  if (status !== 0) faults.push(`the next one fails: ${stdout}${stderr}`);
  if (ws.text('MEMORY.md') !== CURATED) faults.push('MEMORY.md is not what was agreed to');
  if (stateNames(ws).includes('proposal.json')) faults.push('what was applied still waits');
  const changes = journaled(ws);
  if (changes !== 1) faults.push(`${changes} changes in the journal`);
  quickly(ws, { words: ['memory', 'undo', ws.path] });
  if (ws.text('MEMORY.md') !== BEFORE) faults.push('what it took out is not to be had back');
  await sweep(ws);
  return [...faults, ...unsoundnessOf(ws)];
};

/** It is a boot that removes what was half written. */
const sweep = async (ws: TempWorkspace): Promise<void> => {
  await plainBoot(ws);
};

const stateNames = ({ stateHome }: TempWorkspace): readonly string[] =>
  readdirSync(stateHome, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.slice(name.lastIndexOf('/') + 1),
  );

/** The changes that were made, as the journal has them; what a host was allowed to make may stand there, too. */
const journaled = (ws: TempWorkspace): number =>
  readdirSync(ws.stateHome, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\/journal\/\d+\.json$/u.test(name))
    .map((name) => JSON.parse(readFileSync(join(ws.stateHome, name), 'utf8')))
    .filter(({ state }) => state === 'done').length;

const HOOK: readonly string[] = ['hook', '--host', 'claude-code'];
const WRITTEN = memoryOf([...LINES.slice(1), 'Wren called']);

/** What a host tells of a write of MEMORY.md, before and after it. */
export const MOMENTS = ['PreToolUse', 'PostToolUse'] as const;
type Moment = (typeof MOMENTS)[number];

const told = (ws: TempWorkspace, moment: Moment | 'SessionStart'): Deed => ({
  words: HOOK,
  input: {
    hook_event_name: moment,
    session_id: 's',
    cwd: ws.path,
    tool_name: 'Write',
    tool_input: { file_path: ws.at('MEMORY.md'), content: WRITTEN },
    ...(moment === 'PostToolUse' && { tool_response: { type: 'update' } }),
  },
});

const toHook = (): TempWorkspace => {
  const ws = makeBornWorkspace({ 'MEMORY.md': BEFORE });
  const settings = join(ws.configHome, 'yamo/settings.json');
  ws.write(
    join('..', settings.slice(dirname(ws.path).length + 1)),
    JSON.stringify({ hook: { mainProjects: [ws.path] } }),
  );
  // What stood in MEMORY.md is known from the first event of a session on.
  quickly(ws, told(ws, 'SessionStart'));
  return ws;
};

/** The calls of a hook that change something or answer, in order. */
export const hookPlaces = async (moment: Moment, isWritten: boolean): Promise<readonly Place[]> => {
  const ws = toHook();
  const before = await done(ws, told(ws, 'PreToolUse'));
  if (before.stdout !== '{}\n') raise(`it is not allowed: ${before.stdout}${before.stderr}`);
  if (moment === 'PreToolUse') return placesOf(before, ws);
  if (isWritten) ws.write('MEMORY.md', WRITTEN);
  return placesOf(await done(ws, told(ws, moment)), ws);
};

/**
 * Kills the hook there. A host that hears nothing does as it would without it: it writes, or (`isWritten`) its user says no.
 * What the journal then lost, or has twice.
 */
export const killHook = async (
  moment: Moment,
  place: Place,
  isWritten: boolean,
): Promise<readonly string[]> => {
  const isBefore = moment === 'PreToolUse';
  const ws = await killed(() => {
    const made = toHook();
    if (!isBefore) quickly(made, told(made, 'PreToolUse'));
    if (!isBefore && isWritten) made.write('MEMORY.md', WRITTEN);
    return { ws: made, deed: told(made, moment) };
  }, place);
  if (isBefore && isWritten) ws.write('MEMORY.md', WRITTEN);
  const faults: string[] = [];
  const said: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    const { status, stdout, stderr } = quickly(ws, told(ws, 'PostToolUse'));
    if (status !== 0) faults.push(`the next event: exit ${status} ${stdout}${stderr}`);
    said.push(stdout);
  }
  if (said[1] !== '{}\n') faults.push(`it is told twice: ${said[1]}`);
  if (ws.text('MEMORY.md') !== (isWritten ? WRITTEN : BEFORE)) faults.push('MEMORY.md is another');
  const changes = journaled(ws);
  if (changes !== Number(isWritten)) faults.push(`${changes} changes in the journal`);
  if (isWritten) quickly(ws, { words: ['memory', 'undo', ws.path] });
  if (ws.text('MEMORY.md') !== BEFORE) faults.push('what was there is not to be had back');
  await sweep(ws);
  return [...faults, ...unsoundnessOf(ws)];
};

/** Runs `work` on each, two at a time; says how far it is, and what it found with the number of the one. */
export const atEach = async <One>(
  title: string,
  all: readonly One[],
  work: (one: One) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const findings: string[] = [];
  const rest = all.entries();
  const worker = async (): Promise<void> => {
    for (const [index, one] of rest) {
      const found = (await work(one)).map((text) => `#${index + 1} ${text}`);
      for (const text of found) console.error(`${title}: ${text}`);
      findings.push(...found);
      if ((index + 1) % 20 === 0) console.error(`${title}: ${index + 1} of ${all.length}`);
    }
  };
  await Promise.all([worker(), worker()]);
  console.error(`${title}: ${all.length} kills, ${findings.length} findings`);
  return findings;
};
