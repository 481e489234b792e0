import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { RULES } from '#audit/engine/rules.ts';
import { isFor } from '#audit/rule/rule.ts';
import { commonFolder, nearestConfig } from '#cli/audit/config.ts';
import { disk } from '#kernel/fs/disk.ts';
import { Repositories } from '#kernel/snapshot/git.ts';
import { COMMITTED, OWN_SELECTION } from '#kernel/snapshot/selection.ts';
import { freshPath, makeBornWorkspace } from '#test/support/workspace.ts';
import { yamo } from '#test/support/yamo.ts';

const ruleIds = ['2.2/safety', '2.9/json'];

const folder = (text?: string, name = '.yamo-audit.json'): string => {
  const path = freshPath('config');
  mkdirSync(join(path, '.git'), { recursive: true });
  writeFileSync(join(path, '.git/HEAD'), 'ref: refs/heads/main\n');
  mkdirSync(join(path, 'agents/robin'), { recursive: true });
  if (text !== undefined) writeFileSync(join(path, name), text);
  return path;
};
const nearest = (path: string) =>
  nearestConfig(path, { disk, repositories: new Repositories(disk), ruleIds });

describe('the configuration of audits', () => {
  it('is the nearest one upwards, with comments, within its repository', async () => {
    const path = folder('{ // why\n "require": "v3.0", "exclude": ["drafts/"], }');
    const found = await nearest(join(path, 'agents/robin'));
    expect(found?.config).toEqual({ require: 'v3.0', exclude: ['drafts/'] });
    writeFileSync(join(path, 'agents/.yamo-audit.json'), '{}');
    expect((await nearest(join(path, 'agents/robin')))?.config).toEqual({});
    expect(await nearest(folder())).toBeUndefined();
    // Without a repository nobody looks above.
    mkdirSync(join(path, 'agents/robin/.git'), { recursive: true });
    writeFileSync(join(path, 'agents/robin/.git/HEAD'), 'ref: refs/heads/main\n');
    expect(await nearest(join(path, 'agents/robin'))).toBeUndefined();
  });

  it.each([
    ['{', 'not JSON, line 1'],
    ['{\n"requires": 1}', 'has "requires", which is not known there'],
    ['{"require": "gold"}', '/require'],
    ['{"rules": {"2.2/safety": {"level": "off"}}}', 'has no "reason"'],
    [
      '{"rules": {"2.2/safety": {"level": "off", "reason": " 1."}}}',
      '2.2/safety/reason must say why, in words',
    ],
    ['{"rules": {"2.2/safty": {"level": "off", "reason": "none"}}}', 'did you mean 2.2/safety'],
    ['{"allow": [{"rule": "x", "file": "a", "reason": "none"}]}', 'there is no rule "x"'],
    ['{"public": [{"value": "abcd1234"}]}', 'has no "reason"'],
    ['[]', 'the file must be an object'],
  ])('says what is wrong with %j', async (text, reason) => {
    await expect(nearest(folder(text))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      facts: { reason: expect.stringContaining(reason) },
    });
  });

  it('is no link, and no folder', async () => {
    const path = folder();
    symlinkSync('/etc/hostname', join(path, '.yamo-audit.json'));
    await expect(nearest(path)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    const other = folder();
    mkdirSync(join(other, '.yamo-audit.json'));
    await expect(nearest(other)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('is not read above a folder without a repository, and that is said', async () => {
    const path = freshPath('config');
    mkdirSync(join(path, 'robin'), { recursive: true });
    writeFileSync(join(path, 'robin/SOUL.md'), '# Soul\n');
    writeFileSync(join(path, '.yamo-audit.json'), '{"requires": 1}');
    const above = await yamo(['audit', join(path, 'robin')]);
    expect(above.code).toBe(1);
    expect(above.stderr).toContain(`${path}/.yamo-audit.json is not read: `);
    expect((await yamo(['audit', path])).stderr).toContain('CONFIG_INVALID');
    expect((await yamo(['audit', join(path, 'robin'), '--ignore-config'])).stderr).toBe('');
  });

  it('says once for all files that a value is no secret, and hides none that costs a required tier', async () => {
    const path = folder(
      '{"public": [{"value": "Tr4kz!q88pVnm", "reason": "on the wall of the hall"}]}',
    );
    const ws = makeBornWorkspace({
      'TOOLS.md': '# Tools\n\n- Password: Tr4kz!q88pVnm\n- Password: Zm4w!qq81kPd\n',
      'USER.md': '# User\n\n**Name:** Ada\n\n- Password: Tr4kz!q88pVnm\n',
    });
    cpSync(ws.path, join(path, 'agents/robin'), { recursive: true });
    const told = async (...args: string[]): Promise<readonly string[]> => {
      const { stdout } = await yamo(['audit', join(path, 'agents/robin'), '--json', ...args]);
      const [{ findings }] = JSON.parse(stdout).workspaces;
      return findings
        .filter(({ rule }: { rule: string }) => rule === '4.2/labelled-credential')
        .map(({ file, line }: { file: string; line: number }) => `${file}:${line}`);
    };
    expect(await told()).toEqual(['TOOLS.md:4']);
    expect(await told('--require', 'lite')).toEqual(['TOOLS.md:3', 'TOOLS.md:4', 'USER.md:5']);
    const config = join(path, '.yamo-audit.json');
    expect(await told('--require', 'lite', '--config', config)).toEqual(['TOOLS.md:4']);
  });

  it('is looked for where all paths meet', () => {
    expect(commonFolder([])).toBe(resolve('.'));
    expect(commonFolder(['/a/b/c', '/a/b/d', '/a/b'])).toBe('/a/b');
    expect(commonFolder(['/a', '/b'])).toBe('/');
  });
});

describe('the hook of pre-commit', () => {
  const hooks = readFileSync(
    resolve(import.meta.dirname, '../../../.pre-commit-hooks.yaml'),
    'utf8',
  );
  const [, source = ''] = /files: '\(\?i\)\((.*)\)'/u.exec(hooks) ?? [];

  it('has the pattern that the selection of files gives', () => {
    expect(source).toBe(COMMITTED);
  });

  it('runs for every file that the auditor reads, or has a finding on', () => {
    const files = new RegExp(source, 'iu');
    const found = RULES.filter((rule) => isFor(rule, 'rfc-0009')).flatMap(({ examples }) =>
      examples().bad.flatMap(({ at }) => at.map((place) => place.replace(/:\d+$/u, ''))),
    );
    const read = [
      'notes.TXT',
      'a.markdown',
      'backup/old.md',
      'memory/a.log',
      'memory/x/state.jsonl',
      'memory/noext',
      'memory/old.bak',
      '.cursorrules',
      '.mcp.json',
      '.claude/hooks/x.sh',
    ];
    expect(read.filter((name) => !OWN_SELECTION.isRead(name))).toEqual([]);
    const names = [...read, ...found].filter((name) => name !== '');
    expect(names.filter((name) => !files.test(`agents/robin/${name}`))).toEqual([]);
    expect(['src/main.ts', 'package.json'].filter((name) => files.test(name))).toEqual([]);
  });
});
