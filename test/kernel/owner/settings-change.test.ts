import {
  existsSync,
  mkdirSync,
  readFileSync,
  lstatSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { disk } from '#kernel/fs/disk.ts';
import { changeSettings } from '#kernel/owner/settings-change.ts';
import { failing } from '#test/support/disk.ts';
import { refusalOf } from '#test/support/kernel.ts';
import { freshPath } from '#test/support/workspace.ts';

const allow = (path: string, inDisk = disk): void =>
  changeSettings(inDisk, path, ['clients', 'trial', 'export'], true);

const settingsWith = (text: string, mode = 0o600): string => {
  const path = freshPath('settings.json');
  writeFileSync(path, text, { mode });
  return path;
};

describe('a value of the settings', () => {
  it('is written to a new file, and the folders it needs, for the owner alone', () => {
    const path = join(freshPath('config'), 'yamo', 'settings.json');
    allow(path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      clients: { trial: { export: true } },
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['{}', '{\n  "clients": {\n    "trial": {\n      "export": true\n    }\n  }\n}'],
    [
      '// mine\n{}',
      '// mine\n{\n  "clients": {\n    "trial": {\n      "export": true\n    }\n  }\n}',
    ],
    [
      '{ "claim":"lite" ,\n\t"clients": { "trial": { "session": "main", "export":  false } } }\n\n',
      '{ "claim":"lite" ,\n\t"clients": { "trial": { "session": "main", "export":  true } } }\n\n',
    ],
    [
      '{\r\n    "clients": {\r\n        "a": {}\r\n    }\r\n}\r\n',
      '{\r\n    "clients": {\r\n        "a": {},\r\n        "trial": {\r\n            "export": true\r\n        }\r\n    }\r\n}\r\n',
    ],
  ])('is changed, and all else stays as it was written: %j', (before, after) => {
    const path = settingsWith(before);
    allow(path);
    expect(readFileSync(path, 'utf8')).toBe(after);
  });

  it('is changed where a link leads, and the link and the mode stay', () => {
    const target = settingsWith('{}', 0o640);
    const link = freshPath('settings.json');
    symlinkSync(target, link);
    allow(link);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain('"export": true');
    expect(statSync(target).mode & 0o777).toBe(0o640);
  });

  it.each(['', '{"clients": {', '[]', '{"unknown": 1}', '{"clients": 4}'])(
    'is not written to what is no settings: %j',
    (text) => {
      const path = settingsWith(text);
      expect(refusalOf(() => allow(path))).toBe('SETTINGS_INVALID');
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('is not written where it would make them none', () => {
    const path = settingsWith('{}');
    expect(refusalOf(() => changeSettings(disk, path, ['clients', 'a', 'export'], 'yes'))).toBe(
      'SETTING_UNFIT',
    );
    expect(readFileSync(path, 'utf8')).toBe('{}');
  });

  it('is not written to a link that leads nowhere, and a disk that fails is a refusal', () => {
    const link = freshPath('settings.json');
    symlinkSync('/nowhere/settings.json', link);
    expect(refusalOf(() => allow(link))).toBe('SETTINGS_INVALID');
    const path = join(freshPath('config'), 'settings.json');
    mkdirSync(dirname(path));
    expect(refusalOf(() => allow(path, failing('fsync .settings.json.TMP', 'ENOSPC')))).toBe(
      'SETTINGS_INVALID',
    );
    expect(existsSync(path)).toBe(false);
  });
});
