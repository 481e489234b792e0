/** `yamo mesh import` and `lessons`: what came from another kernel, and what was learned (RFC-0011). */
import { EXIT } from '#lib/spec/exits.ts';
import { LESSONS_ACTIVE } from '#lib/spec/limits.ts';
import { activeLessons, type Lesson, lessonsIn } from '#lib/yamo/lessons.ts';
import type { Host } from '#kernel/contract/boot-request.ts';
import { importMemory, learnLesson } from '#kernel/mesh/exchange.ts';
import { MeshFolders } from '#kernel/mesh/folders.ts';
import { MemoryLedger } from '#kernel/mesh/ledger.ts';
import { withOwnersIndex } from '#kernel/owner/mesh.ts';
import { hostFor, workspaceOf } from '#cli/args/host.ts';
import type { Given } from '#cli/args/options.ts';
import { harmless, jsonLine, print, printError, styled } from '#cli/io/terminal.ts';

type Words = readonly string[];

interface Work {
  readonly ledger: MemoryLedger;
  readonly host: Host;
}

/** Throws WORKSPACE_… and STATE_… refusals, and what `work` throws. */
const withLedger = async <Value>(
  given: Given<'mesh'>,
  directory: string | undefined,
  work: (parts: Work) => Promise<Value> | Value,
): Promise<Value> => {
  const { signal } = new AbortController();
  const parts = { human: undefined, emit: () => undefined, signal };
  const host = await hostFor({ settings: given.text('settings') }, parts);
  const path = workspaceOf({ positional: directory, positionals: [] });
  return await withOwnersIndex(path, host, async (_index, opened) => {
    const folder = new MeshFolders(opened, host.environment, host.uid).ledger();
    const ledger = MemoryLedger.open(folder);
    if (ledger.setAside !== undefined)
      printError(
        `The record of lessons and imported memories was no database any more. It lies at ${harmless(ledger.setAside)}, and a new one was begun.\n`,
      );
    try {
      return await work({ ledger, host });
    } finally {
      ledger.close();
    }
  });
};

/** Takes an export over. Throws WORKSPACE_…, STATE_… and MESH_… refusals. */
export const importMemories = async (given: Given<'mesh'>, words: Words): Promise<number> => {
  const [directory, file = ''] = words.length > 1 ? words : [undefined, ...words];
  return await withLedger(given, directory, ({ ledger, host }) => {
    const { added, known, leftOut, faults } = importMemory(host.disk, file, ledger);
    if (given.flag('json')) print(jsonLine({ added, known, leftOut, faults }));
    else {
      print(`${styled('green', '✓')} ${added} taken over, ${known} known before\n`);
      for (const { id, reason } of leftOut)
        printError(`  · ${harmless(id)} is not kept: ${reason}\n`);
      for (const { line, reason } of faults) printError(`  ! line ${line}: ${reason}\n`);
    }
    return faults.length > 0 ? EXIT.refused : EXIT.done;
  });
};

/** Lists lessons, the worst first, or keeps one. Throws WORKSPACE_…, STATE_… and MESH_… refusals. */
export const lessons = async (given: Given<'mesh'>, [directory]: Words): Promise<number> =>
  await withLedger(given, directory, ({ ledger, host }) => {
    const file = given.text('learn');
    if (file !== undefined) return learn(given, file, { ledger, host });
    const all = lessonsIn(ledger.records());
    const active = new Set(activeLessons(all, Date.now(), LESSONS_ACTIVE));
    if (given.flag('json')) {
      for (const lesson of all) print(jsonLine({ ...lesson, active: active.has(lesson) }));
    } else if (all.length === 0) print('No lesson is kept.\n');
    const shown = given.flag('json') ? [] : [...active, ...all.filter((one) => !active.has(one))];
    for (const lesson of shown) print(lessonText(lesson, active.has(lesson)));
    return saidOfChain(ledger);
  });

/** The record of what was done with memories. Throws STATE_DAMAGED, STATE_UNUSABLE. */
export const printBlocks = (folder: string): number => {
  const ledger = MemoryLedger.open(folder);
  try {
    for (const { yamo_text: text } of ledger.blocks()) print(`${harmless(text)}\n`);
    return saidOfChain(ledger);
  } finally {
    ledger.close();
  }
};

const saidOfChain = (ledger: MemoryLedger): number => {
  const chain = ledger.verify();
  if (chain.isWhole) return EXIT.done;
  printError(`Block ${chain.at + 1} of the record of memories is not what was written.\n`);
  return EXIT.refused;
};

const learn = (
  given: Given<'mesh'>,
  file: string,
  { ledger, host }: Pick<Work, 'ledger' | 'host'>,
): number => {
  const distilled = learnLesson(host.disk, file, ledger);
  const [lesson] = distilled.kind === 'new' ? lessonsIn([distilled.record]) : [distilled.lesson];
  if (given.flag('json')) print(jsonLine({ ...lesson, kind: distilled.kind }));
  else if (distilled.kind === 'new') print(`${styled('green', '✓')} ${lesson?.id ?? ''} is kept\n`);
  else print(`${lesson?.id ?? ''} says it already, and is as sure\n`);
  return EXIT.done;
};

const lessonText = ({ id, severity, confidence, rule, scope }: Lesson, isActive: boolean): string =>
  [
    `${styled('bold', harmless(rule))}${isActive ? '' : styled('dim', '  (not shown to agents: unsure, or old)')}`,
    `  ${severity}, ${Math.round(100 * confidence)} % sure; ${harmless(scope)}  ${styled('dim', harmless(id))}`,
    '',
    '',
  ].join('\n');
