/**
 * Agents and clients that people use, as their makers publish them: installed from the package registry into a folder of
 * the user's cache, each version once. They are too large to be installed with everything else.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const INSTALL_MS = 240_000;

/** The folder with the programs of `name@version`; `undefined`, with a word why, if the registry does not give it. */
export const installed = async (name: string, version: string): Promise<string | undefined> => {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'yamo-tests');
  const folder = join(cache, `${name.replaceAll(/\W+/g, '-')}-${version}`);
  const programs = join(folder, 'node_modules', '.bin');
  if (existsSync(programs)) return programs;
  const making = `${folder}.${process.pid}`;
  try {
    mkdirSync(making, { recursive: true });
    writeFileSync(join(making, 'package.json'), '{ "private": true }\n');
    await promisify(execFile)(
      'npm',
      [
        'install',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        '--prefer-offline',
        `${name}@${version}`,
      ],
      { cwd: making, timeout: INSTALL_MS },
    );
    renameSync(making, folder);
    return programs;
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    // Another file of tests may have been faster.
    if (existsSync(programs)) return programs;
    process.stderr.write(`${name}@${version}: ${String(error).slice(0, 300)}\n`);
    return undefined;
  }
};

/** A home in which `packages` are installed for one user, as people do: `npm install -g` with a prefix of theirs. */
export const installedInHome = async (
  home: string,
  packages: readonly string[],
): Promise<string> => {
  const prefix = join(home, '.npm-global');
  mkdirSync(prefix, { recursive: true });
  await promisify(execFile)(
    'npm',
    [
      'install',
      '-g',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefer-offline',
      ...packages,
    ],
    { timeout: INSTALL_MS, env: { ...process.env, npm_config_prefix: prefix } },
  );
  return join(prefix, 'bin');
};
