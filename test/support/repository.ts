/** Real repositories, made by git itself. Import it from test files only. */
import { execFileSync, spawnSync } from 'node:child_process';
import process from 'node:process';

import { freshPath } from './workspace.ts';

/** No test of git can be made. */
export const noGit = spawnSync('git', ['--version']).status !== 0;

/** Nothing of the developer's own settings. */
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: freshPath('home'),
  GIT_CONFIG_NOSYSTEM: '1',
  LANG: 'C.UTF-8',
};

const SETTINGS = [
  'init.defaultBranch=main',
  'user.name=Ada',
  'user.email=ada@example.org',
  'commit.gpgSign=false',
  'protocol.file.allow=always',
];

/** Runs git in a folder; what it says, without the last line end. */
export const git = (folder: string, ...args: readonly string[]): string => {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  return execFileSync('git', [...settings, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trimEnd();
};

let seconds = Date.UTC(2026, 2, 1) / 1000;

/** Commits everything below the folder, also what is ignored, an hour after the commit before; its name. */
export const commit = (folder: string, message = 'More'): string => {
  seconds += 3600;
  git(folder, 'add', '--force', '--all');
  execFileSync(
    'git',
    [...SETTINGS.flatMap((setting) => ['-c', setting]), 'commit', '--allow-empty', '-m', message],
    {
      cwd: folder,
      env: { ...env, GIT_AUTHOR_DATE: `${seconds} +0000`, GIT_COMMITTER_DATE: `${seconds} +0000` },
      stdio: 'ignore',
    },
  );
  return git(folder, 'rev-parse', 'HEAD');
};
