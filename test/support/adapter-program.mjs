/**
 * An adapter of a provider that lies on this machine (adapters.ts): brings what it has, acknowledges what is kept, posts what
 * it is given. It dies where the provider says so, and prints and says what that gives it.
 */
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';

const lines = (socket, take) => {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text) => {
    const all = (rest + text).split('\n');
    rest = all.pop();
    for (const line of all) take(JSON.parse(line));
  });
};
const say = (socket, frame, then) => socket.write(`${JSON.stringify(frame)}\n`, then);

const channel = new Socket({ fd: Number(process.env.YAMO_CHANNEL) });
const pipe = (path, readable) =>
  new Socket({ fd: openSync(path, constants.O_RDWR | constants.O_NONBLOCK), readable });
// A socket of the system leads nowhere from here; a pipe has no ends of its own, so what is meant for others is left out.
const session = process.hrtime.bigint().toString();
let toProvider;
const ask = (frame) => say(toProvider, { session, ...frame });
const updates = new Map();
const posts = new Map();
let last = 0;
let dieAt;
let isStopping = false;
/** What is on its way comes out first. */
const endIfDone = () => {
  if (isStopping && posts.size === 0) channel.end();
};
/** Says what came of a message. */
const outcome = (nonce, frame) => {
  say(channel, { ...frame, id: posts.get(nonce) });
  posts.delete(nonce);
  endIfDone();
};
const passed = (arrow) => {
  if (arrow === dieAt) process.kill(process.pid, 'SIGKILL');
};

const fromDaemon = {
  token: ({ token, settings }) => {
    toProvider = pipe(settings.toProvider, false);
    ask({ hello: token });
    lines(pipe(settings.toAdapter, true), ({ session: whose, ...frame }) => {
      if (whose !== session) return;
      for (const [name, value] of Object.entries(frame)) fromProvider[name](value);
    });
  },
  kept: ({ n }) => {
    passed('kept');
    ask({ acknowledged: updates.get(n) });
  },
  send: ({ id, chat, parts, nonce }) => {
    passed('send');
    posts.set(nonce, id);
    ask({ post: nonce, chat, text: parts.map(({ text }) => text).join('') });
  },
  stop: () => {
    isStopping = true;
    endIfDone();
  },
};

const fromProvider = {
  welcome: (arrow) => {
    dieAt = arrow;
    say(channel, { is: 'state', state: 'connected' });
  },
  update: ({ id, text }) => {
    updates.set(++last, id);
    const event = {
      is: 'event',
      n: last,
      key: String(id),
      raw: Buffer.from(text).toString('base64'),
    };
    say(channel, event, () => passed('event'));
  },
  posted: ({ nonce, id }) => {
    passed('posted');
    outcome(nonce, { is: 'sent', providerIds: [id] });
  },
  refused: ({ nonce, reason, retryAfterMs }) =>
    outcome(nonce, { is: 'failed', reason, retryAfterMs }),
  say: (text) => channel.write(text),
  print: (text) => process.stdout.write(text),
  look: async () => {
    const { readdir, writeFile } = await import('node:fs/promises');
    const [folder] = process.argv.slice(2);
    const files = await readdir(folder).catch(({ code }) => code);
    await writeFile(`${process.env.HOME}/kept`, 'x').catch(() => undefined);
    ask({
      saw: { files, environment: Object.keys(process.env).toSorted(), home: process.env.HOME },
    });
  },
};

lines(channel, (frame) => fromDaemon[frame.is](frame));
channel.on('close', () => process.exit());
