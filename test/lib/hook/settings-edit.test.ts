/** Settings of hosts with our hooks and without: the rest stays as it is. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { HostName } from '#lib/hook/event.ts';
import { hookCommand, type HookEntry, isForAll, isOurs } from '#lib/hook/hook-command.ts';
import { HOSTS as DOCUMENTS } from '#lib/hook/hosts.ts';
import {
  commandsIn,
  isInstalled,
  settingsFault,
  withHooks,
  withoutHooks,
} from '#lib/hook/settings-edit.ts';
import { Unchangeable } from '#lib/hook/settings-text.ts';

const startOf = (host: HostName): string =>
  host === 'openclaw' ? '/opt/yamo/integrations/openclaw' : 'node /opt/yamo.js';
const entryOf = (host: HostName, more: Partial<HookEntry> = {}): HookEntry => ({
  host,
  start: startOf(host),
  forAll: false,
  knowsOnFailure: false,
  ...more,
});
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
\t"model": "opus",
\t"hooks": {
\t\t"PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./own.sh" }] }]
\t},
\t"plugins": { "entries": { "other": { "enabled": true } } }
}
`;
const COMMENTED = OWN.replace('{\n', '{\n\t// mine\n').replace(
  '"opus",',
  '"opus", /* and so on */',
);

/** What an owner may have written, by how loosely it must be read. */
const PLAIN = [
  '',
  '{}\n',
  '{"model":"x"}',
  '{"model":"x","hooks":{"Other":[]}}',
  '{\r\n\t"hooks": {},\r\n\t"x": 1\r\n}',
  '{\n    "four": {\n        "deep": [1, 2]\n    }\n}',
  '{ "a": 1 }',
  '{"a":"// none, /* none */ ,}"}\n',
  '\n\n{\n\t"tab": true\n}\n\n',
  OWN,
] as const;
const WITH_COMMENTS = [
  '// only this\n{}',
  '{\n  // a, b\n  "model": "x", // c, d\n  "y": [1, /* two, */ 2]\n  // the end\n}\n',
  '{\n  // nothing yet\n}\n',
  COMMENTED,
] as const;
const WITH_COMMAS = [
  '{"permissions":{"allow":["Bash(git *)"],},}',
  '{\n  "a": 1, // keep\n}\n',
] as const;
const IN_JSON5 = [
  "// my gateway\n{\n  agents: { defaults: { workspace: '~/ws', }, }, // keep this\n}\n",
  "{plugins:{load:{paths:['/x',],},},}",
  "{'single': 'it\\'s', hex: 0xFF, plus: +1, dot: .5, end: 5., inf: -Infinity,}",
  '{\r\n\tplugins: { entries: { other: { enabled: true } } },\r\n}',
  "{ $include: './base.json5', line: 'one\\\ntwo' }",
  '\uFEFF{ a: 1 }',
] as const;
const MARKED = ['\uFEFF{"model":"x"}\n', '\uFEFF'] as const;

const TAKEN: Readonly<Record<Exclude<HostName, 'hermes'>, readonly string[]>> = {
  'claude-code': [...PLAIN, ...MARKED],
  codex: PLAIN,
  gemini: [...PLAIN, ...WITH_COMMENTS],
  openclaw: [...PLAIN, ...WITH_COMMENTS, ...WITH_COMMAS, ...IN_JSON5, ...MARKED],
};
const LEFT_OUT: typeof TAKEN = {
  'claude-code': [...WITH_COMMENTS, ...WITH_COMMAS, ...IN_JSON5],
  codex: [...WITH_COMMENTS, ...WITH_COMMAS, ...IN_JSON5, ...MARKED],
  gemini: [...WITH_COMMAS, ...IN_JSON5, ...MARKED],
  openclaw: ['{', '[]', '{a:1}}', '{a:1,a:2}', '{a b:1}', 'nothing'],
};
const each = (table: typeof TAKEN) =>
  (['claude-code', 'codex', 'gemini', 'openclaw'] as const).flatMap((host) =>
    table[host].map((text) => [host, text] as const),
  );

