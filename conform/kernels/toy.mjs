/**
 * A kernel as small as one can be that does what the suite looks at. toy-faulty.mjs starts it with a fault.
 *
 *     node toy.mjs main|shared WORKSPACE 'AGENT COMMAND'
 *     node toy.mjs main|shared WORKSPACE http://…/v1/messages
 *
 * Its agent speaks the Agent Client Protocol, in a view of bubblewrap in which the workspace is empty; or is a model
 * that it asks itself (toy-loop.mjs).
 */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

import { converse } from './toy-loop.mjs';

const [, , session, workspace, agent] = process.argv;

const at = (name) => join(workspace, name);
const state = join(
  process.env.XDG_STATE_HOME,
  'toy',
  createHash('sha256').update(workspace).digest('hex').slice(0, 16),
);
const born = join(state, 'born');
const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const log = `memory/${day(0)}.md`;
const BYTES_MAX = 1024 * 1024;
const HEADER = 'YAMO-NATIVE KERNEL ACTIVE';
const HEADER_LINE = /^\uFEFF?\s*YAMO-NATIVE KERNEL ACTIVE[ \t]*(?:\r?\n|$)/;

class Refusal extends Error {}
const refuse = (why) => {
  throw new Refusal(why);
};

const syncFolder = (folder) => {
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
};

const replace = (name, text) => {
  const temporary = at(`.${name.replaceAll('/', '-')}.tmp`);
  const fd = openSync(temporary, 'w', 0o600);
  writeFileSync(fd, text);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(temporary, at(name));
  syncFolder(dirname(at(name)));
};

/** A log that is another file by another name is not to be read or written. */
const refuseLinks = (name) => {
  const stat = lstatSync(at(name), { throwIfNoEntry: false });
  if (stat !== undefined && (!stat.isFile() || stat.nlink > 1)) refuse(`${name} is a link`);
};

const note = (line) => {
  mkdirSync(at('memory'), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(at(log));
  const title = isNew ? `# Memory — ${day(0)}\n` : '';
  const time = new Date().toISOString().slice(11, 16);
  const text = `${title}\n## Session [${time}]\n\n- ${line}\n`;
  appendFileSync(at(log), text, { mode: 0o600 });
};

/** One kernel in a workspace at a time; the system gives it back when this process ends. */
const lock = () => {
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(state, 'lock'));
  try {
    database.exec('PRAGMA busy_timeout = 8000; BEGIN EXCLUSIVE');
  } catch {
    refuse('another boot is about to take BOOTSTRAP.md');
  }
  // Held as long as somebody holds it.
  process.on('exit', () => database.close());
};

const heal = () => {
  if (!existsSync(at('AGENTS.md'))) return;
  const text = readFileSync(at('AGENTS.md'), 'utf8');
  if (HEADER_LINE.test(text)) return;
  replace('AGENTS.md', `${HEADER}\n\n${text}`);
  note('the header of AGENTS.md was put back');
};

const list = () => readdirSync(workspace);

const examined = (name) => lstatSync(at(name), { throwIfNoEntry: false });

/** The instructions in a file; undefined where there are none. */
const look = (name) => {
  const stat = examined(name);
  if (stat === undefined) return undefined;
  if (!stat.isFile()) refuse(`${name} is no plain file`);
  if (session === 'shared') refuse(`${name} is for a main session`);
  if (existsSync(born)) refuse(`${name} came after the first boot`);
  if (stat.nlink > 1) refuse(`${name} has another name`);
  if (stat.size > BYTES_MAX) refuse(`${name} is too large`);
  return stat;
};

const open = (name) =>
  openSync(at(name), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);

const read = (name, fd, { size }) => {
  const bytes = Buffer.alloc(BYTES_MAX);
  let length = 0;
  for (let got = -1; got !== 0 && length < BYTES_MAX; length += got)
    got = readSync(fd, bytes, length, BYTES_MAX - length, null);
  if (length < Math.min(size, BYTES_MAX)) refuse(`${name} ended early`);
  const content = bytes.subarray(0, length);
  if (content.includes(0)) refuse(`${name} is binary`);
  return new TextDecoder('utf-8', { fatal: true }).decode(content);
};

const proveGone = (name, fd, stat) => {
  const now = fstatSync(fd);
  if (now.nlink > 0) refuse(`${name} still has a name`);
  if (now.size !== stat.size || now.mtimeMs !== stat.mtimeMs)
    refuse(`${name} was changed meanwhile`);
  if (examined(name) !== undefined) refuse(`${name} is there again`);
  syncFolder(workspace);
};

/** Reads, deletes, proves; what was read. */
const take = (name) => {
  const stat = look(name);
  if (stat === undefined) return undefined;
  const odd = list().filter(
    (one) =>
      /^\.?bootstrap(?:\.|~|$)/i.test(one) && !['BOOTSTRAP.md', 'BOOTSTRAP.yamo'].includes(one),
  );
  if (odd.length > 0) refuse(`${odd[0]} looks like a copy of ${name}`);
  const fd = open(name);
  const text = read(name, fd, stat);
  unlinkSync(at(name));
  proveGone(name, fd, stat);
  closeSync(fd);
  return text;
};

