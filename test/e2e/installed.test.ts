/** Programs as people install them, started in a view: by links, by wrappers, by names of version managers. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { freshPath, makeBornWorkspace, type TempWorkspace } from '#test/support/workspace.ts';
import { refusalOf, yamo } from '#test/support/yamo.ts';

/** A home with these files; what begins with `#!` can be run. */
const homeWith = (files: Readonly<Record<string, string>>): string => {
  const home = freshPath('home');
  mkdirSync(home);
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (text.startsWith('#!')) chmodSync(path, 0o755);
  }
  return home;
};

const link = (home: string, name: string, target: string): void => {
  mkdirSync(dirname(join(home, name)), { recursive: true });
  symlinkSync(target, join(home, name));
};

/** A package `some-agent`, whose script needs a module beside it and says what it sees. */
const packageIn = (folder: string): Record<string, string> => ({
  [`${folder}/package.json`]: '{ "type": "module" }\n',
  [`${folder}/dist/index.js`]: '#!/usr/bin/env node\nimport { said } from "./said.js";\nsaid();\n',
  [`${folder}/dist/said.js`]:
    'import { existsSync } from "node:fs";\nexport const said = () => console.error(`seen: ${process.argv[2] === undefined ? "started" : existsSync(process.argv[2].slice(4))}`);\n',
});

const NODE = dirname(process.execPath);

/** What the agent printed that `command` starts. */
const seenBy = async (
  command: string,
  { HOME, bin = '' }: { readonly HOME: string; readonly bin?: string },
  ws: TempWorkspace = makeBornWorkspace(),
): Promise<string> => {
  const PATH = [...(bin === '' ? [] : [join(HOME, bin)]), NODE, '/usr/bin', '/bin'].join(delimiter);
  const { stderr } = await yamo(['boot', '--trace', '--message', 'x', '--agent', command], {
    workspace: ws,
    env: { HOME, PATH },
  });
  return [...stderr.matchAll(/^agent: seen: (.*)$/gm)].map(([, line]) => line).join('\n');
};

describe('an agent that was installed', () => {
  it('for one user by npm is started by its link, and finds what lies beside its script', async () => {
    const HOME = homeWith(packageIn('.npm-global/lib/node_modules/some-agent'));
    link(HOME, '.npm-global/bin/some-agent', '../lib/node_modules/some-agent/dist/index.js');
    expect(await seenBy('some-agent', { HOME, bin: '.npm-global/bin' })).toBe('started');
  });

  it('by a link to a link, out of a package of its own', async () => {
    const HOME = homeWith(packageIn('src/some-agent'));
    link(HOME, 'one/some-agent', '../src/some-agent/dist/index.js');
    link(HOME, 'bin/some-agent', '../one/some-agent');
    expect(await seenBy('some-agent', { HOME, bin: 'bin' })).toBe('started');
  });

  it('by pnpm is started by its wrapper, with the folder of packages that it is linked into', async () => {
    const real = '.pnpm/some-agent@1.0.0/node_modules/some-agent';
    const older = homeWith({
      ...packageIn(`pnpm/global/5/${real}`),
      'pnpm/some-agent':
        '#!/bin/sh\nbasedir=$(dirname "$(echo "$0" | sed -e \'s,\\\\,/,g\')")\nif [ -x "$basedir/node" ]; then\n  exec "$basedir/node"  "$basedir/global/5/node_modules/some-agent/dist/index.js" "$@"\nelse\n  exec node  "$basedir/global/5/node_modules/some-agent/dist/index.js" "$@"\nfi\n',
    });
    link(older, 'pnpm/global/5/node_modules/some-agent', `../${real}`);
    expect(await seenBy('some-agent', { HOME: older, bin: 'pnpm' })).toBe('started');

    const store = 'pnpm/store/v11/links/some-agent/1.0.0/abc/node_modules/some-agent';
    const newer = homeWith({
      ...packageIn(store),
      'pnpm/bin/some-agent':
        '#!/bin/sh\nbasedir_abs=$(CDPATH= cd -P -- "${0%/*}" && pwd -P)\nexec node  "$basedir_abs"/\'../global/v11/123/node_modules/some-agent/dist/index.js\' "$@"\n',
    });
    link(newer, 'pnpm/global/v11/123/node_modules/some-agent', join(newer, store));
    expect(await seenBy('some-agent', { HOME: newer, bin: 'pnpm/bin' })).toBe('started');
  });

  it('by Volta is the program that its notes name', async () => {
    const tools = '.volta/tools';
    const HOME = homeWith({
      ...packageIn(`${tools}/image/packages/some-agent/lib/node_modules/some-agent`),
      '.volta/bin/volta-shim': '#!/bin/sh\nexit 1\n',
      [`${tools}/user/platform.json`]: '{ "node": { "runtime": "24.0.0", "npm": null } }',
      [`${tools}/user/bins/some-agent.json`]: '{ "name": "some-agent", "package": "some-agent" }',
      [`${tools}/image/node/24.0.0/bin/.keep`]: '',
    });
    link(HOME, `${tools}/image/node/24.0.0/bin/node`, process.execPath);
    link(HOME, '.volta/bin/node', 'volta-shim');
    link(HOME, '.volta/bin/some-agent', 'volta-shim');
    link(
      HOME,
      `${tools}/image/packages/some-agent/bin/some-agent`,
      '../lib/node_modules/some-agent/dist/index.js',
    );
    expect(await seenBy('some-agent', { HOME, bin: '.volta/bin' })).toBe('started');
  });

  it('by a manager that alone knows which one it is, is refused with the way round', async () => {
    const HOME = homeWith({
      '.asdf/shims/some-agent':
        '#!/usr/bin/env bash\n# asdf-plugin: nodejs 24.0.0\nexec asdf exec "some-agent" "$@"\n',
    });
    const { code, events, stdout } = await yamo(['boot', '--json', '--agent', 'some-agent'], {
      workspace: makeBornWorkspace(),
      env: { HOME, PATH: join(HOME, '.asdf/shims') + delimiter + NODE },
    });
    expect([code, refusalOf(events)]).toEqual([4, 'AGENT_UNAVAILABLE']);
    expect(stdout).toContain('asdf which some-agent');
  });
});

const script = (HOME: string): string => `node ${HOME}/agent.js see:${HOME}/.private/key`;

describe('a package around an agent', () => {
  const files = {
    ...packageIn('node_modules/said'),
    'package.json': '{ "type": "module" }\n',
    '.private/key': 'CANARY\n',
    'agent.js': 'import "./node_modules/said/dist/index.js";\n',
  };

  it('that is a home is not shown with it: its script, and the packages beside it, are', async () => {
    const HOME = homeWith(files);
    expect(await seenBy(script(HOME), { HOME })).toBe('false');
  });

  it('that holds what homes hold is none', async () => {
    const other = homeWith({ ...files, '.ssh/config': '' });
    expect(await seenBy(script(other), { HOME: homeWith({}) })).toBe('false');
  });

  it('that is a folder of a project is shown', async () => {
    const project = homeWith(files);
    expect(await seenBy(script(project), { HOME: homeWith({}) })).toBe('true');
  });

  it('is not a home either that an argument names', async () => {
    const HOME = homeWith({ ...packageIn('src/some-agent'), '.private/key': 'CANARY\n' });
    const command = `node ${HOME}/src/some-agent/dist/index.js see:${HOME}/.private/key`;
    expect(await seenBy(`${command} ${HOME}`, { HOME })).toBe('false');
    expect(await seenBy(`${command} ${HOME}/.private`, { HOME })).toBe('true');
  });
});
