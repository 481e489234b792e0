/** Settings by which a host does not ask the hooks that stand in them. */
import { describe, expect, it } from 'vitest';

import { switchedOff } from '#lib/hook/switched-off.ts';

describe('settings of a host that switch hooks off', () => {
  it.each([
    ['claude-code', '{ "disableAllHooks": true } // mine', 'disableAllHooks'],
    ['gemini', '{"hooksConfig":{"enabled":false}}', 'hooksConfig.enabled'],
    ['gemini', '{"hooksConfig":{"disabled":["x","yamo"]}}', 'hooksConfig.disabled'],
    ['openclaw', '{"hooks":{"internal":{"enabled":false}}}', 'hooks.internal.enabled'],
    ['openclaw', '{"plugins":{"enabled":false}}', 'plugins.enabled'],
    ['openclaw', '{"plugins":{"allow":["telegram"]}}', 'plugins.allow'],
    ['openclaw', '{"plugins":{"deny":["yamo"]}}', 'plugins.deny'],
    [
      'openclaw',
      '{"plugins":{"entries":{"yamo":{"hooks":{"allowPromptInjection":false}}}}}',
      'allowPromptInjection',
    ],
  ] as const)('are found, of %s: %s', (host, text, setting) => {
    expect(switchedOff(text, host)?.setting).toContain(setting);
  });

  it.each([
    ['claude-code', '{"disableAllHooks":false}'],
    ['openclaw', ''],
    ['openclaw', '{"hooks":{"internal":{"enabled":true}},"plugins":{"allow":["yamo"],"deny":[]}}'],
    ['openclaw', '{"hooks":[],"plugins":"all"}'],
    ['gemini', '{"hooksConfig":{"disabled":[]}}'],
    ['hermes', 'hooks: {}'],
  ] as const)('are none, of %s: %s', (host, text) => {
    expect(switchedOff(text, host)).toBeUndefined();
  });
});