const MAIN_READS =
  /^(?:(?:SOUL|USER|AGENTS|MEMORY|HEARTBEAT|TOOLS)\.md|memory\/(?:\d{4}-\d\d-\d\d\.md|heartbeat-state\.json))$/;
const SHARED_READS = /^(?:SOUL|USER|AGENTS)\.md$/;
const MAIN_WRITES = /^(?:USER|AGENTS|MEMORY|HEARTBEAT|TOOLS)\.md$/;

const mayRead = (name) => (session === 'main' ? MAIN_READS : SHARED_READS).test(name);

const mayWrite = (name, text, isFirst) => {
  if (session !== 'main' || /sk-ant-/.test(text)) return false;
  if (name === log)
    return text.startsWith(existsSync(at(log)) ? readFileSync(at(log), 'utf8') : '');
  return MAIN_WRITES.test(name) || (isFirst && name === 'SOUL.md');
};

/** What a request of the agent's comes to. */
const answer = ({ method, params }, isFirst) => {
  const name = relative(workspace, params?.path ?? '');
  if (method === 'fs/read_text_file' && mayRead(name))
    return { result: { content: readFileSync(at(name), 'utf8') } };
  if (method === 'fs/write_text_file') {
    if (mayWrite(name, params.content, isFirst)) {
      mkdirSync(dirname(at(name)), { recursive: true });
      replace(name, params.content);
      return { result: {} };
    }
  }
  return { error: { code: -32000, message: 'denied' } };
};

const VIEW = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', workspace];
const CUT_OFF = ['--remount-ro', workspace, '--unshare-pid', '--unshare-net', '--die-with-parent'];

/** One turn of an agent that sees this prompt. */
const turn = (prompt, isFirst) =>
  agent.startsWith('http') ? ownTurn(prompt, isFirst) : programTurn(prompt, isFirst);

const programTurn = (prompt, isFirst) =>
  new Promise((done, fail) => {
    const view = ['bwrap', ...VIEW, ...CUT_OFF, '--'];
    const [program, ...words] = [...view, 'sh', '-c', agent];
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    const send = (message) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    child.stdin.on('error', () => undefined);
    child.on('error', fail);
    child.on('close', () => fail(new Refusal('the agent ended early')));
    const next = {
      1: () => send({ id: 2, method: 'session/new', params: { cwd: workspace, mcpServers: [] } }),
      2: ({ sessionId }) =>
        send({
          id: 3,
          method: 'session/prompt',
          params: { sessionId, prompt: [{ type: 'text', text: prompt }] },
        }),
      3: () => {
        child.kill();
        child.once('exit', done);
        child.removeAllListeners('close');
      },
    };
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      if (message.method === undefined) next[message.id]?.(message.result);
      else if (message.id !== undefined) {
        let reply;
        try {
          reply = answer(message, isFirst);
        } catch (error) {
          reply = { error: { code: -32000, message: String(error.code) } };
        }
        send({ id: message.id, ...reply });
      }
    });
    const fs = { readTextFile: true, writeTextFile: true };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: 1, clientCapabilities: { fs } },
    });
  });

/** With a loop of its own: the agent is the address of a provider of models. */
const ownTurn = (prompt, isFirst) =>
  converse(agent, prompt, (method, { path, text }) => {
    try {
      const asked = { method, params: { path: join(workspace, path), content: text } };
      const { result, error } = answer(asked, isFirst);
      return result?.content ?? error?.message ?? 'written';
    } catch (error) {
      return String(error.code);
    }
  });

const load = (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');

/** The texts of a session, in order. */
const loadAll = () => {
  const texts = ['AGENTS.md', 'SOUL.md', 'USER.md'].map(load);
  if (session === 'main') texts.push(load(log), load(`memory/${day(1)}.md`));
  if (session === 'main') texts.push(load('MEMORY.md'));
  return texts.join('\n');
};

const boot = async () => {
  const { mode, uid } = statSync(workspace);
  if ((mode & 0o002) !== 0) refuse(`everybody can write ${workspace}`);
  if (uid !== process.getuid()) refuse(`${workspace} belongs to somebody else`);
  lock();
  list();
  refuseLinks(log);
  heal();
  const orders = ['BOOTSTRAP.md', 'BOOTSTRAP.yamo'].map(take).filter((text) => text !== undefined);
  if (orders.length > 0) {
    await turn(orders.join('\n'), true);
    note('the first boot is done');
    writeFileSync(born, '');
  }
  if (!existsSync(at('SOUL.md')) && orders.length === 0)
    refuse('there is neither BOOTSTRAP.md nor SOUL.md');
  await turn(loadAll(), false);
  note('a session');
};

try {
  await boot();
} catch (error) {
  process.stderr.write(`The boot of ${workspace} is refused (BOOTSTRAP.md): ${error.message}\n`);
  process.exitCode = 1;
}
