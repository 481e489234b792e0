import { createHash } from 'node:crypto';
import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { scanCredentials } from '#kernel/credentials/scan.ts';
import {
  CANARY,
  chatGptFile,
  claudeFile,
  codexFile,
  type CredentialHome,
  credentialHome,
  HOUR,
  jwt,
  noKeychain,
  NOW,
} from '#test/support/credential-home.ts';

const PROVIDERS = ['anthropic', 'openai', 'openrouter'];

const scan = async (home: CredentialHome) => {
  const found = await scanCredentials({ ...home.parts, providers: PROVIDERS });
  expect(JSON.stringify(found)).not.toContain(CANARY);
  return found;
};

const digits = (text: string, count: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, count);

describe('a scan', () => {
  it('of nothing finds nothing', async () => {
    expect(await scan(credentialHome())).toEqual({ findings: [], keychain: true });
  });

  it('tells variables by name, with how they can be used, and never a value [N30]', async () => {
    const home = credentialHome({
      ANTHROPIC_API_KEY: CANARY,
      BRAVE_SEARCH_API_KEY: CANARY,
      CLAUDE_CODE_OAUTH_TOKEN: CANARY,
      CODEX_API_KEY: CANARY,
      GITHUB_TOKEN: CANARY,
      OPENROUTER_API_KEY: `two words ${CANARY}`,
      OPENAI_API_KEY: '',
      SHOP_TOKEN: CANARY,
      MAX_TOKENS: '4096',
    });
    const { findings } = await scan(home);
    expect(findings.map(({ name, provider, use }) => [name, provider, use])).toEqual([
      ['ANTHROPIC_API_KEY', 'anthropic', 'now'],
      ['BRAVE_SEARCH_API_KEY', 'brave', 'import'],
      ['CLAUDE_CODE_OAUTH_TOKEN', 'anthropic', 'consent'],
      ['CODEX_API_KEY', 'openai', 'import'],
      ['GITHUB_TOKEN', 'github', 'import'],
      ['OPENROUTER_API_KEY', 'openrouter', 'no'],
      ['SHOP_TOKEN', undefined, 'import'],
    ]);
    expect(findings[0]?.place).toBe('env:ANTHROPIC_API_KEY');
  });

  it('finds the files of Claude Code, Codex and Qwen Code [N14]', async () => {
    const home = credentialHome();
    home.write('.claude/.credentials.json', claudeFile(CANARY));
    home.write('.codex/auth.json', chatGptFile(jwt((NOW - HOUR) / 1000)));
    home.write('.qwen/oauth_creds.json', { access_token: CANARY, expiry_date: NOW + HOUR });
    const { findings } = await scan(home);
    expect(findings).toMatchObject([
      {
        name: 'Claude Code',
        place: `file:${home.path}/.claude/.credentials.json#/claudeAiOauth/accessToken`,
        provider: 'anthropic',
        kind: 'subscription token',
        expiresAt: '2026-03-14T13:00:00.000Z',
        expired: false,
        use: 'consent',
        how: expect.stringContaining('--allow-subscription-tokens'),
      },
      {
        name: 'Codex',
        place: `file:${home.path}/.codex/auth.json#/tokens/access_token`,
        kind: 'subscription token',
        expired: true,
        use: 'no',
        how: 'log in again: codex login',
      },
      { name: 'Qwen Code', provider: 'qwen', kind: 'subscription token', use: 'consent' },
    ]);
  });

  it('looks where the variables of these programs say [N14]', async () => {
    const home = credentialHome();
    home.environment['CLAUDE_CONFIG_DIR'] = join(home.path, 'c');
    home.environment['CODEX_HOME'] = join(home.path, 'x');
    home.write('.claude/.credentials.json', claudeFile(CANARY));
    home.write('c/.credentials.json', claudeFile(CANARY));
    home.write('x/auth.json', codexFile(CANARY));
    const { findings } = await scan(home);
    expect(findings.map(({ place, use }) => [place, use])).toEqual([
      [`file:${home.path}/c/.credentials.json#/claudeAiOauth/accessToken`, 'consent'],
      [`file:${home.path}/x/auth.json#/OPENAI_API_KEY`, 'now'],
    ]);
  });

  it('finds their entries of the keychain under the names that they have there [N14]', async () => {
    const home = credentialHome();
    home.write('.codex/config.toml', '');
    const account = `cli|${digits(realpathSync(join(home.path, '.codex')), 16)}`;
    home.keychain.entries.set('Claude Code-credentials/ada', JSON.stringify(claudeFile(CANARY)));
    home.keychain.entries.set(`Codex Auth/${account}`, JSON.stringify(codexFile(CANARY)));
    expect((await scan(home)).findings.map(({ place, use }) => [place, use])).toEqual([
      ['keychain:Claude Code-credentials/ada#/claudeAiOauth/accessToken', 'consent'],
      [`keychain:Codex Auth/${account}#/OPENAI_API_KEY`, 'import'],
    ]);
    home.environment['CLAUDE_CONFIG_DIR'] = '/srv/claude';
    expect((await scan(home)).findings.map(({ name }) => name)).toEqual(['Codex']);
    const service = `Claude Code-credentials-${digits('/srv/claude', 8)}`;
    home.keychain.entries.set(`${service}/ada`, JSON.stringify(claudeFile(CANARY)));
    expect((await scan(home)).findings[0]?.place).toContain(service);
  });

  it('says where there is no keychain', async () => {
    const home = credentialHome({ OPENAI_API_KEY: CANARY });
    const parts = { ...home.parts, keychain: noKeychain, providers: PROVIDERS };
    const { findings, keychain } = await scanCredentials(parts);
    expect([findings.length, keychain]).toEqual([1, false]);
  });

  it('takes an older file of Codex for what it is', async () => {
    const home = credentialHome();
    home.write('.codex/auth.json', { OPENAI_API_KEY: CANARY });
    expect((await scan(home)).findings).toMatchObject([{ kind: 'api key', use: 'now' }]);
    // The key beside a login of ChatGPT was made for the subscription.
    home.write('.codex/auth.json', {
      ...chatGptFile(CANARY),
      auth_mode: undefined,
      OPENAI_API_KEY: CANARY,
    });
    expect((await scan(home)).findings).toMatchObject([
      { kind: 'subscription token', use: 'consent' },
    ]);
  });

  it('finds the profile of Anthropic, and what is wrong with it', async () => {
    const home = credentialHome();
    const config = '.config/anthropic/configs/default.json';
    const token = '.config/anthropic/credentials/default.json';
    home.write(config, { authentication: { type: 'user_oauth' } });
    expect((await scan(home)).findings).toMatchObject([
      { use: 'no', how: expect.stringContaining('ant auth login') },
    ]);
    home.write(token, { access_token: CANARY, expires_at: (NOW + HOUR) / 1000 });
    expect((await scan(home)).findings).toMatchObject([
      { name: 'Anthropic profile default', kind: 'login token', use: 'now', expired: false },
    ]);
    home.write(token, { access_token: CANARY, expires_at: (NOW - HOUR) / 1000 });
    expect((await scan(home)).findings).toMatchObject([{ use: 'no', expired: true }]);
    home.write(config, 'nothing');
    expect((await scan(home)).findings).toMatchObject([
      { use: 'no', how: expect.stringContaining('settings') },
    ]);
  });

  it('says what it does not trust: links, open modes, no JSON', async () => {
    const home = credentialHome();
    const real = home.write('elsewhere.json', claudeFile(CANARY));
    home.write('.claude/settings.json', '{}');
    symlinkSync(real, join(home.path, '.claude/.credentials.json'));
    home.write('.codex/auth.json', codexFile(CANARY), 0o644);
    home.write('.qwen/oauth_creds.json', `access_token ${CANARY}`);
    const { findings } = await scan(home);
    expect(findings.map(({ name, use, how }) => [name, use, how])).toEqual([
      ['Claude Code', 'no', 'it is a symbolic link'],
      ['Codex', 'no', 'others can open it: mode 0644, chmod 600 fixes that'],
      ['Qwen Code', 'no', 'it is not JSON'],
    ]);
  });
});
