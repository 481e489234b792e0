/** What a session of another system goes by, before and after `/reload`. */
import { expect, it } from 'vitest';

import { say } from '#test/support/messages-api/reply.ts';
import { Talk } from '#test/support/messages-api/talk.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

it('goes by the files of its start until /reload, also where one is put into another [O8]', async () => {
  const ws = makeWorkspace({
    'prompts/SYSTEM.md': '## 1. SECURITY\n\nrules\n\n{{USER_PROFILE}}\n',
    'USER.md': 'Ada rows.\n',
  });
  const talk = await Talk.open(ws, () => say('Yes.', { atOnce: true }), {
    args: ['--layout', 'osa'],
  });
  const system = (): string => JSON.stringify(talk.api.accepted.at(-1)?.request.system);
  await talk.turn('one');
  const first = system();
  ws.write('USER.md', 'Ada sails.\n');
  await talk.turn('two');
  const unchanged = system();
  expect(JSON.stringify(talk.api.accepted.at(-1)?.request)).not.toContain('Ada sails.');
  const before = talk.frames().length;
  talk.kernel.say('/reload');
  await talk.told(before, 'answer');
  await talk.turn('three');
  expect([first, unchanged]).toEqual([expect.stringContaining('Ada rows.'), first]);
  expect(system()).toContain('Ada sails.');
  expect(system()).not.toContain('Ada rows.');
  expect(JSON.stringify(talk.api.accepted.at(-1)?.request.messages)).not.toContain('Ada sails.');
  expect((await talk.end()).code).toBe(0);
});
