/** `yamo mcp --allow-export`: the owner's word, given at a terminal, in the owner's settings. The terminal is tmux. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { environmentFor, McpClient } from '#test/support/mcp.ts';
import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { skipLoudly, until, writeSettings, YAMO, yamo } from '#test/support/yamo.ts';

const noTmux = skipLoudly(
  spawnSync('tmux', ['-V']).status !== 0,
  'yamo mcp --allow-export at a terminal (needs tmux)',
);

const sockets: string[] = [];
afterAll(() => {
  for (const socket of sockets) spawnSync('tmux', ['-S', socket, 'kill-server']);
});

const settingsOf = ({ configHome }: TempWorkspace): string =>
  join(configHome, 'yamo', 'settings.json');

/** Runs `yamo mcp` with these arguments at a terminal, and types `answer` when it is asked; what the screen shows then. */
const atTerminal = async (
  ws: TempWorkspace,
  args: readonly string[],
  answer?: string,
): Promise<string> => {
  const socket = freshPath('tmux');
  sockets.push(socket);
  const tmux = (...words: readonly string[]): string =>
    spawnSync('tmux', ['-S', socket, ...words], { encoding: 'utf8' }).stdout;
  const environment = Object.entries(environmentFor(ws)).map(([name, value]) => `${name}=${value}`);
  const line = ['env', ...environment, process.execPath, YAMO, 'mcp', ...args]
    .map((word) => `'${word}'`)
    .join(' ');
  tmux(
    '-f',
    '/dev/null',
    'new-session',
    '-d',
    '-x',
    '150',
    '-y',
    '40',
    `${line}; echo "exit code $?."; exec sleep 60`,
  );
  const screen = (): string => tmux('capture-pane', '-p', '-J', '-S', '-');
  if (answer !== undefined) {
    await until(() => screen().includes('[y/N]'));
    tmux('send-keys', '-l', answer);
    tmux('send-keys', 'Enter');
  }
  await until(() => screen().includes('exit code'));
  return screen();
};

describe('without a terminal', () => {
  it.each([undefined, '{"primaryHuman": ["discord:ada"]}'])(
    'nothing is allowed, and the settings stay as they are (%j)',
    async (before) => {
      const ws = makeBornWorkspace();
      if (before !== undefined) writeSettings(ws, before);
      const { code, stderr } = await yamo(['mcp', '--allow-export', 'trial'], {
        workspace: ws,
        input: 'y\n',
      });
      expect(code).toBe(1);
      expect(stderr).toContain('at a terminal');
      expect(existsSync(settingsOf(ws)) ? readFileSync(settingsOf(ws), 'utf8') : undefined).toBe(
        before,
      );
    },
  );

  it('an empty name is a mistake', async () => {
    const ws = makeBornWorkspace();
    expect((await yamo(['mcp', '--allow-export', ' '], { workspace: ws })).code).toBe(2);
  });
});

describe.skipIf(noTmux)('at a terminal', () => {
  it('the owner is asked, and a yes is kept in settings that nobody else can read', async () => {
    const ws = makeBornWorkspace();
    const screen = await atTerminal(ws, ['--allow-export', 'trial'], 'y');
    expect(screen).toContain('May "trial" have texts of your workspaces?');
    expect(screen).toContain('exit code 0.');
    expect(statSync(settingsOf(ws)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(settingsOf(ws), 'utf8'))).toEqual({
      clients: { trial: { export: true } },
    });
    const mcp = await McpClient.connect(ws);
    expect(await mcp.read('SOUL.md')).toContain('Robin');
  });

  it.each(['n', '', 'yesterday'])('the answer %j changes nothing', async (answer) => {
    const ws = makeBornWorkspace();
    expect(await atTerminal(ws, ['--allow-export', 'trial'], answer)).toContain('exit code 1.');
    expect(existsSync(settingsOf(ws))).toBe(false);
  });

  it('settings that are none are not touched', async () => {
    const ws = makeBornWorkspace();
    writeSettings(ws, '{"clients": {}');
    const screen = await atTerminal(ws, ['--allow-export', 'trial'], 'y');
    expect(screen).toContain('SETTINGS_INVALID');
    expect(screen).toContain('exit code 3.');
    expect(readFileSync(settingsOf(ws), 'utf8')).toBe('{"clients": {}');
  });

  it('without a client, what its settings want is shown', async () => {
    const ws = makeBornWorkspace();
    const screen = await atTerminal(ws, [ws.path]);
    expect(screen).toContain('"mcpServers"');
    expect(screen).toContain(ws.path);
    expect(screen).toContain('exit code 0.');
  });
});
