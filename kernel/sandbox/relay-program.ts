/** The relay as a view shows it and starts it (agents/launch/relay/main.ts). */
import { ownProgram, type OwnProgram } from '#kernel/programs/own-program.ts';

/** From sources or from the bundle; nothing is looked at. */
export const relayProgram = (): OwnProgram =>
  ownProgram('relay.js', [
    'agents/launch/relay/main.ts',
    'agents/launch/foreground.ts',
    'kernel/wire/text-stream.ts',
  ]);
