/** What an editor's settings need, to start `yamo acp`; with the paths of this very installation, for editors know no PATH. */
import process from 'node:process';
import { resolve } from 'node:path';
import { xdgVariables } from '#kernel/process/xdg.ts';

export const acpSetupText = (workspace: string): string => {
  const [, program = 'yamo'] = process.argv;
  const server = {
    command: process.execPath,
    args: [program, 'acp', resolve(workspace)],
    env: xdgVariables(process.env),
  };
  return `An editor starts this command, and speaks the Agent Client Protocol with it. Its settings want:

Zed, in settings.json:
${json({ agent_servers: { yamo: { type: 'custom', ...server } } })}

JetBrains, in ~/.jetbrains/acp.json:
${json({ agent_servers: { yamo: server } })}

Sessions are shared: MEMORY.md stays closed. If nobody but you uses the editor, add "--session", "main".
`;
};

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
