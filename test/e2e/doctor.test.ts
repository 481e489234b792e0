/** `yamo doctor`: what this machine can enforce, found out by trying it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { makeWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { type Options, skipLoudly, writeSettings, yamo } from '#test/support/yamo.ts';

interface Diagnosis {
  readonly sandboxes: readonly {
    readonly what: string;
    readonly holds: boolean;
    readonly reason?: string;
  }[];
  readonly takes?: string;
  readonly main: string;
  readonly shared: string;
}

const diagnose = async (ws: TempWorkspace, options: Options = {}) => {
  const { stateHome: XDG_STATE_HOME, configHome: XDG_CONFIG_HOME } = ws;
  const env = { XDG_STATE_HOME, XDG_CONFIG_HOME };
  const { code, stdout } = await yamo(['doctor', '--json'], { ...options, env });
  const diagnosis: Diagnosis = JSON.parse(stdout);
  return { code, ...diagnosis };
};

/** A namespace in which no other may be made: as in many containers. */
const NO_NAMESPACES = [
  'unshare',
  '--user',
  '--map-root-user',
  'sh',
  '-c',
  'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"',
  'sh',
] as const;
const [program, ...args] = [...NO_NAMESPACES, 'true'] as const;
const cannotForbid = spawnSync(program, args).status !== 0;

describe('yamo doctor', () => {
  it('names what holds here, in the order in which a boot tries it', async () => {
    const { code, sandboxes, takes, main, shared } = await diagnose(makeWorkspace({}));
    expect(sandboxes.map(({ what }) => what)).toEqual(['bubblewrap', 'landlock', 'seatbelt']);
    const first = sandboxes.find(({ holds }) => holds)?.what;
    expect(takes).toBe(first);
    const isHeld = first !== undefined;
    expect([code, main, shared]).toEqual(isHeld ? [0, 'held', 'held'] : [4, 'refused', 'refused']);
    for (const { holds, reason } of sandboxes)
      expect(typeof reason).toBe(holds ? 'undefined' : 'string');
  });

  it('says what the settings leave of it', async () => {
    const ws = makeWorkspace({});
    writeSettings(ws, { sandbox: 'none' });
    expect(await diagnose(ws)).toMatchObject({ code: 4, main: 'refused', shared: 'refused' });
    writeSettings(ws, { sandbox: 'seatbelt' });
    const { code, sandboxes, takes } = await diagnose(ws);
    expect([code, takes]).toEqual([4, undefined]);
    expect(sandboxes).toContainEqual(
      expect.objectContaining({ what: 'seatbelt', reason: expect.stringContaining('on macOS') }),
    );
  });

  it.skipIf(skipLoudly(cannotForbid, 'yamo doctor without namespaces'))(
    'finds out that namespaces are forbidden, and what is left',
    async () => {
      const { sandboxes, takes } = await diagnose(makeWorkspace({}), { wrapper: NO_NAMESPACES });
      const [bubblewrap, landlock] = sandboxes;
      expect(bubblewrap).toMatchObject({
        holds: false,
        reason: expect.stringContaining('namespace'),
      });
      expect(takes).toBe(landlock?.holds === true ? 'landlock' : undefined);
    },
  );

  it('tells people which setting keeps a sandbox from being used', async () => {
    const ws = makeWorkspace({});
    writeSettings(ws, { sandbox: 'none' });
    const env = { XDG_STATE_HOME: ws.stateHome, XDG_CONFIG_HOME: ws.configHome };
    const { code, stdout } = await yamo(['doctor'], { env });
    expect(code).toBe(4);
    expect(stdout).toMatch(/✗ shared sessions +refused[^]*yamo config set sandbox auto/);
  });

  it('names settings, keys and agents, and no value of a key', async () => {
    const ws = makeWorkspace({});
    const bin = join(ws.path, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'opencode'), '#!/bin/sh\n', { mode: 0o755 });
    const { stateHome: XDG_STATE_HOME, configHome: XDG_CONFIG_HOME } = ws;
    const key = `sk-ant-api03-${'x'.repeat(40)}`;
    const env = { XDG_STATE_HOME, XDG_CONFIG_HOME, ANTHROPIC_API_KEY: key, PATH: bin };
    const none = await yamo(['doctor'], { env });
    expect(none.stdout).toMatch(
      /✓ settings +none of yours[^]*✓ keys +anthropic \(ANTHROPIC_API_KEY\)/,
    );
    expect(none.stdout).toMatch(/✓ agents +opencode, and/);
    writeSettings(ws, { modle: 'x' });
    const wrong = await yamo(['doctor', '--json'], { env: { XDG_STATE_HOME, XDG_CONFIG_HOME } });
    expect(wrong.code).toBe(3);
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      settings: { state: 'unusable', reason: expect.stringContaining('did you mean model') },
      keys: [],
      agents: expect.arrayContaining([expect.objectContaining({ name: 'codex', isHere: false })]),
    });
    expect(`${none.stdout}${none.stderr}${wrong.stdout}`).not.toContain(key);
  });
});
