import { describe, expect, it } from 'vitest';

import { keyVariables, variableMeaning } from '#kernel/credentials/variables.ts';

describe('names of variables', () => {
  it.each([
    ['ANTHROPIC_API_KEY', 'anthropic'],
    ['OPENAI_API_KEY', 'openai'],
    ['GEMINI_API_KEY', 'gemini'],
    ['OPENROUTER_API_KEY', 'openrouter'],
    ['GITHUB_TOKEN', 'github'],
    ['BRAVE_SEARCH_API_KEY', 'brave'],
    ['AWS_SECRET_ACCESS_KEY', 'aws'],
    ['CLAUDE_CODE_OAUTH_TOKEN', 'anthropic'],
  ])('%s is of %s [N30]', (name, provider) => {
    expect(variableMeaning(name)?.provider).toBe(provider);
  });

  it.each([
    'SHOP_APIKEY',
    'INTERNAL_CLIENT_SECRET',
    'db_password',
    'SENTRY_DSN',
    'DEPLOY_PAT',
    'npm_config__auth_token',
  ])('%s ends as the name of a credential does [N30]', (name) => {
    expect(variableMeaning(name)).toEqual({ provider: undefined, kind: 'credential' });
  });

  it.each([
    'MAX_TOKENS',
    'MAX_TOKEN',
    'TOKENIZERS_PARALLELISM',
    'SSH_AUTH_SOCK',
    'XDG_SESSION_TOKEN',
    'DEPLOY_PUBLIC_KEY',
    'NEXT_PUBLIC_API_KEY',
    'VITE_API_KEY',
    'REACT_APP_API_KEY',
    'TLS_PRIVATE_KEY_PATH',
    'PASSWORD_STORE_DIR',
    'DB_PASSWORD_FILE',
    'STRIPE_PUBLISHABLE_KEY',
    'KEYBOARD',
    'PATH',
    'SECRETARY',
    'COMPAT',
    'HOME',
  ])('%s is no credential', (name) => {
    expect(variableMeaning(name)).toBeUndefined();
  });

  it('of providers: theirs, or their own name', () => {
    expect(keyVariables('anthropic')).toEqual(['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']);
    expect(keyVariables('my-gateway.eu')).toEqual(['MY_GATEWAY_EU_API_KEY']);
    expect(keyVariables('constructor')).toEqual(['CONSTRUCTOR_API_KEY']);
  });
});
