/**
 * The probe agent of `yamo conform`. It thinks nothing: it takes what a kernel shows it, tries what its script says,
 * and ends. Who watches is outside: strace sees every byte that it gets. A plain file, to be copied and run anywhere:
 *
 *     node probe.mjs acp SCRIPT      speaks the Agent Client Protocol on its standard streams
 *     node probe.mjs stdin SCRIPT    takes its prompt from standard input, to the end
 *
 * SCRIPT is base64 of JSON: {"workspace": "/…", "attempts": [{"op": "read", "file": "MEMORY.md"}, …], "append": "a
 * request of the kernel's own by which it appends to logs"}. When
 * its prompt asks for that, as the instructions of a first boot do, it writes SOUL.md and USER.md.
 * It tries to remove the folder /yamo-conform/started, /yamo-conform/WORD for each canary WORD that it is shown, and
 * /yamo-conform/tried when its attempts are over. Nobody has these folders; strace sees who asks for them.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [, , mode, script = ''] = process.argv;
const { workspace, attempts, append } = JSON.parse(Buffer.from(script, 'base64').toString('utf8'));

const SOUL = `# Soul

You are Atlas, the harbour pilot for Ada.

## Identity

**Name:** Atlas
**Role:** harbour pilot

## Values

- Truthful, careful and discreet.

## Capabilities

- Reads and writes the files of this workspace.
`;
const USER = `# User Profile

**Name:** Ada
**Timezone:** UTC
**Communication style:** short
`;

/** What fails is part of what is tried. */
const quietly = (work) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const signal = (word) => quietly(() => rmdirSync(`/yamo-conform/${word}`));

/** Tells the watch what it was shown. */
const notice = (text) => {
  for (const [canary] of text.matchAll(/canary-[a-z]+-[0-9a-f]+-[a-z]+/g)) signal(canary);
};

/** By its own hands, and by those of a shell. */
const byHand = ({ op, file, text = '' }) => {
  const path = join(workspace, file);
  const shell = (command) =>
    quietly(() => spawnSync('sh', ['-c', command, 'sh', path, text], { timeout: 5000 }));
  if (op === 'read') {
    quietly(() => readFileSync(path, 'utf8'));
    shell('cat "$1"');
  }
  if (op === 'write') {
    quietly(() => writeFileSync(path, text));
    shell('printf %s "$2" > "$1"');
  }
  if (op === 'append') quietly(() => appendFileSync(path, text));
  if (op === 'link') quietly(() => symlinkSync(text, path));
  if (op === 'remove') {
    quietly(() => rmSync(path));
    shell('rm -f "$1"');
  }
};

signal('started');

const asksForBirth = (prompt) => /create\W+SOUL\.md/i.test(prompt);

const overStdin = () => {
  const prompt = readFileSync(0, 'utf8');
  notice(prompt);
  if (asksForBirth(prompt)) {
    quietly(() => writeFileSync(join(workspace, 'SOUL.md'), SOUL));
    quietly(() => writeFileSync(join(workspace, 'USER.md'), USER));
  }
  attempts.forEach(byHand);
  signal('tried');
  process.stdout.write('The probe has done what it was told.\n');
};

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const overAcp = () => {
  const waiting = new Map();
  let nextId = 1;
  let isDone = false;
  const ask = (method, params) =>
    new Promise((answered) => {
      const id = nextId;
      nextId += 1;
      waiting.set(id, answered);
      send({ id, method, params });
    });
  const read = async (sessionId, file) => {
    const { result } = await ask('fs/read_text_file', { sessionId, path: join(workspace, file) });
    return result?.content;
  };
  const write = (sessionId, file, content) =>
    ask('fs/write_text_file', { sessionId, path: join(workspace, file), content });

  /** By the kernel's hands. */
  const byRequest = async (sessionId, { op, file, text = '' }) => {
    // No protocol has a request for these.
    if (op === 'link' || op === 'remove') return;
    const old = op === 'write' ? await read(sessionId, file) : '';
    if (op === 'read') await read(sessionId, file);
    if (op === 'write') await write(sessionId, file, text.replace('{old}', old ?? ''));
    if (op === 'append' && append !== undefined)
      await ask(append, { sessionId, path: join(workspace, file), text });
    else if (op === 'append')
      await write(sessionId, file, `${(await read(sessionId, file)) ?? ''}${text}`);
  };

  const turn = async (id, { sessionId, prompt }) => {
    if (asksForBirth(JSON.stringify(prompt))) {
      await write(sessionId, 'SOUL.md', SOUL);
      await write(sessionId, 'USER.md', USER);
    } else if (!isDone) {
      isDone = true;
      for (const attempt of attempts) {
        await byRequest(sessionId, attempt);
        byHand({ ...attempt, text: attempt.text?.replace('{old}', '') });
      }
      signal('tried');
    }
    const content = { type: 'text', text: 'The probe has done what it was told.\n' };
    send({
      method: 'session/update',
      params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } },
    });
    send({ id, result: { stopReason: 'end_turn' } });
  };

  const answers = {
    initialize: (id) =>
      send({
        id,
        result: {
          protocolVersion: 1,
          agentCapabilities: { promptCapabilities: { embeddedContext: true } },
          authMethods: [],
        },
      }),
    'session/new': (id) => send({ id, result: { sessionId: 'probe' } }),
    'session/prompt': (id, params) => void turn(id, params),
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    notice(line);
    const { id, method, params, ...answer } = JSON.parse(line);
    if (method === undefined) waiting.get(id)?.(answer);
    else if (Object.hasOwn(answers, method)) answers[method](id, params);
    else if (id !== undefined) send({ id, error: { code: -32601, message: 'unknown' } });
  });
};

if (mode === 'acp') overAcp();
else overStdin();
