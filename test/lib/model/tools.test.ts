import { describe, expect, it } from 'vitest';

import { asksBeforeWriting } from '#lib/model/tools.ts';
import { toolsFor } from '#lib/model/tools-for.ts';
import { SHARED, MAIN } from '#lib/spec/session-policy.ts';

const ALL = {
  kind: MAIN,
  phase: 'session',
  human: true,
  search: true,
  commands: true,
  propose: true,
} as const;
const names = (circumstances: Parameters<typeof toolsFor>[0]): readonly string[] =>
  toolsFor(circumstances).map(({ name }) => name);

describe('toolsFor', () => {
  it('offers what the session has', () => {
    expect(names(ALL)).toEqual([
      'read_file',
      'write_file',
      'edit_file',
      'append_today',
      'list_files',
      'search_memory',
      'propose_memory',
      'ask_permission',
      'run_command',
    ]);
    expect(names({ ...ALL, propose: false })).not.toContain('propose_memory');
    expect(names({ ...ALL, kind: SHARED, search: false, human: false, commands: false })).toEqual([
      'read_file',
      'write_file',
      'edit_file',
      'append_today',
      'list_files',
    ]);
  });

  it('offers a first boot only what it needs', () => {
    expect(names({ ...ALL, phase: 'birth' })).toEqual(['write_file', 'append_today']);
  });
});

it('asksBeforeWriting knows the files of the human, however their name is written', () => {
  for (const path of ['AGENTS.md', 'USER.md', 'TOOLS.md', 'HEARTBEAT.md', './USER.md', '//USER.md'])
    expect(asksBeforeWriting(path), path).toBe(true);
  for (const path of ['MEMORY.md', 'memory/2026-01-01.md', 'notes/USER.md', ''])
    expect(asksBeforeWriting(path), path).toBe(false);
});
