/**
 * Agents that nobody here wrote, booted with `--agent`: the example agent of an older release of the protocol's own
 * library, with its older connection code, which asks for permission to change a file in its one turn; and pi-acp, an
 * adapter from the package registry, with a stand-in for the program that it drives. Larger ones are in test/agents.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { installed } from '#test/support/registry-agents.ts';
import { freshPath, makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import {
  framesNamed,
  refusalOf,
  skipLoudly,
  wordsOf,
  writeSettings,
  yamo,
} from '#test/support/yamo.ts';

/** Throws when the package is not installed. */
const agent = (): string => {
  const library = fileURLToPath(import.meta.resolve('acp-example-agent'));
  return `'${process.execPath}' '${library.replace(/acp\.js$/, 'examples/agent.js')}'`;
};

// The agent takes its time, a second for each thing that it says.
describe.concurrent('a third-party agent', () => {
  it('serves a session, and is refused the permission that nobody is there to give', async () => {
    const ws = makeBornWorkspace();
    const { code, events } = await yamo(
      ['boot', '--json', '--message', 'Change the configuration.', '--agent', agent()],
      { workspace: ws },
    );
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(wordsOf(events)).toContain("I'll help you with that.");
    expect(wordsOf(events)).toContain('you prefer not to make that change');
    expect(wordsOf(events)).not.toContain('successfully updated');
    expect(framesNamed(events, 'turn')).toMatchObject([{ stop: 'end_turn' }]);
  });

  it('that does not carry out its bootstrap instructions leaves none behind, and no session begins', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': '**Name:** Nobody\n' });
    const { code, events } = await yamo(['boot', '--json', '--message', 'x', '--agent', agent()], {
      workspace: ws,
    });
    expect([code, refusalOf(events)]).toEqual([1, 'BIRTH_FAILED']);
    expect(ws.list().filter((file) => file.startsWith('BOOTSTRAP'))).toEqual([]);
    expect(framesNamed(events, 'ready')).toEqual([]);
  });
});

const pi = await installed('pi-acp', '0.0.34');
const noPi = skipLoudly(pi === undefined, 'pi-acp (no registry)');

describe.skipIf(noPi)('pi-acp 0.0.34', () => {
  const command = `'${join(pi ?? '', 'pi-acp')}'`;

  it('opens a session in the view, and passes on what it is told and what it hears', async () => {
    const ws = makeBornWorkspace();
    const program = freshPath('pi');
    const standIn = resolve(import.meta.dirname, '../support/pi-child.ts');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${standIn}'\n`);
    chmodSync(program, 0o700);
    writeSettings(ws, {
      agentPaths: { read: [program, standIn, process.execPath] },
      agentEnvironment: ['PI_ACP_PI_COMMAND'],
    });
    const { code, events } = await yamo(
      ['boot', '--json', '--message', 'Hello.', '--agent', command],
      { workspace: ws, env: { PI_ACP_PI_COMMAND: program } },
    );
    expect([code, refusalOf(events)]).toEqual([0, undefined]);
    expect(wordsOf(events)).toContain('I was shown SOUL.md and Hello.');
    expect(framesNamed(events, 'turn')).toMatchObject([{ stop: 'end_turn' }]);
  });

  it('without its program is refused, and no session begins', async () => {
    const ws = makeBornWorkspace();
    const { code, events } = await yamo(
      ['boot', '--json', '--message', 'Hello.', '--agent', command],
      { workspace: ws },
    );
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_FAILED']);
    expect(framesNamed(events, 'ready')).toEqual([]);
  });
});
