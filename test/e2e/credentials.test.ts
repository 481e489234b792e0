/** `yamo credentials`, and a kernel that is offered a secret. The values must not be met anywhere but where they are. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { EXIT } from '#lib/spec/exits.ts';
import {
  CANARY,
  claudeFile,
  codexFile,
  type CredentialHome,
  credentialHome,
  filesWith,
} from '#test/support/credential-home.ts';
import { makeBornWorkspace } from '#test/support/workspace.ts';
import { type Options, skipLoudly, startYamo, yamo } from '#test/support/yamo.ts';

const noTerminal = skipLoudly(
  spawnSync('sh', ['-c', 'command -v script']).status !== 0,
  'the question before an import (needs script of util-linux)',
);
const noKeyring = skipLoudly(
  spawnSync('sh', ['-c', 'command -v gnome-keyring-daemon && command -v dbus-run-session'])
    .status !== 0,
  'the keychain of the system (needs gnome-keyring and dbus-run-session)',
);

/** Ends far in the future: the program has the clock of the machine. */
const LATER = 4_000_000_000_000;

const optionsFor = ({ path, environment }: CredentialHome, more: Options = {}): Options => ({
  ...more,
  env: {
    XDG_STATE_HOME: join(path, 'state'),
    XDG_CONFIG_HOME: join(path, '.config'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}/no-bus`,
    ...environment,
    ...more.env,
  },
});

const run = async (home: CredentialHome, args: readonly string[], more: Options = {}) => {
  const result = await yamo(['credentials', ...args], optionsFor(home, more));
  expect(result.stdout + result.stderr).not.toContain(CANARY);
  return result;
};

const stateOf = ({ path }: CredentialHome): string => join(path, 'state');

describe('yamo credentials scan', () => {
  it('tells names, places and what to do, and never a value [N14, N30]', async () => {
    const home = credentialHome({
      ANTHROPIC_API_KEY: CANARY,
      GITHUB_TOKEN: CANARY,
      BRAVE_SEARCH_API_KEY: CANARY,
    });
    home.write('.claude/.credentials.json', claudeFile(CANARY, LATER));
    home.write('.codex/auth.json', codexFile(CANARY), 0o644);
    const text = await run(home, ['scan']);
    expect(text.code).toBe(0);
    for (const name of [
      'ANTHROPIC_API_KEY',
      'GITHUB_TOKEN',
      'Claude Code',
      'mode 0644',
      'No keychain',
    ])
      expect(text.stdout).toContain(name);
    const { code, events } = await run(home, ['scan', '--json']);
    expect(code).toBe(0);
    expect(events.map(({ name, use }) => [name, use])).toEqual([
      ['ANTHROPIC_API_KEY', 'now'],
      ['BRAVE_SEARCH_API_KEY', 'import'],
      ['GITHUB_TOKEN', 'import'],
      ['Claude Code', 'consent'],
      ['Codex', 'no'],
    ]);
    expect(existsSync(stateOf(home))).toBe(false);
  });

  it('knows the providers of the settings', async () => {
    const home = credentialHome({ GROQ_API_KEY: CANARY });
    const use = async () => (await run(home, ['scan', '--json'])).events[0]?.['use'];
    expect(await use()).toBe('import');
    home.write('.config/yamo/settings.json', {
      providers: { groq: { baseUrl: 'https://x.example' } },
    });
    expect(await use()).toBe('now');
  });

  it('of nothing says so', async () => {
    const { code, stdout } = await run(credentialHome(), ['scan']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('There are no credentials')]);
  });
});

describe('yamo credentials import', () => {
  it('without a terminal needs --yes [N30]', async () => {
    const home = credentialHome({ SHOP_TOKEN: CANARY });
    const refused = await run(home, ['import', 'SHOP_TOKEN', '--as', 'shop'], { input: 'y\n' });
    expect(refused.code).toBe(EXIT.usage);
    expect(refused.stderr).toContain('--yes');
    expect(existsSync(stateOf(home))).toBe(false);
    const done = await run(home, ['import', 'SHOP_TOKEN', '--as', 'shop', '--yes', '--json']);
    expect(done.events).toEqual([
      { provider: 'shop', kind: 'credential', place: 'env:SHOP_TOKEN', keeping: 'pointer' },
    ]);
    expect(filesWith(CANARY, stateOf(home))).toEqual([]);
    expect((await run(home, ['list'])).stdout).toContain('env:SHOP_TOKEN');
    expect((await run(home, ['remove', 'shop'])).code).toBe(0);
    expect((await run(home, ['list'])).stdout).toBe('Nothing is imported.\n');
  });

  it.skipIf(noTerminal).each([
    ['y', true],
    ['n', false],
    ['', false],
  ])('at a terminal asks, and takes %j for an answer [N30]', async (answer, taken) => {
    const home = credentialHome({ SHOP_TOKEN: CANARY });
    const running = startYamo(
      ['credentials', 'import', 'SHOP_TOKEN', '--as', 'shop'],
      optionsFor(home, { wrapper: ['sh', '-c', 'exec script -qec "$*" /dev/null', 'sh'] }),
    );
    await running.printed('[y/N]');
    running.say(answer);
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('env:SHOP_TOKEN');
    expect(stdout).not.toContain(CANARY);
    expect(stdout.includes('Nothing was imported')).toBe(!taken);
    expect(existsSync(join(stateOf(home), 'yamo/credentials/shop.json'))).toBe(taken);
  });

  it('takes a value from standard input, and keeps it where only its owner can read it', async () => {
    const home = credentialHome();
    const done = await run(home, ['import', '--stdin', '--as', 'openai'], { input: `${CANARY}\n` });
    expect(done.code).toBe(0);
    const kept = join(stateOf(home), 'yamo/credentials/openai.key');
    expect(filesWith(CANARY, home.path)).toEqual([`600 ${kept}`]);
    expect((await run(home, ['remove', 'openai'])).code).toBe(0);
    expect(filesWith(CANARY, home.path)).toEqual([]);
    const wrong = await run(home, ['import', '--stdin', '--as', 'openai'], { input: 'two words' });
    expect([wrong.code, wrong.stderr]).toEqual([
      EXIT.refused,
      expect.stringContaining('CREDENTIAL_UNUSABLE'),
    ]);
  });

  it('of a subscription says its terms, and touches nothing of the other program', async () => {
    const home = credentialHome();
    const path = home.write('.claude/.credentials.json', claudeFile(CANARY, LATER));
    const refused = await run(home, ['import', 'claude-code', '--yes']);
    expect(refused.code).toBe(EXIT.refused);
    expect(refused.stderr).toContain('Anthropic allows');
    const done = await run(home, ['import', 'claude-code', '--yes', '--allow-subscription-tokens']);
    expect(done.code).toBe(0);
    expect(done.stderr).toContain('Mind the terms: Anthropic allows');
    expect(filesWith(CANARY, home.path)).toEqual([`600 ${path}`]);
  });

  it.skipIf(noKeyring)(
    'keeps a value in the keychain of the system, and finds those of others',
    async () => {
      const home = credentialHome();
      const session = [
        'sh',
        '-c',
        `unset DBUS_SESSION_BUS_ADDRESS; exec dbus-run-session -- sh -c 'printf pw | gnome-keyring-daemon --unlock --components=secrets > "$HOME/daemon"; "$@"' sh "$@"`,
        'sh',
      ];
      // One session for all: each has a daemon of its own, which keeps its entries in the home.
      const steps =
        'for one in "scan" "import --stdin --keychain --as openai" "list" "remove openai" "list"; do echo "== $one"; printf %s "$VALUE" | "$0" "$1" credentials $one; done';
      const running = startYamo(
        [],
        optionsFor(home, { wrapper: [...session, 'sh', '-c', steps], env: { VALUE: CANARY } }),
      );
      running.finish();
      const { code, stdout, stderr } = await running.ended;
      expect(code, stderr).toBe(0);
      expect(stdout + stderr).not.toContain(CANARY);
      const [scan = '', , list = '', , empty = ''] = stdout.split(/^== .*\n/m).slice(1);
      expect(scan).not.toContain('No keychain');
      expect(list).toContain('keychain:yamo/openai\n  as it was imported');
      expect(empty).toBe('Nothing is imported.\n');
      expect(filesWith(CANARY, stateOf(home))).toEqual([]);
    },
  );

  it('without a keychain is refused, and nothing is kept', async () => {
    const home = credentialHome();
    const args = ['import', '--stdin', '--keychain', '--as', 'openai', '--json'];
    const { code, events } = await run(home, args, { input: CANARY });
    expect([code, events[0]?.['code']]).toEqual([EXIT.machine, 'KEYCHAIN_UNUSABLE']);
    expect(filesWith(CANARY, home.path)).toEqual([]);
    expect((await run(home, ['list'])).stdout).toBe('Nothing is imported.\n');
  });
});

describe('yamo credentials', () => {
  it('does not repeat a key that was given for its place [N30]', async () => {
    for (const key of ['Zq7Rk2Vx9Lm4Tn8Bc1Wd6Yf3Hj5Pg0Su', '/Zq7Rk2Vx9Lm4Tn8Bc1Wd6Yf3Hj5Pg0Su']) {
      const args = ['import', key, '--as', 'openai', '--yes'];
      const { code, stdout, stderr } = await run(credentialHome(), args);
      expect(code).toBe(EXIT.refused);
      expect(stderr).toContain('looks like a key');
      expect(stdout + stderr).not.toContain(key);
      expect((await run(credentialHome(), ['remove', key])).stderr).not.toContain(key);
    }
  });

  it.each([
    [[], /scan, import, list or remove/],
    [['sell'], /scan, import, list or remove/],
    [['scan', 'all'], /one word too many/],
    [['import'], /what to import/],
    [['import', 'openai', CANARY], /one word too many.*--stdin/],
    [['import', CANARY], /no place of a credential.*--stdin/],
    [['import', 'A', '--stdin', '--as', 'x'], /what to import/],
    [['import', 'A', '--keychain', '--file'], /not both/],
    [['import', '--stdin'], /--as PROVIDER/],
    [['import', '--stdin', '--as', '../x'], /small letters/],
    [['remove'], /which provider/],
    [['remove', 'shop'], /Nothing is imported under that name/],
  ] as const)('%j is misused, and says how', async (args, said) => {
    const { code, stdout, stderr } = await run(credentialHome(), args);
    expect([code, stdout]).toEqual([EXIT.usage, '']);
    expect(stderr).toMatch(said);
  });
});

it('a secret that an agent is told is not written, and its human is offered a place for it [Y95]', async () => {
  const ws = makeBornWorkspace();
  const { stdout } = await yamo(['boot', '--json', '--session', 'main', '--agent', 'scribe'], {
    workspace: ws,
    input: `password: ${CANARY}-Ebbe\n`,
  });
  expect(stdout).toContain('GATE_CREDENTIAL');
  expect(stdout).toContain('yamo credentials import');
  expect(stdout).not.toContain(CANARY);
  expect(filesWith(CANARY, ws.path)).toEqual([]);
});