describe('settings as their host reads them', () => {
  it.each(each(TAKEN))('of %s get our hooks and are what they were without: %j', (host, before) => {
    const entry = entryOf(host);
    expect(settingsFault(before, host)).toBeUndefined();
    const after = withHooks(before, entry);
    expect(settingsFault(after, host)).toBeUndefined();
    expect(isInstalled(after, entry)).toBe(true);
    expect(withHooks(after, entry)).toBe(after);
    const without = withoutHooks(after, host, before);
    // What was nothing, or an empty file, is what the state gives back.
    const isBare = before.replaceAll(/[\s{}\uFEFF]/g, '') === '';
    expect(isBare ? JSON.parse(without.replace('\uFEFF', '')) : without).toEqual(
      isBare ? {} : before,
    );
  });

  it.each(each(LEFT_OUT))('of %s that it does not take are not changed: %j', (host, before) => {
    expect(settingsFault(before, host)).toMatch(/line \d+$|no JSON object/);
    expect(() => withHooks(before, entryOf(host))).toThrow(Unchangeable);
  });

  it('of any shape come back to the byte, whatever the owner writes beside the hooks', () => {
    const shape = fc.constantFrom(...each(TAKEN).filter(([, text]) => text.includes(':')));
    const since = fc.constantFrom('"since":1,', ' "since" : [1, 2],', '\n\t"since": {},\n');
    fc.assert(
      fc.property(shape, since, ([host, before], added) => {
        const later = (text: string): string => text.replace('{', `{${added}`);
        const after = later(withHooks(before, entryOf(host)));
        expect(withoutHooks(after, host, before)).toBe(later(before));
      }),
    );
  });

  it('name the line, and what the host does with the file', () => {
    expect(settingsFault('{\n  "a": 1 // x\n}', 'claude-code')).toBe(
      'Claude Code reads JSON without comments and without commas at the end, and nothing of this file: line 2',
    );
    expect(settingsFault('\uFEFF{}', 'codex')).toContain('a byte order mark');
    expect(settingsFault('# x\nhooks: {}', 'hermes')).toBeUndefined();
  });
});

const run = (start: string, more: Partial<HookEntry>, before = '') =>
  spawnSync(
    'sh',
    ['-c', before + hookCommand(entryOf('codex', { start, ...more }), 'PreToolUse')],
    {
      encoding: 'utf8',
      input: '{}',
    },
  );

