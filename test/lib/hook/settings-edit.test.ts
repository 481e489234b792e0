/** Settings of hosts with our hooks and without: the rest stays as it is. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { HostName } from '#lib/hook/event.ts';
import { isInstalled, withHooks, withoutHooks } from '#lib/hook/settings-edit.ts';
import { Unchangeable } from '#lib/hook/settings-text.ts';

const COMMAND = (host: HostName): string =>
  host === 'openclaw' ? '/opt/yamo/integrations/openclaw' : `node /opt/yamo.js hook --host ${host}`;
const entryOf = (host: HostName) => ({ host, command: COMMAND(host) });
const HOSTS: readonly HostName[] = ['claude-code', 'codex', 'gemini', 'hermes', 'openclaw'];

/** With our hooks; `undefined` where that is refused. */
const changed = (text: string, host: HostName): string | undefined => {
  try {
    return withHooks(text, entryOf(host));
  } catch (error) {
    if (error instanceof Unchangeable) return undefined;
    throw error;
  }
};

const OWN = `{
\t// mine
\t"model": "opus", /* and so on */
\t"hooks": {
\t\t"PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./own.sh" }] }]
\t},
\t"plugins": { "entries": { "other": { "enabled": true } } }
}
`;

describe('settings of a host', () => {
  it.each(HOSTS)('of %s have the hooks once, and without them what was there', (host) => {
    const entry = { host, command: COMMAND(host) };
    for (const before of ['', '{}\n', OWN]) {
      if (host === 'hermes' && before !== '') continue;
      const after = withHooks(before, entry);
      expect(after).toContain(host === 'openclaw' ? 'allowConversationAccess' : entry.command);
      expect(withHooks(after, entry)).toBe(after);
      expect(isInstalled(after, entry)).toBe(true);
      const moved = withHooks(after, { host, command: entry.command.replace('/opt', '/usr') });
      expect(moved).not.toContain('/opt');
      const without = withoutHooks(moved, host);
      expect(without).not.toContain('/usr/yamo');
      expect([without.includes('// mine'), without.includes('./own.sh')]).toEqual([
        before === OWN,
        before === OWN,
      ]);
    }
  });

  it('of Claude Code let no tool run where the hook cannot start', () => {
    const { hooks } = JSON.parse(withHooks('', entryOf('claude-code')));
    expect(hooks).toMatchObject({ PreToolUse: [{ hooks: [{ onFailure: 'block' }] }] });
  });

  it('of any kind stay what they are but for the hooks', () => {
    const hooks = fc.dictionary(
      fc.constantFrom('PreToolUse', 'Stop', 'Other'),
      fc.array(
        fc.record({ hooks: fc.array(fc.record({ command: fc.string() }), { minLength: 1 }) }),
        {
          minLength: 1,
        },
      ),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(
        fc.record({ x: fc.jsonValue(), hooks }, { requiredKeys: ['x'] }),
        fc.constantFrom(undefined, ' ', '\t'),
        (value, indent) => {
          const before = JSON.stringify(value, undefined, indent);
          const after = withHooks(before, entryOf('claude-code'));
          expect(withoutHooks(after, 'claude-code', before)).toBe(before);
          // Somebody has written it anew since.
          const anew = withoutHooks(JSON.stringify(JSON.parse(after)), 'claude-code', before);
          expect(JSON.parse(anew)).toEqual(JSON.parse(before));
        },
      ),
    );
  });

  it.each([
    '{\n  // a, b\n  "model": "x", // c, d\n}\n',
    '{"permissions":{"allow":["Bash(git *)"],},}',
    '{\r\n\t"hooks": {},\r\n\t"x": 1\r\n}',
    OWN,
  ])('come back to the byte, with what was changed beside the hooks: %j', (before) => {
    const after = withHooks(before, entryOf('claude-code'));
    expect(withoutHooks(after, 'claude-code', before)).toBe(before);
    const since = after.replace('{', '{ "since": 1, ');
    expect(withoutHooks(since, 'claude-code', before)).toBe(before.replace('{', '{ "since": 1, '));
    const later = after.replace(/,?\s*\}\s*$/, ',\n"later": 1 }');
    expect(withoutHooks(later, 'claude-code', before)).toContain('"later": 1 }');
    expect(withoutHooks(later, 'claude-code', before)).not.toContain('yamo');
  });

  it.each([
    '{\n  "plugins": {}\n}\n',
    '{"plugins":{"entries":{},"load":{"paths":[]}}}',
    '{"plugins":{"load":{"paths":["/x"]}},"x":1}',
    '{}\n',
  ])('of OpenClaw keep what was empty before, and nothing of ours: %j', (before) => {
    const after = withHooks(before, entryOf('openclaw'));
    expect(JSON.parse(withoutHooks(after, 'openclaw', before))).toEqual(JSON.parse(before));
    const since = after.replace('{', '{ "since": 1, ');
    const without: unknown = JSON.parse(withoutHooks(since, 'openclaw', before));
    expect(without).toEqual({ since: 1, ...JSON.parse(before) });
  });

  it('keep a list of an event that was empty before', () => {
    const before = '{"hooks":{"PreToolUse":[],"Stop":[{"hooks":[]}]}}';
    const after = withHooks(before, entryOf('claude-code'));
    expect(JSON.parse(withoutHooks(after, 'claude-code', before))).toEqual(JSON.parse(before));
  });

  it('that are no JSON, or have hooks that cannot be merged, are not changed', () => {
    expect(() => withHooks('{', entryOf('claude-code'))).toThrow(Unchangeable);
    expect(() => withHooks('[]', entryOf('gemini'))).toThrow(Unchangeable);
    expect(() => withHooks('model: x\nhooks:\n  a: b\n', entryOf('hermes'))).toThrow(Unchangeable);
    expect(() => withHooks('hooks:\n- a\n', entryOf('hermes'))).toThrow(Unchangeable);
    expect(() => withHooks('"hooks": [a]\n', entryOf('hermes'))).toThrow(Unchangeable);
    expect(() => withHooks('# mine\n{ model: x }\n', entryOf('hermes'))).toThrow(Unchangeable);
  });

  it.each([
    ['claude-code', '{"hooks": []}', 'its hooks is no mapping'],
    ['claude-code', '{"hooks": null}', 'its hooks is no mapping'],
    ['codex', '{"hooks": {"PreToolUse": {}}}', 'its hooks.PreToolUse is no list'],
    ['openclaw', '{"plugins": 1}', 'its plugins is no mapping'],
    ['openclaw', '{"plugins": {"load": {"paths": "x"}}}', 'its plugins.load.paths is no list'],
    ['gemini', '{"hooks": {},\n"hooks": {}}', 'a name stands in it a second time, line 2'],
    ['claude-code', '{\n"a": 1,,\n}', 'it is not JSON, line 2'],
  ] as const)('of %s that are %s are not changed: %s', (host, text, why) => {
    expect(() => withHooks(text, entryOf(host))).toThrow(new Unchangeable(why));
  });

  it.each(HOSTS)('of %s stay what they are where nothing of ours is in them', (host) => {
    for (const text of ['{"hooks": []}', '{"hooks":{},"plugins":{"load":{"paths":[]}}}', OWN])
      expect(withoutHooks(text, host)).toBe(text);
  });

  it('of any shape get all of our hooks and give them back, or stay what they are', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, [], {}, 0, ''));
    const hooks = fc.oneof(odd, fc.record({ PreToolUse: odd, Stop: odd }, { requiredKeys: [] }));
    const plugins = fc.oneof(odd, fc.record({ load: fc.oneof(odd, fc.record({ paths: odd })) }));
    fc.assert(
      fc.property(fc.record({ hooks, plugins }), fc.constantFrom(...HOSTS), (value, host) => {
        const before = JSON.stringify(value);
        const after = changed(before, host);
        if (after === undefined) return;
        expect(isInstalled(after, entryOf(host))).toBe(true);
        expect(JSON.parse(withoutHooks(after, host, before))).toEqual(JSON.parse(before));
      }),
    );
  });

  it.each(['model: x # mine\n', 'hooks: {} # none\nmodel: x\n', 'a: 1\r\nhooks:\r\n\r\nb: 2\r\n'])(
    'of Hermes that have no hooks get them, and give them back: %j',
    (before) => {
      const after = withHooks(before, entryOf('hermes'));
      expect(after).toContain('fail_closed: true');
      expect(after.match(/^hooks:/gm)).toHaveLength(1);
      expect(withHooks(after, entryOf('hermes'))).toBe(after);
      expect(withoutHooks(after, 'hermes')).toBe(before);
    },
  );
});
