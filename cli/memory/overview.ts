/** `yamo memory` alone: how much an agent remembers, and what waits; none of its texts. */
import { EXIT } from '#lib/spec/exits.ts';
import { sizeOf } from '#lib/memory/timeline.ts';
import { shellWord } from '#lib/spec/shell-word.ts';
import { type LogName, logsOf, readMemoryFile } from '#kernel/memory/logs.ts';
import { workspaceStatus } from '#kernel/owner/status.ts';
import { hostFor } from '#cli/args/host.ts';
import { harmless, jsonLine, print } from '#cli/io/terminal.ts';
import { indexText, waitingText } from '#cli/status/found.ts';
import { ACTIONS } from './actions.ts';
import { looking, workspacePath } from './owner.ts';
import type { RunAction } from './words.ts';

/** Throws WORKSPACE_…, FILE_… and STATE_… refusals, MEMORY_DIR_UNUSABLE, SETTINGS_INVALID. */
export const memoryOverview: RunAction = async (given, words) => {
  const { signal } = new AbortController();
  const parts = { human: undefined, emit: () => undefined, signal };
  const host = await hostFor({ settings: given.text('settings') }, parts);
  const status = await workspaceStatus(workspacePath(words), host);
  const found = looking(given, words, (workspace, today) => {
    const all = logsOf(workspace);
    const logs = all.filter(({ isArchived }) => !isArchived);
    return {
      memoryBytes: readMemoryFile(workspace, 'MEMORY.md')?.bytes.byteLength,
      logs,
      archived: all.length - logs.length,
      hasToday: logs.some(({ day }) => day === today.today),
    };
  });
  const { path, waiting, index } = status;
  const { logs, archived, hasToday, memoryBytes } = found;
  if (given.flag('json')) {
    const [first, last] = [logs[0]?.day ?? null, logs.at(-1)?.day ?? null];
    const counted = { count: logs.length, first, last, archived, hasToday };
    print(jsonLine({ path, memoryBytes: memoryBytes ?? null, logs: counted, waiting, index }));
    return EXIT.done;
  }
  const rows = [
    ['MEMORY.md', memoryBytes === undefined ? 'none yet' : sizeOf(memoryBytes)],
    ['logs', logsText(logs, hasToday)],
    ['archive', String(archived)],
    ['waiting', waitingText(status, shellWord(path))],
    ['index', indexText(index, shellWord(path))],
  ];
  const lines = rows.map(([what = '', text = '']) => `  ${what.padEnd(10)} ${harmless(text)}\n`);
  print(`${harmless(path)}\n${lines.join('')}Look closer: yamo memory ${NAMES}\n`);
  return EXIT.done;
};

const NAMES = Object.keys(ACTIONS).join(', ');

const logsText = (logs: readonly LogName[], hasToday: boolean): string => {
  const [first, last] = [logs[0], logs.at(-1)];
  if (first === undefined || last === undefined) return 'none yet';
  const days = first === last ? first.day : `${first.day} to ${last.day}`;
  return `${logs.length}, ${days}; of today: ${hasToday ? 'yes' : 'none yet'}`;
};
