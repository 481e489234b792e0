/** `yamo config`: what is refused says why and what to give instead, and the file stays as it was. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { describe, expect, it } from 'vitest';

import { EXIT } from '#lib/spec/exits.ts';
import { few } from '#test/support/deep.ts';
import { freshPath } from '#test/support/workspace.ts';
import { environment, skipLoudly, YAMO, yamo } from '#test/support/yamo.ts';

const noScript = skipLoudly(
  spawnSync('sh', ['-c', 'command -v script']).status !== 0,
  'yamo config edit (needs script of util-linux)',
);

const WRITTEN = `{
  // who I am
  "primaryHuman": ["cli:ada"], // me
  "shell": { "main": true },
}
`;

/** A home with these settings. */
class Owner {
  readonly home = freshPath('config');
  readonly place = join(this.home, 'yamo/settings.json');

  constructor(text?: string) {
    mkdirSync(join(this.home, 'yamo'), { recursive: true, mode: 0o700 });
    if (text !== undefined) writeFileSync(this.place, text);
  }

  get text(): string {
    return readFileSync(this.place, 'utf8');
  }

  readonly env = { XDG_CONFIG_HOME: this.home };

  run(...args: readonly string[]) {
    return yamo(['config', ...args], { env: this.env });
  }

  /** At a terminal, with this editor. */
  edit(editor: string): { readonly code: number | null; readonly screen: string } {
    const command = `'${process.execPath}' '${YAMO}' config edit`;
    const { status, stdout } = spawnSync(
      'sh',
      ['-c', 'exec script -qec "$1" /dev/null', 'sh', command],
      {
        env: environment({ env: { ...this.env, EDITOR: editor, NO_COLOR: '1' } }),
        encoding: 'utf8',
        input: '',
      },
    );
    return { code: status, screen: stdout };
  }

  /** A program that does this to the file that it is given. */
  editor(script: string): string {
    const path = join(this.home, 'editor');
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  }
}

