import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#kernel/contract/boot-request.ts';
import { disk } from '#kernel/fs/disk.ts';
import { readSettings } from '#kernel/contract/settings.ts';
import { laterRefusalOf, refusalFrom } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const settingsFile = (content: string): string => {
  const path = freshPath('settings.json');
  writeFileSync(path, content);
  return path;
};

const codeFor = (content: string): Promise<string | undefined> =>
  laterRefusalOf(() => readSettings(disk, {}, settingsFile(content)));

describe('the settings of the owner', () => {
  it('have defaults, and may be absent at the default place', async () => {
    const config = freshPath('config');
    expect(await readSettings(disk, { XDG_CONFIG_HOME: config })).toEqual(DEFAULT_SETTINGS);
    // Nothing is open that nobody has opened.
    expect(DEFAULT_SETTINGS).toMatchObject({
      primaryHuman: [],
      dailyLogsInShared: false,
      network: 'none',
      agentPaths: {},
      agentEnvironment: [],
      shell: { main: false, channels: [] },
    });
  });

  it('are read from the default place', async () => {
    const home = freshPath('home');
    const places = [
      [{ XDG_CONFIG_HOME: join(home, 'xdg') }, join(home, 'xdg/yamo/settings.json')],
      [{ HOME: home, XDG_CONFIG_HOME: 'relative' }, join(home, '.config/yamo/settings.json')],
    ] as const;
    for (const [environment, path] of places) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '{"primaryHuman":["telegram:ada"]}');
      const settings = await readSettings(disk, environment);
      expect(settings).toEqual({ ...DEFAULT_SETTINGS, primaryHuman: ['telegram:ada'] });
    }
  });

  it('may be a link of the owner', async () => {
    const path = settingsFile('{"dailyLogsInShared":true}');
    symlinkSync(path, `${path}.link`);
    expect((await readSettings(disk, {}, `${path}.link`)).dailyLogsInShared).toBe(true);
  });

  it('must be there, where a place is named', async () => {
    const path = freshPath('none.json');
    expect(await laterRefusalOf(() => readSettings(disk, {}, path))).toBe('SETTINGS_INVALID');
  });

  it.each([
    ['', 'nothing'],
    ['{', 'half a text'],
    ['[]', 'a list'],
    ['null', 'null'],
    ['{"primaryhuman":[]}', 'an unknown field'],
    ['{"primaryHuman":"ada"}', 'a text for a list'],
    ['{"primaryHuman":[""]}', 'an empty name'],
    ['{"dailyLogsInShared":"yes"}', 'a text for a switch'],
    ['{"allowMemoryInShared":true}', 'a switch that does not exist (§4.1)'],
    ['{"workFolders":["*"]}', 'a pattern, where names are taken to the letter'],
    ['{"workFolders":["notes/**"]}', 'the same deeper'],
    ['{"workFolders":["notes/"]}', 'a name that ends in nothing'],
    ['{"workFolders":["../notes"]}', 'a folder outside'],
    ['{"workFolders":[".git"]}', 'a folder that is hidden'],
    ['{"workFolders":["memory/archive"]}', 'a folder in which nothing is written'],
    ['{"hook":{"mainProjects":["~/*"]}}', 'a pattern for folders'],
    ['{"hook":{"programs":["*"]}}', 'a pattern for programs'],
    ['{"hook":{"programs":["npm test"]}}', 'a command for a program'],
    ['{"hook":{"tools":["*"]}}', 'a pattern for all tools'],
    ['{"hook":{"tools":["mcp__*__read"]}}', 'a star in the middle'],
    ['{"primaryHuman":["*"]}', 'a pattern for people'],
    ['{"directChannels":["telegram:*"]}', 'a pattern for channels'],
    ['{"agentPaths":{"read":["~/*"]}}', 'a pattern for paths'],
  ])('are refused, not guessed: %j (%s)', async (content) => {
    expect(await codeFor(content)).toBe('SETTINGS_INVALID');
  });

  it.each([
    ['{\n  "sandbox": "docker"\n}', /line 2: sandbox is one of auto, bubblewrap/],
    ['{\n  // mine\n  "shel": {}\n}', /line 3: there is no setting shel; did you mean shell\?/],
    ['{ "shell": { "__proto__": { "main": true } } } //', /no setting shell\.__proto__/],
    ['{ "hook": { "mainProject": [] } }', /hook\.mainProject; did you mean hook\.mainProjects\?/],
    ['{ "hook": { "zzzzzz": 1 } }', /\(mainProjects, programs, tools\)/],
    ['{\n  "shell": {\n    "seconds": 0 } }', /line 3: shell\.seconds must be >= 1/],
    ['{\n  "a" 1 }', /line 2: not JSON/],
    ['{ "hook": { "programs": "git" } }', /hook\.programs must be a list, as \[/],
    ['{ "network": "some" }', /network is one of none, all, or must be a list/],
    ['{ "network": ["a b"] }', /network\.0 must match pattern .*: What .* by the kernel's proxy/],
    ['{ "model": "gpt" }', /model must match .* PROVIDER\/MODEL/],
  ])('say what is wrong with %j', async (content, reason) => {
    const refusal = await refusalFrom(() => readSettings(disk, {}, settingsFile(content)));
    expect(refusal.message).toMatch(reason);
  });

  it('may have comments', async () => {
    const path = settingsFile('{\n  // mine\n  "dailyLogsInShared": true, /* so */\n}');
    expect((await readSettings(disk, {}, path)).dailyLogsInShared).toBe(true);
  });

  it('cannot be a directory', async () => {
    const path = freshPath('settings.json');
    mkdirSync(path);
    expect(await laterRefusalOf(() => readSettings(disk, {}, path))).toBe('SETTINGS_INVALID');
  });
});
