/**
 * `npm run demo`: a copy of the bundled example is born and then serves you, with the same command
 * line that a user has. Everything it leaves lies in one temporary folder, whose path it prints.
 */
import process from 'node:process';

import { DemoPlace, isTerminal, say } from './demo/place.ts';

/** What is said where nobody sits at a terminal. */
const LINES = ['/who', 'Read the chapter on tidal lagoons.', '/today', '/quit'];

const demo = async (): Promise<number> => {
  const place = await DemoPlace.make();
  const { folder, workspace } = place;

  say(`A workspace with nothing but a BOOTSTRAP.md: ${workspace}`);
  say(
    isTerminal
      ? 'Talk to it when it is born: /help says how, /quit ends.'
      : `No terminal is here, so this is said for you: ${LINES.join(' | ')}`,
  );
  say('$ yamo boot atlas');
  const typed = isTerminal ? undefined : `${LINES.join('\n')}\n`;
  const exit = await place.run(['boot', workspace], typed);

  say('$ yamo log atlas');
  const logged = await place.run(['log', workspace]);
  say(
    `The workspace is yours to look at: ${workspace}\nThe kernel's state lies beside it; delete ${folder} when you are done.`,
  );
  return exit === 0 ? logged : exit;
};

if (import.meta.main) {
  // Ctrl-C is for the session, which closes itself; the demo goes on to show what is left.
  process.on('SIGINT', () => undefined);
  process.exitCode = await demo();
}
