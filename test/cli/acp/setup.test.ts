import { afterEach, describe, expect, it, vi } from 'vitest';

import { acpSetupText } from '#cli/acp/setup.ts';
import { mcpSetupText } from '#cli/mcp/setup.ts';
import { xdgVariables } from '#kernel/process/xdg.ts';

describe('what an editor needs', () => {
  it('is JSON that starts this very program on this very workspace', () => {
    const text = acpSetupText('atlas');
    const blocks = text.match(/^\{$[^]*?^\}$/gmu) ?? [];
    expect(blocks.map((block) => JSON.parse(block))).toMatchObject(
      [1, 2].map(() => ({
        agent_servers: {
          yamo: {
            command: process.execPath,
            args: [process.argv[1], 'acp', `${process.cwd()}/atlas`],
          },
        },
      })),
    );
  });
});

describe('what a program needs that is started without the variables of this terminal', () => {
  afterEach(() => vi.unstubAllEnvs());

  const NAMES = ['XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'] as const;

  type Variables = Readonly<Record<string, string>>;

  it.each<[Variables, Variables]>([
    [{}, {}],
    ...NAMES.map(
      (name) => [{ [name]: '/srv/x' }, { [name]: '/srv/x' }] satisfies [Variables, Variables],
    ),
    [
      { XDG_STATE_HOME: '/srv/a b', XDG_CONFIG_HOME: '/etc/"c"' },
      { XDG_STATE_HOME: '/srv/a b', XDG_CONFIG_HOME: '/etc/"c"' },
    ],
    // "A relative path is invalid and should be ignored."
    [{ XDG_STATE_HOME: 'state' }, {}],
    [{ XDG_CONFIG_HOME: '' }, {}],
    [{ XDG_RUNTIME_DIR: '/run/user/1' }, {}],
    [{ HOME: '/home/ada', PATH: '/bin', OPENAI_API_KEY: 'x' }, {}],
  ])('%j hands on %j', (environment, handedOn) => {
    expect(xdgVariables(environment)).toEqual(handedOn);
    for (const name of NAMES) vi.stubEnv(name, '');
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    for (const text of [acpSetupText('atlas'), mcpSetupText('atlas')])
      for (const [name, value] of Object.entries(handedOn))
        expect(text).toContain(`${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  });
});