describe('yamo config set', () => {
  it('changes one value, and leaves comments where they are', async () => {
    const owner = new Owner(WRITTEN);
    expect(await owner.run('set', 'primaryHuman', '["cli:bob"]')).toMatchObject({ code: 0 });
    expect(await owner.run('set', 'sandbox', 'bubblewrap')).toMatchObject({ code: 0 });
    expect(owner.text).toContain('// who I am');
    expect(owner.text).toContain('// me');
    expect((await owner.run('get', 'primaryHuman.0')).stdout).toBe('cli:bob\n');
    expect((await owner.run('get', 'sandbox')).stdout).toBe('bubblewrap\n');
    expect(await owner.run('check')).toMatchObject({ code: 0 });
  });

  it.each(
    few(
      [
        ['hok.programs', '["git"]', 'there is no setting hok; did you mean hook?'],
        [
          'hook.program',
          '["git"]',
          'there is no setting hook.program; did you mean hook.programs?',
        ],
        ['hook.zzzzzz', '1', 'there is no setting hook.zzzzzz (mainProjects, programs, tools)'],
        ['hook.programs', 'git', 'hook.programs must be a list, as ["one", "two"]'],
        ['shell.main', 'maybe', 'shell.main must be true or false'],
        ['shell', 'x', 'shell must be an object'],
        ['shell.seconds', '0', 'shell.seconds must be >= 1'],
        ['shell.seconds', '1e99', 'shell.seconds must be <= 86400'],
        ['shell.seconds', '1.5', 'shell.seconds must be a whole number'],
        ['sandbox', 'docker', 'sandbox is one of auto, bubblewrap, landlock'],
        ['network', 'some', 'network is one of none, all, or must be a list'],
        ['primaryHuman.0', 'cli:bob', 'primaryHuman is a list, which is set as a whole'],
        ['shell.main.deeper', '1', 'shell.main is one value, and holds no others'],
        ['shell.__proto__.main', '1', 'there is no setting shell.__proto__'],
        ['constructor', '1', 'there is no setting constructor'],
        ['prices.a/b.input', '1', 'prices.a/b has no "output"'],
      ],
      3,
    ),
  )('refuses %s %s with what is allowed, and changes nothing', async (key, value, reason) => {
    const owner = new Owner(WRITTEN);
    const { code, stdout, stderr } = await owner.run('set', key, value);
    expect({ code, stdout }).toEqual({ code: EXIT.settings, stdout: '' });
    expect(stderr).toContain(`Nothing was changed in ${owner.place} (${reason}`);
    // What is refused stands in no line of the file, and the file is not what must be fixed.
    expect(stderr).not.toMatch(/\(line \d|Fix the file/);
    expect(stderr).toContain('SETTING_UNFIT');
    expect(owner.text).toBe(WRITTEN);
  });

  it('never shows a key that was given as a value', async () => {
    const owner = new Owner();
    const { code, stderr } = await owner.run('set', 'providers.x.key', 'sk-live-canary');
    expect(code).toBe(EXIT.settings);
    expect(stderr).toContain('env:NAME');
    expect(stderr).not.toContain('canary');
    expect(existsSync(owner.place)).toBe(false);
  });

  it.each(['', 'hook.', '.hook', 'a..b'])('takes no name without letters: %j', async (key) => {
    const owner = new Owner();
    for (const args of [
      ['set', key, '1'],
      ['get', key],
    ]) {
      const { code, stderr } = await owner.run(...args);
      expect(code).toBe(EXIT.usage);
      expect(stderr).toContain('hook.programs');
    }
  });

  it.each([
    ['{\n "shell": {"main": tru }\n', 'line 2: not JSON'],
    ['{\n "shel": {} }', 'line 2: there is no setting shel; did you mean shell?'],
    ['', 'line 1: not JSON'],
    ['[]', 'line 1: the file must be an object'],
  ])('does not touch what is no settings: %j', async (text, reason) => {
    const owner = new Owner(text);
    for (const args of [['set', 'writeDownAtEnd', 'true'], ['check'], ['get']]) {
      const { code, stderr } = await owner.run(...args);
      expect(code).toBe(EXIT.settings);
      expect(stderr).toContain(`The settings ${owner.place} cannot be used (${reason}`);
      expect(stderr).toContain('Fix the file, as with yamo config edit');
    }
    expect(owner.text).toBe(text);
  });

  it('follows a link, and refuses one that leads nowhere', async () => {
    const owner = new Owner();
    const target = freshPath('real.json');
    symlinkSync(target, owner.place);
    expect(await owner.run('set', 'writeDownAtEnd', 'true')).toMatchObject({ code: EXIT.settings });
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, '{}');
    expect(await owner.run('set', 'writeDownAtEnd', 'true')).toMatchObject({ code: 0 });
    expect(readlinkSync(owner.place)).toBe(target);
    expect(readFileSync(target, 'utf8')).toContain('"writeDownAtEnd": true');
  });

  it('loses nothing where two change the file at once', async () => {
    const owner = new Owner('{}');
    const settings = ['writeDownAtEnd', 'dailyLogsInShared', 'shell.main', 'mesh.search'];
    const results = await Promise.all(settings.map((key) => owner.run('set', key, 'true')));
    expect(results.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
    for (const [at, { code, stderr }] of results.entries()) {
      const { stdout } = await owner.run('get', settings[at] ?? '');
      expect(stdout).toBe(code === 0 ? 'true\n' : 'false\n');
      expect(stderr).toMatch(code === 0 ? /^$/ : /FILE_MOVED[^]*try again/);
    }
  });
});

describe.skipIf(noScript)('yamo config edit', () => {
  it('makes a file where there is none, and checks what was written', () => {
    const owner = new Owner();
    const { code, screen } = owner.edit(owner.editor(`echo '{"writeDownAtEnd":true}' > "$1"`));
    expect(screen).toContain('is in order');
    expect(code).toBe(0);
    expect(owner.text).toBe('{"writeDownAtEnd":true}\n');
  });

  it('says the line of what was written wrong', () => {
    const owner = new Owner('{}');
    const { code, screen } = owner.edit(owner.editor(`printf '{\\n"shel": 1}' > "$1"`));
    expect(screen).toContain('line 2: there is no setting shel; did you mean shell?');
    expect(code).toBe(EXIT.settings);
  });

  it('says that the editor failed, also where the file is in order', () => {
    const owner = new Owner('{}');
    const { code, screen } = owner.edit(owner.editor('exit 7'));
    expect(screen).toMatch(/editor ended with 7\.[^]*is in order/);
    expect(code).toBe(EXIT.refused);
  });

  it('names the editor that is not there', () => {
    const owner = new Owner('{}');
    const { code, screen } = owner.edit('no-such-editor --wait');
    expect(screen).toContain('The editor no-such-editor cannot be started');
    expect(code).toBe(EXIT.usage);
  });
});

it('yamo config edit wants a terminal', async () => {
  const owner = new Owner();
  const { code, stderr } = await owner.run('edit');
  expect({ code, stderr }).toMatchObject({
    code: EXIT.usage,
    stderr: expect.stringContaining('terminal'),
  });
  expect(existsSync(owner.place)).toBe(false);
});
