import { describe, expect, it } from 'vitest';

import { hostAndPort, modelSetup } from '#kernel/programs/providers.ts';

const setup = (name: string, given = {}, environment = {}) => modelSetup(name, given, environment);

describe('the name of a model', () => {
  it.each([
    [
      'anthropic/claude-sonnet-5-5',
      'anthropic',
      'https://api.anthropic.com',
      'api.anthropic.com:443',
    ],
    ['openai/gpt-x', 'openai', 'https://api.openai.com/v1', 'api.openai.com:443'],
    ['openrouter/some/model:free', 'openai', 'https://openrouter.ai/api/v1', 'openrouter.ai:443'],
    ['ollama/qwen3:8b', 'anthropic', 'http://127.0.0.1:11434', '127.0.0.1:11434'],
  ])('%s is reached at its provider', (name, wire, baseUrl, host) => {
    const found = setup(name);
    expect(found).toMatchObject({ name, wire, baseUrl, model: name.slice(name.indexOf('/') + 1) });
    expect('baseUrl' in found && hostAndPort(found)).toBe(host);
  });

  it('takes the address of the environment, and that of the settings before it', () => {
    const environment = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:8000/' };
    expect(setup('anthropic/m', {}, environment)).toMatchObject({
      baseUrl: 'http://127.0.0.1:8000',
    });
    expect(setup('anthropic/m', {}, { ANTHROPIC_BASE_URL: '' })).toMatchObject({
      baseUrl: 'https://api.anthropic.com',
    });
    const given = {
      anthropic: { baseUrl: 'https://gate.example/x//', contextTokens: 5000, tries: 1 },
    };
    expect(setup('anthropic/m', given, environment)).toMatchObject({
      baseUrl: 'https://gate.example/x',
      limits: { contextTokens: 5000 },
      tries: 1,
    });
  });

  it.each([
    ['sonnet', {}, 'it is not PROVIDER/MODEL'],
    ['/m', {}, 'it is not PROVIDER/MODEL'],
    ['anthropic/', {}, 'it is not PROVIDER/MODEL'],
    ['anthropic/a\u001B[31m', {}, 'it is not PROVIDER/MODEL'],
    ['x/m', { x: { baseUrl: 'https://:pw@x' } }, 'the address of x is none'],
    ['x/m', { x: { baseUrl: 'http://[::1]:8000' } }, 'IPv6'],
    ['toString/m', {}, 'no provider is called toString'],
    ['x/m', { x: { baseUrl: 'ftp://x' } }, 'the address of x is none'],
    ['x/m', { x: { baseUrl: 'https://user:pw@x' } }, 'the address of x is none'],
    ['x/m', { x: { baseUrl: 'http://gpu.lan:8000' } }, 'in the clear'],
  ])('%s with %j is none', (name, given, fault) => {
    expect(setup(name, given)).toMatchObject({ fault: expect.stringContaining(fault) });
  });

  it('needs no key where the owner says so, and may then go in the clear', () => {
    const given = { x: { baseUrl: 'http://gpu.lan:8000', key: 'none' } };
    expect(setup('x/m', given)).toMatchObject({ needsKey: false, wire: 'openai' });
    expect(setup('ollama/m')).toMatchObject({ needsKey: false });
    expect(setup('anthropic/m')).toMatchObject({ needsKey: true });
  });
});
