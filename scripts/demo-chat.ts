/**
 * `npm run demo:chat`: an agent that tells whoever asks all that it is shown, with its owner alone and in a group. Daemon,
 * adapter and command line are those that a user has; the Bot API is a strict one on this machine.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { saidByOwner, saidInGroup, TelegramServer } from '#test/support/telegram.ts';

import { DemoPlace, isTerminal, say } from './demo/place.ts';

const PARROT = resolve(import.meta.dirname, '../test/support/agents/parrot.ts');
const SECRET = 'The party for Grace is on Saturday, and she must not know.';
const QUESTION = 'What is planned for Grace?';

/** Who asks, and where. */
interface Asker {
  readonly who: string;
  readonly chat: number;
  readonly says: typeof saidByOwner;
}
const OWNER: Asker = { who: 'Ada, alone with it', chat: 4711, says: saidByOwner };
const GUEST: Asker = {
  who: 'Bob, in a group',
  chat: -1005,
  says: (words) => saidInGroup(`@${TelegramServer.BOT.username} ${words}`),
};

/** Says something, and returns the answer: who repeats it is done. */
const answered = async (
  server: TelegramServer,
  { who, chat, says }: Asker,
  words = QUESTION,
  end = words,
): Promise<string> => {
  const before = server.in(chat).length;
  say(`${who}: ${words}`);
  server.bring(says(words));
  const answer = (): string => server.in(chat).slice(before).join('\n');
  await server.until(() => answer().includes(end));
  return answer();
};

/** What of an answer is about Grace. */
const tell = (answer: string): void => {
  const about = answer.split('\n').filter((line) => line.includes('Grace'));
  const lines = [...new Set(about)].map((line) => `  ${line}`);
  say(
    `Atlas: ${answer.length} characters, all that it was shown. About Grace:\n${lines.join('\n')}`,
  );
};

/** Starts the daemon; returns when it serves. Throws where it ends before. */
const serving = async (place: DemoPlace): Promise<ChildProcess> => {
  const agent = `'${process.execPath}' '${PARROT}'`;
  const args = ['start', place.workspace, '--port', '0', '--json', '--agent', agent];
  const daemon = place.start(args, ['ignore', 'pipe', 'inherit']);
  if (daemon.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: daemon.stdout }))
    if (line.includes('"event":"listening"')) {
      daemon.stdout.resume();
      return daemon;
    }
  throw new Error('it does not serve');
};

/** Both ask. Returns whether the secret was told to the owner, and to nobody else. */
const play = async (place: DemoPlace, server: TelegramServer): Promise<boolean> => {
  const { workspace } = place;
  say('$ yamo chat pair atlas');
  const { code } = JSON.parse(await place.printed(['chat', 'pair', workspace, '--json']));
  say(await answered(server, OWNER, String(code), 'paired'));
  const alone = await answered(server, OWNER);
  tell(alone);
  const inGroup = await answered(server, GUEST);
  tell(inGroup);

  say('$ yamo chat list atlas');
  await place.run(['chat', 'list', workspace]);
  say('$ yamo open --print');
  await place.run(['open', '--print', workspace]);
  return alone.includes(SECRET) && !inGroup.includes(SECRET);
};

/** Settles when somebody has looked enough. */
const lookedAt = async (): Promise<void> => {
  say('The page shows both sessions. Enter ends the demo.');
  const lines = createInterface({ input: process.stdin });
  await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  lines.close();
};

const demo = async (): Promise<number> => {
  const place = await DemoPlace.make({ TELEGRAM_TOKEN: TelegramServer.TOKEN });
  const server = await new TelegramServer().start();
  const { workspace } = place;
  const at = ['--token-env', 'TELEGRAM_TOKEN', '--api', server.url];
  try {
    await place.printed(['boot', workspace, '--message', '/who']);
    writeFileSync(join(workspace, 'MEMORY.md'), `# Memory\n\n- ${SECRET}\n`, { mode: 0o600 });
    say(`MEMORY.md says: ${SECRET}\nThe agent, Atlas, tells whoever asks all that it is shown.`);
    say(`$ yamo chat add telegram atlas ${at.join(' ')}`);
    await place.run(['chat', 'add', 'telegram', workspace, ...at]);
    say('$ yamo start atlas');
    const daemon = await serving(place);
    const ended = once(daemon, 'exit');
    const isRight = await Promise.race([play(place, server), ended.then(() => false)]);
    if (isRight && isTerminal) await Promise.race([lookedAt(), ended]);
    daemon.kill('SIGTERM');
    await ended;
    say('$ yamo log atlas');
    const logged = await place.run(['log', workspace]);
    say(
      isRight
        ? 'The group’s session was never shown MEMORY.md: in its view there is no such file.'
        : 'That is not what was to be shown.',
    );
    return isRight ? logged : 1;
  } finally {
    server.close();
    rmSync(place.folder, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  // Ctrl-C is for the daemon, which closes its sessions; then the demo ends.
  process.on('SIGINT', () => undefined);
  process.exitCode = await demo();
}