describe('the command of a host', () => {
  const STARTING = HOSTS.filter((host) => host !== 'openclaw');

  it.each(STARTING)('of %s refuses where yamo dies, and lets its host end', (host) => {
    const { events } = DOCUMENTS[host];
    for (const [event, moment] of Object.entries(events)) {
      const command = hookCommand(entryOf(host), event);
      expect(command.includes('exit 2')).toBe(!['stop', 'end', 'message'].includes(moment));
      expect(isOurs(command, host)).toBe(true);
      expect(isForAll(command)).toBe(false);
      const shared = hookCommand(entryOf(host, { start: 'yamo', forAll: true }), event);
      expect([isOurs(shared, host), isForAll(shared)]).toEqual([true, true]);
    }
  });

  it.each([
    'yamo hook --host claude-code',
    "'/a b/node' /opt/yamo.js hook --host claude-code",
    'node /opt/yamo.js hook --host claude-code',
  ])('of an earlier version is ours: %s', (command) => {
    expect(isOurs(command, 'claude-code')).toBe(true);
  });

  it.each([
    undefined,
    './own.sh',
    'yamo audit',
    'yamo hook --host claude-code | tee log',
    'yamo hook --host gemini',
    'other hook --host claude-code',
  ])('of somebody else is not: %s', (command) => {
    expect(isOurs(command, 'claude-code')).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('says so in a shell, for each way to die', () => {
    const kills = String.raw`sh -c 'kill -9 $$'`;
    for (const start of [kills, 'sh -c "exit 1"', 'yamo-that-is-not-there', 'sh -c "exit 134"']) {
      const { status, stderr } = run(start, {});
      expect([status, stderr.includes('yamo gave no answer')]).toEqual([2, true]);
    }
    expect(run('true', {})).toMatchObject({ status: 0, stderr: '' });
    expect(run('sh -c "exit 2"', {})).toMatchObject({ status: 2, stderr: '' });
    const noYamo = 'PATH=/nonexistent; ';
    expect(run('yamo', { forAll: true }, `sh() { /bin/sh "$@"; }; ${noYamo}`)).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('settings of a host', () => {
  it.each(HOSTS)('of %s have the hooks once, and without them what was there', (host) => {
    const entry = entryOf(host);
    for (const before of ['', '{}\n', OWN]) {
      if (host === 'hermes' && before !== '') continue;
      const after = withHooks(before, entry);
      expect(after).toContain(host === 'openclaw' ? 'allowConversationAccess' : entry.start);
      expect(withHooks(after, entry)).toBe(after);
      expect(isInstalled(after, entry)).toBe(true);
      const moved = withHooks(after, { ...entry, start: entry.start.replace('/opt', '/usr') });
      expect(moved).not.toContain('/opt');
      const without = withoutHooks(moved, host);
      expect(without).not.toContain('/usr/yamo');
      expect(without.includes('./own.sh')).toBe(before === OWN);
    }
  });

  it('of Claude Code say what to do where the hook fails, if it knows that', () => {
    const failing = (knowsOnFailure: boolean | undefined, text = ''): boolean =>
      withHooks(text, entryOf('claude-code', { knowsOnFailure })).includes('onFailure');
    expect([failing(true), failing(false), failing(undefined)]).toEqual([true, false, false]);
    const known = withHooks('', entryOf('claude-code', { knowsOnFailure: true }));
    // Where the version cannot be told, what stands there may be right.
    expect([failing(false, known), failing(undefined, known)]).toEqual([false, true]);
    // A newer version gets it, too.
    expect(failing(true, withHooks('', entryOf('claude-code')))).toBe(true);
    const { hooks } = JSON.parse(known);
    expect(hooks).toMatchObject({ PreToolUse: [{ hooks: [{ onFailure: 'block' }] }] });
  });

  it('of the plugin of Claude Code are what an installation writes', async () => {
    const path = '../../../integrations/claude-code/hooks/hooks.json';
    const { default: plugin } = await import(path, { with: { type: 'json' } });
    const { hooks } = JSON.parse(withHooks('', entryOf('claude-code', { start: 'yamo' })));
    expect(plugin).toMatchObject({ hooks });
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

  it('keep what was added behind our hooks', () => {
    const later = withHooks(OWN, entryOf('claude-code')).replace(/,?\s*\}\s*$/, ',\n"later": 1 }');
    const without = withoutHooks(later, 'claude-code', OWN);
    expect(without).toContain('"later": 1 }');
    expect(without).not.toContain('yamo');
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

  it('of OpenClaw have something of ours as long as its entry is there', () => {
    expect(commandsIn('{"plugins":{"entries":{"yamo":{}}}}', 'openclaw')).toEqual(['yamo']);
    expect(commandsIn('{"plugins":{"entries":{"other":{}}}}', 'openclaw')).toEqual([]);
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
  ] as const)('of %s that are %s are not changed: %s', (host, text, why) => {
    expect(() => withHooks(text, entryOf(host))).toThrow(new Unchangeable(why));
  });

  it.each(HOSTS)('of %s stay what they are where nothing of ours is in them', (host) => {
    for (const text of ['{"hooks": []}', '{"hooks":{},"plugins":{"load":{"paths":[]}}}', COMMENTED])
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
