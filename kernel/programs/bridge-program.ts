/** The bridge as a view shows it and an agent starts it (agents/bridge/main.ts). */
import { ownProgram, type OwnProgram } from './own-program.ts';

/** From sources or from the bundle; nothing is looked at. */
export const bridgeProgram = (): OwnProgram =>
  ownProgram('bridge.js', [
    'agents/bridge/main.ts',
    'kernel/wire/spool-ask.ts',
    'lib',
    'node_modules/@modelcontextprotocol',
    'node_modules/zod',
  ]);
