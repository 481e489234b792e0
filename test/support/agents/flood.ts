/**
 * An agent that floods the kernel: with each prompt it sends what its first argument names, as much as its second one
 * says, times the number that the human said. It speaks without the protocol's library, so that nothing keeps it from that.
 */
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdirSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

const [, , kind = '', count = '0'] = process.argv;
/** What the human says multiplies it. */
let amount = 0;
const SESSION = 'flood-1';
const MB = 1024 * 1024;

let workspace = '';
let spool = '';
let sent = 0;

// Nothing ends it but the kernel.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

/** Written before anything else is done: what the pipe does not take, it waits for. */
const write = (text: string, to = 1): void => {
  let rest = Buffer.from(text);
  while (rest.byteLength > 0) {
    try {
      rest = rest.subarray(writeSync(to, rest));
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
};

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

const update = (fields: object): string =>
  line({ method: 'session/update', params: { sessionId: SESSION, update: fields } });

const says = (text: string): string =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

const asks = (method: string, params: object): string => {
  sent += 1;
  return line({ id: sent, method, params: { sessionId: SESSION, ...params } });
};

const callOf = (id: string, more: object): string =>
  update({ sessionUpdate: 'tool_call', toolCallId: id, title: 'a call', ...more });

const day = (nth: number): string =>
  new Date(Date.UTC(1000, 0, 1 + nth)).toISOString().slice(0, 'YYYY-MM-DD'.length);

const times = (make: (nth: number) => string): (() => void) => {
  return () => {
    let batch = '';
    for (let nth = 0; nth < amount; nth += 1) {
      batch += make(nth);
      if (batch.length < 64 * 1024) continue;
      write(batch);
      batch = '';
    }
    write(batch);
  };
};

const FLOODS: Readonly<Record<string, () => void>> = {
  'no-json': times(() => 'no JSON\n'),
  'no-message': times(() => '[]\n'),
  stray: times((nth) => line({ id: `\u001B]0;x\u0007${nth}`, result: {} })),
  blank: times(() => '\n'),
  words: times((nth) => says(`word ${nth} `)),
  labels: () => write(says('API key:\n\n'.repeat(amount / 10))),
  'labels-in-pieces': times(() => says('API key:\n\n')),
  endless: () => write(says('x'.repeat(amount))),
  lines: () => write(says('\n'.repeat(amount))),
  large: () => write(says('word '.repeat(amount))),
  bytes: () => {
    write('"');
    for (let nth = 0; nth < amount; nth += 1) write('x');
    write('"\n');
  },
  deep: () =>
    write(
      `{"jsonrpc":"2.0","method":"session/update","params":${'['.repeat(amount)}${']'.repeat(amount)}}\n`,
    ),
  parts: () =>
    write(`{"jsonrpc":"2.0","method":"session/update","params":[${'{},'.repeat(amount)}0]}\n`),
  keys: () =>
    write(
      asks('fs/write_text_file', {
        path: join(workspace, 'TOOLS.md'),
        content: 'AKIA -----BEGIN sk-ant-api03- xoxb- ghp_ \n'.repeat(amount / 41),
      }),
    ),
  calls: times((nth) => callOf(`call ${nth}`, {})),
  titles: () => write(callOf('title', { title: 'API key: '.repeat(amount / 9) })),
  contents: times((nth) =>
    callOf(`call ${nth}`, {
      content: [{ type: 'diff', path: '/x', oldText: 'o'.repeat(MB), newText: 'n'.repeat(MB) }],
    }),
  ),
  commands: times((nth) =>
    update({
      sessionUpdate: 'available_commands_update',
      availableCommands: Array.from({ length: 200 }, (_, index) => ({
        name: `c${nth}-${index}`,
        description: 'API key: '.repeat(20),
      })),
    }),
  ),
  plans: times((nth) =>
    update({
      sessionUpdate: 'plan',
      entries: [{ content: `step ${nth}`, priority: 'high', status: 'pending' }],
    }),
  ),
  permissions: times((nth) =>
    asks('session/request_permission', {
      toolCall: {
        toolCallId: `p${nth}`,
        title: 'May I?',
        kind: 'edit',
        locations: [{ path: '/etc/x' }],
      },
      options: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
    }),
  ),
  places: () =>
    write(
      asks('session/request_permission', {
        toolCall: {
          toolCallId: 'p',
          kind: 'edit',
          locations: Array.from({ length: amount }, (_, nth) => ({ path: `/tmp/x${nth}` })),
        },
        options: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
      }),
    ),
  forms: times(() =>
    asks('elicitation/create', {
      mode: 'form',
      message: 'Fill in.',
      requestedSchema: { type: 'object', properties: { x: { type: 'string' } } },
    }),
  ),
  answers: times(() => asks('fs/read_text_file', { path: join(workspace, 'USER.md') })),
  missing: times((nth) =>
    asks('fs/read_text_file', { path: join(workspace, `memory/${day(nth)}.md`) }),
  ),
  names: times(() => asks('fs/read_text_file', { path: '\u0001'.repeat(100_000) })),
  writes: () =>
    write(
      asks('fs/write_text_file', {
        path: join(workspace, 'TOOLS.md'),
        content: 'API key:\n\n'.repeat(amount / 10),
      }),
    ),
  unknown: times((nth) => asks(`unknown/${nth}`, {})),
  terminals: times((nth) => asks('terminal/output', { terminalId: `t${nth}` })),
  'standard-error': () => {
    for (let nth = 0; nth < amount; nth += 1) write(`${'e'.repeat(1000)}\n`, 2);
  },
  /** Folders in folders, deeper than any path is long. */
  tree: () => {
    process.chdir(process.env['HOME'] ?? '/');
    for (let nth = 0; nth < amount; nth += 1) {
      mkdirSync('d');
      process.chdir('d');
    }
  },
  forks: () => {
    for (let nth = 0; nth < amount; nth += 1)
      spawn('/bin/sh', ['-c', 'trap "" TERM HUP; sleep 100'], { detached: true, stdio: 'ignore' });
  },
  slow: () => slow(),
  files: () => {
    for (let nth = 0; nth < amount; nth += 1)
      writeFileSync(join(spool, `${randomUUID()}.question`), '{}');
  },
  churn: () => {
    const path = join(spool, 'churn');
    for (let nth = 0; nth < amount; nth += 1) {
      writeFileSync(path, 'x');
      unlinkSync(path);
    }
  },
};

/** Reads its answers a byte at a time, while it asks on. */
const slow = (): void => {
  process.stdin.pause();
  setInterval(() => {
    write(asks('fs/read_text_file', { path: join(workspace, 'USER.md') }).repeat(100));
    process.stdin.read(1);
  }, 1);
};

const handle = (text: string): void => {
  const { id, method, params } = JSON.parse(text);
  if (method === 'initialize')
    write(
      line({
        id,
        result: {
          protocolVersion: 1,
          agentCapabilities: { promptCapabilities: { embeddedContext: true } },
        },
      }),
    );
  if (method === 'session/new') {
    workspace = String(params.cwd);
    spool = String(params.mcpServers[0]?.args[1]);
    write(line({ id, result: { sessionId: SESSION } }));
  }
  if (method === 'session/prompt') {
    const said: string = params.prompt.at(-1).text;
    amount = Number(count) * (Number(said) || 1);
    // From here on it hears nothing.
    if (kind === 'answers') {
      process.stdin.pause();
      setInterval(() => undefined, 1000);
    }
    write('flooding\n', 2);
    const begin = performance.now();
    FLOODS[kind]?.();
    write(`flooded ${Math.round(performance.now() - begin)} ms\n`, 2);
    write(line({ id, result: { stopReason: 'end_turn' } }));
  }
};

createInterface({ input: process.stdin }).on('line', handle);
