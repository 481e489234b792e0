/** `yamo chat`, with Telegram, Slack and Discord, of the built program. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { Daemon } from '#test/support/daemon.ts';
import { faultsAfterKills } from '#test/support/chat-kills.ts';
import { TelegramServer } from '#test/support/telegram.ts';
import { AnswersServer, HOOK_SECRET } from '#test/support/webhook.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

describe('yamo chat', () => {
  it('adds what has a token, whether the workspace is served or not, and says what is wrong', async () => {
    const ws = makeBornWorkspace();
    const server = await new TelegramServer().start();
    const env = { TELEGRAM_TOKEN: TelegramServer.TOKEN };
    const chat = (...args: readonly string[]) =>
      yamo(['chat', ...args], { workspace: ws, env, cwd: ws.path });
    const at = ['--api', server.url] as const;
    const missing = await chat('add', 'telegram', '--token-env', 'NOT_SET', ...at);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('env:NOT_SET')]);
    for (const wrong of [
      ['add', 'pigeon'],
      ['add', 'telegram'],
      ['add', 'telegram', '--token-env', 'TELEGRAM_TOKEN', '--api', 'x'],
      ['add', 'telegram', '--token-env', 'TELEGRAM_TOKEN', '--app-token-env', 'TELEGRAM_TOKEN'],
      ['add', 'telegram', '--token-env', 'TELEGRAM_TOKEN', '--strangers', 'shared'],
      ['list', '--name', 'telegram'],
      ['pair', '--day-tokens', '5'],
      ['sing'],
      [],
    ])
      expect((await chat(...wrong)).code).toBe(2);
    expect((await chat('pair')).stderr).toContain('CHAT_UNKNOWN');
    const added = ['add', 'telegram', '--token-env', 'TELEGRAM_TOKEN', ...at] as const;
    expect((await chat(...added)).code).toBe(0);
    expect((await chat(...added)).stderr).toContain('CHAT_KNOWN');
    expect((await chat('doctor')).stdout).toContain('not served');
    const daemon = await Daemon.start(ws, [], env);
    expect((await chat(...added)).stderr).toContain('already');
    expect((await chat(...added, '--name', 'second')).code).toBe(0);
    expect((await chat('pair', '--name', 'second')).stdout).toMatch(/[A-Z2-9]{4}-[A-Z2-9]{4}/u);
    expect((await chat('pair')).stderr).toContain('without a name, but second, telegram.');
    // The daemon has a variable that this terminal does not have.
    const elsewhere = await yamo(['chat', 'doctor'], { workspace: ws, cwd: ws.path });
    expect(elsewhere.stdout).not.toContain('TELEGRAM_TOKEN');
    await server.until(() => server.heard.split('getMe').length > 2);
    expect((await chat('remove', '--name', 'second')).code).toBe(0);
    expect((await chat('list', '--json')).stdout).toContain('"name":"telegram"');
    expect((await chat('list')).stdout).not.toContain(TelegramServer.TOKEN);
    const status = await yamo(['status', '--json'], { workspace: ws });
    expect(status.stdout).toContain('"name":"telegram"');
    await yamo(['stop'], { workspace: ws });
    expect((await daemon.running.ended).code).toBe(0);
    server.close();
  });

  it('takes a program that can be run, and says what became of it', async () => {
    const ws = makeBornWorkspace();
    const env = { SECRET: 'fleet-heron-4711' };
    const chat = (...args: readonly string[]) =>
      yamo(['chat', ...args], { workspace: ws, env, cwd: ws.path });
    const file = freshPath('adapter');
    const add = (program: string) =>
      chat('add', 'program', '--program', program, '--token-env', 'SECRET');
    expect((await add(ws.path)).stderr).toContain('cannot be run (EACCES)');
    expect((await add(`${file}.js`)).stderr).toContain('cannot be read (ENOENT)');
    writeFileSync(file, '#!/bin/sh\necho what it says\nexit 3\n', { mode: 0o644 });
    expect((await add(file)).stderr).toContain('cannot be run (EACCES)');
    chmodSync(file, 0o755);
    expect((await add(file)).code).toBe(0);
    const daemon = await Daemon.start(ws, [], env);
    let { stdout } = await chat('doctor');
    while (!stdout.includes('it printed: what it says')) ({ stdout } = await chat('doctor'));
    rmSync(file);
    while (!stdout.includes(`${file} cannot be run (ENOENT)`)) ({ stdout } = await chat('doctor'));
    await yamo(['stop'], { workspace: ws });
    expect((await daemon.running.ended).code).toBe(0);
  });

  it('says why a message had no answer, until one has', async () => {
    const ws = makeBornWorkspace();
    const program = await new AnswersServer().start();
    const env = { SECRET: HOOK_SECRET };
    const doctor = () => yamo(['chat', 'doctor', '--json'], { workspace: ws, env, cwd: ws.path });
    const add = ['chat', 'add', 'webhook', '--token-env', 'SECRET', '--api', program.url];
    await yamo(add, { workspace: ws, env, cwd: ws.path });
    const body = JSON.stringify({ chat: 'ops', text: 'The kettle is blue.' });
    let daemon = await Daemon.start(ws, ['--agent', 'false'], env);
    expect(await program.post(daemon.port, 'm1', body)).toBe(202);
    await program.until(() => program.sent.length === 1);
    expect(program.sent[0]?.text).toContain('yamo chat doctor');
    const found = await doctor();
    expect([found.code, found.stdout]).toEqual([4, expect.stringContaining('AGENT_FAILED')]);
    await yamo(['stop'], { workspace: ws });
    await daemon.running.ended;
    daemon = await Daemon.start(ws, [], env);
    expect(await program.post(daemon.port, 'm2', body)).toBe(202);
    await program.until(() => program.sent.length === 2);
    expect((await doctor()).code).toBe(0);
    await yamo(['stop'], { workspace: ws });
    expect((await daemon.running.ended).code).toBe(0);
    program.close();
  });

  it('sets what is different, says so in its list, and refuses what it does not understand', async () => {
    const ws = makeBornWorkspace();
    const env = { TELEGRAM_TOKEN: TelegramServer.TOKEN };
    const chat = (...args: readonly string[]) =>
      yamo(['chat', ...args], { workspace: ws, env, cwd: ws.path });
    await chat('add', 'telegram', '--token-env', 'TELEGRAM_TOKEN');
    expect((await chat('set', '--day-tokens', '500', '--strangers', 'shared')).code).toBe(0);
    const { stdout } = await chat('list');
    expect(stdout).toContain('strangers are answered, 500 tokens a day for each chat');
    expect((await chat('set', '--day-tokens', '0')).code).toBe(0);
    expect((await chat('list')).stdout).not.toContain('tokens a day');
    for (const wrong of [[], ['--day-tokens', 'many'], ['--strangers', 'maybe'], ['--group=1']])
      expect((await chat('set', ...wrong)).code, wrong.join(' ')).toBe(2);
    const unknown = await chat('set', '--group=-1', '--answers', 'all');
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('CHAT_PLACE_UNKNOWN'),
    ]);
  });

  it.each(['telegram', 'slack', 'discord', 'webhook'] as const)(
    'loses nothing of %s and answers nothing twice, whoever is killed at whatever arrow',
    async (provider) => {
      expect(await faultsAfterKills(10, provider)).toEqual([]);
    },
  );
});
