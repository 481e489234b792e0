/** What the settings of a client need, to start `yamo mcp`; with the paths of this very installation, for clients know no PATH. */
import { resolve } from 'node:path';
import process from 'node:process';
import { xdgVariables } from '#kernel/process/xdg.ts';

export const mcpSetupText = (workspace: string): string => {
  const [, program = 'yamo'] = process.argv;
  const env = xdgVariables(process.env);
  const server = {
    command: process.execPath,
    args: [program, 'mcp', resolve(workspace)],
    ...(Object.keys(env).length > 0 && { env }),
  };
  return `A client starts this command, and speaks the Model Context Protocol with it. Most want in their settings:

${JSON.stringify({ mcpServers: { yamo: server } }, undefined, 2)}

Texts of the workspace are given to no client before you allow it: yamo mcp --allow-export NAME; the first refusal says the NAME.
Sessions are shared: MEMORY.md stays closed. If nobody but you uses the client, add "--session", "main".
`;
};
