/** A host that works in a workspace of Nexus: what the runtime keeps is no host's, as it is no agent's. */
import { expect, it } from 'vitest';

import { HOST_NAMES } from '#lib/hook/event.ts';
import { eventBefore, type HookTool } from '#test/support/hook-hosts.ts';
import { hookAnswer, hookJudge } from '#test/support/hook-judge.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const temp = makeWorkspace({
  'AGENTS.md': '# Manager\n',
  'home/notes.md': 'x\n',
  'state/config.json': '{"runtime":{"auth":{"token":"c0ffee"}}}',
  'state/agents/BOOTSTRAP.md': 'Ask for a name.\n',
  'state/agents/zim/IDENTITY.md': 'name: Zim\n',
  'state/agents/zim/SOUL.md': 'Calm.\n',
  'state/data/memory.db': 'x',
  'state/credentials/github.json': '{}',
});

const SECRET = ['state/config.json', 'state/data/memory.db', 'state/credentials/github.json'];

/** What hosts read of the answers: with `cwd` in the workspace, or beside it. */
const answers = async (tool: HookTool, cwd = temp.path): Promise<readonly string[]> => {
  const judge = hookJudge(temp, 'main');
  const all = HOST_NAMES.flatMap((host) => {
    const event = eventBefore(host, cwd, tool);
    return event === undefined ? [] : [hookAnswer(judge, host, event)];
  });
  return [...new Set((await Promise.all(all)).map(({ is }) => is))];
};

it.each(SECRET)('%s is for no tool', async (file) => {
  const path = temp.at(file);
  for (const cwd of [temp.path, temp.at('home'), temp.at('state/agents/zim')]) {
    expect(await answers({ does: 'read', path }, cwd)).toEqual(['deny']);
    expect(await answers({ does: 'write', path, text: 'mine' }, cwd)).toEqual(['deny']);
    expect(await answers({ does: 'run', command: `cat ${path}` }, cwd)).not.toContain('pass');
  }
  expect(await answers({ does: 'run', command: `cat ${file}` })).not.toContain('pass');
  expect(await answers({ does: 'run', command: 'cat state/*' })).not.toContain('pass');
});

it('what is no part of the runtime is the host’s', async () => {
  expect(await answers({ does: 'read', path: temp.at('home/notes.md') })).toEqual(['pass']);
  expect(await answers({ does: 'run', command: 'cat home/notes.md' })).toEqual(['pass']);
});

it('an identity that is there belongs to its human', async () => {
  const path = temp.at('state/agents/zim/SOUL.md');
  expect(await answers({ does: 'read', path })).toEqual(['pass']);
  expect(await answers({ does: 'write', path, text: 'Loud.\n' })).toEqual(['deny']);
});
