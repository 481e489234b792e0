/** The kernel's tools as an official client finds them, and the human who is asked before some of them change a file. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, it } from 'vitest';

import { ToolServer } from '#kernel/host/tool-server.ts';
import type { Human, Subject } from '#kernel/contract/events.ts';
import { Journal } from '#kernel/run/journal.ts';
import { Speech } from '#kernel/redact/speech.ts';
import { InjectionWatch } from '#kernel/redact/injection.ts';
import { RedactionLog } from '#kernel/redact/redaction-log.ts';
import { deskOf } from '#test/support/desk.ts';
import { enterWorkspace } from '#test/support/kernel.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { automationTemplate } from '#kernel/process/package.ts';
import { runToEnd } from '#kernel/process/child.ts';
import type { SessionRecords } from '#kernel/contract/session-records.ts';
import { Refusal } from '#lib/spec/refusals.ts';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

interface Question {
  readonly text: string;
  readonly subject: Subject | undefined;
}

/** Tools for a session whose human chooses `choice`; without one there is none. */
const session = async (
  choice?: string,
  phase: 'session' | 'birth' = 'session',
  records?: SessionRecords,
) => {
  const temp = makeBornWorkspace({ 'TOOLS.md': '# Tools\n\n- a lamp\n' });
  const opened = enterWorkspace(temp, { start: '2026-11-21T09:05' });
  const questions: Question[] = [];
  const human: Human = {
    next: () => Promise.resolve(undefined),
    answer: () => Promise.resolve(undefined),
    choose: (text, _options, subject) => {
      questions.push({ text, subject });
      return Promise.resolve(choice);
    },
  };
  const notices: string[] = [];
  const scratch = freshPath('scratch');
  mkdirSync(scratch);
  const journal = new Journal(() => undefined);
  const server = new ToolServer({
    host: {
      broker: deskOf(opened, { firstBoot: phase === 'birth' }),
      watch: new InjectionWatch(temp.path, (_section, text) => void notices.push(text)),
      human: choice === undefined ? undefined : human,
      root: temp.path,
      asker: 'The agent (wren)',
      own: [scratch],
      notice: (_section, text) => void notices.push(text),
      speech: new Speech({
        emit: () => undefined,
        redactions: new RedactionLog(journal, () => undefined),
        guard: undefined,
        secrets: [],
      }),
      diagnostics: () => undefined,
      signal: new AbortController().signal,
    },
    meta: { kind: 'main', phase, nonce: 'c0ffee', ...(records && { records: true as const }) },
    records,
    scratch,
    log: () => opened.daily.file,
  });
  const client = new Client({ name: 'trial', version: '1' });
  const { server: started } = server;
  if ('type' in started) throw new Error('another kind of server');
  const { command, args } = started;
  await client.connect(new StdioClientTransport({ command, args: [...args] }));
  closing.push(
    () => client.close(),
    () => server.close(),
  );
  const call = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [part] = content;
    return `${isError === true ? 'ERROR ' : ''}${part?.type === 'text' ? part.text : ''}`;
  };
  return { temp, call, client, questions, notices, scratch };
};

describe('the tools of the kernel for third-party agents', () => {
  it('are described as the model agent knows them, and say what they change', async () => {
    const { client } = await session();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'read_file',
      'write_file',
      'edit_file',
      'append_today',
      'list_files',
    ]);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(tools[3]).toMatchObject({ inputSchema: { required: ['text'] } });
  });

  it('ask the human before they change a file of theirs, with the change', async () => {
    const { temp, call, questions, notices } = await session('allow');
    const answer = await call('edit_file', { path: 'TOOLS.md', old: 'a lamp', new: 'a rope' });
    expect(answer).toBe('Written: TOOLS.md, 3 lines.');
    expect(temp.text('TOOLS.md')).toBe('# Tools\n\n- a rope\n');
    expect(questions).toHaveLength(1);
    expect(questions[0]?.text).toContain('TOOLS.md');
    expect(questions[0]?.subject?.diffs[0]).toMatchObject({
      file: 'TOOLS.md',
      before: '# Tools\n\n- a lamp\n',
      after: '# Tools\n\n- a rope\n',
    });
    expect(notices).toEqual(['The agent asked to change TOOLS.md: allowed, this once.']);
  });

  it('are programs for scripts of the workspace, where there are databases (N36)', async () => {
    const said: string[] = [];
    const { scratch, client } = await session(undefined, 'session', {
      query: async (sql) => `rows of ${sql}`,
      propose: async (kind, row) => {
        said.push(`${kind} ${row}`);
        throw new Refusal('KNOWLEDGE_INVALID', { reason: 'it is a trial' });
      },
    });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['memory_query', 'memory_write']),
    );
    const run = async (script: string, ...args: readonly string[]) => {
      const template = automationTemplate('memory-writer').get(`skills/memory/${script}.sh`);
      const environment = { HOME: scratch, PATH: '/usr/bin:/bin' };
      const command = { program: '/bin/sh', args: ['-s', ...args], environment };
      return runToEnd(command, { input: template ?? '' });
    };
    expect(await run('memory-search', "select 'a b'")).toMatchObject({
      how: 'exit code 0',
      output: expect.stringContaining("rows of select 'a b'"),
    });
    expect(await run('memory-write', 'fact', '{"text": "a"}')).toMatchObject({
      how: 'exit code 1',
      complaint: expect.stringContaining('it is a trial'),
    });
    expect(said).toEqual(['fact {"text": "a"}']);
    const other = await session();
    expect(existsSync(join(other.scratch, '.yamo-bin'))).toBe(false);
  });

  it('leave it as it is where the human says no', async () => {
    const { temp, call } = await session('reject');
    const answer = await call('write_file', { path: 'TOOLS.md', text: 'mine\n' });
    expect(answer).toBe('ERROR Your human did not allow this change; the file is as it was.');
    expect(temp.text('TOOLS.md')).toBe('# Tools\n\n- a lamp\n');
  });

  it('ask no more where the human has allowed it for the session', async () => {
    const { temp, call, questions } = await session('allow-session');
    await call('edit_file', { path: 'TOOLS.md', old: 'a lamp', new: 'a rope' });
    await call('edit_file', { path: 'TOOLS.md', old: 'a rope', new: 'a sail' });
    expect(questions).toHaveLength(1);
    expect(temp.text('TOOLS.md')).toContain('a sail');
  });

  it('offer a first boot what it needs', async () => {
    const { client, call } = await session(undefined, 'birth');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['write_file', 'append_today']);
    expect(await call('write_file', { path: 'SOUL.md', text: 'x\n' })).toMatch(/^ERROR .*SOUL\.md/);
  });
});
