/** The hook of this repository, installed and run by the real pre-commit of the system. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import process from 'node:process';

import { freshPath } from './workspace.ts';
import { skipLoudly } from './yamo.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Is there no pre-commit to try it with? */
export const noPreCommit = skipLoudly(
  spawnSync('pre-commit', ['--version']).status !== 0,
  'the hook for pre-commit (needs pre-commit)',
);

/** Homes of its own, and the Node of the tests by both names under which pre-commit looks for the system's. */
export class PreCommit {
  readonly #env: Readonly<Record<string, string>>;

  constructor() {
    const home = freshPath('home');
    const bin = join(home, 'bin');
    mkdirSync(bin, { recursive: true, mode: 0o700 });
    for (const name of ['node', 'nodejs']) symlinkSync(process.execPath, join(bin, name));
    this.#env = {
      PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
      HOME: home,
      PRE_COMMIT_HOME: join(home, 'pre-commit'),
      npm_config_cache:
        process.env['npm_config_cache'] ?? join(process.env['HOME'] ?? home, '.npm'),
      // As npm is told of a proxy's authority; without it each package takes minutes of retries.
      NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] ?? '',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    };
  }

  run(program: string, args: readonly string[], cwd: string) {
    const { status, stdout } = spawnSync(program, args, { cwd, env: this.#env, encoding: 'utf8' });
    return { code: status, stdout };
  }

  /** The files of a folder as the one commit of a repository; returns its id. */
  commit(folder: string): string {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    this.run('git', ['init', '-q'], folder);
    this.run('git', ['add', '-A', '--force'], folder);
    this.run('git', [...who, 'commit', '-q', '-m', 'all'], folder);
    return this.run('git', ['rev-parse', 'HEAD'], folder).stdout.trim();
  }

  /** What it says of a golden workspace that has the hook of a commit of a repository. */
  audits(golden: string, hookRepository: string, rev: string) {
    const workspace = freshPath('work');
    cpSync(join(ROOT, 'workspaces/golden', golden), workspace, { recursive: true });
    const hook = `      - id: yamo-audit\n        language_version: system\n        args: [--require, lite]\n`;
    writeFileSync(
      join(workspace, '.pre-commit-config.yaml'),
      `repos:\n  - repo: ${hookRepository}\n    rev: ${rev}\n    hooks:\n${hook}`,
    );
    this.commit(workspace);
    return this.run('pre-commit', ['run', '--all-files'], workspace);
  }
}
