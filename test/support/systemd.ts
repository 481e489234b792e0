/** A systemd that writes down what it is told, for the user of a test. Import it from test files only. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { disk } from '#kernel/fs/disk.ts';
import type { UnitHost } from '#kernel/systemd/unit.ts';

import { uid } from './kernel.ts';
import { freshPath } from './workspace.ts';

/** It does what `does`, a line of a shell, says; `more` is added to the environment. */
export const fakeSystemd = (does = 'exit 0', more: Readonly<Record<string, string>> = {}) => {
  const config = freshPath('config');
  const [bin, runtime, said] = ['bin', 'run', 'said'].map((name) => join(config, name));
  for (const folder of [bin, join(runtime ?? '', 'systemd')])
    mkdirSync(folder ?? '', { recursive: true });
  const script = `#!/bin/sh\necho "$GIVEN $*" >> '${said}'\n${does}\n`;
  writeFileSync(join(bin ?? '', 'systemctl'), script, { mode: 0o755 });
  const host: UnitHost = {
    disk,
    uid,
    environment: {
      PATH: bin,
      XDG_RUNTIME_DIR: runtime,
      XDG_CONFIG_HOME: config,
      GIVEN: 'given',
      NOT: undefined,
      ...more,
    },
  };
  const folder = join(config, 'systemd/user');
  return {
    host,
    config,
    folder,
    units: () => (existsSync(folder) ? readdirSync(folder).toSorted() : []),
    said: () =>
      readFileSync(said ?? '', 'utf8')
        .trim()
        .split('\n'),
  };
};
