/** Events as the hosts send them, what their tools touch, and answers in their shapes. */
import { describe, expect, it } from 'vitest';

import type { HookVerdict } from '#lib/hook/event.ts';
import { HOSTS } from '#lib/hook/hosts.ts';
import { readEvent } from '#lib/hook/read-event.ts';
import { touchesOf } from '#lib/hook/touches.ts';

const read = (event: object) => {
  const result = readEvent(JSON.stringify({ session_id: 's', ...event }), undefined);
  if (!('event' in result)) throw new Error(result.fault);
  return result.event;
};

describe('an event', () => {
  it.each([
    [{ hook_event_name: 'PreToolUse', tool_name: 'Read' }, 'claude-code', 'before-tool'],
    [{ hook_event_name: 'PreToolUse', tool_name: 'Bash', turn_id: 't' }, 'codex', 'before-tool'],
    [{ hook_event_name: 'BeforeTool', tool_name: 'read_file' }, 'gemini', 'before-tool'],
    [{ hook_event_name: 'pre_tool_call', tool_name: 'terminal' }, 'hermes', 'before-tool'],
    [{ hook_event_name: 'before_tool_call', tool_name: 'exec' }, 'openclaw', 'before-tool'],
    [{ hook_event_name: 'SessionStart' }, 'claude-code', 'start'],
    [{ hook_event_name: 'agent:bootstrap' }, 'openclaw', 'start'],
    [{ hook_event_name: 'pre_llm_call', extra: { is_first_turn: true } }, 'hermes', 'start'],
    [{ hook_event_name: 'pre_llm_call', extra: { is_first_turn: false } }, 'hermes', 'prompt'],
  ])('%o is of %s', (event, host, moment) => {
    expect(read(event)).toMatchObject({ host, moment });
  });

  it.each([
    ['', 'nothing was sent'],
    ['{', 'it is not JSON'],
    ['[]', 'it is no JSON object'],
    ['{}', 'no known host sends such an event'],
    ['{"hook_event_name":"constructor"}', 'no known host sends such an event'],
    ['{"hook_event_name":"PreToolUse"}', 'it names no tool'],
    ['{"hook_event_name":"PreToolUse","tool_name":7}', 'it names no tool'],
    ['{"hook_event_name":"SessionStart"}', 'it names no session'],
    ['{"hook_event_name":"Stop","session_id":"s","cwd":"/a\\u0000"}', 'its folder is none'],
  ])('%s is none', (text, fault) => {
    expect(readEvent(text, undefined)).toMatchObject({ fault });
  });

  it('of a name that its host does not have is none', () => {
    expect(readEvent('{"hook_event_name":"PreToolUse"}', 'gemini')).toMatchObject({
      fault: 'its hook_event_name is none that is known',
    });
  });
});

const touched = (host: keyof typeof HOSTS, name: string, input: unknown) =>
  touchesOf(HOSTS[host], { name, input, output: undefined });

describe('a tool call', () => {
  it('touches what its input says', () => {
    expect(
      touched('claude-code', 'Edit', { file_path: '/w/a', old_string: 'x', new_string: 'y' }),
    ).toEqual({
      touches: [{ does: 'edit', path: '/w/a', edits: [{ old: 'x', new: 'y', all: false }] }],
    });
    expect(touched('claude-code', 'Grep', { pattern: 'x' })).toEqual({
      touches: [{ does: 'search', path: '.' }],
    });
    expect(touched('codex', 'shell', { command: ['bash', '-lc', 'rm SOUL.md'] })).toEqual({
      touches: [{ does: 'remove', path: 'SOUL.md' }],
    });
    expect(touched('codex', 'shell', { command: ['rm', 'SOUL.md'] }).touches).toEqual([
      { does: 'remove', path: 'SOUL.md' },
    ]);
    expect(
      touched('openclaw', 'edit', { path: 'a', edits: [{ oldText: 'x', newText: 'y' }] }),
    ).toEqual({
      touches: [{ does: 'edit', path: 'a', edits: [{ old: 'x', new: 'y', all: false }] }],
    });
  });

  it('by a patch touches its files', () => {
    const patch = [
      '*** Begin Patch',
      '*** Add File: notes/a.md',
      '+one',
      '+two',
      '*** Update File: AGENTS.md',
      '@@',
      ' same',
      '-old',
      '+new',
      '*** Delete File: SOUL.md',
      '*** End Patch',
    ].join('\n');
    expect(touched('codex', 'apply_patch', { command: patch }).touches).toEqual([
      { does: 'write', path: 'notes/a.md', text: 'one\ntwo\n' },
      {
        does: 'edit',
        path: 'AGENTS.md',
        edits: [{ old: 'same\nold', new: 'same\nnew', all: false }],
      },
      { does: 'remove', path: 'SOUL.md' },
    ]);
  });

  it('of an unknown tool, or with an input that fits none, is not told', () => {
    expect(touched('claude-code', 'mcp__fs__move', { from: 'SOUL.md', n: 1 })).toMatchObject({
      isUnknown: true,
      touches: expect.arrayContaining([{ does: 'any', path: 'SOUL.md', deletes: true }]),
    });
    // A text with a blank in it is no path.
    expect(touched('claude-code', 'mcp__x__say', { text: 'Done. Well.' })).toMatchObject({
      touches: [{ path: 'text' }],
      texts: ['text', 'Done. Well.'],
    });
    expect(
      touched('codex', 'exec_command', { cmd: 'cat a', shell: 'python3' }).untold,
    ).toBeDefined();
    expect(touched('claude-code', 'Read', {}).untold).toBeDefined();
    expect(touched('claude-code', 'Read', null).untold).toBeDefined();
    expect(touched('claude-code', 'Bash', { command: 7 }).untold).toBeDefined();
    expect(touched('codex', 'apply_patch', { command: 'nothing' }).untold).toBeDefined();
  });
});

describe('a denial', () => {
  const deny: HookVerdict = { is: 'deny', reason: 'Because.' };

  it.each([
    ['claude-code', 'PreToolUse', { hookSpecificOutput: { permissionDecision: 'deny' } }],
    ['codex', 'PreToolUse', { hookSpecificOutput: { permissionDecision: 'deny' } }],
    ['gemini', 'BeforeTool', { decision: 'deny', reason: 'Because.' }],
    ['hermes', 'pre_tool_call', { action: 'block', message: 'Because.' }],
    ['openclaw', 'before_tool_call', { block: true, blockReason: 'Because.' }],
  ] as const)('reaches %s at %s', (host, name, shape) => {
    expect(HOSTS[host].answer('before-tool', name, deny)).toMatchObject(shape);
  });

  it('reaches the model of Hermes with its prompt, where a start cannot be stopped', () => {
    expect(HOSTS.hermes.answer('start', 'pre_llm_call', deny)).toEqual({ context: 'Because.' });
  });

  it('is shown to the owner by Gemini CLI, where a start cannot be stopped', () => {
    const shown = HOSTS.gemini.answer('start', 'SessionStart', deny);
    expect(shown).toEqual({ systemMessage: 'Because.' });
  });

  it('of what passes is none: the host asks whom it would have asked', () => {
    for (const { answer, events } of Object.values(HOSTS))
      for (const [name, moment] of Object.entries(events))
        // OpenClaw alone wants a word at a prompt, and takes none for a refusal.
        expect(answer(moment, name, { is: 'pass' })).toEqual(
          name === 'before_agent_run' ? { outcome: 'pass' } : {},
        );
  });
});
