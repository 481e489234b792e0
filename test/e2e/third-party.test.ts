/**
 * An agent that nobody here wrote: the example agent of an older release of the protocol's own
 * library, with its older connection code, booted with `--agent`. In its one turn it asks for
 * permission to change a file.
 */
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { makeBornWorkspace, makeWorkspace } from '#test/support/workspace.ts';
import { framesNamed, refusalOf, wordsOf, yamo } from '#test/support/yamo.ts';

/** Throws when the package is not installed. */
const agent = (): string => {
  const library = fileURLToPath(import.meta.resolve('acp-example-agent'));
  return `'${process.execPath}' '${library.replace(/acp\.js$/, 'examples/agent.js')}'`;
};

describe('a third-party agent', () => {
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

  it('that does not carry out its birth orders leaves none behind, and no session begins', async () => {
    const ws = makeWorkspace({ 'BOOTSTRAP.md': '**Name:** Nobody\n' });
    const { code, events } = await yamo(['boot', '--json', '--message', 'x', '--agent', agent()], {
      workspace: ws,
    });
    expect([code, refusalOf(events)]).toEqual([1, 'BIRTH_FAILED']);
    expect(ws.list().filter((file) => file.startsWith('BOOTSTRAP'))).toEqual([]);
    expect(framesNamed(events, 'ready')).toEqual([]);
  });
});
