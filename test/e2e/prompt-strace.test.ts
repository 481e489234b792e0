/** What the operating system saw of `yamo prompt`: long-term memory is opened by no process for others than the human. */
import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { beforeAll, describe, expect, it } from 'vitest';

import { packageRoot } from '#kernel/process/package.ts';
import { LAYOUT_NAMES } from '#lib/spec/layouts.ts';
import { nameIn } from '#conform/witness/calls.ts';
import { straceFault, trace } from '#test/support/strace.ts';
import { environmentOf } from '#test/support/traced-boot.ts';
import { makeWorkspace } from '#test/support/workspace.ts';

const OPENS = /^(?:openat|open|creat)$/u;
const CHANGES = /^(?:unlink|rename|link|symlink|mkdir|rmdir|f?truncate|f?chmod|f?chown|creat)/u;
const FILES = {
  'SOUL.md': 'soul',
  'IDENTITY.md': 'name: Syn',
  'AGENTS.md': 'rules',
  'USER.md': 'ada',
  'MEMORY.md': 'tide tables',
  'priv/prompts/SYSTEM.md': 'base',
};

describe.skipIf(straceFault() !== undefined)('yamo prompt under strace', () => {
  const ws = makeWorkspace(FILES);
  const run = (layout: string, session: string, place = ws) =>
    trace(
      [
        process.execPath,
        join(packageRoot(), 'dist/yamo.js'),
        'prompt',
        place.path,
        '--layout',
        layout,
        '--session',
        session,
      ],
      { env: environmentOf(place) },
    );
  const opened = async (
    layout: string,
    session: string,
  ): Promise<readonly (string | undefined)[]> => {
    const { calls, code } = await run(layout, session);
    expect(code).toBe(0);
    const changing = calls.filter(
      (call) => CHANGES.test(call.name) && nameIn(ws.path, call) !== undefined,
    );
    expect(changing).toEqual([]);
    return calls.filter(({ name }) => OPENS.test(name)).map((call) => nameIn(ws.path, call));
  };
  let main: readonly (string | undefined)[];
  beforeAll(async () => {
    main = await opened('gsv', 'main');
  });

  it('opens it for the human alone', () => {
    expect(main).toContain('MEMORY.md');
  });

  it.each(LAYOUT_NAMES)('opens it in no shared session, as %s [Y44]', async (layout) => {
    const names = await opened(layout, 'shared');
    expect(names).toContain(layout === 'osa' ? 'SOUL.md' : 'AGENTS.md');
    expect(names).not.toContain('MEMORY.md');
  });

  it.each(LAYOUT_NAMES)('opens none of its other names for others, as %s [Y44]', async (layout) => {
    const aliased = makeWorkspace({ ...FILES, 'IDENTITY.md': 'gone', 'USER.md': 'gone' });
    aliased.remove('IDENTITY.md');
    aliased.remove('USER.md');
    linkSync(aliased.at('MEMORY.md'), aliased.at('IDENTITY.md'));
    symlinkSync('MEMORY.md', aliased.at('USER.md'));
    const { calls, stdout, stderr } = await run(layout, 'shared', aliased);
    expect(stdout + stderr).not.toContain('tide tables');
    const seen = calls.map((call) => nameIn(aliased.path, call));
    expect(seen).toContain('.');
    const found = calls.filter(({ name, errno }) => OPENS.test(name) && errno === undefined);
    const names = found.map((call) => nameIn(aliased.path, call));
    for (const name of ['MEMORY.md', 'IDENTITY.md', 'USER.md']) expect(names).not.toContain(name);
  });
});
