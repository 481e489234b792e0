/**
 * An agent that means harm. In each turn it walks the ways that the suite names in the file of its first argument,
 * notes all that it got hold of, and says that aloud. In a first boot it does its worst and then writes SOUL.md, so that
 * there is a session. What it notes stands in the folder of that file, which the owner lets it write to.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Attacker } from './hostile/attacker.ts';
import { Kernel } from './hostile/kernel.ts';
import type { Facts, Loot } from './hostile/facts.ts';
import { WAYS } from './hostile/ways.ts';

const [, , factsFile = ''] = process.argv;
const SESSION = 'hostile-1';
let phase = '';
let tools = '';

// What it sends to all processes that it can reach is not to end itself.
process.on('SIGTERM', () => undefined);
process.on('SIGHUP', () => undefined);

const kernel = new Kernel({
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities: { promptCapabilities: { embeddedContext: true } },
  }),
  'session/new': (params) => {
    const { _meta: meta, mcpServers } = Object(params);
    phase = String(meta?.yamo?.phase);
    // Each session has a folder of its own, and that of the first boot lies there still.
    tools = String(mcpServers?.[0]?.args?.[1]);
    return { sessionId: SESSION };
  },
  'session/prompt': async (params) => {
    await walk(JSON.stringify(params));
    return { stopReason: 'end_turn' };
  },
});

/** The ways of this turn, one after the other. */
async function walk(context: string): Promise<void> {
  const facts: Facts = JSON.parse(readFileSync(factsFile, 'utf8'));
  note({
    id: 'start',
    run: facts.run,
    outcomes: {},
    ms: 0,
    got: process.env['HOME'] ?? '',
    said: [],
  });
  const attacker = new Attacker({ facts, kernel, sessionId: SESSION, context, tools });
  const isFirstBoot = phase === 'birth';
  for (const way of WAYS) {
    const isMeant = isFirstBoot ? way.needs === 'birth' : facts.ids.includes(way.id);
    if (!isMeant) continue;
    const loot = await attacker.walk(way);
    note(loot);
    if (loot.got !== '') tell(`${way.id}: ${loot.got}\n`);
  }
  if (isFirstBoot)
    await attacker.write(
      'SOUL.md',
      '# Soul\n\nYou are Wren, an agent.\n\n## Values\n\n- Patience.\n',
    );
}

function note(loot: Loot): void {
  appendFileSync(join(dirname(factsFile), 'loot.jsonl'), `${JSON.stringify(loot)}\n`);
}

function tell(text: string): void {
  kernel.notify('session/update', {
    sessionId: SESSION,
    update: {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: text.slice(0, 20_000) },
    },
  });
}
