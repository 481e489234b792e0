/** What an agent is started with, and in: seen by a program that is no agent and says what it sees. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Options, writeSettings, yamo } from '#test/support/yamo.ts';

const SECRET = 'CANARY-IN-MEMORY';

/** What `script` prints in the place of an agent, in a session of this kind. */
const seenBy = async (
  script: string,
  kind: 'main' | 'shared',
  ws: TempWorkspace,
  options: Options = {},
): Promise<string> => {
  const path = freshPath('look.sh');
  writeFileSync(path, `( ${script} ) 2>&1 | sed 's/^/seen: /' >&2\n`);
  const { stderr } = await yamo(
    ['boot', '--trace', '--session', kind, '--message', 'x', '--agent', `sh ${path}`],
    { workspace: ws, ...options },
  );
  return [...stderr.matchAll(/^(?:agent: )?seen: (.*)$/gm)].map(([, line]) => line).join('\n');
};

const workspace = (): TempWorkspace =>
  makeBornWorkspace({ 'MEMORY.md': `# Memory\n\n- ${SECRET}\n` });

describe('the view of an agent', () => {
  it('of a shared session has copies of what it may read, and nothing else of the workspace [Y94] [Y98]', async () => {
    const ws = workspace();
    expect(await seenBy(`ls -A ${ws.path}`, 'shared', ws)).toBe('AGENTS.md\nSOUL.md\nUSER.md');
    const write = `echo x > ${ws.path}/BOOTSTRAP.md; echo x >> ${ws.path}/SOUL.md`;
    expect(await seenBy(write, 'shared', ws)).toMatch(/Read-only[^]*Read-only/);
  });

  it('of a main session has the workspace, to be read', async () => {
    const ws = workspace();
    expect(await seenBy(`cat ${ws.at('MEMORY.md')}`, 'main', ws)).toContain(SECRET);
    for (const file of ['SOUL.md', 'BOOTSTRAP.md'])
      expect(await seenBy(`echo x > ${ws.at(file)}`, 'main', ws)).toContain('Read-only');
    expect(ws.has('BOOTSTRAP.md')).toBe(false);
  });

  it('has a home of its own, and gives nothing of the environment away that is not passed on', async () => {
    const ws = workspace();
    const env = { CANARY_KEY: 'k-1', OTHER_KEY: 'k-2' };
    const seen = await seenBy('env; ls -A $HOME', 'main', ws, { env });
    expect(seen).not.toMatch(/k-1|k-2/);
    expect(seen).toMatch(/^HOME=.*yamo-scratch-/m);
    writeSettings(ws, { agentEnvironment: ['OTHER_KEY'] });
    expect(await seenBy('env', 'main', ws, { env })).toMatch(/^OTHER_KEY=k-2$/m);
  });

  it('has an account of its own, and none of the machine', async () => {
    const ws = workspace();
    const uid = process.getuid?.() ?? 0;
    const seen = await seenBy(
      'id -un; echo $HOME; cat /etc/passwd; cut -d: -f1 /etc/group',
      'shared',
      ws,
    );
    const [name, home, ...accounts] = seen.split('\n');
    expect(name).toBe('agent');
    expect(accounts[0]).toMatch(new RegExp(`^agent:x:${uid}:\\d+:agent:${home}:/bin/sh$`));
    expect(accounts.filter((line) => !/^(agent|root|nobody|nogroup)\b/.test(line))).toEqual([]);
    expect(await seenBy('echo x >> /etc/passwd', 'main', ws)).toContain('Read-only');
  });

  it('has no descriptor that the kernel inherited', async () => {
    const ws = workspace();
    const wrapper = ['bash', '-c', `exec 9<${ws.path} 20<${ws.path}; exec "$@"`, '--'];
    const seen = await seenBy('ls -l /proc/self/fd', 'shared', ws, { wrapper });
    expect(seen).not.toContain(ws.path);
    // The standard ones, and the folder that is listed.
    expect(seen.split('\n').filter((line) => / -> /.test(line))).toHaveLength(4);
  });

  it('shows what the settings name, and writes where they say', async () => {
    const ws = workspace();
    const folder = freshPath('folder');
    writeSettings(ws, { agentPaths: { write: [join(folder, '..')] } });
    const seen = await seenBy(`echo done > ${folder}; cat ${folder}`, 'main', ws);
    expect(seen).not.toContain('Read-only');
  });
});
